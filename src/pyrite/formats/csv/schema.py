"""CsvSchema: the columns of CSV files and the format of their values."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Optional

from pyrite.core.errors import ArgumentTypeError, InvalidProgramError
from pyrite.core.persistence.persisted import persisted
from pyrite.core.types import DecimalType, LogicalType
from pyrite.core.types.logical_type_info import to_type_info
from pyrite.core.types.types_factory import BasicType, BasicTypeInfo, RowTypeInfo, TypeInformation, Types

_NUMBERS = ("BYTE", "SHORT", "INT", "LONG", "FLOAT", "DOUBLE", "BIG_INT", "BIG_DEC")


@persisted("csv-column/1")
@dataclass(frozen=True)
class CsvColumn:
    name: str
    kind: TypeInformation
    """For an array, the type of its elements."""
    separator: Optional[str] = None
    """The text between an array's elements; None if the column is not an array."""
    decimal: Optional[DecimalType] = None
    """The type that decimals are rounded to; None: decimals are not rounded."""


@persisted("csv-settings/1")
@dataclass(frozen=True)
class CsvSettings:
    """The format of a file. An empty character is not used."""

    column_separator: str = ","
    line_separator: str = "\n"
    quote: str = '"'
    escape: str = ""
    null_value: Optional[str] = None
    allow_comments: bool = False
    use_header: bool = False
    strict_headers: bool = False
    skip_first_data_row: bool = False
    takes_more_columns: bool = False
    newlines_in_values: bool = True


@persisted("csv-schema/1")
class CsvSchema:
    """The columns of CSV files and the format of their values, built by `CsvSchema.builder()`.

    >>> schema = CsvSchema.builder().add_string_column("item").add_number_column("price").build()
    >>> schema.names
    ('item', 'price')
    """

    def __init__(self, columns: tuple[CsvColumn, ...], settings: CsvSettings) -> None:
        self.columns = columns
        self.settings = settings

    @staticmethod
    def builder() -> CsvSchemaBuilder:
        """Returns a builder."""
        return CsvSchemaBuilder()

    def size(self) -> int:
        """Returns the number of columns."""
        return len(self.columns)

    def __len__(self) -> int:
        return self.size()

    def __repr__(self) -> str:
        columns = ",".join(f'"{column.name}"/{_jacksons_kind(column)}' for column in self.columns)
        flags = (self.settings.use_header, self.settings.skip_first_data_row, self.settings.allow_comments)
        header, skip, comments = (str(flag).lower() for flag in flags)
        return f"[CsvSchema: columns=[{columns}], header? {header}, skipFirst? {skip}, comments? {comments}]"

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns, in order."""
        return tuple(column.name for column in self.columns)

    @property
    def row_type(self) -> RowTypeInfo:
        """Returns the type of the rows, with a field for each column."""
        kinds = [
            column.kind if column.separator is None else Types.OBJECT_ARRAY(column.kind) for column in self.columns
        ]
        return Types.ROW_NAMED(list(self.names), kinds)


class CsvSchemaBuilder:
    """Collects columns, in their order, and settings."""

    def __init__(self) -> None:
        self._columns: list[CsvColumn] = []
        self._settings = CsvSettings()

    # Columns ----------------------------------------------------------------------------------------------------------

    def add_string_column(self, name: str) -> CsvSchemaBuilder:
        """Adds a string column."""
        return self._add(CsvColumn(name, Types.STRING()))

    def add_boolean_column(self, name: str) -> CsvSchemaBuilder:
        """Adds a boolean column."""
        return self._add(CsvColumn(name, Types.BOOLEAN()))

    def add_number_column(
        self, name: str, number_type: Optional[TypeInformation | LogicalType] = None
    ) -> CsvSchemaBuilder:
        """Adds a numeric column. The type, such as `DataTypes.INT()` or `Types.INT()`, is BIGINT by default."""
        kind = _type_info(Types.LONG() if number_type is None else number_type)
        if not isinstance(kind, BasicTypeInfo) or kind.name not in _NUMBERS:
            raise ArgumentTypeError(f"column '{name}': expected a type of {', '.join(_NUMBERS)}, got {kind!r}")
        return self._add(CsvColumn(name, kind, decimal=_decimal(number_type)))

    def add_array_column(
        self, name: str, separator: str = ";", element_type: Optional[TypeInformation | LogicalType] = None
    ) -> CsvSchemaBuilder:
        """Adds a column of lists, by default of strings."""
        kind = _type_info(Types.STRING() if element_type is None else element_type)
        if not isinstance(kind, BasicTypeInfo) or kind._basic_type in (BasicType.INSTANT, BasicType.CHAR):
            raise ArgumentTypeError(f"column '{name}': expected elements of a basic type, got {kind!r}")
        if not separator:
            raise InvalidProgramError(f"column '{name}': an array needs a separator")
        return self._add(CsvColumn(name, kind, separator, _decimal(element_type)))

    def add_columns_from(self, schema: CsvSchema) -> CsvSchemaBuilder:
        """Adds all columns of another schema."""
        for column in schema.columns:
            self._add(column)
        return self

    def _add(self, column: CsvColumn) -> CsvSchemaBuilder:
        if column.name in (existing.name for existing in self._columns):
            raise InvalidProgramError(f"there are two columns '{column.name}'")
        self._columns.append(column)
        return self

    def clear_columns(self) -> CsvSchemaBuilder:
        """Removes all columns. Settings are kept."""
        self._columns.clear()
        return self

    def size(self) -> int:
        """Returns the number of columns."""
        return len(self._columns)

    def __len__(self) -> int:
        return self.size()

    def set_array_element_separator(self, separator: str) -> CsvSchemaBuilder:
        """Sets the text between the elements in all array columns that were added before."""
        if not separator:
            raise InvalidProgramError("the separator of array elements must not be empty")
        self._columns = [
            column if column.separator is None else replace(column, separator=separator) for column in self._columns
        ]
        return self

    def disable_array_element_separator(self) -> CsvSchemaBuilder:
        """Reads and writes an array column as a single element."""
        for index in range(len(self._columns)):
            self.remove_array_element_separator(index)
        return self

    def remove_array_element_separator(self, index: int) -> CsvSchemaBuilder:
        """Reads and writes the array column with this index as a single element."""
        if self._columns[index].separator is not None:
            self._columns[index] = replace(self._columns[index], separator="\0")
        return self

    # Settings ---------------------------------------------------------------------------------------------------------

    def set_column_separator(self, char: str) -> CsvSchemaBuilder:
        """Sets the character between values, by default a comma."""
        return self._set(column_separator=_character("column separator", char))

    def set_line_separator(self, separator: str) -> CsvSchemaBuilder:
        """Sets the line end for writing. Lines to read must end with \\n or \\r\\n."""
        return self._set(line_separator=separator)

    def set_quote_char(self, char: str) -> CsvSchemaBuilder:
        """Sets the character that quotes values, by default `"`."""
        return self._set(quote=_character("quote", char))

    def disable_quote_char(self) -> CsvSchemaBuilder:
        """Disables quoting."""
        return self._set(quote="")

    def set_escape_char(self, char: str) -> CsvSchemaBuilder:
        """Sets the character that makes the next one literal."""
        return self._set(escape=_character("escape character", char))

    def disable_escape_char(self) -> CsvSchemaBuilder:
        """Disables escaping."""
        return self._set(escape="")

    def set_null_value(self, null_value: str) -> CsvSchemaBuilder:
        """Sets the text for None. By default, empty numbers and booleans are None, and empty strings are not."""
        return self._set(null_value=null_value)

    def set_allow_comments(self, allow: bool = True) -> CsvSchemaBuilder:
        """Skips lines that begin with #."""
        return self._set(allow_comments=allow)

    def set_use_header(self, use: bool = True) -> CsvSchemaBuilder:
        """The first line has the names of the columns: it is written, and skipped by readers."""
        return self._set(use_header=use)

    def set_strict_headers(self, strict: bool = True) -> CsvSchemaBuilder:
        """A header with names other than the columns' is an error."""
        return self._set(strict_headers=strict)

    def set_skip_first_data_row(self, skip: bool = True) -> CsvSchemaBuilder:
        """Whether the first row after the header is skipped."""
        return self._set(skip_first_data_row=skip)

    def set_any_property_name(self, name: str) -> CsvSchemaBuilder:
        """Lines may have more values than columns. The excess values are dropped, since a row has no field for them."""
        return self._set(takes_more_columns=bool(name))

    def set_newlines_in_values(self, allow: bool = True) -> CsvSchemaBuilder:
        """Whether a quoted value may contain line ends. If not, large files are split. Not part of PyFlink."""
        return self._set(newlines_in_values=allow)

    def _set(self, **settings: object) -> CsvSchemaBuilder:
        self._settings = replace(self._settings, **settings)  # type: ignore[arg-type]
        return self

    def build(self) -> CsvSchema:
        """Returns the schema. InvalidProgramError without a column."""
        if not self._columns:
            raise InvalidProgramError("a CSV schema needs at least one column")
        return CsvSchema(tuple(self._columns), self._settings)


def _character(what: str, char: str) -> str:
    if len(char) != 1 or ord(char) > 127:
        raise InvalidProgramError(f"{what}: expected one ASCII character, got {char!r}")
    return char


def _type_info(kind: TypeInformation | LogicalType) -> TypeInformation:
    return to_type_info(kind) if isinstance(kind, LogicalType) else kind


def _decimal(kind: Optional[TypeInformation | LogicalType]) -> Optional[DecimalType]:
    return kind if isinstance(kind, DecimalType) else None


def _jacksons_kind(column: CsvColumn) -> str:
    if column.separator is not None:
        return "ARRAY"
    return {"STRING": "STRING", "BOOLEAN": "BOOLEAN"}.get(getattr(column.kind, "name", ""), "NUMBER")
