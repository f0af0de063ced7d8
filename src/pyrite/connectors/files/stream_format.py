"""StreamFormat and BulkFormat: a file's format as FileSource takes it."""

from __future__ import annotations

from pyrite.connectors.files.file_format import FileFormat
from pyrite.core.connector.serialization import DeserializationSchema
from pyrite.core.persisted import persisted


@persisted("file-stream-format/1", was=("pyrite.connectors.files.stream_format:StreamFormat",))
class StreamFormat(FileFormat):
    """Records one after the other, for `FileSource.for_record_stream_format`."""

    @staticmethod
    def text_line_format(charset_name: str = "UTF-8") -> StreamFormat:
        """Each line is a record, without its end. Split at any byte, but for charsets such as UTF-16."""
        from pyrite.connectors.files.line_formats import TextLineFormat

        return TextLineFormat(charset_name)

    @staticmethod
    def json_lines_format() -> StreamFormat:
        """Each line is a JSON value, as Python has it. Empty lines are passed over. Pyrite's own.

        For rows of a type, take `lines_of` with a JsonRowDeserializationSchema.
        """
        from pyrite.connectors.files.line_formats import JsonLinesFormat

        return JsonLinesFormat()

    @staticmethod
    def lines_of(schema: DeserializationSchema) -> StreamFormat:
        """Each line, without its end, is a message of a schema. Pyrite's own."""
        from pyrite.connectors.files.line_formats import SchemaLinesFormat

        return SchemaLinesFormat(schema)


@persisted("file-bulk-format/1", was=("pyrite.connectors.files.stream_format:BulkFormat",))
class BulkFormat(FileFormat):
    """Records in batches of columns, for `FileSource.for_bulk_file_format`."""
