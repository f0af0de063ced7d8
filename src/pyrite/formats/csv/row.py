"""Rows as CSV lines, by a row type."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final, Optional

from pyrite.core.connector.serialization import DeserializationSchema, SerializationSchema
from pyrite.core.errors import InvalidProgramError
from pyrite.core.persistence.persisted import persisted
from pyrite.core.types.composite_type_info import RowTypeInfo
from pyrite.core.types.rows import Row
from pyrite.core.types.type_information import TypeInformation
from pyrite.formats.compiled import Compiled
from pyrite.formats.csv.line import CsvDialect
from pyrite.formats.csv.values import CsvValues
from pyrite.formats.json.row import checked_row_type

_LINE_DELIMITERS: Final = ("\n", "\r", "\r\n", "")


@persisted("csv-format/1")
@dataclass(frozen=True)
class CsvFormat:
    """All settings except the types."""

    dialect: CsvDialect = field(default_factory=CsvDialect)
    values: CsvValues = field(default_factory=CsvValues)
    line_delimiter: str = "\n"


@persisted("csv-row-deserialization-schema/1")
class CsvRowDeserializationSchema(Compiled, DeserializationSchema):
    """Reads messages with one CSV line as rows of a type; created by its `Builder`.

    A field is a single value, several values in a BASIC_ARRAY, OBJECT_ARRAY or ROW, separated by the array element
    delimiter, or bytes in base64.
    """

    def __init__(self, type_info: RowTypeInfo, settings: CsvFormat) -> None:
        self._type_info = type_info
        self._settings = settings
        self._deserialize  # noqa: B018 - a type that CSV has no form for raises here

    def deserialize(self, message: bytes) -> Optional[Row]:
        return self._deserialize(message)  # type: ignore[no-any-return]

    def get_produced_type(self) -> TypeInformation:
        return self._type_info

    @cached_property
    def _deserialize(self) -> Callable[[bytes], Any]:
        splitter = self._settings.dialect.splitter()
        convert = self._settings.values.row_reader(self._type_info)

        def deserialize(message: bytes) -> Any:
            fields = splitter(str(message, "utf-8"))
            return None if fields is None else convert(fields)

        def deserialize_or_skip(message: bytes) -> Any:
            try:
                fields = splitter(str(message, "utf-8"))
            except ValueError:
                return None
            return None if not message or fields is None or len(fields) > names else convert(fields)

        names = len(self._type_info.get_field_names())
        return deserialize_or_skip if self._settings.values.ignores_errors else deserialize

    class Builder:
        """Builds a CsvRowDeserializationSchema for rows of a type."""

        def __init__(self, type_info: TypeInformation) -> None:
            self._type_info = checked_row_type("CsvRowDeserializationSchema", type_info)
            self._settings = CsvFormat()

        def set_field_delimiter(self, delimiter: str) -> CsvRowDeserializationSchema.Builder:
            """Sets the character between fields, by default a comma."""
            return self._with_dialect(delimiter=delimiter)

        def set_allow_comments(self, allow_comments: bool) -> CsvRowDeserializationSchema.Builder:
            """Skips lines that begin with #."""
            return self._with_dialect(allows_comments=allow_comments)

        def set_array_element_delimiter(self, delimiter: str) -> CsvRowDeserializationSchema.Builder:
            """Sets the text between the elements of an array or a row in a field, by default a semicolon."""
            return self._with_values(array_delimiter=_checked_delimiter(delimiter))

        def set_quote_character(self, c: str) -> CsvRowDeserializationSchema.Builder:
            """Sets the character that may quote values, by default `"`."""
            return self._with_dialect(quote=c)

        def set_escape_character(self, c: str) -> CsvRowDeserializationSchema.Builder:
            """Sets the escape character.

            After it, n, r, t and 0 mean line feed, return, tab and zero byte, and other characters themselves.
            """
            return self._with_dialect(escape=c)

        def set_null_literal(self, null_literal: str) -> CsvRowDeserializationSchema.Builder:
            """Sets the text of a field or an element that is read as None. By default no text is."""
            return self._with_values(null_literal=null_literal)

        def set_ignore_parse_errors(self, ignore_parse_errors: bool) -> CsvRowDeserializationSchema.Builder:
            """Reads an invalid or missing field as None, and skips a line that is not CSV."""
            return self._with_values(ignores_errors=ignore_parse_errors)

        def build(self) -> CsvRowDeserializationSchema:
            """Returns the schema."""
            return CsvRowDeserializationSchema(self._type_info, self._settings)

        def _with(self, **changes: Any) -> CsvRowDeserializationSchema.Builder:
            self._settings = replace(self._settings, **changes)
            return self

        def _with_dialect(self, **changes: Any) -> CsvRowDeserializationSchema.Builder:
            return self._with(dialect=replace(self._settings.dialect, **changes))

        def _with_values(self, **changes: Any) -> CsvRowDeserializationSchema.Builder:
            return self._with(values=replace(self._settings.values, **changes))


@persisted("csv-row-serialization-schema/1")
class CsvRowSerializationSchema(Compiled, SerializationSchema):
    """Writes rows as CSV lines; created by its `Builder`. None becomes an empty field or the null literal."""

    def __init__(self, type_info: RowTypeInfo, settings: CsvFormat) -> None:
        self._type_info = type_info
        self._settings = settings
        self._write  # noqa: B018 - a type that CSV has no form for raises here

    def serialize(self, element: Any) -> bytes:
        return self._write(element).encode()

    @cached_property
    def _write(self) -> Callable[[Any], str]:
        join, end = self._settings.dialect.joiner(), self._settings.line_delimiter
        fields = self._settings.values.row_writer(self._type_info)
        return lambda row: join(fields(row)) + end

    class Builder:
        """Builds a CsvRowSerializationSchema for rows of a type."""

        def __init__(self, type_info: TypeInformation) -> None:
            self._type_info = checked_row_type("CsvRowSerializationSchema", type_info)
            self._settings = CsvFormat()

        def set_field_delimiter(self, c: str) -> CsvRowSerializationSchema.Builder:
            """Sets the character between fields, by default a comma."""
            return self._with_dialect(delimiter=c)

        def set_line_delimiter(self, delimiter: str) -> CsvRowSerializationSchema.Builder:
            r"""Sets the end of each message: ` ` by default, `\r`, `\r `, or nothing."""
            if delimiter not in _LINE_DELIMITERS:
                raise InvalidProgramError(
                    f"CSV: the line delimiter must be one of {_LINE_DELIMITERS}, got {delimiter!r}"
                )
            return self._with(line_delimiter=delimiter)

        def set_array_element_delimiter(self, delimiter: str) -> CsvRowSerializationSchema.Builder:
            """Sets the text between the elements of an array or a row in a field, by default a semicolon."""
            return self._with_values(array_delimiter=_checked_delimiter(delimiter))

        def disable_quote_character(self) -> CsvRowSerializationSchema.Builder:
            """Disables quoting. A value that would be read as two fields or lines is escaped, or refused."""
            return self._with_dialect(quote=None)

        def set_quote_character(self, c: str) -> CsvRowSerializationSchema.Builder:
            """Sets the character that quotes values, by default `"`."""
            return self._with_dialect(quote=c)

        def set_escape_character(self, c: str) -> CsvRowSerializationSchema.Builder:
            """Sets the character before a quote inside a quoted value. By default such a quote is doubled."""
            return self._with_dialect(escape=c)

        def set_null_literal(self, s: str) -> CsvRowSerializationSchema.Builder:
            """Sets the text that is written for None."""
            return self._with_values(null_literal=s)

        def build(self) -> CsvRowSerializationSchema:
            """Returns the schema."""
            return CsvRowSerializationSchema(self._type_info, self._settings)

        def _with(self, **changes: Any) -> CsvRowSerializationSchema.Builder:
            self._settings = replace(self._settings, **changes)
            return self

        def _with_dialect(self, **changes: Any) -> CsvRowSerializationSchema.Builder:
            return self._with(dialect=replace(self._settings.dialect, **changes))

        def _with_values(self, **changes: Any) -> CsvRowSerializationSchema.Builder:
            return self._with(values=replace(self._settings.values, **changes))


def _checked_delimiter(delimiter: str) -> str:
    if not delimiter:
        raise InvalidProgramError("CSV: the array element delimiter must not be empty")
    return delimiter
