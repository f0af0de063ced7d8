"""LineColumns: reads files of lines as columns. Each line is a message, and blocks of lines are decoded at once."""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, Optional

import pyarrow as pa

from pyrite.connectors.files.formats.column_files import ColumnFileFormat, ColumnFileReader
from pyrite.connectors.files.formats.compression import codec_of, decompressed
from pyrite.connectors.files.formats.file_format import Opening
from pyrite.connectors.files.formats.line_reader import Joiner, LineReader
from pyrite.core.connector.table_format import ColumnDecoder, UndecodableMessageError
from pyrite.core.errors import BadRecordError
from pyrite.core.metrics.declared_metrics import NUM_BAD_RECORDS

_COUNTED_BYTES: Final = 1 << 20


@dataclass(frozen=True)
class LineColumns(ColumnFileFormat):
    """Reads lines with a decoder. `joiner` joins the lines of a message, such as lines within quotes."""

    decoder: ColumnDecoder
    joiner: Optional[Joiner] = None
    skips_blank_lines: bool = True
    skips_comments: bool = False
    """Whether lines that begin with # are skipped."""

    def is_splittable(self, path: str) -> bool:
        """False if messages may contain line ends: the beginning of a message is then ambiguous within a file."""
        return self.joiner is None and not codec_of(path)

    def open(self, opening: Opening) -> ColumnFileReader:
        return LineColumnsReader(self, opening)


class LineColumnsReader(ColumnFileReader):
    """A position is the byte at which the next line begins."""

    def __init__(self, settings: LineColumns, opening: Opening) -> None:
        self._settings = settings
        self._opening = opening
        self._decode = settings.decoder.decode
        self._file = self._stream = opening.open_file()
        with self._named_errors():
            self._lines = self._begin()
        runtime = opening.context.runtime_context
        self._skipped = None if runtime is None else runtime.get_metrics_group().counter(NUM_BAD_RECORDS.name)

    def _begin(self) -> LineReader:
        split = self._opening.split
        codec = codec_of(split.location.path)
        if codec:
            self._stream = decompressed(self._stream, codec)
        whole = not self._settings.is_splittable(split.location.path)
        at_line = split.position is not None
        start = split.position if at_line else split.start
        return LineReader(self._stream, start, None if whole else split.end, at_line, self._settings.joiner)

    @contextmanager
    def _named_errors(self) -> Iterator[None]:
        try:
            yield
        except (OSError, EOFError, lzma.LZMAError, pa.ArrowException) as error:
            raise self._opening.files.error_at(self._opening.split.location, "cannot be read", error) from None
        except BadRecordError as error:  # an unclosed quote
            raise BadRecordError(f"{self._opening.split.location.uri}: {error}") from None

    def read(self, max_rows: int) -> Optional[Any]:
        offset = self._lines.offset
        with self._named_errors():
            lines = self._lines.take(max_rows)
        if not lines:
            return None
        messages = self._messages(lines)
        try:
            decoded = self._decode(messages)
        except UndecodableMessageError as error:
            raise self._located(error, lines, messages, offset) from error
        if decoded.skipped and self._skipped is not None:
            self._skipped.inc(decoded.skipped)
        return decoded.batch

    def _messages(self, lines: list[bytes]) -> list[bytes]:
        """The lines without skipped ones; the same list if none is skipped."""
        settings = self._settings
        if not settings.skips_comments and (not settings.skips_blank_lines or not (b"" in lines or b"\r" in lines)):
            return lines
        return [line for line in lines if self._is_message(line)]

    def _is_message(self, line: bytes) -> bool:
        return bool(line.strip()) and not (self._settings.skips_comments and line.startswith(b"#"))

    def _located(
        self, error: UndecodableMessageError, lines: list[bytes], messages: list[bytes], offset: int
    ) -> BadRecordError:
        """Adds the file and the line to an error."""
        place = error.index
        if messages is not lines:
            place = [index for index, line in enumerate(lines) if self._is_message(line)][error.index]
        before = offset + sum(map(len, lines[:place])) + place
        uri = self._opening.split.location.uri
        advice = "Correct the file, or skip such rows with the format's option 'ignore-parse-errors'"
        return BadRecordError(f"{uri}, line {self._line_number(before)} cannot be read: {error}. {advice}")

    def _line_number(self, offset: int) -> int:
        """The number of the line that begins at a byte offset. It is counted by reading the file again."""
        file = stream = self._opening.files.open(self._opening.split.location)
        try:
            codec = codec_of(self._opening.split.location.path)
            if codec:
                stream = decompressed(file, codec)
            number, remaining = 1, offset
            while remaining > 0 and (block := stream.read(min(remaining, _COUNTED_BYTES))):
                number += block.count(b"\n")
                remaining -= len(block)
            return number
        finally:
            file.close()

    def position(self) -> int:
        return self._lines.offset

    def close(self) -> None:
        self._stream.close()
        self._file.close()
