"""Windows of SQL on Spark, also by a compiled plan that is stopped and resumed."""

from __future__ import annotations

import time
from pathlib import Path

from pyrite.table import StreamTableEnvironment
from tests.spark.conftest import environment

NUMBERS = """
CREATE TABLE numbers (n BIGINT, k AS MOD(n, 3), ts AS TO_TIMESTAMP_LTZ(n * 100, 3),
    WATERMARK FOR ts AS ts - INTERVAL '1' SECOND) WITH (
    'connector' = 'datagen', 'rows-per-second' = '300', 'fields.n.kind' = 'sequence', 'fields.n.start' = '0',
    'fields.n.end' = '599')
"""


def test_windows_come_once_with_checkpoints(tmp_path: Path) -> None:
    env = environment(execution__checkpointing__interval="200 ms", execution__checkpointing__dir=str(tmp_path))
    env.set_parallelism(2)
    tables = StreamTableEnvironment.create(env)
    tables.get_config().set("table.local-time-zone", "UTC")
    tables.execute_sql(NUMBERS)
    query = """
        SELECT k, SECOND(window_start), COUNT(*), SUM(n)
        FROM TABLE(TUMBLE(TABLE numbers, DESCRIPTOR(ts), INTERVAL '10' SECOND)) GROUP BY k, window_start, window_end
    """
    with tables.execute_sql(query).collect() as rows:
        actual = sorted(tuple(row) for row in rows)
    expected = [
        (k, start, len(numbers), sum(numbers))
        for k in range(3)
        for start in range(0, 60, 10)
        if (numbers := [n for n in range(start * 10, start * 10 + 100) if n % 3 == k])
    ]
    assert actual == expected


def test_compiled_plan_resumes_from_the_savepoint_that_a_setting_names(tmp_path: Path) -> None:
    checkpoints = str(tmp_path / "checkpoints")
    env = environment(execution__checkpointing__interval="200 ms", execution__checkpointing__dir=checkpoints)
    tables = StreamTableEnvironment.create(env)
    tables.execute_sql(NUMBERS.replace("'599'", "'899'"))
    files = f"WITH ('connector' = 'filesystem', 'path' = '{tmp_path}/rows', 'format' = 'csv')"
    tables.execute_sql(f"CREATE TABLE sums (k BIGINT, total BIGINT) {files}")
    plan = f"""
        COMPILE AND EXECUTE PLAN '{tmp_path}/plan.json' FOR INSERT INTO sums SELECT k, SUM(n)
        FROM TABLE(TUMBLE(TABLE numbers, DESCRIPTOR(ts), INTERVAL '10' SECOND)) GROUP BY k, window_start, window_end
    """
    job = tables.execute_sql(plan).get_job_client()
    assert job is not None
    _wait_for_files(tmp_path / "checkpoints", "chk-5")  # windows are over, and would come again if nothing was restored
    savepoint = job.stop_with_savepoint(False, str(tmp_path / "savepoints")).result(30)
    other = StreamTableEnvironment.create(environment(execution__checkpointing__interval="200 ms"))
    other.execute_sql(f"SET 'execution.checkpointing.dir' = '{checkpoints}'")
    other.execute_sql(f"SET 'execution.savepoint.path' = '{savepoint}'")
    other.execute_sql(f"EXECUTE PLAN '{tmp_path}/plan.json'").wait()
    rows = [path.read_text().split() for path in (tmp_path / "rows").rglob("*") if path.name.startswith("part")]
    sums = [sum(n for n in range(start, start + 100) if n % 3 == k) for k in range(3) for start in range(0, 900, 100)]
    assert sorted(line for lines in rows for line in lines) == sorted(
        f"{place // 9},{s}" for place, s in enumerate(sums)
    )


def _wait_for_files(folder: Path, pattern: str) -> None:
    deadline = time.monotonic() + 60
    while not any(folder.rglob(pattern)):
        assert time.monotonic() < deadline
        time.sleep(0.02)
