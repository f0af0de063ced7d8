"""StreamFormat and BulkFormat: the file formats of FileSource."""

from __future__ import annotations

import json
import lzma
from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Optional

import pyarrow as pa

from pyrite.connectors.files.formats.compression import codec_of, decompressed
from pyrite.connectors.files.formats.file_format import FileFormat, FormatReader, Opening
from pyrite.connectors.files.formats.line_reader import Joiner, LineReader
from pyrite.core.connector.serialization import DeserializationSchema, SimpleStringSchema
from pyrite.core.persistence.persisted import persisted
from pyrite.core.types.types_factory import TypeInformation


@persisted("file-stream-format/1")
class StreamFormat(FileFormat):
    """Reads records one by one, for `FileSource.for_record_stream_format`."""

    @staticmethod
    def text_line_format(charset_name: str = "UTF-8") -> StreamFormat:
        """Each line, without its end, is a record. Files can be split, except with charsets such as UTF-16."""
        return TextLineFormat(charset_name)

    @staticmethod
    def json_lines_format() -> StreamFormat:
        """Each line is a JSON value, which becomes a Python object. Empty lines are skipped. Specific to Pyrite.

        For typed rows, use `lines_of` with a JsonRowDeserializationSchema.
        """
        return JsonLinesFormat()

    @staticmethod
    def lines_of(schema: DeserializationSchema) -> StreamFormat:
        """Each line, without its end, is deserialized by a schema. Specific to Pyrite."""
        return SchemaLinesFormat(schema)


@persisted("file-bulk-format/1")
class BulkFormat(FileFormat):
    """Reads records in batches of columns, for `FileSource.for_bulk_file_format`."""


@persisted("file-line-format/1")
class LineFormat(StreamFormat, DeserializationSchema):
    """A format of lines. `decode_all` is the fast path; a block that it cannot decode is decoded line by line."""

    def is_splittable(self, path: str) -> bool:
        return not codec_of(path)

    @property
    def charset(self) -> str:
        """The charset to transcode from before splitting lines; empty if line ends are single bytes in the file."""
        return ""

    @property
    def joiner(self) -> Optional[Joiner]:
        return None

    @abstractmethod
    def decode_all(self, lines: list[bytes]) -> list[Any]:
        """The records of lines. Lines without a record are skipped."""

    def deserialize(self, message: bytes) -> Any:
        return next(iter(self.decode_all([message])), None)

    def begin(self, lines: LineReader) -> None:
        """Reads the header of a file."""

    def open(self, opening: Opening) -> FormatReader:
        return LineFormatReader(self, opening)


class LineFormatReader(FormatReader):
    def __init__(self, line_format: LineFormat, opening: Opening) -> None:
        split = opening.split
        self._opening = opening
        self._format = line_format
        self._uri = split.location.uri
        self._decoder = opening.decoder(line_format)
        self._file = self._stream = opening.open_file()
        with self._named_errors():
            self._lines = self._begin()

    def _begin(self) -> LineReader:
        split, line_format = self._opening.split, self._format
        codec = codec_of(split.location.path)
        if codec:
            self._stream = decompressed(self._stream, codec)
        if line_format.charset:
            self._stream = pa.transcoding_input_stream(self._stream, line_format.charset, "utf-8")
        whole = self._stream is not self._file or not line_format.is_splittable(split.location.path)
        at_line = split.position is not None
        start = split.position if at_line else split.start
        lines = LineReader(self._stream, start, None if whole else split.end, at_line, line_format.joiner)
        if split.start == 0 and not at_line:
            line_format.begin(lines)
        return lines

    @contextmanager
    def _named_errors(self) -> Iterator[None]:
        """Adds the file to errors of corrupt files, such as a truncated compressed file."""
        try:
            yield
        except (OSError, EOFError, UnicodeError, lzma.LZMAError, pa.ArrowException) as error:
            raise self._opening.files.error_at(self._opening.split.location, "cannot be read", error) from None

    def read(self, max_records: int) -> Optional[list[Any]]:
        offset = self._lines.offset
        with self._named_errors():
            lines = self._lines.take(max_records)
        return self._decode(lines, offset) if lines else None

    def _decode(self, lines: list[bytes], offset: int) -> list[Any]:
        """Decodes a block, and halves it repeatedly to isolate bad lines."""
        try:
            return self._format.decode_all(lines)
        except Exception:
            if len(lines) == 1:
                return self._decoder.decode(lines, lambda index: f"{self._uri}, byte {offset}")[0]
        half = len(lines) // 2
        before = sum(map(len, lines[:half])) + half
        return [*self._decode(lines[:half], offset), *self._decode(lines[half:], offset + before)]

    def position(self) -> int:
        return self._lines.offset

    def close(self) -> None:
        self._stream.close()
        self._file.close()


@persisted("file-text-line-format/1")
class TextLineFormat(LineFormat):
    """Lines of text that end with \\n or \\r\\n."""

    def __init__(self, charset_name: str) -> None:
        self._schema = SimpleStringSchema(charset_name)
        self._name = charset_name
        plain = "a\n".encode(charset_name) == b"a\n" and not charset_name.lower().startswith(("utf-7", "utf7"))
        self._charset = "" if plain else charset_name

    @property
    def charset(self) -> str:
        return self._charset

    def is_splittable(self, path: str) -> bool:
        return not self._charset and super().is_splittable(path)

    def decode_all(self, lines: list[bytes]) -> list[Any]:
        text = b"\n".join(lines).decode("utf-8" if self._charset else self._name)
        texts = text.split("\n")
        if "\r" in text:
            return [line.removesuffix("\r") for line in texts]
        return texts

    def get_produced_type(self) -> TypeInformation:
        return self._schema.get_produced_type()


@persisted("file-json-lines-format/1")
class JsonLinesFormat(LineFormat):
    """A JSON value in each line. Empty lines are skipped."""

    def decode_all(self, lines: list[bytes]) -> list[Any]:
        texts = b"\n".join(lines).decode().split("\n")
        return list(map(_decode_json, filter(str.strip, texts)))


_decode_json = json.JSONDecoder().decode


@persisted("file-schema-lines-format/1")
class SchemaLinesFormat(LineFormat):
    """Lines that a schema deserializes, without a \\r before the line end."""

    def __init__(self, schema: DeserializationSchema) -> None:
        self._schema = schema

    def decode_all(self, lines: list[bytes]) -> list[Any]:
        values = [self._schema.deserialize(line.removesuffix(b"\r")) for line in lines]
        return [value for value in values if value is not None]

    def get_produced_type(self) -> TypeInformation:
        return self._schema.get_produced_type()
