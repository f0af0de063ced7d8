"""Correlate: joins each row with the rows that a table function or UNNEST returns for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Optional

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pyrite.core.blocks.column_block import CHANGE_KINDS, ColumnBlock
from pyrite.core.functions.user_function import shorten
from pyrite.core.types import ArrayType, LogicalType, MapType, RowField, RowType, TinyIntType
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.core.types.rows import Row
from pyrite.expressions.compile.calc import Calc
from pyrite.expressions.compile.kernels import KernelCompiler
from pyrite.expressions.python_calls import PythonCallError, PythonUse, unfit
from pyrite.expressions.python_values import from_python
from pyrite.expressions.resolved import (
    FieldReference,
    FunctionCall,
    PythonCall,
    ResolvedExpression,
    reads_watermarks,
)
from pyrite.expressions.values import has_forbidden_null, to_column, to_values
from pyrite.operators.relational.relational_spec import RelationalSpec
from pyrite.operators.relational.rows.user_calls import UserCalls

REPLICATE_ROWS: Final = "$REPLICATE_ROWS"
"""The table function of INTERSECT ALL and EXCEPT ALL: numbers, as many as its argument says."""


@dataclass(frozen=True)
class CorrelateSpec(RelationalSpec):
    """`call` is a PythonCall of a table function, or a FunctionCall of UNNEST or REPLICATE_ROWS."""

    kind = "Correlate"
    call: ResolvedExpression
    input: RowType
    function_type: RowType
    output: RowType
    is_left: bool
    condition: Optional[ResolvedExpression]

    @property
    def reads_watermarks(self) -> bool:
        return reads_watermarks([self.call, *([] if self.condition is None else [self.condition])])

    def build(self) -> CorrelateOperator:
        return CorrelateOperator(self)


@dataclass
class Part:
    """Rows of the function for some rows of a block. `counts` has the number for each, starting at the row `first`."""

    first: int
    rows: list[tuple[Any, ...]] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)

    def places(self) -> npt.NDArray[np.int64]:
        """Returns the position in the block for each row of the function."""
        return np.repeat(np.arange(self.first, self.first + len(self.counts)), self.counts)


class CorrelateOperator(UserCalls):
    """Emits each row of a block together with the rows of its call."""

    def __init__(self, spec: CorrelateSpec) -> None:
        super().__init__()
        self._spec = spec

    def open(self) -> None:
        spec = self._spec
        call = spec.call
        assert isinstance(call, (PythonCall, FunctionCall))
        self.uses.begin()
        compiler = KernelCompiler(call.arguments, self.uses)
        self._arguments = [(compiler.compile(argument), argument.type) for argument in call.arguments]
        self._use = self.uses.of(call) if isinstance(call, PythonCall) else None
        self._rows = _rows_of(call, spec.function_type, self._use)
        self._schema = to_arrow_schema(spec.output)
        self._nothing = (None,) * len(spec.function_type.fields)
        self._filter = None if spec.condition is None else self._filter_of(spec.output)
        changes = RowType((*spec.output.fields, RowField(CHANGE_KINDS, TinyIntType(nullable=False))), nullable=False)
        self._change_filter = None if spec.condition is None else self._filter_of(changes)
        self.open_uses()

    def _filter_of(self, row_type: RowType) -> Calc:
        fields = [FieldReference(i, field.name, field.type) for i, field in enumerate(row_type.fields)]
        return Calc(fields, self._spec.condition, [field.type for field in row_type.fields], row_type, self.uses)

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        """Emits the rows so far when the time slice is over: a call may return rows without end."""
        parts = self._parts(block.batch)
        while (part := self._next(parts, block.batch)) is not None:
            result, is_last = part
            if is_last:
                self.output.emit(ColumnBlock(result))
            else:
                self.output.emit_more(ColumnBlock(result))

    def _next(self, parts: Iterator[tuple[Any, bool]], batch: Any) -> Optional[tuple[Any, bool]]:
        try:
            return next(parts, None)
        except PythonCallError as error:
            if error.row is None and error.index is not None:
                error.row = shorten(batch.slice(error.index, 1).to_pylist()[0])
            self.fail_call(error)

    def _parts(self, batch: Any) -> Iterator[tuple[Any, bool]]:
        """Iterates over the results for a block in parts, each with a flag for the last part."""
        memo: dict[int, Any] = {}
        columns = [argument(batch.column, batch.num_rows, memo) for argument, _ in self._arguments]
        turn, is_left = self.output.turn, self._spec.is_left
        part = Part(0)
        for number, rows in enumerate(self._rows(columns, batch.num_rows)):
            before = len(part.rows)
            append, is_empty = part.rows.append, True
            for row in rows:
                append(row)
                if turn.is_over or len(part.rows) >= turn.block:
                    part.counts.append(len(part.rows) - before)
                    yield self._computed(batch, columns, part), False
                    part, before, is_empty = Part(number), 0, False
                    append = part.rows.append
            if is_left and is_empty and len(part.rows) == before:
                append(self._nothing)
            part.counts.append(len(part.rows) - before)
        if part.rows:
            yield self._computed(batch, columns, part), True

    def _computed(self, batch: Any, columns: list[Any], part: Part) -> Any:
        fields = self._spec.function_type.fields
        values = zip(*part.rows, strict=True)
        try:
            right = [_column(column, field.type) for column, field in zip(values, fields, strict=True)]
        except (pa.ArrowException, TypeError, ValueError, OverflowError):
            self._raise_misfit(columns, part)
            raise
        return self._joined(batch, right, part)

    def _joined(self, batch: Any, right: list[Any], part: Part) -> Any:
        left = batch.take(pa.array(part.places()))
        joined = pa.record_batch([*left.columns[: len(self._spec.input.fields)], *right], schema=self._schema)
        meets = self._filter
        if CHANGE_KINDS in left.schema.names:  # results have the change kind of their row
            joined = joined.append_column(CHANGE_KINDS, left.column(CHANGE_KINDS))
            meets = self._change_filter
        return joined if meets is None else meets.process(joined)

    def _raise_misfit(self, columns: list[Any], part: Part) -> None:
        """Raises for the first row of the user's function that does not fit the declared types, if any."""
        use = self._use
        if use is None:
            return
        kinds = [field.type for field in self._spec.function_type.fields]
        for number, row in zip(part.places().tolist(), part.rows, strict=True):
            try:
                for value, kind in zip(row, kinds, strict=True):
                    _column([value], kind)
            except (pa.ArrowException, TypeError, ValueError, OverflowError):
                arguments = use.arguments([column.slice(number, 1) for column in columns])
                raise use.error([value for (value,) in arguments], number) from unfit(row, self._spec.function_type)


def _column(values: Sequence[Any], kind: LogicalType) -> Any:
    """Builds a column of a table function. Its values are NULL for rows without results."""
    column = to_column(values, kind.copy(nullable=True))
    if has_forbidden_null(column, kind.copy(nullable=True)):
        raise ValueError(f"NULL in {kind}")
    return column


RowsOf = Callable[[list[Any], int], Iterator[Iterable[tuple[Any, ...]]]]
"""From argument columns and a number of rows to the results for each row, as values in row form."""


def _rows_of(call: PythonCall | FunctionCall, row_type: RowType, use: Optional[PythonUse]) -> RowsOf:
    if isinstance(call, PythonCall):
        assert use is not None
        return _calls(use, row_type)
    make = _copies if call.function == REPLICATE_ROWS else _unnest(call, row_type)
    (collection,) = call.arguments

    def rows_of(columns: list[Any], rows: int) -> Iterator[Iterable[tuple[Any, ...]]]:
        return map(make, to_values(columns[0], collection.type))

    return rows_of


def _calls(use: PythonUse, row_type: RowType) -> RowsOf:
    """Returns a function that calls the user's table function row by row."""
    back = from_python(row_type)
    is_single = len(row_type.fields) == 1
    required = [index for index, field in enumerate(row_type.fields) if not field.type.nullable]

    def fitted(result: Any) -> Any:
        try:
            row = back(_as_row(result, is_single))
            if row is None or any(row[index] is None for index in required):
                raise ValueError(f"NULL in {row_type}")
        except Exception:
            raise unfit(result, row_type) from None
        return row

    def called(arguments: tuple[Any, ...], number: int) -> Iterator[tuple[Any, ...]]:
        try:
            results = use.evaluate(*arguments)
            if results is not None:
                for result in _each(results):
                    yield fitted(result)
        except Exception as error:
            raise use.error(arguments, number) from error

    def rows_of(columns: list[Any], rows: int) -> Iterator[Iterable[tuple[Any, ...]]]:
        values = use.arguments(columns)
        for number, arguments in enumerate(zip(*values, strict=True) if values else [()] * rows):
            yield called(arguments, number)

    return rows_of


def _each(results: Any) -> Any:
    """Normalizes the result of a table function: several rows, or a single row, as in PyFlink."""
    return results if isinstance(results, (list, range, Iterator)) else [results]


def _as_row(result: Any, is_single: bool) -> Any:
    """Normalizes a row. A row of one column may be a plain value."""
    return (result,) if is_single and not isinstance(result, (tuple, Row)) else result


def _copies(count: int) -> Iterable[tuple[Any, ...]]:
    return zip(range(count), strict=True)


def _unnest(call: FunctionCall, row_type: RowType) -> Callable[..., Any]:
    (collection,) = call.arguments
    with_numbers = call.function == "UNNEST WITH ORDINALITY"
    width = len(row_type.fields) - with_numbers
    elements = _elements(collection.type, width)

    def make(value: Any) -> list[tuple[Any, ...]]:
        rows = [] if value is None else elements(value)
        return [(*row, number) for number, row in enumerate(rows, 1)] if with_numbers else rows

    return make


def _elements(kind: LogicalType, width: int) -> Callable[[Any], list[tuple[Any, ...]]]:
    if isinstance(kind, MapType):
        return lambda entries: list(entries.items())
    is_row = isinstance(kind.children[0], RowType)
    empty = (None,) * width

    def row_of(element: Any) -> tuple[Any, ...]:
        if is_row:
            return empty if element is None else tuple(element)
        return (element,)

    if isinstance(kind, ArrayType):
        return lambda values: [row_of(value) for value in values]
    return lambda entries: [row_of(value) for value, count in entries.items() for _ in range(count)]
