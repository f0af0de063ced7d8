"""DataTypes: PyFlink's factories for data types."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Optional

from pyrite.core.errors import InvalidProgramError
from pyrite.core.types import (
    MAX_LENGTH,
    ArrayType,
    BigIntType,
    BinaryType,
    BooleanType,
    CharType,
    DateType,
    DayTimeIntervalType,
    DayTimeResolution,
    DecimalType,
    DoubleType,
    FloatType,
    IntType,
    LocalZonedTimestampType,
    LogicalType,
    MapType,
    MultisetType,
    NullType,
    RowField,
    RowType,
    SmallIntType,
    TimestampType,
    TimeType,
    TinyIntType,
    VarBinaryType,
    VarCharType,
    YearMonthIntervalType,
    YearMonthResolution,
)
from pyrite.core.types.rows import Row, RowKind
from pyrite.relational.sql.parser import parse_type
from pyrite.table.user_defined_type import UserDefinedType, stored_type

__all__ = ["DataType", "DataTypes", "Resolution", "Row", "RowKind", "UserDefinedType", "as_data_type"]

DataType = LogicalType
"""A type as users declare it. Unlike PyFlink's, it is immutable, and `nullable` is an attribute."""

_DAY_DIGITS: Final = 2
_YEAR_DIGITS: Final = 2
_FRACTION_DIGITS: Final = 6


@dataclass(frozen=True)
class Resolution:
    """A unit of an interval with its number of digits; -1 for units without digits."""

    unit: str
    precision: int = -1


@dataclass(frozen=True)
class ListViewType(LogicalType):
    """The type of a list in the state of an aggregate function."""

    element_type: LogicalType

    def _sql(self) -> str:
        return f"LIST_VIEW<{self.element_type.as_serializable_string()}>"


@dataclass(frozen=True)
class MapViewType(LogicalType):
    """The type of a map in the state of an aggregate function."""

    key_type: LogicalType
    value_type: LogicalType

    def _sql(self) -> str:
        return f"MAP_VIEW<{self.key_type.as_serializable_string()}, {self.value_type.as_serializable_string()}>"


class DataTypes:
    """The factories of all data types. A type is nullable unless it is created with `nullable=False`.

    >>> str(DataTypes.ROW([DataTypes.FIELD("item", DataTypes.STRING()), DataTypes.FIELD("price", DataTypes.INT())]))
    'ROW<`item` STRING, `price` INT>'
    """

    @staticmethod
    def NULL() -> NullType:
        """The type of NULL without a known type."""
        return NullType()

    @staticmethod
    def CHAR(length: int, nullable: bool = True) -> CharType:
        """A string of exactly `length` characters.

        >>> str(DataTypes.CHAR(3))
        'CHAR(3)'
        """
        return CharType(length, nullable=nullable)

    @staticmethod
    def VARCHAR(length: int, nullable: bool = True) -> VarCharType:
        """A string of at most `length` characters.

        >>> str(DataTypes.VARCHAR(10, nullable=False))
        'VARCHAR(10) NOT NULL'
        """
        return VarCharType(length, nullable=nullable)

    @staticmethod
    def STRING(nullable: bool = True) -> VarCharType:
        """A string of any length, as `VARCHAR(2147483647)`.

        >>> str(DataTypes.STRING())
        'STRING'
        """
        return VarCharType(MAX_LENGTH, nullable=nullable)

    @staticmethod
    def BOOLEAN(nullable: bool = True) -> BooleanType:
        """TRUE and FALSE."""
        return BooleanType(nullable=nullable)

    @staticmethod
    def BINARY(length: int, nullable: bool = True) -> BinaryType:
        """Exactly `length` bytes."""
        return BinaryType(length, nullable=nullable)

    @staticmethod
    def VARBINARY(length: int, nullable: bool = True) -> VarBinaryType:
        """At most `length` bytes."""
        return VarBinaryType(length, nullable=nullable)

    @staticmethod
    def BYTES(nullable: bool = True) -> VarBinaryType:
        """Any number of bytes, as `VARBINARY(2147483647)`."""
        return VarBinaryType(MAX_LENGTH, nullable=nullable)

    @staticmethod
    def DECIMAL(precision: int, scale: int, nullable: bool = True) -> DecimalType:
        """A decimal number with `precision` digits, `scale` of them after the decimal point. Values are Decimals.

        >>> str(DataTypes.DECIMAL(10, 2))
        'DECIMAL(10, 2)'
        """
        return DecimalType(precision, scale, nullable=nullable)

    @staticmethod
    def TINYINT(nullable: bool = True) -> TinyIntType:
        """An integer of 8 bits."""
        return TinyIntType(nullable=nullable)

    @staticmethod
    def SMALLINT(nullable: bool = True) -> SmallIntType:
        """An integer of 16 bits."""
        return SmallIntType(nullable=nullable)

    @staticmethod
    def INT(nullable: bool = True) -> IntType:
        """An integer of 32 bits.

        >>> str(DataTypes.INT(nullable=False))
        'INT NOT NULL'
        """
        return IntType(nullable=nullable)

    @staticmethod
    def BIGINT(nullable: bool = True) -> BigIntType:
        """An integer of 64 bits.

        >>> str(DataTypes.BIGINT().not_null())
        'BIGINT NOT NULL'
        """
        return BigIntType(nullable=nullable)

    @staticmethod
    def FLOAT(nullable: bool = True) -> FloatType:
        """A floating-point number of 32 bits."""
        return FloatType(nullable=nullable)

    @staticmethod
    def DOUBLE(nullable: bool = True) -> DoubleType:
        """A floating-point number of 64 bits."""
        return DoubleType(nullable=nullable)

    @staticmethod
    def DATE(nullable: bool = True) -> DateType:
        """A date, as `datetime.date`."""
        return DateType(nullable=nullable)

    @staticmethod
    def TIME(precision: int = 0, nullable: bool = True) -> TimeType:
        """A time of day, as `datetime.time`, with `precision` digits of a fraction of a second."""
        return TimeType(precision, nullable=nullable)

    @staticmethod
    def TIMESTAMP(precision: int = 6, nullable: bool = True) -> TimestampType:
        """A date and time without a zone, as `datetime.datetime`, with `precision` digits of a fraction of a second.

        >>> str(DataTypes.TIMESTAMP(3))
        'TIMESTAMP(3)'
        """
        return TimestampType(precision, nullable=nullable)

    @staticmethod
    def TIMESTAMP_WITH_LOCAL_TIME_ZONE(precision: int = 6, nullable: bool = True) -> LocalZonedTimestampType:
        """An instant, shown in the time zone of the session."""
        return LocalZonedTimestampType(precision, nullable=nullable)

    @staticmethod
    def TIMESTAMP_LTZ(precision: int = 6, nullable: bool = True) -> LocalZonedTimestampType:
        """An instant, shown in the time zone of the session: short for `TIMESTAMP_WITH_LOCAL_TIME_ZONE`.

        >>> str(DataTypes.TIMESTAMP_LTZ(3))
        'TIMESTAMP_LTZ(3)'
        """
        return LocalZonedTimestampType(precision, nullable=nullable)

    @staticmethod
    def ARRAY(element_type: DataType, nullable: bool = True) -> ArrayType:
        """An array of elements of one type.

        >>> str(DataTypes.ARRAY(DataTypes.INT()))
        'ARRAY<INT>'
        """
        return ArrayType(element_type, nullable=nullable)

    @staticmethod
    def LIST_VIEW(element_type: DataType) -> ListViewType:
        """A list in the state of an aggregate function. Queries do not support it yet."""
        return ListViewType(element_type)

    @staticmethod
    def MAP(key_type: DataType, value_type: DataType, nullable: bool = True) -> MapType:
        """A map from keys to values, as a dict.

        >>> str(DataTypes.MAP(DataTypes.STRING(), DataTypes.BIGINT()))
        'MAP<STRING, BIGINT>'
        """
        return MapType(key_type, value_type, nullable=nullable)

    @staticmethod
    def MAP_VIEW(key_type: DataType, value_type: DataType) -> MapViewType:
        """A map in the state of an aggregate function. Queries do not support it yet."""
        return MapViewType(key_type, value_type)

    @staticmethod
    def MULTISET(element_type: DataType, nullable: bool = True) -> MultisetType:
        """Elements with the number of their occurrences, as a dict.

        >>> str(DataTypes.MULTISET(DataTypes.STRING()))
        'MULTISET<STRING>'
        """
        return MultisetType(element_type, nullable=nullable)

    @staticmethod
    def ROW(row_fields: Sequence[RowField] = (), nullable: bool = True) -> RowType:
        """A row with these fields.

        >>> str(DataTypes.ROW([DataTypes.FIELD("item", DataTypes.STRING())]))
        'ROW<`item` STRING>'
        """
        return RowType(tuple(row_fields), nullable=nullable)

    @staticmethod
    def FIELD(name: str, data_type: DataType, description: Optional[str] = None) -> RowField:
        """A field of a ROW."""
        return RowField(name, data_type, description)

    @staticmethod
    def SECOND(precision: int = _FRACTION_DIGITS) -> Resolution:
        """The unit SECOND of an interval, with `precision` digits of a fraction."""
        return Resolution("SECOND", precision)

    @staticmethod
    def MINUTE() -> Resolution:
        """The unit MINUTE of an interval."""
        return Resolution("MINUTE")

    @staticmethod
    def HOUR() -> Resolution:
        """The unit HOUR of an interval."""
        return Resolution("HOUR")

    @staticmethod
    def DAY(precision: int = _DAY_DIGITS) -> Resolution:
        """The unit DAY of an interval, with `precision` digits."""
        return Resolution("DAY", precision)

    @staticmethod
    def MONTH() -> Resolution:
        """The unit MONTH of an interval."""
        return Resolution("MONTH")

    @staticmethod
    def YEAR(precision: int = _YEAR_DIGITS) -> Resolution:
        """The unit YEAR of an interval, with `precision` digits."""
        return Resolution("YEAR", precision)

    @staticmethod
    def INTERVAL(
        upper_resolution: Resolution, lower_resolution: Optional[Resolution] = None
    ) -> DayTimeIntervalType | YearMonthIntervalType:
        """An interval of one unit, or of a unit and a finer one.

        >>> str(DataTypes.INTERVAL(DataTypes.DAY(), DataTypes.SECOND(3)))
        'INTERVAL DAY(2) TO SECOND(3)'
        """
        units = [upper_resolution, *([] if lower_resolution is None else [lower_resolution])]
        name = "_TO_".join(each.unit for each in units)
        digits = {each.unit: each.precision for each in units}
        if name in YearMonthResolution.__members__:
            return YearMonthIntervalType(YearMonthResolution[name], digits.get("YEAR", _YEAR_DIGITS))
        if name not in DayTimeResolution.__members__:
            raise InvalidProgramError(f"there is no interval {name.replace('_', ' ')}")
        return DayTimeIntervalType(
            DayTimeResolution[name], digits.get("DAY", _DAY_DIGITS), digits.get("SECOND", _FRACTION_DIGITS)
        )


def as_data_type(kind: Any) -> LogicalType:
    """Converts a type, or the text of a type such as `"INT"`, to a type that a table can have."""
    if isinstance(kind, LogicalType):
        return stored_type(kind)
    if isinstance(kind, str):
        return parse_type(kind)
    raise TypeError(f"expected a DataType or a type as text, got {kind!r}")
