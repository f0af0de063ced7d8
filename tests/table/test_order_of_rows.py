"""What one subtask has put in order stays in order on its way out, whatever the default parallelism is."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, Final

import pytest

from pyrite.core.config.configuration import Configuration
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.graph.executor import ExecutionContext, use_context
from pyrite.table import Schema, StreamTableEnvironment
from pyrite.testing import SimulationExecutor, SimulationOptions

SEEDS: Final = range(5)
NUMBERS: Final = [(n * 7919) % 2003 for n in range(1500)]
TOP: Final = "SELECT k, n FROM (SELECT MOD(i, 5) AS k, COUNT(*) AS n FROM numbers GROUP BY MOD(i, 5))"
SETTINGS: Final = {"parallelism.default": "2", "table.local-time-zone": "UTC"}
IN_ORDER: Final = (
    "SELECT i FROM numbers ORDER BY i",
    "SELECT -x FROM (SELECT -i AS x FROM numbers ORDER BY i FETCH FIRST 1000 ROWS ONLY)",
)


def environment(path: Path, mode: str) -> StreamTableEnvironment:
    (path / "numbers.csv").write_text("".join(f"{each}\n" for each in NUMBERS))
    settings = Configuration({**SETTINGS, "execution.runtime-mode": mode})
    t_env = StreamTableEnvironment.create(StreamExecutionEnvironment.get_execution_environment(settings))
    t_env.execute_sql(
        "CREATE TABLE numbers (i INT) WITH "
        f"('connector' = 'filesystem', 'path' = '{path / 'numbers.csv'}', 'format' = 'csv')"
    )
    return t_env


def changes_left(changes: list[Any]) -> Counter[str]:
    """The rows that changes leave. AssertionError for one that takes away what is not there."""
    rows: Counter[str] = Counter()
    for change in changes:
        row = str(list(change))
        rows[row] += 1 if change.get_row_kind().value in (0, 2) else -1
        assert rows[row] >= 0, f"{row} is taken away before it comes"
    return +rows


@pytest.mark.parametrize("query", IN_ORDER)
def test_sorted_rows_are_collected_in_their_order(tmp_path: Path, query: str) -> None:
    for seed in SEEDS:
        executor = SimulationExecutor(seed, SimulationOptions(batch=True))
        with use_context(ExecutionContext(executor=executor)):
            rows = [row[0] for row in environment(tmp_path, "BATCH").execute_sql(query).collect()]
        assert rows == sorted(rows), f"seed {seed}"


@pytest.mark.parametrize(
    "query",
    [
        f"{TOP} ORDER BY n DESC LIMIT 2",
        f"SELECT k + 0, n FROM ({TOP} ORDER BY n DESC LIMIT 2)",
        f"SELECT COUNT(*), SUM(i) FROM numbers UNION ALL SELECT k, n FROM ({TOP} ORDER BY n LIMIT 2)",
        f"{TOP} UNION ALL SELECT COUNT(*), SUM(i) FROM numbers",
    ],
)
def test_changes_are_collected_in_their_order(tmp_path: Path, query: str) -> None:
    for seed in SEEDS:
        with use_context(ExecutionContext(executor=SimulationExecutor(seed))):
            t_env = environment(tmp_path, "STREAMING")
            changes = changes_left(list(t_env.execute_sql(query).collect()))
            frame = t_env.sql_query(query).to_pandas()
        assert len(frame) == changes.total() < 10, f"seed {seed}"


def test_changes_stay_in_their_order_from_table_to_stream_and_back(tmp_path: Path) -> None:
    for seed in SEEDS:
        with use_context(ExecutionContext(executor=SimulationExecutor(seed))):
            t_env = environment(tmp_path, "STREAMING")
            stream = t_env.to_changelog_stream(t_env.sql_query(f"{TOP} ORDER BY n DESC LIMIT 2"))
            again = t_env.from_changelog_stream(stream, Schema.new_builder().build())
            assert changes_left(list(again.execute().collect())).total() == 2, f"seed {seed}"
