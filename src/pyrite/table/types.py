"""DataTypes: PyFlink's factories for the logical types, and the types of values that users give without one."""

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
    """A unit of an interval, and how many digits it has."""

    unit: str
    precision: int = -1


@dataclass(frozen=True)
class ListViewType(LogicalType):
    """A list that an aggregate function keeps in state."""

    element_type: LogicalType

    def _sql(self) -> str:
        return f"LIST_VIEW<{self.element_type.as_serializable_string()}>"


@dataclass(frozen=True)
class MapViewType(LogicalType):
    """A map that an aggregate function keeps in state."""

    key_type: LogicalType
    value_type: LogicalType

    def _sql(self) -> str:
        return f"MAP_VIEW<{self.key_type.as_serializable_string()}, {self.value_type.as_serializable_string()}>"


class DataTypes:
    """The factories of all data types. A type is nullable unless it is declared otherwise."""

    @staticmethod
    def NULL() -> NullType:
        return NullType()

    @staticmethod
    def CHAR(length: int, nullable: bool = True) -> CharType:
        return CharType(length, nullable=nullable)

    @staticmethod
    def VARCHAR(length: int, nullable: bool = True) -> VarCharType:
        return VarCharType(length, nullable=nullable)

    @staticmethod
    def STRING(nullable: bool = True) -> VarCharType:
        return VarCharType(MAX_LENGTH, nullable=nullable)

    @staticmethod
    def BOOLEAN(nullable: bool = True) -> BooleanType:
        return BooleanType(nullable=nullable)

    @staticmethod
    def BINARY(length: int, nullable: bool = True) -> BinaryType:
        return BinaryType(length, nullable=nullable)

    @staticmethod
    def VARBINARY(length: int, nullable: bool = True) -> VarBinaryType:
        return VarBinaryType(length, nullable=nullable)

    @staticmethod
    def BYTES(nullable: bool = True) -> VarBinaryType:
        return VarBinaryType(MAX_LENGTH, nullable=nullable)

    @staticmethod
    def DECIMAL(precision: int, scale: int, nullable: bool = True) -> DecimalType:
        return DecimalType(precision, scale, nullable=nullable)

    @staticmethod
    def TINYINT(nullable: bool = True) -> TinyIntType:
        return TinyIntType(nullable=nullable)

    @staticmethod
    def SMALLINT(nullable: bool = True) -> SmallIntType:
        return SmallIntType(nullable=nullable)

    @staticmethod
    def INT(nullable: bool = True) -> IntType:
        return IntType(nullable=nullable)

    @staticmethod
    def BIGINT(nullable: bool = True) -> BigIntType:
        return BigIntType(nullable=nullable)

    @staticmethod
    def FLOAT(nullable: bool = True) -> FloatType:
        return FloatType(nullable=nullable)

    @staticmethod
    def DOUBLE(nullable: bool = True) -> DoubleType:
        return DoubleType(nullable=nullable)

    @staticmethod
    def DATE(nullable: bool = True) -> DateType:
        return DateType(nullable=nullable)

    @staticmethod
    def TIME(precision: int = 0, nullable: bool = True) -> TimeType:
        return TimeType(precision, nullable=nullable)

    @staticmethod
    def TIMESTAMP(precision: int = 6, nullable: bool = True) -> TimestampType:
        return TimestampType(precision, nullable=nullable)

    @staticmethod
    def TIMESTAMP_WITH_LOCAL_TIME_ZONE(precision: int = 6, nullable: bool = True) -> LocalZonedTimestampType:
        return LocalZonedTimestampType(precision, nullable=nullable)

    @staticmethod
    def TIMESTAMP_LTZ(precision: int = 6, nullable: bool = True) -> LocalZonedTimestampType:
        return LocalZonedTimestampType(precision, nullable=nullable)

    @staticmethod
    def ARRAY(element_type: DataType, nullable: bool = True) -> ArrayType:
        return ArrayType(element_type, nullable=nullable)

    @staticmethod
    def LIST_VIEW(element_type: DataType) -> ListViewType:
        return ListViewType(element_type)

    @staticmethod
    def MAP(key_type: DataType, value_type: DataType, nullable: bool = True) -> MapType:
        return MapType(key_type, value_type, nullable=nullable)

    @staticmethod
    def MAP_VIEW(key_type: DataType, value_type: DataType) -> MapViewType:
        return MapViewType(key_type, value_type)

    @staticmethod
    def MULTISET(element_type: DataType, nullable: bool = True) -> MultisetType:
        return MultisetType(element_type, nullable=nullable)

    @staticmethod
    def ROW(row_fields: Sequence[RowField] = (), nullable: bool = True) -> RowType:
        return RowType(tuple(row_fields), nullable=nullable)

    @staticmethod
    def FIELD(name: str, data_type: DataType, description: Optional[str] = None) -> RowField:
        return RowField(name, data_type, description)

    @staticmethod
    def SECOND(precision: int = _FRACTION_DIGITS) -> Resolution:
        return Resolution("SECOND", precision)

    @staticmethod
    def MINUTE() -> Resolution:
        return Resolution("MINUTE")

    @staticmethod
    def HOUR() -> Resolution:
        return Resolution("HOUR")

    @staticmethod
    def DAY(precision: int = _DAY_DIGITS) -> Resolution:
        return Resolution("DAY", precision)

    @staticmethod
    def MONTH() -> Resolution:
        return Resolution("MONTH")

    @staticmethod
    def YEAR(precision: int = _YEAR_DIGITS) -> Resolution:
        return Resolution("YEAR", precision)

    @staticmethod
    def INTERVAL(
        upper_resolution: Resolution, lower_resolution: Optional[Resolution] = None
    ) -> DayTimeIntervalType | YearMonthIntervalType:
        """An interval of one unit, or from one to a finer one."""
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
    """A type that is declared as an object or as text: `DataTypes.INT()` or `"INT"`."""
    if isinstance(kind, LogicalType):
        return stored_type(kind)
    if isinstance(kind, str):
        return parse_type(kind)
    raise TypeError(f"expected a DataType or a type as text, got {kind!r}")
