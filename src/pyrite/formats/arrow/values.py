"""Conversion of Pyrite's values to the ones that Arrow accepts, and back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, Optional

import pyarrow as pa

from pyrite.core.types import all_nullable
from pyrite.core.types.arrow import to_arrow_type
from pyrite.core.types.basic_type_info import BasicType, BasicTypeInfo, TimestampTypeInfo, TimeTypeInfo
from pyrite.core.types.composite_type_info import (
    BasicArrayTypeInfo,
    ListTypeInfo,
    MapTypeInfo,
    ObjectArrayTypeInfo,
    PrimitiveArrayTypeInfo,
    RowTypeInfo,
    TupleTypeInfo,
)
from pyrite.core.types.instant import Instant
from pyrite.core.types.logical_type_info import from_type_info
from pyrite.core.types.rows import Row
from pyrite.core.types.type_information import TypeInformation

Convert = Callable[[Any], Any]
"""Converts a value that is not None."""

_NANOS: Final = 1_000_000_000
_ELEMENTS: Final = (ListTypeInfo, BasicArrayTypeInfo, ObjectArrayTypeInfo, PrimitiveArrayTypeInfo)


def file_type(kind: TypeInformation, path: str = "") -> pa.DataType:
    """Returns the type of a column of files. All its parts are nullable, even if `kind` is not."""
    return to_arrow_type(all_nullable(from_type_info(kind)), path)


def named_parts(kind: RowTypeInfo) -> list[tuple[str, TypeInformation]]:
    return list(zip(kind.get_field_names(), kind.get_field_types(), strict=True))


# To Arrow -------------------------------------------------------------------------------------------------------------


def to_arrow(kind: TypeInformation) -> Optional[Convert]:
    """Returns a function that converts a value for Arrow; None if values need no conversion."""
    match kind:
        case BasicTypeInfo(_basic_type=BasicType.INSTANT):
            return _instant_nanos
        case MapTypeInfo():
            inner = to_arrow(kind._value_type_info)
            return None if inner is None else partial(_values_of_map, inner)
        case RowTypeInfo() | TupleTypeInfo():
            return partial(_struct, [to_arrow(part) for part in kind._field_types])
    if isinstance(kind, _ELEMENTS):
        inner = to_arrow(kind._element_type)
        return None if inner is None else partial(_list, inner)
    return None


def _instant_nanos(value: Instant) -> int:
    return value.seconds * _NANOS + value.nanos


def _struct(parts: list[Optional[Convert]], value: Any) -> tuple[Any, ...]:
    return tuple(item if part is None or item is None else part(item) for part, item in zip(parts, value, strict=True))


def _list(convert: Convert, value: Any) -> list[Any]:
    return [None if item is None else convert(item) for item in value]


def _values_of_map(convert: Convert, value: Any) -> dict[Any, Any]:
    return {key: None if item is None else convert(item) for key, item in value.items()}


# From Arrow -----------------------------------------------------------------------------------------------------------


def from_arrow(kind: TypeInformation) -> Optional[Convert]:
    """Returns a function that converts a value from Arrow to the type; None if values need no conversion."""
    match kind:
        case BasicTypeInfo(_basic_type=BasicType.INSTANT):
            return _instant
        case BasicTypeInfo(_basic_type=BasicType.BIG_INT):
            return int
        case TimeTypeInfo() | TimestampTypeInfo():
            return kind.fit
        case MapTypeInfo():
            inner = from_arrow(kind._value_type_info)
            return None if inner is None else partial(_values_of_map, inner)
        case RowTypeInfo():
            parts = [(name, from_arrow(part)) for name, part in named_parts(kind)]
            return partial(_row, tuple(kind.get_field_names()), parts)
        case TupleTypeInfo():
            return partial(_tuple, [from_arrow(part) for part in kind._field_types])
        case PrimitiveArrayTypeInfo() if kind._is_bytes:
            return None
    if isinstance(kind, _ELEMENTS):
        inner = from_arrow(kind._element_type)
        return None if inner is None else partial(_list, inner)
    return None


def _instant(value: Any) -> Instant:
    nanos = int(value.value)  # a pandas Timestamp: Python's has no nanoseconds
    return Instant(nanos // _NANOS, nanos % _NANOS)


def _row(names: tuple[str, ...], parts: list[tuple[str, Optional[Convert]]], value: dict[str, Any]) -> Row:
    row = Row(*(_converted(part, value[name]) for name, part in parts))
    row._fields = names
    return row


def _tuple(parts: list[Optional[Convert]], value: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(_converted(part, item) for part, item in zip(parts, value.values(), strict=True))


def _converted(convert: Optional[Convert], value: Any) -> Any:
    return value if convert is None or value is None else convert(value)
