"""Calls of the user's functions over columns."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest

from pyrite.core.functions.table_functions import FunctionContext
from pyrite.core.types import BigIntType, BooleanType, DateType, DoubleType, LogicalType, RowField, RowType, string_type
from pyrite.expressions.compile.calc import Calc
from pyrite.expressions.python_calls import PythonCallError, PythonUses
from pyrite.expressions.python_function import ScalarFunctionSpec
from pyrite.expressions.resolution import resolve
from pyrite.expressions.resolved import FieldReference, PythonCall, ResolvedExpression, ValueLiteral

A = FieldReference(0, "a", BigIntType())
BLOCK = pa.record_batch([pa.array([1, 2, None, 4], pa.int64())], names=["a"])


def spec(func: Any, kind: LogicalType, **settings: Any) -> ScalarFunctionSpec:
    return ScalarFunctionSpec("f", func, result_type=kind, **settings)


def call(func: Any, kind: LogicalType = BigIntType(), *arguments: ResolvedExpression, **settings: Any) -> PythonCall:  # noqa: B008
    return PythonCall(spec(func, kind, **settings), arguments or (A,), kind)


def noting(seen: list[Any], func: Any) -> Any:
    """The function, which keeps what it is called with."""

    def noted(x: Any) -> Any:
        seen.append(x)
        return func(x)

    return noted


def computed(*trees: ResolvedExpression, condition: ResolvedExpression | None = None) -> list[list[Any]]:
    output = RowType(tuple(RowField(f"c{index}", tree.type) for index, tree in enumerate(trees)))
    calc = Calc(trees, condition, [BigIntType()], output, PythonUses())
    return [column.to_pylist() for column in calc.process(BLOCK).columns]


def test_nulls_reach_the_function_as_none() -> None:
    assert computed(call(lambda x: x is None, BooleanType())) == [[False, False, True, False]]


def test_results_become_values_of_the_declared_type() -> None:
    assert computed(call(lambda x: x, DoubleType())) == [[1.0, 2.0, None, 4.0]]
    dates = computed(call(lambda d: d and d.replace(year=2000), DateType(), ValueLiteral(1, DateType())))
    assert [str(value) for value in dates[0]] == ["2000-01-02"] * 4


def test_function_is_called_only_for_rows_that_a_filter_leaves() -> None:
    seen: list[Any] = []
    condition = resolve(">", [A, ValueLiteral(1, BigIntType(nullable=False))])
    assert computed(call(noting(seen, lambda x: x)), condition=condition) == [[2, 4]]
    assert seen == [2, 4]


def test_call_of_the_same_arguments_is_made_once_if_it_is_deterministic() -> None:
    seen: list[Any] = []
    counted = call(noting(seen, lambda x: len(seen)))
    assert computed(counted, counted) == [[1, 2, 3, 4]] * 2
    noisy = PythonCall(spec(counted.function.func, BigIntType(), is_deterministic=False), (A,), BigIntType())
    assert computed(noisy, noisy) == [[5, 6, 7, 8], [9, 10, 11, 12]]


def test_error_knows_call_row_and_cause() -> None:
    with pytest.raises(PythonCallError) as raised:
        computed(call(lambda x: 1 // (x - 2)))
    assert raised.value.record == "f(2) of the row {'a': 2}"
    assert isinstance(raised.value.__cause__, ZeroDivisionError)


def test_first_result_that_does_not_fit_is_named() -> None:
    with pytest.raises(PythonCallError) as raised:
        computed(call(lambda x: "x" if x == 2 else x))
    assert str(raised.value.__cause__) == "the function returned 'x', which does not fit its result type BIGINT"
    assert raised.value.index == 1


def test_use_is_opened_and_closed_with_its_own_copy() -> None:
    class Stateful:
        def __init__(self) -> None:
            self.events: list[str] = []

        def open(self, context: FunctionContext) -> None:
            self.events.append("open")

        def eval(self, x: Any) -> int:
            return len(self.events)

        def close(self) -> None:
            self.events.append("close")

    func = Stateful()
    uses = PythonUses()
    first, second = uses.of(call(func)), uses.of(call(func, string_type()))
    uses.open(FunctionContext(None, {}))
    uses.close()
    assert first.func is func and second.func is not func
    assert first.func.events == second.func.events == ["open", "close"]


def test_compiling_again_gives_the_same_uses() -> None:
    uses, one = PythonUses(), call(abs)
    first = [uses.of(one), uses.of(one)]
    uses.begin()
    assert [uses.of(one), uses.of(one)] == first and first[0] is not first[1]


def test_series_go_through_pandas_functions() -> None:
    doubled = call(lambda series: series.fillna(0) * 2, DoubleType(), is_pandas=True)
    assert computed(doubled) == [[2.0, 4.0, 0.0, 8.0]]


def test_row_is_one_argument_under_its_names() -> None:
    row = PythonCall(spec(lambda r: f"{r.x}", string_type(), row_names=("x",)), (A,), string_type())
    assert computed(row) == [["1", "2", "None", "4"]]
