"""Functions of Python: in all of PyFlink's forms, wherever an expression may stand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Optional

import pandas as pd  # type: ignore[import-untyped]
import pytest

from pyrite.common import Row
from pyrite.core.errors import InvalidProgramError, JobExecutionError, ValidationException
from pyrite.table import DataTypes, FunctionContext, ScalarFunction, StreamTableEnvironment, Table, TableFunction
from pyrite.table.expressions import array, call, col, if_then_else, lit, row
from pyrite.table.udf import udf, udtf
from tests.table.rows_of import names_of, rows_of

A, B, C = col("a"), col("b"), col("c")
EVENTS: list[str] = []


def plus(x: int, y: int = 1) -> int:
    return x + y


def noted(x: int) -> int:
    EVENTS.append(str(x))
    return x


def counted_up(rows: int) -> Iterator[int]:
    yield from range(rows)
    EVENTS.append(f"end of {rows}")


class Plus(ScalarFunction):
    def eval(self, x: int) -> int:
        return x + 1


class PlusCallable:
    def __call__(self, x: int) -> int:
        return x + 1


class Counting(ScalarFunction):
    """Counts its own calls, from a job parameter on."""

    def open(self, function_context: FunctionContext) -> None:
        EVENTS.append(f"open {function_context.get_index_of_this_subtask()}")
        self.calls = int(function_context.get_job_parameter("from", "0"))
        self.counter = function_context.get_metric_group().counter("calls")

    def eval(self, x: int) -> int:
        self.calls += 1
        self.counter.inc()
        return self.calls

    def close(self) -> None:
        EVENTS.append("close")

    def is_deterministic(self) -> bool:
        return False


class Split(TableFunction):
    def eval(self, text: Optional[str], count: int) -> Iterator[Any]:
        for number in range(count):
            yield text, number


# Forms ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "function",
    [
        udf(plus, result_type=DataTypes.BIGINT()),
        udf(plus, result_type="BIGINT"),
        udf(plus),
        udf(lambda x: x + 1, result_type=DataTypes.BIGINT(), input_types=[DataTypes.BIGINT()]),
        udf(lambda x: x + 1, input_types="BIGINT", result_type="BIGINT"),
        udf(Plus(), result_type=DataTypes.BIGINT()),
        udf(Plus()),
        udf(PlusCallable(), result_type="BIGINT"),
        udf(partial(plus, y=1), result_type="BIGINT", name="partial"),
        udf(result_type="BIGINT")(lambda x: x + 1),
        udf(lambda x: x + 1, result_type="BIGINT", func_type="pandas"),
    ],
)
def test_scalar_function_of_any_form_is_computed(table: Table, function: Any) -> None:
    assert rows_of(table.select(function(A))) == [(2,), (3,)]


@pytest.mark.parametrize(
    "function",
    [
        udtf(Split(), result_types=[DataTypes.STRING(), DataTypes.BIGINT()]),
        udtf(Split(), result_types=["STRING", "BIGINT"]),
        udtf(lambda text, count: [(text, n) for n in range(count)], result_types="ROW<f0 STRING, f1 BIGINT>"),
        udtf(result_types=[DataTypes.STRING(), DataTypes.BIGINT()])(Split()),
    ],
)
def test_table_function_of_any_form_is_computed(table: Table, function: Any) -> None:
    joined = table.join_lateral(function(B, A).alias("x", "y")).select(A, col("x"), col("y"))
    assert rows_of(joined) == [(1, "a", 0), (2, None, 0), (2, None, 1)]


def test_annotation_of_the_result_is_its_type() -> None:
    def listed(x: int) -> Optional[list[str]]:
        return [str(x)]

    def rows(x: int) -> Iterator[tuple[int, str]]:
        yield x, str(x)

    assert udf(listed).spec.result == DataTypes.ARRAY(DataTypes.STRING())
    assert str(udtf(rows).spec.result) == "ROW<`f0` BIGINT, `f1` STRING> NOT NULL"


def test_mistakes_in_declarations_are_refused_in_pyflinks_words() -> None:
    with pytest.raises(TypeError, match="Invalid returnType: returnType should be DataType or str but is None"):
        udf(lambda x: x)
    with pytest.raises(TypeError, match="Invalid function: not a function or callable"):
        udf(Plus, result_type="BIGINT")
    with pytest.raises(TypeError, match="Invalid input_type: input_type should be DataType or str"):
        udf(plus, input_types=[5], result_type="BIGINT")
    with pytest.raises(ValueError, match="Inconsistent deterministic: True and False"):
        udf(Counting(), result_type="BIGINT", deterministic=True)
    with pytest.raises(ValueError, match="The func_type must be one of 'general, pandas', got spark"):
        udf(plus, func_type="spark")


def test_async_functions_are_refused() -> None:
    async def later(x: int) -> int:
        return x

    with pytest.raises(InvalidProgramError, match="async scalar functions are not supported yet"):
        udf(later)


# Places ---------------------------------------------------------------------------------------------------------------


def test_function_stands_wherever_an_expression_may(table: Table) -> None:
    function = udf(plus)
    assert rows_of(table.where(function(A) > 2).select(function(function(A, 1)))) == [(4,)]
    assert rows_of(table.select(if_then_else(A > 1, function(A), 0))) == [(0,), (3,)]


def test_branch_that_no_row_reaches_is_not_called(table: Table) -> None:
    assert rows_of(table.select(if_then_else(A > 5, udf(lambda x: 1 // 0, result_type="INT")(A), 7))) == [(7,), (7,)]


def test_registered_function_is_called_from_sql_and_by_name(t_env: StreamTableEnvironment, table: Table) -> None:
    t_env.create_temporary_function("Plus_One", udf(plus))
    t_env.create_temporary_system_function("split", udtf(Split(), result_types=["STRING", "INT"]))
    t_env.create_temporary_view("v", table)
    query = "SELECT plus_one(a), x, y FROM v, LATERAL TABLE(split(b, 1)) AS t(x, y) WHERE plus_one(a) > 2"
    assert rows_of(t_env.sql_query(query)) == [(3, None, 0)]
    assert rows_of(table.select(call("plus_one", A))) == [(2,), (3,)]
    assert rows_of(table.left_outer_join_lateral(call("split", B, 0)).select(A, col("f0"))) == [(1, None), (2, None)]


def test_function_is_in_a_computed_column(t_env: StreamTableEnvironment) -> None:
    t_env.create_temporary_system_function("plus_one", udf(lambda x: x + 1, result_type="INT"))
    t_env.execute_sql(
        "CREATE TABLE t (a INT, b AS plus_one(a)) WITH ('connector' = 'datagen', 'number-of-rows' = '2', "
        "'fields.a.kind' = 'sequence', 'fields.a.start' = '1', 'fields.a.end' = '2')"
    )
    assert rows_of(t_env.from_path("t")) == [(1, 2), (2, 3)]


def test_map_takes_the_row_and_gives_columns(table: Table) -> None:
    fields = [DataTypes.FIELD("p", DataTypes.BIGINT()), DataTypes.FIELD("q", DataTypes.STRING())]
    made = table.map(udf(lambda r: Row(r.a * 2, r.b), result_type=DataTypes.ROW(fields)))
    assert names_of(made) == ["p", "q"] and rows_of(made) == [(2, "a"), (4, None)]
    assert names_of(table.map(udf(lambda r: r.a, result_type="BIGINT"))) == ["f0"]


def test_flat_map_takes_the_row_and_gives_rows(table: Table) -> None:
    function = udtf(lambda r: [(r.b, n) for n in range(r.a)], result_types=["STRING", "BIGINT"])
    assert rows_of(table.flat_map(function)) == [("a", 0), (None, 0), (None, 1)]


def test_pandas_map_takes_a_frame(table: Table) -> None:
    fields = [DataTypes.FIELD("p", DataTypes.BIGINT()), DataTypes.FIELD("q", DataTypes.DOUBLE())]
    function = udf(lambda frame: frame[["a", "c"]], result_type=DataTypes.ROW(fields), func_type="pandas")
    assert rows_of(table.map(function)) == [(1, 1.5), (2, 2.5)]


def test_nested_values_are_rows_lists_and_dicts(table: Table) -> None:
    seen = udf(lambda r, v: f"{r.f0} {v}", result_type="STRING")
    assert rows_of(table.select(seen(row(A, B), array(1, 2)))) == [("1 [1, 2]",), ("2 [1, 2]",)]


def test_arguments_are_cast_to_the_declared_types(table: Table) -> None:
    function = udf(lambda x: type(x).__name__, input_types=["DOUBLE"], result_type="STRING")
    assert rows_of(table.select(function(A))) == [("float",), ("float",)]
    with pytest.raises(ValidationException, match="Expected signatures are"):
        table.select(function(A, A))


# Life -----------------------------------------------------------------------------------------------------------------


def test_each_use_is_opened_once_and_closed(t_env: StreamTableEnvironment, table: Table) -> None:
    EVENTS.clear()
    t_env.get_config().set("pipeline.global-job-parameters", "from:10")
    function = udf(Counting(), result_type="BIGINT")
    assert rows_of(table.select(function(A), function(A))) == [(11, 11), (12, 12)]
    assert EVENTS == ["open 0", "open 0", "close", "close"]


def test_deterministic_call_that_occurs_twice_is_computed_once(table: Table) -> None:
    EVENTS.clear()
    function = udf(noted)
    assert rows_of(table.select(function(A), function(A) + 1)) == [(1, 2), (2, 3)]
    assert EVENTS == ["1", "2"]


def test_error_shows_place_call_and_row(table: Table) -> None:
    def inverse(x: int) -> float:
        return 1 / (x - 2)

    with pytest.raises(JobExecutionError) as raised:
        rows_of(table.select(udf(inverse)(A)))
    text = str(raised.value)
    assert "ZeroDivisionError: division by zero" in text and "test_udf.py" in text and "return 1 / (x - 2)" in text
    assert "with record inverse(2) of the row {'a': 2, 'b': None, 'c': 2.5, 'd': False}" in text


def test_error_of_a_table_function_shows_call_and_row(table: Table) -> None:
    with pytest.raises(JobExecutionError, match=r"split\('a', 'x'\) of the row \{'a': 1, 'b': 'a', "):
        rows_of(table.join_lateral(udtf(Split(), result_types=["STRING", "INT"], name="split")(B, lit("x"))))


def test_result_that_does_not_fit_is_an_error(table: Table) -> None:
    with pytest.raises(JobExecutionError, match="the function returned 'x', which does not fit its result type BIGINT"):
        rows_of(table.select(udf(lambda x: "x", result_type="BIGINT")(A)))


def test_series_of_another_length_is_an_error(table: Table) -> None:
    function = udf(lambda x: pd.Series([1]), result_type="BIGINT", func_type="pandas")
    with pytest.raises(JobExecutionError, match=r"returned pandas.Series \(1\) does not match .* Series \(2\)"):
        rows_of(table.select(function(A)))


def test_rows_of_a_long_call_go_on_before_its_end(t_env: StreamTableEnvironment) -> None:
    """Else a table function that gives rows without end would fill the memory."""
    t_env.create_temporary_function("count_up", udtf(counted_up, result_types=[DataTypes.INT()]))
    t_env.create_temporary_function("noted", udf(noted, result_type=DataTypes.INT()))
    counts = "(VALUES (3), (30000), (0)) AS v (a)"
    query = f"SELECT a, noted(n) FROM {counts} LEFT JOIN LATERAL TABLE(count_up(a)) AS t (n) ON TRUE"
    rows = rows_of(t_env.sql_query(query))
    assert rows == [(3, n) for n in range(3)] + [(30000, n) for n in range(30000)] + [(0, None)]
    assert EVENTS.index("5000") < EVENTS.index("end of 30000") < EVENTS.index("29999")
