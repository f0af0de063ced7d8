"""Windows of SQL on Spark."""

from __future__ import annotations

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
