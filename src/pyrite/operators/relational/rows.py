"""Where tables and streams meet: columns become rows, and rows become columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from pyrite.core.column_block import ColumnBlock
from pyrite.core.functions.user_function import raise_user_error, shorten
from pyrite.core.operator_spec import OperatorSpec
from pyrite.core.row_block import RowBlock
from pyrite.core.types import RowType
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.core.types.rows import row_from_parts
from pyrite.expressions.python_values import from_python, nullable_to_python
from pyrite.expressions.values import to_column, to_values
from pyrite.operators.operator import Operator


@dataclass(frozen=True)
class ColumnsToRowsSpec(OperatorSpec):
    """Blocks of columns as `Row`s, each with its kind of change."""

    kind = "ColumnsToRows"
    row_type: RowType

    @property
    def description(self) -> str:
        return "make rows of columns"

    def build(self) -> ColumnsToRows:
        return ColumnsToRows(self.row_type)


class ColumnsToRows(Operator):
    def __init__(self, row_type: RowType) -> None:
        self._types = [field.type for field in row_type.fields]
        self._names = tuple(field.name for field in row_type.fields)

    def open(self) -> None:
        self._converts = [nullable_to_python(kind) for kind in self._types]

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        self.output.emit(RowBlock(self._rows(block), block.timestamps))

    def _rows(self, block: ColumnBlock) -> list[Any]:
        names = self._names
        columns = [self._values(block, index) for index in range(len(names))]
        rows = zip(*columns, strict=True) if columns else [()] * len(block)
        kinds = block.change_kinds
        if kinds is None:
            return [row_from_parts(0, names, *row) for row in rows]
        return [row_from_parts(kind, names, *row) for kind, row in zip(kinds.to_pylist(), rows, strict=True)]

    def _values(self, block: ColumnBlock, index: int) -> list[Any]:
        values = to_values(block.batch.column(index), self._types[index])
        convert = self._converts[index]
        return values if convert is None else [convert(value) for value in values]


@dataclass(frozen=True)
class RowsToColumnsSpec(OperatorSpec):
    """Records of a stream as columns: Rows, tuples, dicts, or single values for a row of one column."""

    kind = "RowsToColumns"
    row_type: RowType
    is_atomic: bool = False

    @property
    def description(self) -> str:
        return "make columns of rows"

    def build(self) -> RowsToColumns:
        return RowsToColumns(self.row_type, self.is_atomic)


class RowsToColumns(Operator):
    def __init__(self, row_type: RowType, is_atomic: bool) -> None:
        self._row_type = row_type
        self._is_atomic = is_atomic

    def open(self) -> None:
        self._convert = from_python(self._row_type)
        self._schema = to_arrow_schema(self._row_type)

    def process_block(self, block: RowBlock, input_index: int = 0) -> None:
        rows: list[Any] = []
        try:
            for value in block.values:
                rows.append(self._convert((value,) if self._is_atomic else value))
        except Exception as error:
            raise_user_error(error, self.label(), None, shorten(block.values[len(rows)]))
        self.output.emit(ColumnBlock(batch_of(rows, self._row_type, self._schema)))


def batch_of(rows: list[Any], row_type: RowType, schema: Any) -> Any:
    """Rows of values, as row forms have them, as a record batch."""
    columns = zip(*rows, strict=True) if rows else [()] * len(row_type.fields)
    arrays = [to_column(column, field.type) for column, field in zip(columns, row_type.fields, strict=True)]
    return pa.record_batch(arrays, schema=schema)
