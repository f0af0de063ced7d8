"""Columns of Arrow as pandas', and back, without a change of values.

pandas holds whole numbers with NULL among them as doubles. Where these would not be exact, the column is an `Int64`.
"""

from __future__ import annotations

from typing import Any, Final

import pyarrow as pa
import pyarrow.compute as pc

from pyrite.core.types.arrow import to_arrow_schema
from pyrite.core.types.row import RowType

_EXACT: Final = 1 << 53
"""Up to here all whole numbers are doubles."""


def series_of(column: Any) -> Any:
    """A column as a pandas.Series."""
    if _needs_int64(column):
        return column.to_pandas(integer_object_nulls=True).astype("Int64")
    return column.to_pandas(date_as_object=True)


def frame_of(table: Any) -> Any:
    """A pyarrow.Table, or a batch, as a pandas.DataFrame."""
    frame = table.to_pandas(date_as_object=True)
    for place, column in enumerate(table.columns):
        if _needs_int64(column):
            frame.isetitem(place, series_of(column))
    return frame


def _needs_int64(column: Any) -> bool:
    if not pa.types.is_int64(column.type) or not column.null_count:
        return False
    least, most = pc.min_max(column).values()
    return bool(least.is_valid and (least.as_py() < -_EXACT or most.as_py() > _EXACT))


def table_of(frame: Any, row_type: RowType) -> Any:
    """A pandas.DataFrame as a pyarrow.Table of these types; its columns are taken by position."""
    named = frame.set_axis(row_type.names, axis="columns")
    schema = to_arrow_schema(row_type)
    return pa.Table.from_pandas(named, schema=schema, preserve_index=False).replace_schema_metadata(None)
