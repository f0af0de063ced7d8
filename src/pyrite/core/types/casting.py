"""The allowed casts between logical types, implicit and explicit (Flink's LogicalTypeCasts)."""

from __future__ import annotations

from typing import Final

from pyrite.core.types.basic import BitmapType, BooleanType, NullType, RawType
from pyrite.core.types.collection import ArrayType, MapType, MultisetType
from pyrite.core.types.intervals import (
    DayTimeIntervalType,
    DayTimeResolution,
    YearMonthIntervalType,
    YearMonthResolution,
)
from pyrite.core.types.logical_type import MAX_LENGTH, LogicalType
from pyrite.core.types.numeric import (
    BigIntType,
    DecimalType,
    DoubleType,
    FloatType,
    IntegerNumericType,
    IntType,
    NumericType,
    SmallIntType,
    TinyIntType,
)
from pyrite.core.types.row import RowType
from pyrite.core.types.strings import (
    BinaryStringType,
    BinaryType,
    CharacterStringType,
    CharType,
    VarBinaryType,
    VarCharType,
)
from pyrite.core.types.temporal import (
    AnyTimestampType,
    DateType,
    LocalZonedTimestampType,
    TimestampType,
    TimeType,
    ZonedTimestampType,
)
from pyrite.core.types.user_defined import DistinctType, StructuredType

Kinds = tuple[type[LogicalType], ...]

INTERVAL: Final[Kinds] = (YearMonthIntervalType, DayTimeIntervalType)
EXACT_NUMERIC: Final[Kinds] = (IntegerNumericType, DecimalType)
CONSTRUCTED: Final[Kinds] = (ArrayType, MultisetType, MapType, RowType)
DATETIME: Final[Kinds] = (DateType, TimeType, AnyTimestampType)
_PREDEFINED: Final[Kinds] = (
    CharacterStringType,
    BinaryStringType,
    BooleanType,
    NumericType,
    *DATETIME,
    *INTERVAL,
)
_TEXT_SOURCES: Final[Kinds] = (*_PREDEFINED, *CONSTRUCTED, RawType, NullType, StructuredType, BitmapType)
_NUMBER_SOURCES: Final[Kinds] = (BooleanType, NumericType, CharacterStringType, TimestampType, LocalZonedTimestampType)
_TIMESTAMP_SOURCES: Final[Kinds] = (*DATETIME, CharacterStringType, NumericType)

_IMPLICIT: Final[dict[type[LogicalType], Kinds]] = {
    VarCharType: (CharacterStringType,),
    VarBinaryType: (BinaryStringType,),
    SmallIntType: (TinyIntType,),
    IntType: (TinyIntType, SmallIntType),
    BigIntType: (TinyIntType, SmallIntType, IntType),
    DecimalType: (NumericType,),
    FloatType: (*EXACT_NUMERIC, FloatType),
    DoubleType: (NumericType,),
    DateType: (TimestampType,),
    TimeType: (TimestampType,),
    TimestampType: (LocalZonedTimestampType,),
    LocalZonedTimestampType: (TimestampType,),
}
"""The allowed sources of each target, besides the target's own kind."""

_EXPLICIT: Final[dict[type[LogicalType], Kinds]] = {
    CharType: _TEXT_SOURCES,
    VarCharType: _TEXT_SOURCES,
    BinaryType: (CharacterStringType, VarBinaryType, RawType),
    VarBinaryType: (CharacterStringType, BinaryType, RawType),
    TinyIntType: (*_NUMBER_SOURCES, *INTERVAL),
    SmallIntType: (*_NUMBER_SOURCES, *INTERVAL),
    IntType: (*_NUMBER_SOURCES, *INTERVAL),
    BigIntType: (*_NUMBER_SOURCES, *INTERVAL),
    DecimalType: (*_NUMBER_SOURCES, *INTERVAL),
    FloatType: _NUMBER_SOURCES,
    DoubleType: _NUMBER_SOURCES,
    BooleanType: (CharacterStringType, IntegerNumericType),
    DateType: (AnyTimestampType, CharacterStringType),
    TimeType: (TimeType, AnyTimestampType, CharacterStringType),
    TimestampType: _TIMESTAMP_SOURCES,
    ZonedTimestampType: (*DATETIME, CharacterStringType),
    LocalZonedTimestampType: _TIMESTAMP_SOURCES,
    YearMonthIntervalType: (*EXACT_NUMERIC, CharacterStringType),
    DayTimeIntervalType: (*EXACT_NUMERIC, CharacterStringType),
}

_SINGLE_FIELDS: Final = {
    YearMonthResolution.YEAR,
    YearMonthResolution.MONTH,
    DayTimeResolution.DAY,
    DayTimeResolution.HOUR,
    DayTimeResolution.MINUTE,
    DayTimeResolution.SECOND,
}


def supports_implicit_cast(source: LogicalType, target: LogicalType) -> bool:
    """Whether values of the source are accepted for the target, since the conversion is lossless."""
    return _supports(source, target, explicit=False)


def supports_explicit_cast(source: LogicalType, target: LogicalType) -> bool:
    """Whether `CAST(source AS target)` is allowed."""
    return _supports(source, target, explicit=True)


def is_single_field_interval(kind: LogicalType) -> bool:
    return isinstance(kind, (YearMonthIntervalType, DayTimeIntervalType)) and kind.resolution in _SINGLE_FIELDS


def _supports(source: LogicalType, target: LogicalType, explicit: bool) -> bool:
    if source.nullable and not target.nullable and not explicit:
        return False
    if source.copy(nullable=True) == target.copy(nullable=True) or isinstance(source, NullType):
        return True
    if isinstance(source, DistinctType):
        return not isinstance(target, DistinctType) and _supports(source.source_type, target, explicit)
    if isinstance(target, DistinctType):
        return _supports(source, target.source_type, explicit)
    if isinstance(source, INTERVAL) and isinstance(target, EXACT_NUMERIC):
        return is_single_field_interval(source)
    if isinstance(source, EXACT_NUMERIC) and isinstance(target, INTERVAL):
        return is_single_field_interval(target)
    composite = (*CONSTRUCTED, StructuredType)
    if isinstance(source, composite) and isinstance(target, composite):
        return _supports_composite(source, target, explicit)
    if isinstance(target, RawType):
        return False
    if isinstance(source, BitmapType) and isinstance(target, VarBinaryType):
        return explicit and target.length == MAX_LENGTH
    if isinstance(source, (type(target), *_IMPLICIT.get(type(target), ()))):
        return True
    return explicit and isinstance(source, _EXPLICIT.get(type(target), ()))


def _supports_composite(source: LogicalType, target: LogicalType, explicit: bool) -> bool:
    if isinstance(source, StructuredType) and isinstance(target, StructuredType):
        if source.identifier or target.identifier or source.class_name != target.class_name:
            return False
    elif not isinstance(source, type(target)) and not (
        isinstance(source, (RowType, StructuredType)) and isinstance(target, (RowType, StructuredType))
    ):
        return False
    return len(source.children) == len(target.children) and all(
        _supports(part, target_part, explicit)
        for part, target_part in zip(source.children, target.children, strict=True)
    )
