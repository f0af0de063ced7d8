"""LineReader: reads the lines of a byte range of a file, in blocks, and tracks the offset of the next line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Optional

from pyrite.core.errors import BadRecordError

BLOCK_BYTES: Final = 1 << 20
_RECORD_BYTES: Final = 64 << 20
"""The size limit of a multi-line record: an unclosed quote would otherwise extend to the end of the file."""
Joiner = Callable[[list[bytes]], tuple[list[bytes], Optional[bytes]]]
"""Joins lines into multi-line records. Returns the records, and the incomplete record at the end of the lines."""


class LineReader:
    """Reads the lines whose first byte is in the range, so that each line belongs to exactly one range.

    `end` is None for a stream, which is read to its end. `at_line` says that a line begins at `start`.
    """

    def __init__(
        self,
        file: Any,
        start: int,
        end: Optional[int],
        at_line: bool,
        join: Optional[Joiner] = None,
        block_bytes: int = BLOCK_BYTES,
    ) -> None:
        self._file = file
        self._end = end
        self._join = join
        self._block_bytes = block_bytes
        self._lines: list[bytes] = []
        self._next = 0
        self._tail: list[bytes] = []
        """Pieces of the incomplete line that was read last."""
        self._read_to = start
        self.offset = start
        """The offset of the next line."""
        self._ended = end is not None and start >= end
        if end is None:
            self._skip(start)
        elif not at_line and start > 0 and not self._ended:
            self._find_line(start)
        elif start and not self._ended:
            file.seek(start)

    def take(self, count: int) -> list[bytes]:
        """The next lines, at most `count`, without line ends. Empty at the end."""
        while self._next == len(self._lines) and not self._ended:
            self._fill()
        lines = self._lines[self._next : self._next + count]
        self._next += len(lines)
        self.offset += sum(map(len, lines)) + len(lines)
        return lines

    def _skip(self, count: int) -> None:
        """Reads and drops the first `count` bytes of a stream."""
        while count > 0:
            block = self._file.read(min(count, self._block_bytes))
            if not block:
                break
            count -= len(block)

    def _find_line(self, start: int) -> None:
        """Moves past the first line end at or after the byte before `start`."""
        self._file.seek(start - 1)
        self._read_to = start - 1
        while block := self._file.read(self._block_bytes):
            line_end = block.find(b"\n")
            if line_end >= 0:
                self.offset = self._read_to + line_end + 1
                self._tail = [block[line_end + 1 :]]
                self._read_to += len(block)
                self._ended = self._end is not None and self.offset >= self._end
                return
            self._read_to += len(block)
        self._ended = True

    def _fill(self) -> None:
        block = self._file.read(self._block_bytes)
        self._read_to += len(block)
        self._tail.append(block)
        if block and b"\n" not in block:
            return  # a long line, whose pieces are joined at its end
        data = b"".join(self._tail)
        self._tail = []
        begin = self._read_to - len(data)
        cut = -1 if self._end is None else data.find(b"\n", max(0, self._end - 1 - begin))
        if cut >= 0:  # the line with the range's last byte ends here
            data, self._ended = data[: cut + 1], True
        elif not block:
            self._ended = True
        self._set_lines(data)

    def _set_lines(self, data: bytes) -> None:
        lines = data.split(b"\n")
        rest = lines.pop()
        if self._join is not None:
            lines, begun = self._join(lines)
            if begun is not None:
                rest = begun + b"\n" + rest
                if len(rest) > _RECORD_BYTES:
                    raise BadRecordError(f"the record at byte {self._read_to - len(rest)} has no end: {rest[:200]!r}")
        if self._ended:
            lines += [rest] if rest else []
        elif rest:
            self._tail = [rest]
        self._lines, self._next = lines, 0
