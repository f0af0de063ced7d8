"""Programs of the Table API on Spark."""

from __future__ import annotations

import importlib
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pyrite.common import Row, Types, WatermarkStrategy
from pyrite.core.errors import InvalidProgramError
from pyrite.core.types.rows import RowKind
from pyrite.datastream import KeyedProcessFunction, RuntimeExecutionMode
from pyrite.state_processor import spark_session
from pyrite.table import DataTypes, FunctionContext, ScalarFunction, Schema, StreamTableEnvironment
from pyrite.table.expressions import col
from pyrite.table.udf import udf, udtf
from pyrite.testing import At, Pause, ScriptedSource
from tests.spark.conftest import environment
from tests.spark.test_job_files import MARK, wheel, written, zipped

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


class FailsOnce(ScalarFunction):
    """Raises in the first attempt, at row 80, which comes when some checkpoints have completed."""

    def open(self, function_context: FunctionContext) -> None:
        self.attempt = function_context.get_attempt_number()

    def eval(self, x: int) -> int:
        if x == 80 and self.attempt == 0:
            raise RuntimeError("the first attempt ends here")
        return x


@pytest.mark.slow  # the next test's rows are collected after a crash, too
def test_rows_are_collected_exactly_once_after_a_crash(tmp_path: Path) -> None:
    env = environment(
        execution__checkpointing__interval="200 ms",
        execution__checkpointing__dir=str(tmp_path),
        restart_strategy__type="fixed-delay",
        restart_strategy__fixed_delay__attempts="3",
        restart_strategy__fixed_delay__delay="0 s",
    )
    t_env = StreamTableEnvironment.create(env)
    t_env.execute_sql(NUMBERS.replace("'number-of-rows' = '100'", "'number-of-rows' = '100', 'rows-per-second' = '40'"))
    t_env.create_temporary_system_function("fails_once", udf(FailsOnce(), result_type="BIGINT"))
    with t_env.execute_sql("SELECT fails_once(n) FROM numbers").collect() as rows:
        assert sorted(row[0] for row in rows) == list(range(1, 101))


def test_groups_are_kept_through_a_crash(tmp_path: Path) -> None:
    env = environment(
        execution__checkpointing__interval="200 ms",
        execution__checkpointing__dir=str(tmp_path),
        restart_strategy__type="fixed-delay",
        restart_strategy__fixed_delay__attempts="3",
        restart_strategy__fixed_delay__delay="0 s",
    )
    t_env = StreamTableEnvironment.create(env)
    t_env.execute_sql(NUMBERS.replace("'number-of-rows' = '100'", "'number-of-rows' = '100', 'rows-per-second' = '40'"))
    t_env.create_temporary_system_function("fails_once", udf(FailsOnce(), result_type="BIGINT"))
    query = "SELECT MOD(n, 3), COUNT(*), SUM(fails_once(n)) FROM numbers GROUP BY MOD(n, 3)"
    table: Counter[tuple[Any, ...]] = Counter()
    with t_env.execute_sql(query).collect() as rows:
        for row in rows:
            table[tuple(row)] += 1 if row.get_row_kind() in (RowKind.INSERT, RowKind.UPDATE_AFTER) else -1
    assert {row for row, count in table.items() if count} == {(0, 33, 1683), (1, 34, 1717), (2, 33, 1650)}
    assert set(table.values()) == {0, 1}


def test_groups_in_batch_are_final() -> None:
    env = environment().set_runtime_mode(RuntimeExecutionMode.BATCH)
    t_env = StreamTableEnvironment.create(env)
    t_env.execute_sql(NUMBERS)
    with t_env.execute_sql("SELECT MOD(n, 3), COUNT(*), SUM(n) FROM numbers GROUP BY MOD(n, 3)").collect() as rows:
        assert sorted(map(tuple, rows)) == [(0, 33, 1683), (1, 34, 1717), (2, 33, 1650)]


class Timers(KeyedProcessFunction):
    """A timer at each record's timestamp; when it fires, its time and whether the watermark has reached it."""

    def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> Iterator[Any]:
        ctx.timer_service().register_event_time_timer(ctx.timestamp())
        yield "record", ctx.timestamp(), True

    def on_timer(self, timestamp: int, ctx: KeyedProcessFunction.OnTimerContext) -> Iterator[Any]:
        yield "timer", timestamp, ctx.timer_service().current_watermark() >= timestamp


def test_watermarks_go_from_a_stream_through_sql_to_timers() -> None:
    env = environment()
    t_env = StreamTableEnvironment.create(env)
    script: list[Any] = [step for ms in (1000, 3000, 5000) for step in (At(ms, Row("key", ms)), Pause(600))]
    stream = env.from_source(
        ScriptedSource(script),
        WatermarkStrategy.for_monotonous_timestamps(),
        "records",
        type_info=Types.ROW_NAMED(["k", "ms"], [Types.STRING(), Types.LONG()]),
    )
    schema = Schema.new_builder().column_by_metadata("rt", "TIMESTAMP_LTZ(3)", "rowtime")
    t_env.create_temporary_view("v", stream, schema.watermark("rt", "SOURCE_WATERMARK()").build())
    out = t_env.to_data_stream(t_env.sql_query("SELECT k, rt FROM v WHERE ms > 0")).key_by(lambda row: row.k)
    with out.process(Timers()).execute_and_collect() as seen:
        events = list(seen)
    assert [event for event in events if event[0] == "timer"] == [("timer", ms, True) for ms in (1000, 3000, 5000)]
    assert events.index(("timer", 1000, True)) < events.index(("record", 5000, True))


@pytest.mark.slow  # as those of streams do: test_job_files.py
def test_files_requirements_and_archives_reach_functions(tmp_path: Path) -> None:
    t_env = StreamTableEnvironment.create(environment())
    t_env.add_python_file(written(tmp_path / "pyrite_table_module.py", "def twice(x):\n    return 2 * x\n"))
    wheel(tmp_path / "packages", 7)
    requirements = written(tmp_path / "requirements.txt", "pyrite-tiny\n")
    t_env.set_python_requirements(requirements, str(tmp_path / "packages"))
    t_env.add_python_archive(zipped(tmp_path / f"{MARK}model.zip", **{"model.txt": "100"}), f"{MARK}model")
    t_env.execute_sql(NUMBERS)

    def scored(x: int) -> int:
        module = importlib.import_module("pyrite_table_module")
        package = importlib.import_module("pyrite_tiny")
        return int(module.twice(x) + package.ANSWER + int(Path(f"{MARK}model/model.txt").read_text()))

    t_env.create_temporary_system_function("scored", udf(scored))
    with t_env.execute_sql("SELECT scored(n) FROM numbers WHERE n < 3").collect() as rows:
        assert sorted(row[0] for row in rows) == [109, 111]


def test_function_that_cannot_be_sent_is_named() -> None:
    t_env = StreamTableEnvironment.create(environment())
    t_env.execute_sql(NUMBERS)
    lock = threading.Lock()
    t_env.create_temporary_system_function("locked", udf(lambda x: x if lock else 0, result_type="BIGINT"))
    with pytest.raises(InvalidProgramError, match="lock"):
        t_env.execute_sql("SELECT locked(n) FROM numbers").wait()


PROGRAM = """
from pyrite.table import DataTypes, EnvironmentSettings, ScalarFunction, TableEnvironment
from pyrite.table.expressions import col
from pyrite.table.udf import udf, udtf

STEP = 10

def plus_step(x: int) -> int:
    return x + STEP

class Minus(ScalarFunction):
    def eval(self, x: int) -> int:
        return x - STEP

def inverse(x: int) -> float:
    return 1 / (x - 2)

t_env = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())
t_env.get_config().set("parallelism.default", "1")
table = t_env.from_elements([(1,), (2,)], ["a"])
split = udtf(lambda x: [x] * 2, result_types=["BIGINT"])
rows = table.join_lateral(split(col("a")).alias("b")).select(udf(plus_step)(col("a")), udf(Minus())(col("b")))
with rows.execute().collect() as found:
    print(sorted(tuple(row) for row in found))
try:
    with table.select(udf(inverse)(col("a"))).execute().collect() as found:
        print(list(found))
except Exception as error:
    print(error)
"""


def test_functions_of_the_main_program_run_in_tasks_and_their_errors_name_its_lines(tmp_path: Path) -> None:
    program = written(tmp_path / "my_program.py", PROGRAM)
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, timeout=120)
    assert "[(11, -9), (11, -9), (12, -8), (12, -8)]" in done.stdout, done.stderr
    assert "ZeroDivisionError: division by zero" in done.stdout
    assert 'my_program.py", line 16, in inverse' in done.stdout and "return 1 / (x - 2)" in done.stdout
    assert "with record inverse(2) of the row {'a': 2}" in done.stdout


def test_data_frames_of_spark_become_tables_and_back() -> None:
    t_env = StreamTableEnvironment.create(environment())
    session = spark_session()
    frame = session.createDataFrame([(1, "a"), (2, None)], "id INT, name STRING")
    table = t_env.from_spark(frame).where(col("id") > 1)
    assert [str(kind) for kind in table.plan.row_type.children] == ["INT", "STRING"]
    assert [tuple(row) for row in table.to_spark(session).collect()] == [(2, None)]
