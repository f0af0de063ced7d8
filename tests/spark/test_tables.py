"""Programs of the Table API on Spark."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pyrite.common import Row
from pyrite.state_processor import spark_session
from pyrite.table import DataTypes, FunctionContext, ScalarFunction, StreamTableEnvironment
from pyrite.table.expressions import col
from pyrite.table.udf import udf, udtf
from tests.spark.conftest import environment

NUMBERS = (
    "CREATE TABLE numbers (n BIGINT) WITH ('connector' = 'datagen', 'number-of-rows' = '100', 'fields.n.kind' = "
    "'sequence', 'fields.n.start' = '1', 'fields.n.end' = '100')"
)


class Scaled(ScalarFunction):
    def open(self, function_context: FunctionContext) -> None:
        self.factor = int(function_context.get_job_parameter("factor", "1"))

    def eval(self, x: int) -> int:
        return x * self.factor


def repeated(x: int) -> Iterator[int]:
    yield from [x] * 2


def test_functions_of_python_run_in_tasks() -> None:
    env = environment()
    env.get_config().set_global_job_parameters({"factor": "3"})
    t_env = StreamTableEnvironment.create(env)
    t_env.execute_sql(NUMBERS)
    t_env.create_temporary_system_function("scaled", udf(Scaled(), result_type="BIGINT"))
    pandas = udf(lambda x: x + 1, result_type=DataTypes.BIGINT(), func_type="pandas")
    table = t_env.sql_query("SELECT n, scaled(n) AS s FROM numbers WHERE scaled(n) > 290")
    table = table.join_lateral(udtf(repeated, result_types=["BIGINT"])(col("n")).alias("r"))
    with table.select(col("s"), pandas(col("r"))).execute().collect() as rows:
        assert sorted(tuple(row) for row in rows) == sorted((3 * n, n + 1) for n in (97, 98, 99, 100) for _ in range(2))


def test_rows_are_collected_exactly_once_with_checkpoints(tmp_path: Path) -> None:
    env = environment(execution__checkpointing__interval="200 ms", execution__checkpointing__dir=str(tmp_path))
    t_env = StreamTableEnvironment.create(env)
    t_env.execute_sql(NUMBERS)
    with t_env.execute_sql("SELECT n FROM numbers").collect() as rows:
        assert sorted(rows, key=lambda row: row[0]) == [Row(n) for n in range(1, 101)]


def test_data_frames_of_spark_become_tables_and_back() -> None:
    t_env = StreamTableEnvironment.create(environment())
    session = spark_session()
    frame = session.createDataFrame([(1, "a"), (2, None)], "id INT, name STRING")
    table = t_env.from_spark(frame).where(col("id") > 1)
    assert [str(kind) for kind in table.plan.row_type.children] == ["INT", "STRING"]
    assert [tuple(row) for row in table.to_spark(session).collect()] == [(2, None)]
