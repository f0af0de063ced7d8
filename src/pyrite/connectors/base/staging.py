"""Stage: holds the items of a write-ahead sink between two checkpoints, pickled and compressed.

The items go into the checkpoint as parts, and from there into the store. Memory is bounded: parts beyond the limit are
spilled to anonymous temporary files. Many parts share a file, because hours of failing checkpoints may leave more
parts than a process may open files.
"""

from __future__ import annotations

import io
import os
import pickle
import tempfile
import weakref
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Any, Final, Optional

import pyarrow as pa

from pyrite.core.connector.staged import Staged
from pyrite.core.persistence.persisted import persisted
from pyrite.core.persistence.persisted_pickling import dumps, load

CHUNK_BYTES: Final = 1 << 20
PART_BYTES: Final = 32 << 20
MEMORY_BYTES: Final = 64 << 20
FILE_BYTES: Final = 256 << 20
"""A file of this size takes no further parts. Its space is freed when its last part is garbage."""
_CODEC: Final = "lz4"

Chunk = tuple[int, bytes]
"""The uncompressed size of concatenated pickles, and their compressed bytes."""


class SpillFile:
    """An anonymous temporary file with several parts. It is deleted with the last part."""

    def __init__(self) -> None:
        self._file: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as this object

    @property
    def size_bytes(self) -> int:
        return os.fstat(self._file.fileno()).st_size

    def append(self, data: Iterable[bytes]) -> int:
        """Appends data, and returns its position."""
        begin = self._file.seek(0, os.SEEK_END)
        self._file.writelines(data)
        self._file.flush()
        return begin

    def read(self, position: int, length: int) -> bytes:
        return os.pread(self._file.fileno(), length, position)  # the upload thread may read at the same time


@persisted("staged-part/1")
class Part(Staged):
    """Staged items, in order. A pickled part includes its contents; a checkpoint stores the contents in a file."""

    def __init__(self, chunks: Optional[list[Chunk]] = None) -> None:
        self._chunks = chunks or []
        self._file: Optional[SpillFile] = None
        self._begin = 0
        self._sizes: list[tuple[int, int]] = []
        self._contents: Optional[Callable[[], bytes]] = None

    @classmethod
    def of_contents(cls, load: Callable[[], bytes]) -> Part:
        part = cls()
        part._contents = load
        return part

    def contents(self) -> bytes:
        return pickle.dumps(list(self._read()), 5)

    def add(self, pickles: bytes | bytearray) -> int:
        """Adds pickles, and returns their compressed size."""
        compressed: bytes = pa.compress(pickles, codec=_CODEC, asbytes=True)
        self._chunks.append((len(pickles), compressed))
        return len(compressed)

    @property
    def in_memory_bytes(self) -> int:
        return sum(len(data) for _, data in self._chunks)

    def spill(self, file: SpillFile) -> None:
        """Moves the contents into a file. Nothing can be added afterwards."""
        self._begin = file.append(data for _, data in self._chunks)
        self._file = file
        self._sizes = [(size, len(data)) for size, data in self._chunks]
        self._chunks = []

    def _read(self) -> Iterator[Chunk]:
        if self._contents is not None:
            yield from pickle.loads(self._contents())
            return
        if self._file is None:
            yield from self._chunks
            return
        position = self._begin
        for size, length in self._sizes:
            yield size, self._file.read(position, length)
            position += length

    def items(self) -> Iterator[Any]:
        """The staged items."""
        for size, data in self._read():
            buffer = io.BytesIO(pa.decompress(data, decompressed_size=size, codec=_CODEC, asbytes=True))
            while buffer.tell() < size:
                yield load(buffer)

    def __reduce__(self) -> tuple[type[Part], tuple[list[Chunk]]]:
        return Part, (list(self._read()),)


class Stage:
    """Collects items with `add`, and returns them in parts with `take`."""

    def __init__(self, part_bytes: int = PART_BYTES, memory_bytes: int = MEMORY_BYTES) -> None:
        self._part_bytes = part_bytes
        self._memory_bytes = memory_bytes
        self._alive: weakref.WeakSet[Part] = weakref.WeakSet()
        """All uncommitted parts: failing checkpoints may leave many."""
        self._file: Callable[[], Optional[SpillFile]] = lambda: None
        """The file for the next part, unless it was deleted: only parts hold references to it."""
        self._begin()

    def _begin(self) -> None:
        self._full: list[Part] = []
        self._open = Part()
        self._raw = 0
        """The uncompressed size of the open part."""
        self._compressed = 0
        self._buffer = bytearray()

    def add(self, item: Any) -> None:
        self._buffer += dumps(item)
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
            self._open.spill(self._spill_file())
        self._alive.add(self._open)
        self._full.append(self._open)
        self._open, self._raw, self._compressed = Part(), 0, 0

    def _spill_file(self) -> SpillFile:
        file = self._file()
        if file is None or file.size_bytes >= FILE_BYTES:
            file = SpillFile()
            self._file = weakref.ref(file)
        return file

    def take(self) -> list[Part]:
        """The items that were added since the last call, as parts."""
        if self._buffer:
            self._close_chunk()
        if self._raw:
            self._close_part()
        parts = self._full
        self._begin()
        return parts
