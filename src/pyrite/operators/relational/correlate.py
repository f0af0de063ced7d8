"""Correlate: each row joined with the rows that a table function, or UNNEST, makes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Optional

import numpy as np
import pyarrow as pa

from pyrite.core.column_block import ColumnBlock
from pyrite.core.functions.user_function import raise_user_error, shorten
from pyrite.core.operator_spec import OperatorSpec
from pyrite.core.types import ArrayType, LogicalType, MapType, RowType
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.expressions.compile.calc import Calc
from pyrite.expressions.compile.kernels import KernelCompiler
from pyrite.expressions.python_function import TableFunctionSpec
from pyrite.expressions.python_values import from_python, nullable_to_python
from pyrite.expressions.resolved import FieldReference, FunctionCall, PythonCall, ResolvedExpression
from pyrite.expressions.values import to_column, to_values
from pyrite.operators.operator import Operator


@dataclass(frozen=True)
class CorrelateSpec(OperatorSpec):
    """`call` is a PythonCall of a table function, or a FunctionCall of UNNEST."""

    kind = "Correlate"
    call: ResolvedExpression
    input: RowType
    function_type: RowType
    output: RowType
    is_left: bool
    condition: Optional[ResolvedExpression]
    text: str

    @property
    def description(self) -> str:
        return self.text

    def build(self) -> CorrelateOperator:
        return CorrelateOperator(self)


class CorrelateOperator(Operator):
    """For a block: the rows that each of its rows makes, side by side with that row."""

    def __init__(self, spec: CorrelateSpec) -> None:
        self._spec = spec

    def open(self) -> None:
        spec = self._spec
        call = spec.call
        assert isinstance(call, (PythonCall, FunctionCall))
        compiler = KernelCompiler(call.arguments)
        self._arguments = [(compiler.compile(argument), argument.type) for argument in call.arguments]
        self._make = _maker(call, spec.function_type)
        self._schema = to_arrow_schema(spec.output)
        self._filter: Optional[Calc] = None
        if spec.condition is not None:
            fields = [FieldReference(i, field.name, field.type) for i, field in enumerate(spec.output.fields)]
            self._filter = Calc(fields, spec.condition, [field.type for field in spec.output.fields], spec.output)
        function = getattr(call, "function", None)
        if isinstance(function, TableFunctionSpec) and hasattr(function.func, "open"):
            function.func.open(None)

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        batch = block.batch
        memo: dict[int, Any] = {}
        values = [to_values(argument(batch.column, batch.num_rows, memo), kind) for argument, kind in self._arguments]
        made: list[tuple[Any, ...]] = []
        counts: list[int] = []
        nothing = (None,) * len(self._spec.function_type.fields)
        arguments = zip(*values, strict=True) if values else [()] * batch.num_rows
        for row in arguments:
            before = len(made)
            try:
                made.extend(self._make(*row))
            except Exception as error:
                raise_user_error(error, self.label(), getattr(self._spec.call, "function", None), shorten(row))
            if self._spec.is_left and len(made) == before:
                made.append(nothing)
            counts.append(len(made) - before)
        if made:
            self.output.emit(ColumnBlock(self._joined(batch, made, counts)))

    def _joined(self, batch: Any, made: list[tuple[Any, ...]], counts: list[int]) -> Any:
        indices = pa.array(np.repeat(np.arange(len(counts)), counts))
        left = batch.take(indices)
        width = len(self._spec.input.fields)
        right = [
            to_column(column, field.type.copy(nullable=True))
            for column, field in zip(zip(*made, strict=True), self._spec.function_type.fields, strict=True)
        ]
        joined = pa.record_batch([*left.columns[:width], *right], schema=self._schema)
        return joined if self._filter is None else self._filter.process(joined)


def _maker(call: PythonCall | FunctionCall, row_type: RowType) -> Callable[..., Any]:
    """A function from the values of the arguments to an iterable of tuples, as row forms have values."""
    if isinstance(call, FunctionCall):
        return _unnest(call, row_type)
    evaluate = getattr(call.function.func, "eval", call.function.func)
    converts = [nullable_to_python(argument.type) for argument in call.arguments]
    back = from_python(row_type)
    is_single = len(row_type.fields) == 1

    def make(*values: Any) -> list[Any]:
        arguments = [v if convert is None else convert(v) for v, convert in zip(values, converts, strict=True)]
        results = evaluate(*arguments)
        if results is None:
            return []
        return [back(_as_row(result, is_single)) for result in results]

    return make


def _as_row(result: Any, is_single: bool) -> Any:
    """A row of one column may be given as the value alone."""
    return (result,) if is_single and not isinstance(result, tuple) and not hasattr(result, "as_dict") else result


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
