"""Conversion between columns and rows, where tables become streams and streams become tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, NoReturn, Optional

import pyarrow as pa
import pyarrow.compute as pc

from pyrite.core.blocks.column_block import CHANGE_KINDS, ColumnBlock
from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.errors import InvalidProgramError
from pyrite.core.functions.user_function import raise_user_error, shorten
from pyrite.core.operator_spec import OperatorSpec
from pyrite.core.time.time import NO_TIMESTAMP
from pyrite.core.types import LocalZonedTimestampType, RowType
from pyrite.core.types.arrow import to_arrow_schema, to_arrow_type
from pyrite.core.types.rows import Row, row_from_parts
from pyrite.expressions.failed_values import rowtime_column
from pyrite.expressions.python_values import from_python, nullable_to_python
from pyrite.expressions.values import to_column, to_values
from pyrite.operators.operator import Operator
from pyrite.operators.relational.sink.length_constraint import null_in

ROWTIME: Final = "$metadata.rowtime"
"""The column of records' timestamps where a stream becomes a table."""


@dataclass(frozen=True)
class ColumnsToRowsSpec(OperatorSpec):
    """Converts blocks of columns to `Row`s with their change kinds.

    The column `rowtime` becomes the records' timestamp. Rows have names only if `is_named`.
    """

    kind = "ColumnsToRows"
    row_type: RowType
    rowtime: Optional[int] = None
    is_named: bool = True
    drops_nulls: bool = False
    """Whether rows with NULL in a NOT NULL column are dropped; otherwise they fail the job."""

    @property
    def description(self) -> str:
        return "make rows of columns"

    def build(self) -> ColumnsToRows:
        return ColumnsToRows(self)


class ColumnsToRows(Operator):
    def __init__(self, spec: ColumnsToRowsSpec) -> None:
        self._types = [field.type for field in spec.row_type.fields]
        self._names = spec.row_type.names if spec.is_named else None
        self._spec_names = spec.row_type.names
        self._drops_nulls = spec.drops_nulls
        self._rowtime = spec.rowtime
        self._is_named = spec.is_named

    def open(self) -> None:
        self._converts = [nullable_to_python(kind, self._is_named) for kind in self._types]

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        for place, kind in enumerate(self._types):
            if not kind.nullable and block.batch.column(place).null_count:
                block = self._without_nulls(block, place)
        self.output.emit(RowBlock(self._rows(block), self._timestamps(block)))

    def _without_nulls(self, block: ColumnBlock, place: int) -> ColumnBlock:
        """Checks a NOT NULL column, in which a decimal overflow may have left NULL.

        As at any sink, that is an error.
        """
        batch, is_null = block.batch, block.batch.column(place).is_null()
        if not self._drops_nulls:
            row = batch.filter(is_null).slice(0, 1).to_pylist()[0]
            row.pop(CHANGE_KINDS, None)
            error = InvalidProgramError(null_in(self._spec_names[place]))
            raise_user_error(error, self.label(), None, shorten(row))
        return ColumnBlock(batch.filter(pc.invert(is_null)))

    def _timestamps(self, block: ColumnBlock) -> Optional[list[int]]:
        if self._rowtime is None:
            return block.timestamps
        times = rowtime_column(block.batch, self._rowtime).cast(pa.timestamp("ms"), safe=False).cast(pa.int64())
        return times.to_pylist()  # type: ignore[no-any-return]

    def _rows(self, block: ColumnBlock) -> list[Any]:
        names = self._names
        columns = [self._values(block, index) for index in range(len(self._types))]
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
class ColumnsToBatchesSpec(OperatorSpec):
    """Emits blocks of columns as records, for clients that read Arrow."""

    kind = "ColumnsToBatches"

    @property
    def description(self) -> str:
        return "hand over columns"

    def build(self) -> ColumnsToBatches:
        return ColumnsToBatches()


class ColumnsToBatches(Operator):
    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        self.output.emit(RowBlock([block.batch]))


@dataclass(frozen=True)
class RowsToColumnsSpec(OperatorSpec):
    """Converts records of a stream to columns: Rows, tuples, dicts, or single values for a row of one column.

    With `with_rowtime`, the records' timestamps are the last column, of type TIMESTAMP_LTZ(3).
    """

    kind = "RowsToColumns"
    row_type: RowType
    is_atomic: bool = False
    with_rowtime: bool = False
    has_kinds: bool = False
    """Whether records are changes with kinds."""

    @property
    def description(self) -> str:
        return "make columns of rows"

    def build(self) -> RowsToColumns:
        return RowsToColumns(self)


class RowsToColumns(Operator):
    def __init__(self, spec: RowsToColumnsSpec) -> None:
        self._spec = spec

    def open(self) -> None:
        self._convert = from_python(self._spec.row_type)
        self._schema = to_arrow_schema(self._spec.row_type)

    def process_block(self, block: RowBlock, input_index: int = 0) -> None:
        rows: list[Any] = []
        is_atomic = self._spec.is_atomic
        try:
            for value in block.values:
                rows.append(self._convert((value,) if is_atomic else value))
        except Exception as error:
            raise_user_error(error, self.label(), None, shorten(block.values[len(rows)]))
        batch = batch_of(rows, self._spec.row_type, self._schema)
        if self._spec.with_rowtime:
            batch = batch.append_column(ROWTIME, self._times(block))
        kinds = list(map(_kind, block.values))
        if self._spec.has_kinds:
            batch = batch.append_column(CHANGE_KINDS, pa.array(kinds, pa.int8()))
        elif any(kinds):
            self._refuse_change(next(value for value, kind in zip(block.values, kinds, strict=True) if kind))
        self.output.emit(ColumnBlock(batch))

    def _refuse_change(self, value: Row) -> NoReturn:
        error = InvalidProgramError(
            "Error during input conversion. Conversion expects insert-only records but DataStream API record contains: "
            f"{value.get_row_kind().name}. Use from_changelog_stream for a stream of changes"
        )
        raise_user_error(error, self.label(), None, shorten(value))

    def _times(self, block: RowBlock) -> Any:
        if block.timestamps is None or NO_TIMESTAMP in block.timestamps:
            error = InvalidProgramError(
                "Rowtime timestamp is not defined. Please make sure that a proper TimestampAssigner is defined and "
                "the stream environment uses the EventTime time characteristic."
            )
            raise_user_error(error, self.label(), None, None)
        return pa.array(block.timestamps, pa.int64()).cast(to_arrow_type(LocalZonedTimestampType(3)))


def _kind(value: Any) -> int:
    """Returns the kind of a change. Values other than Rows are inserts."""
    return value.get_row_kind().value if isinstance(value, Row) else 0


def batch_of(rows: list[Any], row_type: RowType, schema: Any) -> Any:
    """Builds a record batch of rows with values in row form."""
    if not row_type.fields:
        return pa.RecordBatch.from_struct_array(pa.array([{}] * len(rows), pa.struct([])))
    columns = zip(*rows, strict=True) if rows else [()] * len(row_type.fields)
    arrays = [to_column(column, field.type) for column, field in zip(columns, row_type.fields, strict=True)]
    return pa.record_batch(arrays, schema=schema)
