"""Conversions between Arrow columns and pandas, without a change of values.

pandas stores integers with NULLs as doubles. If these would not be exact, the column is an `Int64`.
"""

from __future__ import annotations

from typing import Any, Final

import pyarrow as pa
import pyarrow.compute as pc

from pyrite.core.types.arrow import to_arrow_schema
from pyrite.core.types.row import RowType

_EXACT: Final = 1 << 53
"""Up to here, doubles represent all integers."""


def series_of(column: Any) -> Any:
    """A column as a pandas.Series."""
    if _needs_int64(column):
        return column.to_pandas(integer_object_nulls=True).astype("Int64")
    try:
        return column.to_pandas(date_as_object=True)
    except pa.ArrowNotImplementedError:  # for example an array of BINARY(2)
        import pandas as pd  # type: ignore[import-untyped]  # 50 MB, for those alone who use it

        return pd.Series(column.to_pylist(), dtype=object)


def frame_of(table: Any) -> Any:
    """A pyarrow.Table, or a batch, as a pandas.DataFrame."""
    import pandas as pd

    return pd.DataFrame(dict(enumerate(map(series_of, table.columns)))).set_axis(table.schema.names, axis="columns")


def _needs_int64(column: Any) -> bool:
    if not pa.types.is_int64(column.type) or not column.null_count:
        return False
    least, most = pc.min_max(column).values()
    return bool(least.is_valid and (least.as_py() < -_EXACT or most.as_py() > _EXACT))


def table_of(frame: Any, row_type: RowType) -> Any:
    """A pyarrow.Table of these types from a pandas.DataFrame, whose columns are matched by position."""
    frame_with_names = frame.set_axis(row_type.names, axis="columns")
    schema = to_arrow_schema(row_type)
    return pa.Table.from_pandas(frame_with_names, schema=schema, preserve_index=False).replace_schema_metadata(None)
