"""Joins by time in batch: regular joins, with the final rows of streaming."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from pyrite.core.errors import TableException
from pyrite.graph.executor import ExecutionContext, use_context
from pyrite.table import EnvironmentSettings, StreamTableEnvironment
from pyrite.testing import SimulationExecutor, SimulationOptions
from tests.relational.time_joins.test_time_joins import LEFT, RIGHT

_ROWS: Final = {"l": [(4, "e", 1), *LEFT], "r": [*RIGHT[:2], (3, "u", 9), *RIGHT[2:]]}


@contextmanager
def tables_of(folder: Path, is_batch: bool) -> Iterator[StreamTableEnvironment]:
    """`l` and `r` are files of rows (k, name, time in seconds), which repeat k."""
    settings = EnvironmentSettings.in_batch_mode() if is_batch else EnvironmentSettings.in_streaming_mode()
    with use_context(ExecutionContext(executor=SimulationExecutor(seed=7, options=SimulationOptions(batch=is_batch)))):
        environment = StreamTableEnvironment.create(environment_settings=settings)
        environment.get_config().set("parallelism.default", "1")
        for name, rows in _ROWS.items():
            (folder / name).mkdir(exist_ok=True)
            lines = [f"{key},{text},2024-01-01 00:00:{second:02}" for key, text, second in rows]
            (folder / name / "rows.csv").write_text("\n".join(lines) + "\n")
            environment.execute_sql(
                f"CREATE TABLE {name} (k BIGINT, name STRING, ts TIMESTAMP(3), p AS PROCTIME(), WATERMARK FOR ts AS ts)"
                f" WITH ('connector' = 'filesystem', 'path' = '{folder / name}', 'format' = 'csv')"
            )
        yield environment


def changes_of(folder: Path, query: str, is_batch: bool) -> list[tuple[Any, ...]]:
    with tables_of(folder, is_batch) as tables:
        changes = tables.execute_sql(query).collect()
        return sorted(((row.get_row_kind().name, *row) for row in changes), key=str)


_INTERVAL: Final = "l.k = r.k AND l.ts BETWEEN r.ts - INTERVAL '2' SECOND AND r.ts + INTERVAL '5' SECOND"
_WINDOW: Final = "l0.k = r0.k AND l0.window_start = r0.window_start AND l0.window_end = r0.window_end"
_SIDES: Final = [f"(SELECT * FROM TABLE(TUMBLE(TABLE {t}, DESCRIPTOR(ts), INTERVAL '3' SECOND))) {t}0" for t in "lr"]


@pytest.mark.parametrize(
    ("query", "count"),
    [
        *(
            (f"SELECT l.name, r.name FROM l {join} JOIN r ON {_INTERVAL}", count)
            for join, count in (("INNER", 4), ("LEFT", 6), ("RIGHT", 5), ("FULL", 7))
        ),
        *(
            (f"SELECT l0.name, r0.name FROM {_SIDES[0]} {join} JOIN {_SIDES[1]} ON {_WINDOW}", count)
            for join, count in (("INNER", 3), ("LEFT", 5), ("RIGHT", 4), ("FULL", 6))
        ),
        (f"SELECT name FROM {_SIDES[0]} WHERE k IN (SELECT k FROM {_SIDES[1]} WHERE {_WINDOW})", 3),
        (f"SELECT name FROM {_SIDES[0]} WHERE NOT EXISTS (SELECT * FROM {_SIDES[1]} WHERE {_WINDOW})", 2),
    ],
)
def test_batch_gives_the_final_rows_of_streaming(tmp_path: Path, query: str, count: int) -> None:
    rows = changes_of(tmp_path, query, is_batch=True)
    assert rows == changes_of(tmp_path, query, is_batch=False)
    assert len(rows) == count


def test_joins_by_time_are_regular_joins_in_batch(tmp_path: Path) -> None:
    with tables_of(tmp_path, is_batch=True) as tables:
        plan = tables.explain_sql(f"SELECT l.name, r.name FROM l JOIN r ON {_INTERVAL}").partition("Physical Plan")[2]
    assert "Join(joinType=[InnerJoin]" in plan
    assert "IntervalJoin" not in plan


def test_event_time_temporal_join_is_refused_in_batch(tmp_path: Path) -> None:
    query = "SELECT l.name, v.name FROM l JOIN r FOR SYSTEM_TIME AS OF l.ts AS v ON l.k = v.k"
    with (
        tables_of(tmp_path, is_batch=True) as tables,
        pytest.raises(TableException, match="An event-time temporal join is not supported in batch mode"),
    ):
        tables.explain_sql(query)


def test_processing_time_temporal_join_is_refused_in_batch_as_in_streaming(tmp_path: Path) -> None:
    query = "SELECT l.name, v.name FROM l JOIN r FOR SYSTEM_TIME AS OF l.p AS v ON l.k = v.k"
    with (
        tables_of(tmp_path, is_batch=True) as tables,
        pytest.raises(TableException, match="Processing-time temporal join is not supported yet"),
    ):
        tables.explain_sql(query)
