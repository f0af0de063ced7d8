"""Stage: what a write-ahead sink holds from one checkpoint to the next, pickled and compressed.

It goes into the checkpoint as parts, and from there into the store. In memory it is bounded: beyond that, parts lie in
files that have no name and go with the process.
"""

from __future__ import annotations

import io
import os
import pickle
import tempfile
import weakref
from collections.abc import Callable, Iterator
from typing import IO, Any, Final, Optional

import pyarrow as pa

from pyrite.common.staged import Staged

CHUNK_BYTES: Final = 1 << 20
PART_BYTES: Final = 32 << 20
MEMORY_BYTES: Final = 64 << 20
_CODEC: Final = "lz4"

Chunk = tuple[int, bytes]
"""The size of some pickles, one behind the other, and what they are compressed."""


class Part(Staged):
    """Staged items, in their order. Pickles with its contents, wherever they lie; checkpoints have these in a file."""

    def __init__(self, chunks: Optional[list[Chunk]] = None) -> None:
        self._chunks = chunks or []
        self._file: Optional[IO[bytes]] = None
        self._sizes: list[tuple[int, int]] = []
        self._contents: Optional[Callable[[], bytes]] = None

    @classmethod
    def of_contents(cls, read: Callable[[], bytes]) -> Part:
        made = cls()
        made._contents = read
        return made

    def contents(self) -> bytes:
        return pickle.dumps(list(self._read()), 5)

    def add(self, pickles: bytes | bytearray) -> int:
        """Adds some pickles; the bytes that they take."""
        compressed: bytes = pa.compress(pickles, codec=_CODEC, asbytes=True)
        self._chunks.append((len(pickles), compressed))
        return len(compressed)

    @property
    def in_memory_bytes(self) -> int:
        return sum(len(data) for _, data in self._chunks)

    def spill(self) -> None:
        """Moves the contents into a file; nothing may be added after that."""
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the part
        self._sizes = [(size, len(data)) for size, data in self._chunks]
        self._file.writelines(data for _, data in self._chunks)
        self._file.flush()
        self._chunks = []

    def _read(self) -> Iterator[Chunk]:
        if self._contents is not None:
            yield from pickle.loads(self._contents())
            return
        if self._file is None:
            yield from self._chunks
            return
        position = 0
        for size, length in self._sizes:
            yield size, os.pread(self._file.fileno(), length, position)  # the upload thread may read at the same time
            position += length

    def items(self) -> Iterator[Any]:
        """What was added to the stage."""
        for size, data in self._read():
            buffer = io.BytesIO(pa.decompress(data, decompressed_size=size, codec=_CODEC, asbytes=True))
            while buffer.tell() < size:
                yield pickle.load(buffer)

    def __reduce__(self) -> tuple[type[Part], tuple[list[Chunk]]]:
        return Part, (list(self._read()),)


class Stage:
    """Takes items and gives them back in parts: `add`, ..., `take`."""

    def __init__(self, part_bytes: int = PART_BYTES, memory_bytes: int = MEMORY_BYTES) -> None:
        self._part_bytes = part_bytes
        self._memory_bytes = memory_bytes
        self._alive: weakref.WeakSet[Part] = weakref.WeakSet()
        """All that were made and are not committed yet: failing checkpoints may leave many."""
        self._begin()

    def _begin(self) -> None:
        self._full: list[Part] = []
        self._open = Part()
        self._raw = 0
        """Bytes of pickles in the open part."""
        self._compressed = 0
        self._buffer = bytearray()

    def add(self, item: Any) -> None:
        self._buffer += pickle.dumps(item, 5)
        if len(self._buffer) >= CHUNK_BYTES:
            self._close_chunk()
            if self._raw >= self._part_bytes:
                self._close_part()

    def _close_chunk(self) -> None:
        self._compressed += self._open.add(self._buffer)
        self._raw += len(self._buffer)
        self._buffer = bytearray()

    def _close_part(self) -> None:
        if sum(part.in_memory_bytes for part in self._alive) + self._compressed > self._memory_bytes:
            self._open.spill()
        self._alive.add(self._open)
        self._full.append(self._open)
        self._open, self._raw, self._compressed = Part(), 0, 0

    def take(self) -> list[Part]:
        """What was added since the last call; empty if that is nothing."""
        if self._buffer:
            self._close_chunk()
        if self._raw:
            self._close_part()
        parts = self._full
        self._begin()
        return parts
