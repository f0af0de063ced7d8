"""Converts rows of a database's driver into columns, and into rows of internal values."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any, Final, cast

import pyarrow as pa

from pyrite.connectors.jdbc.source.result import ResultMaker
from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.errors import BadRecordError
from pyrite.core.functions.user_function import shorten
from pyrite.core.types import (
    BooleanType,
    CharacterStringType,
    DateType,
    DecimalType,
    LocalZonedTimestampType,
    LogicalType,
    RowField,
    RowType,
    TimestampType,
    TimeType,
)
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.expressions.python_values import from_python
from pyrite.expressions.values import to_column


class ColumnsMaker(ResultMaker):
    """Converts rows of a result into a block of columns. The fields of the row type are the first values of a row."""

    def __init__(self, row_type: RowType) -> None:
        super().__init__(None, None)
        self._row_type = row_type

    def __call__(self, columns: list[str], rows: list[Sequence[Any]]) -> list[Any]:
        fields = self._row_type.fields
        columns_of_values = column_values(self._row_type, rows)
        arrays = [to_column(values, each.type) for values, each in zip(columns_of_values, fields, strict=True)]
        if not fields:
            batch = pa.RecordBatch.from_struct_array(pa.array([{}] * len(rows), pa.struct([])))
        else:
            batch = pa.record_batch(arrays, schema=to_arrow_schema(self._row_type))
        return cast(list[Any], ColumnBlock(batch))


def row_values(row_type: RowType, rows: Sequence[Sequence[Any]]) -> list[tuple[Any, ...]]:
    """Converts a driver's rows into rows of internal values."""
    columns = column_values(row_type, rows)
    return list(zip(*columns, strict=True)) if columns else [()] * len(rows)


def column_values(row_type: RowType, rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Converts a driver's rows into columns of internal values. BadRecordError for a value of another type."""
    return [_values(own, rows, place) for place, own in enumerate(row_type.fields)]


def _values(own: RowField, rows: Sequence[Sequence[Any]], place: int) -> list[Any]:
    convert = _converted(own.type)
    values = []
    for row in rows:
        try:
            values.append(None if row[place] is None else convert(row[place]))
        except (TypeError, ValueError, ArithmeticError, AttributeError) as error:
            raise BadRecordError(
                f"column '{own.name}' is {own.type.as_summary_string()}, but the database has "
                f"{shorten(row[place])} in the row {shorten(tuple(row))}"
            ) from error
    return values


def _converted(kind: LogicalType) -> Callable[[Any], Any]:
    """A function that converts a driver's value into an internal value. SQLite returns text for types that it lacks."""
    convert = from_python(kind)
    parse = _READ.get(type(kind))
    if isinstance(kind, CharacterStringType):
        return lambda value: value if isinstance(value, str) else str(value)
    if isinstance(kind, BooleanType):
        return bool
    if parse is None:
        return convert
    return lambda value: convert(parse(value) if isinstance(value, (str, float, int)) else value)


_READ: Final[dict[type[LogicalType], Callable[[Any], Any]]] = {
    DecimalType: lambda value: Decimal(str(value)),
    DateType: datetime.date.fromisoformat,
    TimeType: datetime.time.fromisoformat,
    TimestampType: datetime.datetime.fromisoformat,
    LocalZonedTimestampType: datetime.datetime.fromisoformat,
}
