"""Conversions between logical types and Arrow's.

An Arrow type is the representation of a logical type's values, so several logical types share one: CHAR and VARCHAR are
strings, TIMESTAMP(1) to TIMESTAMP(3) count milliseconds. `from_arrow_type` returns the widest of them. So a conversion
from Arrow to a logical type and back preserves the plain type, and the opposite direction loses lengths and odd
precisions.
"""

from __future__ import annotations

from typing import Final

import pyarrow as pa

from pyrite.core.types.basic import BooleanType, NullType
from pyrite.core.types.collection import ArrayType, MapType, MultisetType
from pyrite.core.types.conversion import element_path, field_path, key_path, unsupported, value_path
from pyrite.core.types.intervals import DayTimeIntervalType, YearMonthIntervalType
from pyrite.core.types.logical_type import LogicalType
from pyrite.core.types.numeric import (
    MAX_DECIMAL_PRECISION,
    BigIntType,
    DecimalType,
    DoubleType,
    FloatType,
    IntType,
    SmallIntType,
    TinyIntType,
)
from pyrite.core.types.row import RowField, RowType
from pyrite.core.types.strings import BinaryType, CharacterStringType, VarBinaryType, bytes_type, string_type
from pyrite.core.types.temporal import DateType, LocalZonedTimestampType, TimestampType, TimeType
from pyrite.core.types.user_defined import DistinctType, StructuredType

_PLAIN: Final[dict[type[LogicalType], pa.DataType]] = {
    BooleanType: pa.bool_(),
    TinyIntType: pa.int8(),
    SmallIntType: pa.int16(),
    IntType: pa.int32(),
    BigIntType: pa.int64(),
    FloatType: pa.float32(),
    DoubleType: pa.float64(),
    DateType: pa.date32(),
    NullType: pa.null(),
    VarBinaryType: pa.binary(),
    YearMonthIntervalType: pa.int32(),  # months: Arrow's own interval has days and nanoseconds too
}
_FROM_PLAIN: Final[dict[pa.DataType, LogicalType]] = {
    pa.null(): NullType(),
    pa.bool_(): BooleanType(),
    pa.int8(): TinyIntType(),
    pa.int16(): SmallIntType(),
    pa.int32(): IntType(),
    pa.int64(): BigIntType(),
    pa.uint8(): SmallIntType(),
    pa.uint16(): IntType(),
    pa.uint32(): BigIntType(),
    pa.uint64(): BigIntType(),  # casts refuse values above BIGINT: no number is changed
    pa.float16(): FloatType(),
    pa.float32(): FloatType(),
    pa.float64(): DoubleType(),
    pa.string(): string_type(),
    pa.large_string(): string_type(),
    pa.string_view(): string_type(),
    pa.binary(): bytes_type(),
    pa.large_binary(): bytes_type(),
    pa.binary_view(): bytes_type(),
    pa.date32(): DateType(),
    pa.date64(): DateType(),
}
_DIGITS: Final = {"s": 0, "ms": 3, "us": 6, "ns": 9}


# To Arrow -------------------------------------------------------------------------------------------------------------


def to_arrow_schema(row: RowType) -> pa.Schema:
    """The Arrow schema of a table."""
    return pa.schema([_field(field.name, field.type, field.name) for field in row.fields])


def to_arrow_type(kind: LogicalType, path: str = "") -> pa.DataType:
    """The Arrow representation of the type's values. `path` is the type's position, for errors."""
    plain = _PLAIN.get(type(kind))
    if plain is not None:
        return plain
    match kind:
        case CharacterStringType():
            return pa.string()
        case BinaryType():
            return pa.binary(kind.length)
        case DecimalType():
            return pa.decimal128(kind.precision, kind.scale)
        case TimeType():
            unit = _unit(kind.precision)
            return pa.time32(unit) if unit in ("s", "ms") else pa.time64(unit)
        case TimestampType():
            return pa.timestamp(_unit(kind.precision))
        case LocalZonedTimestampType():
            return pa.timestamp(_unit(kind.precision), "UTC")
        case DayTimeIntervalType():
            return pa.duration(_unit(kind.fractional_precision))
        case DistinctType():
            return to_arrow_type(kind.source_type, path)
    return _to_nested(kind, path)


def _to_nested(kind: LogicalType, path: str) -> pa.DataType:
    match kind:
        case ArrayType():
            return pa.list_(_field("item", kind.element_type, element_path(path)))
        case MultisetType():
            return pa.map_(to_arrow_type(kind.element_type, element_path(path)), _field("value", _COUNT, path))
        case MapType():
            keys = to_arrow_type(kind.key_type, key_path(path))
            return pa.map_(keys, _field("value", kind.value_type, value_path(path)))
        case RowType():
            return pa.struct([_field(part.name, part.type, field_path(path, part.name)) for part in kind.fields])
        case StructuredType():
            return pa.struct([_field(part.name, part.type, field_path(path, part.name)) for part in kind.attributes])
    raise unsupported(
        "Arrow", kind, path, "declare the type of its columns, for example STRING, BYTES, TIMESTAMP_LTZ(3) or ROW<...>"
    )


_COUNT: Final = IntType(nullable=False)


def _field(name: str, kind: LogicalType, path: str) -> pa.Field:
    return pa.field(name, to_arrow_type(kind, path), nullable=kind.nullable)


def _unit(digits: int) -> str:
    return next(unit for unit, most in _DIGITS.items() if digits <= most)


# From Arrow -----------------------------------------------------------------------------------------------------------


def from_arrow_schema(schema: pa.Schema) -> RowType:
    """The row type of an Arrow schema."""
    return RowType(tuple(_row_field(field, field.name) for field in schema), nullable=False)


def from_arrow_type(kind: pa.DataType, path: str = "") -> LogicalType:
    """The nullable logical type that holds all values of an Arrow type. `path` is its position, for errors."""
    plain = _FROM_PLAIN.get(kind)
    if plain is not None:
        return plain
    types = pa.types
    if types.is_fixed_size_binary(kind) and kind.byte_width > 0:
        return BinaryType(kind.byte_width)
    if types.is_decimal(kind) and 0 <= kind.scale <= kind.precision <= MAX_DECIMAL_PRECISION:
        return DecimalType(kind.precision, kind.scale)
    if types.is_time(kind):
        return TimeType(_DIGITS[kind.unit])
    if types.is_timestamp(kind):
        digits = _DIGITS[kind.unit]
        return TimestampType(digits) if kind.tz is None else LocalZonedTimestampType(digits)
    if types.is_duration(kind):
        return DayTimeIntervalType(day_precision=6, fractional_precision=_DIGITS[kind.unit])
    if types.is_dictionary(kind) or types.is_run_end_encoded(kind):
        return from_arrow_type(kind.value_type, path)
    if isinstance(kind, pa.BaseExtensionType):
        return from_arrow_type(kind.storage_type, path)
    return _from_nested(kind, path)


def _from_nested(kind: pa.DataType, path: str) -> LogicalType:
    if is_list(kind) or is_list_view(kind):
        return ArrayType(_type_of(kind.value_field, element_path(path)))
    if pa.types.is_map(kind):
        return MapType(
            _type_of(kind.key_field, key_path(path)),
            _type_of(kind.item_field, value_path(path)),
        )
    if pa.types.is_struct(kind):
        return RowType(tuple(_row_field(field, field_path(path, field.name)) for field in kind))
    raise unsupported("SQL", f"Arrow's {kind}", path, "cast the column, for example to string or binary")


def is_list(kind: pa.DataType) -> bool:
    """Whether an Arrow type is a list, other than a view."""
    return bool(pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind))


def is_list_view(kind: pa.DataType) -> bool:
    """Whether an Arrow type is a view of a list. pyarrow 26 casts views to lists with missing elements."""
    return bool(pa.types.is_list_view(kind) or pa.types.is_large_list_view(kind))


def _row_field(field: pa.Field, path: str) -> RowField:
    return RowField(field.name, _type_of(field, path))


def _type_of(field: pa.Field, path: str) -> LogicalType:
    kind = from_arrow_type(field.type, path)
    return kind if isinstance(kind, NullType) else kind.copy(nullable=field.nullable)
