"""Windows of SQL in the simulation: what Flink's answers do not show."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pyrite.graph.executor import ExecutionContext, use_context
from pyrite.table import TableEnvironment
from pyrite.testing import SimulationExecutor
from tests.relational.windows.window_answers import environment, row_text

TUMBLE = "TABLE(TUMBLE(TABLE bids, DESCRIPTOR(bidtime), INTERVAL '10' MINUTE))"


@pytest.fixture
def tables() -> Iterator[TableEnvironment]:
    with use_context(ExecutionContext(executor=SimulationExecutor(seed=3))):
        yield environment("streaming", "UTC")


def rows_of(tables: TableEnvironment, query: str) -> list[str]:
    return [row_text(row) for row in tables.execute_sql(query).collect()]


def test_windows_come_out_in_the_order_of_their_ends(tables: TableEnvironment) -> None:
    query = f"SELECT window_end, COUNT(*), SUM(n) FROM {TUMBLE} GROUP BY window_start, window_end"
    assert rows_of(tables, query) == [
        "2020-04-15 08:10:00 | 3 | 6",
        "2020-04-15 08:20:00 | 4 | 25",
        "2020-04-15 08:30:00 | 1 | 8",
        "2020-04-15 09:00:00 | 1 | 11",
        "2020-04-15 09:10:00 | 1 | 12",
    ]


def test_plan_has_the_window_in_the_aggregate(tables: TableEnvironment) -> None:
    query = f"SELECT item, window_start, SUM(n) AS s FROM {TUMBLE} GROUP BY window_start, window_end, item"
    plan = tables.explain_sql(query)
    assert (
        "LocalWindowAggregate(groupBy=[item], window=[TUMBLE(time_col=[bidtime], size=[10 min])], "
        "select=[item, SUM(n) AS sum$0, slice_end('w$) AS $slice_end])"
    ) in plan
    assert "WindowTableFunction" not in plan.split("Optimized Physical Plan")[1]


def test_groups_by_the_start_alone_change_with_every_row(tables: TableEnvironment) -> None:
    rows = rows_of(tables, f"SELECT window_start, SUM(n) FROM {TUMBLE} GROUP BY window_start")
    assert rows[:3] == ["2020-04-15 08:00:00 | 1", "-U: 2020-04-15 08:00:00 | 1", "+U: 2020-04-15 08:00:00 | 3"]
