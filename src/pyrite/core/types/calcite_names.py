"""Logical types in Calcite's notation, for errors about operands."""

from __future__ import annotations

from typing import Final

from pyrite.core.types.collection import ArrayType, MapType, MultisetType
from pyrite.core.types.intervals import DayTimeIntervalType, YearMonthIntervalType
from pyrite.core.types.logical_type import LogicalType
from pyrite.core.types.numeric import IntType, NumericType
from pyrite.core.types.row import RowType
from pyrite.core.types.strings import BinaryStringType, CharacterStringType
from pyrite.core.types.temporal import AnyTimestampType, LocalZonedTimestampType, TimeType


def calcite_name(kind: LogicalType, with_nullability: bool = False) -> str:
    """`INTEGER`, `VARCHAR(2147483647)`, `INTEGER ARRAY`; nullability is left out by default."""
    text = _name(kind, with_nullability)
    return f"{text} NOT NULL" if with_nullability and not kind.nullable else text


def _name(kind: LogicalType, nullability: bool) -> str:
    match kind:
        case IntType():
            return "INTEGER"
        case LocalZonedTimestampType():
            return f"TIMESTAMP_WITH_LOCAL_TIME_ZONE({kind.precision})"
        case YearMonthIntervalType():
            return "INTERVAL YEAR TO MONTH"
        case DayTimeIntervalType():
            return "INTERVAL DAY TO SECOND"
        case ArrayType():
            return f"{calcite_name(kind.element_type, nullability)} ARRAY"
        case MultisetType():
            return f"{calcite_name(kind.element_type, nullability)} MULTISET"
        case MapType():
            key, value = (calcite_name(part, nullability) for part in kind.children)
            return f"({key}, {value}) MAP"
        case RowType():
            fields = ", ".join(f"{calcite_name(field.type, nullability)} {field.name}" for field in kind.fields)
            return f"RecordType:peek_no_expand({fields})"
    return kind.copy(nullable=True).as_serializable_string()


def family_name(kind: LogicalType) -> str:
    """The type family, for the error about an unknown function."""
    for family, name in _FAMILIES:
        if isinstance(kind, family):
            return name
    return calcite_name(kind).partition("(")[0]


_FAMILIES: Final[tuple[tuple[type[LogicalType], str], ...]] = (
    (NumericType, "NUMERIC"),
    (CharacterStringType, "CHARACTER"),
    (BinaryStringType, "BINARY"),
    (AnyTimestampType, "TIMESTAMP"),
    (TimeType, "TIME"),
    (YearMonthIntervalType, "INTERVAL_YEAR_MONTH"),
    (DayTimeIntervalType, "INTERVAL_DAY_TIME"),
    (ArrayType, "ARRAY"),
    (MapType, "MAP"),
    (MultisetType, "MULTISET"),
)
