"""Values of random types, nested three deep, from a table to a DataFrame of Spark and back."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from pyrite.core.types import LogicalType, RowField, RowType, TimeType, transformed
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.expressions.values import to_column, to_values
from pyrite.state_processor import spark_session
from pyrite.table.inputs.spark_frames import from_frame, to_frame
from pyrite.table.inputs.table_inputs import fitted
from tests.expressions.blocks import values
from tests.expressions.test_value_conversions import all_same, kinds

ROWS = 3


def _as_spark_has(kind: LogicalType) -> LogicalType:
    return TimeType(min(kind.precision, 6), nullable=kind.nullable) if isinstance(kind, TimeType) else kind


@st.composite
def typed_columns(draw: st.DrawFn) -> list[tuple[LogicalType, list[Any]]]:
    """Many columns at once: Spark takes a while for each frame."""
    types = [transformed(kind, _as_spark_has) for kind in draw(st.lists(kinds(), min_size=15, max_size=15))]
    return [(kind, draw(st.lists(values(kind), min_size=ROWS, max_size=ROWS))) for kind in types]


@given(typed_columns())
@settings(max_examples=6, deadline=None, phases=[Phase.generate, Phase.shrink], suppress_health_check=list(HealthCheck))
def test_values_go_to_spark_and_back(columns: list[tuple[LogicalType, list[Any]]]) -> None:
    row_type = RowType(tuple(RowField(f"c{n}", kind) for n, (kind, _) in enumerate(columns)), nullable=False)
    table = pa.table([to_column(items, kind) for kind, items in columns], schema=to_arrow_schema(row_type))
    again, kind = from_frame(to_frame(table, row_type, spark_session()))
    again = fitted(again, kind)
    for (declared, items), column, field in zip(columns, again.columns, kind.fields, strict=True):
        actual = to_values(column.combine_chunks(), field.type)
        assert all_same(actual, items), f"{declared} as {field.type}: {items} became {actual}"
