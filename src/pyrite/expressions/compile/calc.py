"""Calc: a condition and projections over blocks of columns, by kernels or, for small blocks, row by row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Optional

import pyarrow as pa
import pyarrow.compute as pc

from pyrite.core.functions.user_function import shorten
from pyrite.core.types import LogicalType, RowType
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.expressions.compile.kernels import Evaluate, KernelCompiler, Memo
from pyrite.expressions.compile.rows import compile_rows
from pyrite.expressions.failed_values import FailedValues, note_values, row_text
from pyrite.expressions.function import MAX_ROW_FORM_ROWS
from pyrite.expressions.python_calls import PythonCallError, PythonUses
from pyrite.expressions.resolved import FieldReference, FunctionCall, PythonCall, ResolvedExpression, walk
from pyrite.expressions.values import to_column, to_values


class Calc:
    """Filters and projects record batches.

    The conjuncts of a condition are computed one by one, each over the rows that passed the previous ones: an error
    that only a dropped row would raise is not raised.
    """

    def __init__(
        self,
        projections: Sequence[ResolvedExpression],
        condition: Optional[ResolvedExpression],
        input_types: Sequence[LogicalType],
        output: RowType,
        uses: Optional[PythonUses] = None,
    ) -> None:
        self._schema = to_arrow_schema(output)
        self._output_types = [field.type for field in output.fields]
        self._input_types = input_types
        uses = uses or PythonUses()
        uses.begin()
        self._conjuncts = [KernelCompiler([part], uses).compile(part) for part in conjuncts(condition)]
        compiler = KernelCompiler(projections, uses)
        self._kernels = [compiler.compile(tree) for tree in projections]
        self._is_plain = all(isinstance(tree, FieldReference) for tree in projections)
        trees = [*projections, *([] if condition is None else [condition])]
        self._rows = None
        if not any(isinstance(node, PythonCall) for tree in trees for node in walk(tree)):
            self._rows = compile_rows(projections, condition, uses)

    def process(self, batch: Any) -> Any:
        """Returns the projected rows that meet the condition, without columns of changes, which `select` handles."""
        try:
            return self._processed(batch)
        except Exception as error:
            if batch.num_rows == 1:  # for a single row, the failed column can be determined
                note_values(error, FailedValues({}, self._failed_column(batch), row=row_text(batch, 0)))
            raise

    def _failed_column(self, batch: Any) -> str:
        """Returns the first column that raises when it is computed separately; WHERE for the condition."""
        names: list[str] = [*("WHERE" for _ in self._conjuncts), *self._schema.names]
        for name, evaluate in zip(names, [*self._conjuncts, *self._kernels], strict=True):
            try:
                evaluate(batch.column, batch.num_rows, {})
            except Exception:
                return name
        return ""

    def _processed(self, batch: Any) -> Any:
        if self._rows is not None and batch.num_rows < MAX_ROW_FORM_ROWS and not self._is_cheap:
            return self._by_rows(batch)
        for evaluate in self._conjuncts:
            (mask,) = _computed([evaluate], batch)
            if not pc.all(pc.fill_null(mask, False), min_count=0).as_py():
                batch = batch.filter(mask)
        return _batch(_computed(self._kernels, batch), self._schema, batch.num_rows)

    @property
    def _is_cheap(self) -> bool:
        """Returns whether columns are only selected, which takes constant time."""
        return self._is_plain and not self._conjuncts

    def _by_rows(self, batch: Any) -> Any:
        assert self._rows is not None
        compute, used = self._rows
        values = [to_values(batch.column(index), self._input_types[index]) for index in used]
        results = compute(values or [[None] * batch.num_rows])
        columns = zip(*results, strict=True) if results else [()] * len(self._output_types)
        arrays = [to_column(column, kind) for column, kind in zip(columns, self._output_types, strict=True)]
        return _batch(arrays, self._schema, len(results))


def _computed(kernels: Sequence[Evaluate], batch: Any) -> list[Any]:
    """Computes the columns over a batch. Attaches the row to an error of a user-defined function."""
    memo: Memo = {}
    try:
        return [kernel(batch.column, batch.num_rows, memo) for kernel in kernels]
    except PythonCallError as error:
        if error.index is not None:
            error.row = shorten(batch.slice(error.index, 1).to_pylist()[0])
        raise


def conjuncts(condition: Optional[ResolvedExpression]) -> list[ResolvedExpression]:
    """Returns the conjuncts of a condition, in their order."""
    if condition is None:
        return []
    if isinstance(condition, FunctionCall) and condition.function == "AND":
        return [part for argument in condition.arguments for part in conjuncts(argument)]
    return [condition]


def _batch(arrays: list[Any], schema: Any, rows: int) -> Any:
    if arrays:
        return pa.record_batch(arrays, schema=schema)
    return pa.RecordBatch.from_struct_array(pa.array([{}] * rows, pa.struct([])))
