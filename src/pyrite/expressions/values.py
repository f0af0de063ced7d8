"""Values of each logical type in row form, and their conversion from and to Arrow columns.

| type | value |
| --- | --- |
| BOOLEAN; integers; FLOAT, DOUBLE; strings; BINARY, BYTES | bool; int; float; str; bytes |
| DECIMAL | decimal.Decimal, with the scale of its type |
| DATE | int: days since 1970-01-01 |
| TIME | int: milliseconds of the day |
| TIMESTAMP, TIMESTAMP_LTZ | int: nanoseconds since 1970-01-01 00:00, of any size |
| INTERVAL YEAR TO MONTH; DAY TO SECOND | int: months; milliseconds |
| ARRAY, ROW, STRUCTURED | tuple |
| MAP, MULTISET | dict, to an int for a multiset |
| NULL | None |
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Optional

import numpy as np
import pyarrow as pa

from pyrite.core.types import (
    AnyTimestampType,
    ArrayType,
    BooleanType,
    CharacterStringType,
    DateType,
    DayTimeIntervalType,
    DistinctType,
    DoubleType,
    FloatType,
    IntegerNumericType,
    IntType,
    LogicalType,
    MapType,
    MultisetType,
    RowType,
    StructuredType,
    TimeType,
    YearMonthIntervalType,
)
from pyrite.core.types.arrow import to_arrow_type

_NANOS: Final = {"s": 1_000_000_000, "ms": 1_000_000, "us": 1_000, "ns": 1}
_SAFE_NS: Final = (1 << 63) - 1


# From columns ---------------------------------------------------------------------------------------------------------


def to_values(column: Any, kind: LogicalType) -> list[Any]:
    """Returns the values of a column, with None for NULL."""
    match kind:
        case BooleanType() | CharacterStringType():
            return column.to_pylist()  # type: ignore[no-any-return]
        case IntegerNumericType() | FloatType() | DoubleType() | YearMonthIntervalType():
            return _numbers(column)
        case DateType():
            return _numbers(column.cast(pa.int32()))
        case AnyTimestampType():
            return _scaled(column, _NANOS[column.type.unit], 1)
        case TimeType():
            whole = column.cast(pa.int32() if pa.types.is_time32(column.type) else pa.int64())
            return _scaled(whole, _NANOS[column.type.unit], 1_000_000)
        case DayTimeIntervalType():
            return _scaled(column, _NANOS[column.type.unit], 1_000_000)
        case DistinctType():
            return to_values(column, kind.source_type)
    return _nested_values(column, kind)


def _numbers(column: Any) -> list[Any]:
    if column.null_count == 0:
        return column.to_numpy(zero_copy_only=False).tolist()  # type: ignore[no-any-return]
    return column.to_pylist()  # type: ignore[no-any-return]


def _scaled(column: Any, times: int, over: int) -> list[Any]:
    """Multiplies and divides integers. Uses Python's ints if 64 bits would overflow."""
    whole = column.cast(pa.int64())
    numbers = _numbers(whole)
    if times == over:
        return numbers
    if times < over:
        return [None if n is None else n * times // over for n in numbers]
    if whole.null_count == 0 and len(whole):
        array = whole.to_numpy()
        limit = _SAFE_NS // times
        if -limit <= array.min() and array.max() <= limit:
            return (array * (times // over)).tolist()  # type: ignore[no-any-return]
    return [None if n is None else n * times // over for n in numbers]


def _nested_values(column: Any, kind: LogicalType) -> list[Any]:
    match kind:
        case ArrayType():
            return _cut(column, to_values(column.flatten(), kind.element_type))
        case MapType() | MultisetType():
            keys, values = to_values(*_entries(column, kind, 0)), to_values(*_entries(column, kind, 1))
            return [None if part is None else dict(part) for part in _cut(column, list(zip(keys, values, strict=True)))]
        case RowType() | StructuredType():
            parts = [to_values(part, child) for part, child in zip(column.flatten(), kind.children, strict=True)]
            rows: list[Any] = list(zip(*parts, strict=True)) if parts else [()] * len(column)
            if column.null_count:
                valid = column.is_valid().to_pylist()
                rows = [row if is_valid else None for row, is_valid in zip(rows, valid, strict=True)]
            return rows
    return column.to_pylist()  # type: ignore[no-any-return]


def _entries(column: Any, kind: MapType | MultisetType, part: int) -> tuple[Any, LogicalType]:
    """Returns the keys or the values of a column of maps, restricted to its slice."""
    start, stop = column.offsets[0].as_py(), column.offsets[len(column)].as_py()
    return (column.keys if part == 0 else column.items).slice(start, stop - start), _entry_types(kind)[part]


def _entry_types(kind: MapType | MultisetType) -> tuple[LogicalType, LogicalType]:
    if isinstance(kind, MapType):
        return kind.key_type, kind.value_type
    return kind.element_type, IntType(nullable=False)


def _cut(column: Any, flat: list[Any]) -> list[Any]:
    """Splits elements into a tuple for each list or map."""
    offsets = column.offsets.to_numpy()
    if column.null_count:
        valid = column.is_valid().to_pylist()
        if not pa.types.is_map(column.type):  # flatten() omits elements of null lists
            lengths = [int(b - a) if ok else 0 for a, b, ok in zip(offsets[:-1], offsets[1:], valid, strict=True)]
            offsets = np.concatenate(([0], np.cumsum(lengths)))
    else:
        valid = [True] * len(column)
    bounds = (offsets - offsets[0]).tolist()
    return [tuple(flat[a:b]) if ok else None for a, b, ok in zip(bounds[:-1], bounds[1:], valid, strict=True)]


def has_forbidden_null(column: Any, kind: LogicalType) -> bool:
    """Returns whether the column contains NULL in a place that is NOT NULL by its type."""
    if column.null_count and not kind.nullable:
        return True
    match kind:
        case ArrayType():
            return has_forbidden_null(column.flatten(), kind.element_type)
        case MapType() | MultisetType():
            return any(has_forbidden_null(*_entries(column, kind, part)) for part in (0, 1))
        case RowType() | StructuredType():
            rows = column.drop_null() if column.null_count else column
            return any(map(has_forbidden_null, rows.flatten(), kind.children))
    return False


# To columns -----------------------------------------------------------------------------------------------------------


def to_column(values: Sequence[Any], kind: LogicalType) -> Any:
    """Builds a column of values, with NULL for None."""
    arrow = to_arrow_type(kind)
    match kind:
        case DateType():
            return pa.array(values, pa.int32()).cast(arrow)
        case AnyTimestampType():
            return pa.array(_over(values, 1, _NANOS[arrow.unit]), pa.int64()).cast(arrow)
        case TimeType():
            whole = pa.int32() if pa.types.is_time32(arrow) else pa.int64()
            return pa.array(_over(values, 1_000_000, _NANOS[arrow.unit]), whole).cast(arrow)
        case DayTimeIntervalType():
            return pa.array(_over(values, 1_000_000, _NANOS[arrow.unit]), pa.int64()).cast(arrow)
        case DistinctType():
            return to_column(values, kind.source_type)
        case ArrayType():
            flat = [part for value in values if value is not None for part in value]
            return pa.ListArray.from_arrays(
                _offsets(values), to_column(flat, kind.element_type), type=arrow, mask=_mask(values)
            )
        case MapType() | MultisetType():
            return _map_column(values, kind, arrow)
        case RowType() | StructuredType():
            return _struct_column(values, kind, arrow)
    return pa.array(values, arrow)


def _over(values: Sequence[Any], times: int, over: int) -> Sequence[Any]:
    if times == over:
        return values
    return [None if value is None else value * times // over for value in values]


def _offsets(values: Sequence[Any]) -> Any:
    lengths = [0, *(0 if value is None else len(value) for value in values)]
    return pa.array(np.cumsum(lengths), pa.int32())


def _mask(values: Sequence[Any]) -> Optional[Any]:
    missing = [value is None for value in values]
    return pa.array(missing, pa.bool_()) if any(missing) else None


def _map_column(values: Sequence[Any], kind: MapType | MultisetType, arrow: Any) -> Any:
    key_type, value_type = _entry_types(kind)
    all_keys = [key for value in values if value is not None for key in value]
    if None in all_keys:
        raise ValueError(f"NULL cannot be a key of {kind}: Arrow's maps do not support it. Remove such entries")
    keys = to_column(all_keys, key_type)
    items = to_column([item for value in values if value is not None for item in value.values()], value_type)
    return pa.MapArray.from_arrays(_offsets(values), keys, items, type=arrow, mask=_mask(values))


def _struct_column(values: Sequence[Any], kind: RowType | StructuredType, arrow: Any) -> Any:
    width = len(kind.children)
    rows = [(None,) * width if value is None else value for value in values]
    parts = [to_column([row[i] for row in rows], _nullable(child)) for i, child in enumerate(kind.children)]
    if not parts:
        return pa.array([None if value is None else {} for value in values], arrow)
    return pa.StructArray.from_arrays(parts, fields=list(arrow), mask=_mask(values))


def _nullable(kind: LogicalType) -> LogicalType:
    """A NOT NULL field contains nulls where its whole row is NULL."""
    return kind if kind.nullable else kind.copy(nullable=True)
