"""Conversions between logical types and Delta Lake's, a narrower set of column types."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pyarrow as pa

from pyrite.core.types.arrow import from_arrow_type, is_list, is_list_view, to_arrow_type
from pyrite.core.types.basic import BooleanType, NullType
from pyrite.core.types.conversion import (
    UnsupportedTypeError,
    element_path,
    field_path,
    key_path,
    unsupported,
    value_path,
)
from pyrite.core.types.numeric import NumericType
from pyrite.core.types.strings import BinaryStringType, CharacterStringType
from pyrite.core.types.temporal import DateType, LocalZonedTimestampType, TimestampType

_KEPT: Final = (BooleanType, NullType, CharacterStringType, BinaryStringType, DateType)


def to_delta_column(field: pa.Field) -> pa.Field:
    """A column with a Delta type. Arrow's casts refuse values outside of that type."""
    return field.with_type(to_delta_type(field.type, field.name))


def to_delta_type(kind: pa.DataType, path: str) -> pa.DataType:
    """The Arrow type of a Delta column for values of another type, with the names and metadata of all its fields."""
    if is_list(kind):
        return pa.list_(_inner(kind.value_field, element_path(path)))
    if is_list_view(kind) and _inner(kind.value_field, element_path(path)) == kind.value_field:
        return kind
    if pa.types.is_map(kind):
        return pa.map_(to_delta_type(kind.key_type, key_path(path)), _inner(kind.item_field, value_path(path)))
    if pa.types.is_struct(kind):
        return pa.struct([_inner(field, field_path(path, field.name)) for field in kind])
    return _to_plain(kind, path)


def _inner(field: pa.Field, path: str) -> pa.Field:
    return field.with_type(to_delta_type(field.type, path))


def _to_plain(kind: pa.DataType, path: str) -> pa.DataType:
    """Delta's numbers are signed and its timestamps have microseconds; text, bytes and dates keep their Arrow types."""
    try:
        logical = from_arrow_type(kind, path)
    except UnsupportedTypeError:
        raise _refused(kind, path) from None
    match logical:
        case NumericType():
            return to_arrow_type(logical)
        case TimestampType() | LocalZonedTimestampType():
            return to_arrow_type(replace(logical, precision=6))
    if not isinstance(logical, _KEPT):
        raise _refused(kind, path)
    return kind


def _refused(kind: pa.DataType, path: str) -> UnsupportedTypeError:
    return unsupported(
        "Delta Lake", kind, path, "write it as a supported type, for example string, int64 or timestamp[us]"
    )
