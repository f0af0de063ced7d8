"""Columns of Delta Lake's tables."""

from __future__ import annotations

from typing import Final

import pyarrow as pa

from pyrite.common.errors import InvalidProgramError
from pyrite.connectors.extras import load

_WITH_SIGN: Final = {pa.uint8(): pa.int16(), pa.uint16(): pa.int32(), pa.uint32(): pa.int64(), pa.uint64(): pa.int64()}


def delta_type(kind: pa.DataType) -> pa.DataType:
    """The type that Delta has for values of another, which may have the same values or fewer."""
    if pa.types.is_timestamp(kind):
        return pa.timestamp("us", kind.tz and "UTC")
    if pa.types.is_map(kind):
        return pa.map_(delta_type(kind.key_type), kind.item_field.with_type(delta_type(kind.item_type)))
    if pa.types.is_struct(kind):
        return pa.struct([field.with_type(delta_type(field.type)) for field in kind])
    if pa.types.is_list(kind) or pa.types.is_large_list(kind):
        return pa.list_(kind.value_field.with_type(delta_type(kind.value_type)))
    return _WITH_SIGN.get(kind, kind)


def check_columns(schema: pa.Schema) -> None:
    """Refuses what Delta has no type for."""
    deltalake = load("deltalake", "delta", "DeltaSink")
    for field in schema:
        try:
            deltalake.Schema.from_arrow(pa.schema([field]))
        except Exception:
            raise InvalidProgramError(
                f"DeltaSink: Delta Lake has no type for column '{field.name}', {field.type}"
            ) from None
