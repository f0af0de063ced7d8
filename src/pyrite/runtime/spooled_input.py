"""SpooledInput: in batch, blocks of one input that wait until the other input has been processed, on disk if many."""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Iterator

from pyrite.common.block import Block


class SpooledInput:
    """Keeps blocks in their order, in memory up to a limit."""

    def __init__(self, memory_bytes: int) -> None:
        self._file = tempfile.SpooledTemporaryFile(max_size=memory_bytes)  # noqa: SIM115 - closed when it is read

    def add(self, block: Block) -> None:
        pickle.dump((block.values, block.timestamps), self._file, protocol=5)

    def blocks(self) -> Iterator[Block]:
        """All blocks, once."""
        with self._file as file:
            end = file.tell()
            file.seek(0)
            while file.tell() < end:
                yield Block(*pickle.load(file))
