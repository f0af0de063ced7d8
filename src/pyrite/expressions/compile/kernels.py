"""Kernel forms: trees that are computed node by node over the columns of a block."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Optional

import pyarrow as pa

from pyrite.core.types.arrow import to_arrow_type
from pyrite.expressions.compile.failing import may_fail
from pyrite.expressions.compile.rows import RowsForm, compile_rows
from pyrite.expressions.determinism import is_deterministic
from pyrite.expressions.functions import FUNCTIONS
from pyrite.expressions.python_calls import PythonCallError, PythonUses
from pyrite.expressions.resolved import (
    FieldReference,
    FunctionCall,
    PythonCall,
    ResolvedExpression,
    ValueLiteral,
    walk,
)
from pyrite.expressions.values import to_column, to_values

Columns = Callable[[int], Any]
Memo = dict[int, Any]
Evaluate = Callable[[Columns, int, Memo], Any]
"""From columns by position, the number of rows and a memo of results for the block, to a column."""


class KernelCompiler:
    """Compiles trees over the same block. Common deterministic subtrees are computed once for each block.

    `uses` has the calls of user-defined functions; without it, they are neither opened nor closed.
    """

    def __init__(self, trees: Sequence[ResolvedExpression], uses: Optional[PythonUses] = None) -> None:
        counts = Counter(node for tree in trees for node in walk(tree) if isinstance(node, (FunctionCall, PythonCall)))
        self._shared = {
            node: number for number, (node, count) in enumerate(counts.items()) if count > 1 and is_deterministic(node)
        }
        self._compiled: dict[ResolvedExpression, Evaluate] = {}
        self._uses = uses or PythonUses()

    def compile(self, tree: ResolvedExpression) -> Evaluate:
        """Returns a function from a block's columns, its number of rows and a memo, to a column of the tree's type."""
        evaluate = self._evaluate(tree)
        arrow = to_arrow_type(tree.type)

        def column(columns: Columns, rows: int, memo: Memo) -> Any:
            if rows == 0:
                return pa.array([], arrow)  # a failing constant raises only if there are rows
            result = evaluate(columns, rows, memo)
            if isinstance(result, pa.Scalar):
                return pa.repeat(result, rows) if result.is_valid else pa.nulls(rows, arrow)
            return result.combine_chunks() if isinstance(result, pa.ChunkedArray) else result

        return column

    def _evaluate(self, tree: ResolvedExpression) -> Evaluate:
        match tree:
            case FieldReference():
                index = tree.index
                return lambda columns, rows, memo: columns(index)
            case ValueLiteral():
                scalar = to_column([tree.value], tree.type)[0]
                return lambda columns, rows, memo: scalar
            case FunctionCall():
                return self._once(tree, self._call)
            case PythonCall():
                return self._once(tree, self._python_call)
        raise TypeError(f"not a resolved expression: {tree!r}")

    def _once(self, tree: Any, make: Callable[[Any], Evaluate]) -> Evaluate:
        number = self._shared.get(tree)
        if number is None:
            return make(tree)
        if tree in self._compiled:
            return self._compiled[tree]
        evaluate = make(tree)

        def once(columns: Columns, rows: int, memo: Memo) -> Any:
            if number not in memo:
                memo[number] = evaluate(columns, rows, memo)
            return memo[number]

        self._compiled[tree] = once
        return once

    def _call(self, call: FunctionCall) -> Evaluate:
        function = FUNCTIONS[call.function]
        kernel = None if function.is_lazy and any(map(may_fail, call.arguments)) else function.kernel(call)
        if kernel is None:
            return self._by_rows(call, function.is_lazy)
        arguments = [self._evaluate(argument) for argument in call.arguments]
        return lambda columns, rows, memo: kernel([argument(columns, rows, memo) for argument in arguments])

    def _by_rows(self, call: FunctionCall, whole: bool) -> Evaluate:
        """Uses the row form: of the call over its arguments' columns, or of the tree if arguments may be skipped."""
        if whole:
            compute, used = compile_rows([call], uses=self._uses)
            fields = {node.index: node for node in walk(call) if isinstance(node, FieldReference)}
            inputs = [(self._evaluate(fields[i]), fields[i].type) for i in used]
        else:
            arguments = [
                argument if isinstance(argument, ValueLiteral) else FieldReference(i, f"argument {i}", argument.type)
                for i, argument in enumerate(call.arguments)
            ]
            compute, used = compile_rows([replace(call, arguments=tuple(arguments))], uses=self._uses)
            inputs = [(self._evaluate(call.arguments[i]), call.arguments[i].type) for i in used]

        if whole and any(isinstance(node, PythonCall) for node in walk(call)):
            compute = _one_by_one(compute)

        def evaluate(columns: Columns, rows: int, memo: Memo) -> Any:
            values = [_values(argument(columns, rows, memo), kind, rows) for argument, kind in inputs]
            return to_column([value for (value,) in compute(values or [[None] * rows])], call.type)

        return evaluate

    def _python_call(self, call: PythonCall) -> Evaluate:
        """Calls a user-defined function with columns or rows, depending on its kind."""
        arguments = [self._evaluate(argument) for argument in call.arguments]
        compute = self._uses.of(call).compute

        def evaluate(columns: Columns, rows: int, memo: Memo) -> Any:
            return compute([_array(argument(columns, rows, memo), rows) for argument in arguments], rows)

        return evaluate


def _one_by_one(compute: RowsForm) -> RowsForm:
    """Processes rows one by one, so that an error of a user-defined function has the number of its row."""

    def compute_each(columns: list[list[Any]]) -> list[tuple[Any, ...]]:
        results: list[tuple[Any, ...]] = []
        try:
            for values in zip(*columns, strict=True):
                results += compute([[value] for value in values])
        except PythonCallError as error:
            error.index = len(results)
            raise
        return results

    return compute_each


def _array(column: Any, rows: int) -> Any:
    return pa.repeat(column, rows) if isinstance(column, pa.Scalar) else column


def _values(column: Any, kind: Any, rows: int) -> list[Any]:
    if isinstance(column, pa.Scalar):
        return to_values(pa.repeat(column, 1), kind) * rows
    return to_values(column, kind)
