"""SpooledInput: in batch, blocks of one input that wait until the other input has been processed, on disk if many."""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Iterator

from pyrite.core.blocks.block import Block
from pyrite.core.blocks.edge_format import EdgeFormat
from pyrite.runtime.wire.deployment import InputEdge


class SpooledInput:
    """Keeps blocks in their order, in memory up to a limit."""

    def __init__(self, memory_bytes: int) -> None:
        self._file = tempfile.SpooledTemporaryFile(max_size=memory_bytes)  # noqa: SIM115 - closed when it is read
        self._formats: dict[int, EdgeFormat] = {}

    def add(self, block: Block, edge: InputEdge) -> None:
        self._formats[edge.edge] = edge.format
        pickle.dump((edge.edge, edge.format.encode(block)), self._file, protocol=5)

    def blocks(self) -> Iterator[Block]:
        """All blocks, once."""
        with self._file as file:
            end = file.tell()
            file.seek(0)
            while file.tell() < end:
                edge, payload = pickle.load(file)
                yield self._formats[edge].codec.decode(payload)
