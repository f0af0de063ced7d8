"""AvroBlockReader: reads the blocks of an Avro file that begin in a byte range."""

from __future__ import annotations

import io
from typing import Any, Final, Optional

from pyrite.connectors.files.formats.file_format import FormatReader, Opening
from pyrite.core.errors import ConnectorError

Position = tuple[int, int]
"""The offset of a block, and the number of its records that were already read."""

_HEADER: Final = {
    "type": "record",
    "name": "header",
    "fields": [
        {"name": "magic", "type": {"type": "fixed", "name": "magic", "size": 4}},
        {"name": "meta", "type": {"type": "map", "values": "bytes"}},
        {"name": "sync", "type": {"type": "fixed", "name": "sync", "size": 16}},
    ],
}
_SYNC_BYTES: Final = 16
_SEARCH_BYTES: Final = 1 << 16
_CHUNK_BYTES: Final = 256 << 10
"""Small blocks are read in groups of up to this many bytes."""


class AvroBlockReader(FormatReader):
    """A block belongs to the range that contains the sync marker before it; the first block to the header's range.

    A position counts records from the first block of a group. Groups are the same for every reader.

    Blocks are passed to fastavro after the file's header, as separate files.
    """

    def __init__(self, opening: Opening, fastavro: Any, reader_schema: Any) -> None:
        file_split = opening.split
        self._fastavro = fastavro
        self._reader_schema = reader_schema
        self._uri = file_split.location.uri
        self._end = file_split.end
        self._file = opening.open_file()
        try:
            header = fastavro.schemaless_reader(self._file, _HEADER, None)
        except Exception as error:
            self._file.close()
            raise ConnectorError(f"{self._uri} cannot be read as Avro: {error}") from None
        self._sync: bytes = header["sync"]
        self._header_bytes: int = self._file.tell()
        self._file.seek(0)
        self._header: bytes = self._file.read(self._header_bytes)
        position: Position = file_split.position or (self._first_block(file_split.start), 0)
        self._block, self._skipped = position
        self._next_block = self._block
        self._records: list[Any] = []
        self._next = 0

    def _first_block(self, start: int) -> int:
        """Returns the offset after the first sync marker at or after `start`; for the first block, after the header."""
        if start <= self._header_bytes - _SYNC_BYTES:
            return self._header_bytes
        self._file.seek(start)
        window: bytes = b""
        while block := self._file.read(_SEARCH_BYTES):
            window = window[-(_SYNC_BYTES - 1) :] + block
            position: int = window.find(self._sync)
            if position >= 0:
                return int(self._file.tell()) - len(window) + position + _SYNC_BYTES
        return int(self._file.tell()) + _SYNC_BYTES

    def read(self, max_records: int) -> Optional[list[Any]]:
        while self._next == len(self._records):
            if not self._load():
                return None
        records = self._records[self._next : self._next + max_records]
        self._next += len(records)
        return records

    def _load(self) -> bool:
        """Reads the next blocks. Returns False if the range has no more."""
        self._block = self._next_block
        self._file.seek(self._block)
        chunks = []
        size = 0
        while size < _CHUNK_BYTES and self._next_block - _SYNC_BYTES < self._end:
            chunk = self._read_block()
            if chunk is None:
                break
            chunks.append(chunk)
            size += len(chunk)
        if not chunks:
            return False
        try:
            data = io.BytesIO(b"".join([self._header, *chunks]))
            self._records = list(self._fastavro.reader(data, self._reader_schema))
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            raise ConnectorError(
                f"{self._uri}: the blocks from byte {self._block} on cannot be read: {reason}"
            ) from None
        self._next, self._skipped = min(self._skipped, len(self._records)), 0
        return True

    def _read_block(self) -> Optional[bytes]:
        """Reads one block as it is in the file: record count, size, data, sync marker."""
        begin = self._file.read(20)
        if not begin:
            return None
        try:
            count_bytes = _varint(begin)[1]
            size, size_bytes = _varint(begin[count_bytes:])
            length = count_bytes + size_bytes + size + _SYNC_BYTES
            block: bytes = begin[:length] + self._file.read(max(0, length - len(begin)))
            if size < 0 or len(block) != length or not block.endswith(self._sync):
                raise ValueError("the sync marker is not at its end")
        except (IndexError, ValueError) as error:
            raise ConnectorError(
                f"{self._uri}: the block at byte {self._next_block} is cut or broken: {error}"
            ) from None
        self._next_block += length
        self._file.seek(self._next_block)
        return block

    def position(self) -> Position:
        if self._next == len(self._records):
            return self._next_block, self._skipped
        return self._block, self._next

    def close(self) -> None:
        self._file.close()


def _varint(data: bytes) -> tuple[int, int]:
    """Decodes an Avro integer. Returns it with the number of bytes that it takes."""
    shift = number = 0
    for index in range(10):
        number |= (data[index] & 0x7F) << shift
        if data[index] < 0x80:
            return (number >> 1) ^ -(number & 1), index + 1
        shift += 7
    raise ValueError("a number of more than 10 bytes")
