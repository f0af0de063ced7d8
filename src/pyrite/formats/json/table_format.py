"""The table format json."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Final, Optional

from pyrite.core.config.config_options import ConfigOption, parse_bool
from pyrite.core.config.configuration import Configuration
from pyrite.core.connector.table_format import (
    ColumnDecoder,
    ColumnEncoder,
    TableFormat,
    projected_type,
)
from pyrite.core.errors import ValidationException
from pyrite.core.types import RowType
from pyrite.formats.json.column_reader import column_reader
from pyrite.formats.json.column_writer import ColumnWriter
from pyrite.formats.json.message_reader import JsonReading, MessageReader
from pyrite.formats.json.message_writer import JsonWriting
from pyrite.formats.message_decoder import MessageDecoder

FAIL_ON_MISSING_FIELD: Final = ConfigOption(
    "fail-on-missing-field", parse_bool, False, "Whether a missing field is an error; else it is NULL."
)
IGNORE_PARSE_ERRORS: Final = ConfigOption(
    "ignore-parse-errors",
    parse_bool,
    False,
    "Whether an invalid field is NULL, and an invalid message is skipped and counted.",
)
TIMESTAMP_FORMAT: Final = ConfigOption(
    "timestamp-format.standard", str, "SQL", "'SQL' (2024-02-29 12:30:00.5) or 'ISO-8601' (2024-02-29T12:30:00.5)."
)
MAP_NULL_KEY_MODE: Final = ConfigOption(
    "map-null-key.mode",
    str,
    "FAIL",
    "The treatment of map entries whose key is NULL: 'FAIL', 'DROP' or 'LITERAL'.",
)
MAP_NULL_KEY_LITERAL: Final = ConfigOption(
    "map-null-key.literal", str, "null", "The key that 'LITERAL' writes for NULL."
)
DECIMAL_AS_PLAIN_NUMBER: Final = ConfigOption(
    "encode.decimal-as-plain-number", parse_bool, False, "Whether decimals are written as 0.00000001 rather than 1E-8."
)
IGNORE_NULL_FIELDS: Final = ConfigOption(
    "encode.ignore-null-fields", parse_bool, False, "Whether columns that are NULL are omitted."
)
JSON_PARSER_ENABLED: Final = ConfigOption(
    "decode.json-parser.enabled",
    parse_bool,
    True,
    "Whether messages are read as by Flink's streaming parser, which converts some values of other types differently.",
)

_STANDARDS: Final = ("SQL", "ISO-8601")
_NULL_KEY_MODES: Final = ("LITERAL", "FAIL", "DROP")


class JsonTableFormat(TableFormat):
    """A row is a JSON object."""

    identifier = "json"
    optional_options: ClassVar[tuple[ConfigOption[Any], ...]] = (
        FAIL_ON_MISSING_FIELD,
        IGNORE_PARSE_ERRORS,
        TIMESTAMP_FORMAT,
        MAP_NULL_KEY_MODE,
        MAP_NULL_KEY_LITERAL,
        DECIMAL_AS_PLAIN_NUMBER,
        IGNORE_NULL_FIELDS,
        JSON_PARSER_ENABLED,
    )

    def validate_decoding(self, options: Configuration) -> None:
        if options.get(FAIL_ON_MISSING_FIELD) and options.get(IGNORE_PARSE_ERRORS):
            raise ValidationException("fail-on-missing-field and ignore-parse-errors shouldn't both be true.")
        _validate_standard(options)

    def validate_encoding(self, options: Configuration) -> None:
        mode = options.get(MAP_NULL_KEY_MODE)
        if mode.upper() not in _NULL_KEY_MODES:
            raise ValidationException(
                f"Unsupported value '{mode}' for option map-null-key.mode. "
                f"Supported values are [{', '.join(_NULL_KEY_MODES)}]."
            )
        _validate_standard(options)

    def create_decoder(
        self, row_type: RowType, options: Configuration, columns: Optional[Sequence[int]] = None
    ) -> ColumnDecoder:
        reading = JsonReading(
            options.get(FAIL_ON_MISSING_FIELD),
            options.get(IGNORE_PARSE_ERRORS),
            options.get(TIMESTAMP_FORMAT) == "ISO-8601",
            options.get(JSON_PARSER_ENABLED),
        )
        return JsonDecoder(projected_type(row_type, columns), reading)

    def create_encoder(self, row_type: RowType, options: Configuration) -> ColumnEncoder:
        writing = JsonWriting(
            options.get(TIMESTAMP_FORMAT) == "ISO-8601",
            options.get(DECIMAL_AS_PLAIN_NUMBER),
            options.get(IGNORE_NULL_FIELDS),
            options.get(MAP_NULL_KEY_MODE).upper(),
            options.get(MAP_NULL_KEY_LITERAL),
        )
        return JsonEncoder(row_type, writing)


def _validate_standard(options: Configuration) -> None:
    standard = options.get(TIMESTAMP_FORMAT)
    if standard not in _STANDARDS:
        raise ValidationException(
            f"Unsupported value '{standard}' for timestamp-format.standard. Supported values are [SQL, ISO-8601]."
        )


class JsonDecoder(MessageDecoder):
    """Reads a block at once if possible, else message by message."""

    def __init__(self, row_type: RowType, reading: JsonReading) -> None:
        super().__init__(row_type, "JSON", reading.ignores_errors)
        self._reading = reading
        self._columns = column_reader(row_type, reading)
        self._rows = MessageReader(row_type, reading)

    def __reduce__(self) -> tuple[Any, ...]:
        return JsonDecoder, (self._row_type, self._reading)

    def read_columns(self, messages: Sequence[Optional[bytes]]) -> Optional[Any]:
        batch = None if self._columns is None else self._columns.read(messages)
        return self._rows.quick.read(messages) if batch is None and self._rows.quick is not None else batch

    def read_rows(self, message: Optional[bytes]) -> Iterable[tuple[Any, ...]]:
        return self._rows.rows(message)


class JsonEncoder(ColumnEncoder):
    """Writes a block column by column."""

    def __init__(self, row_type: RowType, writing: JsonWriting) -> None:
        self._writer = ColumnWriter(row_type, writing)

    def encode(self, batch: Any) -> list[Optional[bytes]]:
        return [*self._writer.write(batch)]
