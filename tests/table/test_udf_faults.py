"""Functions of Python that fail, or give what they should not: each error names file and line, the call and the row."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pandas as pd  # type: ignore[import-untyped]
import pytest

from pyrite.common import Row, Types
from pyrite.core.errors import JobExecutionError
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.table import DataTypes, FunctionContext, ScalarFunction, StreamTableEnvironment, Table, TableFunction
from pyrite.table.expressions import col, if_then_else, lit
from pyrite.table.udf import udf, udtf
from tests.table.rows_of import rows_of

A, B, C = col("a"), col("b"), col("c")
NOT_NULL = DataTypes.BIGINT().not_null()


def error_of(table: Table) -> str:
    with pytest.raises(JobExecutionError) as raised:
        rows_of(table)
    return str(raised.value)


# Raising --------------------------------------------------------------------------------------------------------------


class FailsInOpen(ScalarFunction):
    def open(self, function_context: FunctionContext) -> None:
        raise OSError("no model file")

    def eval(self, x: int) -> int:
        return x


def test_error_in_open_names_the_class_and_the_line(table: Table) -> None:
    text = error_of(table.select(udf(FailsInOpen())(A)))
    assert "OSError: no model file" in text and 'raise OSError("no model file")' in text
    assert "calling FailsInOpen" in text and "test_udf_faults.py" in text
    assert "with record" not in text


class SplitsThenFails(TableFunction):
    def eval(self, x: int) -> Iterator[int]:
        yield x
        yield 10 // (2 - x)


def test_error_of_a_generator_after_some_rows_names_call_and_row(table: Table) -> None:
    function = udtf(SplitsThenFails(), result_types=["BIGINT"], name="splits")
    text = error_of(table.join_lateral(function(A).alias("y")))
    assert "ZeroDivisionError" in text and "yield 10 // (2 - x)" in text
    assert "with record splits(2) of the row {'a': 2, 'b': None" in text


def test_error_in_a_branch_names_its_own_row(table: Table) -> None:
    inverse = udf(lambda x: 1 // (x - 2), result_type="BIGINT", name="inverse")
    text = error_of(table.select(if_then_else(A > 1, inverse(A), lit(0))))
    assert "with record inverse(2) of the row {'a': 2, 'b': None" in text


def test_error_in_a_condition_names_the_row_that_is_left(table: Table) -> None:
    inverse = udf(lambda x: 1 // (x - 2), result_type="BIGINT", name="inverse")
    assert "inverse(2) of the row {'a': 2" in error_of(table.where((A > 1) & (inverse(A) > 0)))


def test_error_in_an_argument_of_a_table_function_names_the_row(table: Table) -> None:
    inverse = udf(lambda x: 1 // (x - 2), result_type="BIGINT", name="inverse")
    text = error_of(table.join_lateral(udtf(lambda x: [x], result_types=["BIGINT"])(inverse(A)).alias("y")))
    assert "inverse(2) of the row {'a': 2, 'b': None" in text


def test_stop_iteration_loses_no_row(table: Table) -> None:
    def first(x: int) -> int:
        return next(iter(range(x - 1)))

    text = error_of(table.select(udf(first)(A)))
    assert "the function raised StopIteration" in text and "first(1) of the row {'a': 1" in text


class Unpicklable(Exception):
    """What a library may raise: it cannot be made again from its arguments."""

    def __init__(self, code: int, *, reason: str) -> None:
        super().__init__(f"{code}: {reason}")


def test_error_that_does_not_pickle_is_shown(table: Table) -> None:
    def raises(x: int) -> int:
        raise Unpicklable(5, reason="because")

    assert "Unpicklable: 5: because" in error_of(table.select(udf(raises)(A)))


# Results that do not fit ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("result", "kind", "shown"),
    [
        ("x", "BIGINT", "'x', which does not fit its result type BIGINT"),
        (2.5, "INT", "2.5, which does not fit its result type INT"),
        (300, "TINYINT", "300, which does not fit its result type TINYINT"),
        (1 << 63, "BIGINT", "9223372036854775808, which does not fit its result type BIGINT"),
        ("1.5", "DOUBLE", "'1.5', which does not fit its result type DOUBLE"),
        ("1.5", "DECIMAL(3, 1)", "'1.5', which does not fit its result type DECIMAL(3, 1)"),
        (3, "BYTES", "3, which does not fit its result type BYTES"),
        (1, "STRING", "1, which does not fit its result type STRING"),
        ("2024-01-01", "DATE", "'2024-01-01', which does not fit its result type DATE"),
        (Decimal("123.45"), "DECIMAL(4, 2)", "Decimal('123.45'), which does not fit its result type DECIMAL(4, 2)"),
        ([1, "x"], "ARRAY<INT>", "[1, 'x'], which does not fit its result type ARRAY<INT>"),
        (Row(1, 2), "ROW<a INT>", "<Row(1, 2)>, which does not fit its result type ROW<`a` INT>"),
        (None, NOT_NULL, "None, which does not fit its result type BIGINT NOT NULL"),
        ([1, None], DataTypes.ARRAY(NOT_NULL), "[1, None], which does not fit its result type ARRAY<BIGINT NOT NULL>"),
        ((None,), "ROW<a INT NOT NULL>", "(None,), which does not fit its result type ROW<`a` INT NOT NULL>"),
    ],
)
def test_result_that_does_not_fit_names_call_and_row(table: Table, result: Any, kind: Any, shown: str) -> None:
    function = udf(lambda x: result, result_type=kind, name="gives")
    text = error_of(table.where(A > 1).select(function(A)))
    assert f"the function returned {shown}" in text
    assert "with record gives(2) of the row {'a': 2, 'b': None" in text


def test_late_misfit_among_good_results_is_the_one_named(table: Table) -> None:
    function = udf(lambda x: None if x == 2 else x, result_type=NOT_NULL, name="gives")
    assert "gives(2) of the row {'a': 2" in error_of(table.select(function(A)))


@pytest.mark.parametrize(
    ("result", "kinds", "shown"),
    [
        (["x"], ["BIGINT"], "'x', which does not fit its result type ROW<`f0` BIGINT> NOT NULL"),
        ([(1, 2)], ["BIGINT"], "(1, 2), which does not fit its result type ROW<`f0` BIGINT> NOT NULL"),
        ([None], ["BIGINT", "BIGINT"], "None, which does not fit its result type"),
        ([(1, None)], ["INT", NOT_NULL], "(1, None), which does not fit its result type"),
        ([1.5], ["INT"], "1.5, which does not fit its result type"),
    ],
)
def test_row_that_does_not_fit_names_call_and_row(table: Table, result: Any, kinds: Any, shown: str) -> None:
    function = udtf(lambda x: [] if x == 1 else result, result_types=kinds, name="gives")
    text = error_of(table.join_lateral(function(A)))
    assert f"the function returned {shown}" in text
    assert "with record gives(2) of the row {'a': 2, 'b': None" in text


@pytest.mark.parametrize(
    ("result", "shown"),
    [
        (7, "TypeError: the function returned 7: a pandas function must return a pandas.Series of 2 values"),
        (None, "TypeError: the function returned None: a pandas function must return a pandas.Series of 2 values"),
        (pd.Series([1, 2, 3]), "The length of the returned pandas.Series (3) does not match"),
        (pd.Series(["x", "y"]), "which does not fit its result type BIGINT NOT NULL"),
        (pd.Series([1, None]), "which does not fit its result type BIGINT NOT NULL"),
    ],
)
def test_pandas_result_that_does_not_fit_is_an_error(table: Table, result: Any, shown: str) -> None:
    text = error_of(table.select(udf(lambda x: result, result_type=NOT_NULL, func_type="pandas", name="gives")(A)))
    assert shown in text and "gives(0    1" in text


def test_frame_with_other_columns_is_an_error(table: Table) -> None:
    kind = DataTypes.ROW([DataTypes.FIELD("p", DataTypes.BIGINT())])
    text = error_of(table.map(udf(lambda frame: frame[["a", "c"]], result_type=kind, func_type="pandas")))
    assert "which does not fit its result type ROW<`p` BIGINT>" in text


def test_record_of_a_stream_that_is_null_where_it_may_not_be_is_an_error(
    env: StreamExecutionEnvironment, t_env: StreamTableEnvironment
) -> None:
    stream = env.from_collection([1]).map(lambda x: None, Types.TUPLE([Types.INT(), Types.INT()]))
    assert "None" in error_of(t_env.from_data_stream(stream))


# Results that do fit --------------------------------------------------------------------------------------------------


def test_decimals_of_38_digits_are_kept(table: Table) -> None:
    big = Decimal("123456789012345678901234567890123456.78")
    assert rows_of(table.select(udf(lambda x: big, result_type="DECIMAL(38, 2)")(A)))[0] == (big,)


def test_numbers_of_numpy_fit(table: Table) -> None:
    import numpy as np

    assert rows_of(table.select(udf(lambda x: np.int64(x), result_type="BIGINT")(A))) == [(1,), (2,)]


def test_functions_made_in_a_loop_are_each_its_own(table: Table) -> None:
    functions = [udf(lambda x, n=n: x + n, result_type="BIGINT") for n in (10, 20, 30)]
    assert rows_of(table.select(*[function(A) for function in functions])) == [(11, 21, 31), (12, 22, 32)]
    registered = table.select(*[udf(lambda x, n=n: x * n, result_type="BIGINT", name="same")(A) for n in (1, 2)])
    assert rows_of(registered) == [(1, 2), (2, 4)]


def test_object_that_is_used_twice_has_two_states(table: Table) -> None:
    class Counts(ScalarFunction):
        def __init__(self) -> None:
            self.calls = 0

        def eval(self, x: int) -> int:
            self.calls += 1
            return self.calls

        def is_deterministic(self) -> bool:
            return False

    function = udf(Counts(), result_type="BIGINT")
    assert rows_of(table.select(function(A), function(A), function(C))) == [(1, 1, 1), (2, 2, 2)]
