"""Conversion of tables to and from Spark DataFrames, by way of Arrow."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pyarrow as pa

from pyrite.core.types import IntType, LogicalType, RowType, YearMonthIntervalType, all_nullable, transformed
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.core.types.spark import from_spark_json, to_spark_json
from pyrite.expressions.values import to_column, to_values


def to_frame(table: Any, row_type: RowType, spark_session: Any) -> Any:
    """Creates a DataFrame with the rows of a pyarrow.Table.

    The schema is declared: an inferred one would have instants for TIMESTAMP, drop nanoseconds and reject TIME. All its
    columns are nullable: Arrow cannot cast a NULL row whose fields are NOT NULL.
    """
    nullable = RowType(tuple(replace(field, type=all_nullable(field.type)) for field in row_type.fields))
    columns = map(_nullable_column, table.columns, row_type.children)
    table = pa.table(list(columns), schema=to_arrow_schema(nullable))
    kind = transformed(nullable, _with_months_as_numbers)
    struct = type(spark_session.range(0).schema)  # pyspark is not imported here
    return spark_session.createDataFrame(table, struct.fromJson(to_spark_json(kind)))


def _nullable_column(column: Any, kind: LogicalType) -> Any:
    return to_column(to_values(column.combine_chunks(), kind), all_nullable(kind)) if kind.children else column


def from_frame(data_frame: Any) -> tuple[Any, RowType]:
    """Returns the rows of a DataFrame as a pyarrow.Table, and their type."""
    kind = from_spark_json(data_frame.schema.jsonValue())
    assert isinstance(kind, RowType)
    return data_frame.toArrow(), kind


def _with_months_as_numbers(kind: LogicalType) -> LogicalType:
    """Replaces INTERVAL YEAR TO MONTH by INT: Spark does not read Arrow's number of months as an interval."""
    return IntType(nullable=kind.nullable) if isinstance(kind, YearMonthIntervalType) else kind
