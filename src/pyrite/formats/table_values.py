"""Rows of SQL values as record batches, with checks of values that Arrow's columns cannot hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pyarrow as pa

from pyrite.core.types import AnyTimestampType, BinaryStringType, BinaryType, RowType
from pyrite.core.types.arrow import to_arrow_schema, to_arrow_type
from pyrite.expressions.values import to_column

_UNIT_NANOS = {"s": 1_000_000_000, "ms": 1_000_000, "us": 1_000, "ns": 1}


def batch_of(columns: Sequence[Any], row_type: RowType, rows: int) -> Any:
    """Returns a record batch with these columns, of which there may be none."""
    if not columns:
        return pa.RecordBatch.from_struct_array(pa.array([{}] * rows, pa.struct([])))
    return pa.RecordBatch.from_arrays(list(columns), schema=to_arrow_schema(row_type))


def batch_of_rows(rows: Sequence[tuple[Any, ...]], row_type: RowType) -> Any:
    """Returns a record batch with these rows of values, as `pyrite.expressions.values` defines them."""
    parts: list[Any] = list(zip(*rows, strict=True)) if rows else [() for _ in row_type.fields]
    columns = [to_column(values, kind) for values, kind in zip(parts, row_type.children, strict=True)]
    return batch_of(columns, row_type, len(rows))


def timestamp_check(kind: AnyTimestampType) -> Callable[[int], int]:
    """Returns a function that checks a timestamp's nanoseconds: ValueError if Arrow's column cannot hold them."""
    unit = _UNIT_NANOS[to_arrow_type(kind).unit]
    least, most = -(1 << 63) * unit, (1 << 63) * unit

    def check(nanos: int) -> int:
        if not least <= nanos < most:
            raise ValueError(f"the timestamp is too far from 1970 for {kind.as_summary_string()}")
        return nanos

    return check


def checked_date(days: int) -> int:
    if not -(1 << 31) <= days < 1 << 31:
        raise ValueError("the date is too far from 1970")
    return days


def checked_binary(value: bytes, kind: BinaryStringType) -> bytes:
    if isinstance(kind, BinaryType) and len(value) != kind.length:
        raise ValueError(f"expected {kind.length} bytes for {kind.as_summary_string()}, got {len(value)}")
    return value
