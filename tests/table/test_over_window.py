"""Over of the Table API."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyrite.core.errors import ValidationException
from pyrite.table import StreamTableEnvironment, Table
from pyrite.table.expressions import (
    CURRENT_RANGE,
    CURRENT_ROW,
    UNBOUNDED_RANGE,
    UNBOUNDED_ROW,
    col,
    lag,
    lit,
    row_interval,
)
from pyrite.table.over_window import OverWindow
from pyrite.table.window import Over

W, K, N, TS = col("w"), col("k"), col("n"), col("ts")


@pytest.fixture
def rows(t_env: StreamTableEnvironment, tmp_path: Path) -> Table:
    lines = ["10:00:00,a,1", "10:00:01,b,2", "10:00:02,a,3", "10:00:02,a,4", "10:00:10,a,5"]
    (tmp_path / "rows.csv").write_text("".join(f"2024-03-01 {line}\n" for line in lines))
    t_env.execute_sql(
        "CREATE TABLE measured (ts TIMESTAMP(3), k STRING, n INT, WATERMARK FOR ts AS ts - INTERVAL '20' SECOND) "
        f"WITH ('connector' = 'filesystem', 'path' = '{tmp_path}/rows.csv', 'format' = 'csv')"
    )
    return t_env.from_path("measured")


def sums(table: Table, window: OverWindow) -> list[str]:
    made = table.over_window(window).select(K, N, N.sum.over(W).alias("total"))
    return sorted(" ".join(map(str, row)) for row in made.execute().collect())


WINDOW = Over.partition_by(K).order_by(TS)


@pytest.mark.parametrize(
    ("window", "totals"),
    [
        (WINDOW.alias("w"), [1, 8, 8, 13, 2]),
        (WINDOW.preceding(UNBOUNDED_RANGE).following(CURRENT_RANGE).alias("w"), [1, 8, 8, 13, 2]),
        (WINDOW.preceding(UNBOUNDED_ROW).following(CURRENT_ROW).alias("w"), [1, 4, 8, 13, 2]),
        (WINDOW.preceding(row_interval(1)).alias("w"), [1, 4, 7, 9, 2]),
        (WINDOW.preceding(lit(2).seconds).alias("w"), [1, 8, 8, 5, 2]),
    ],
)
def test_window_has_a_total_for_each_row(rows: Table, window: OverWindow, totals: list[int]) -> None:
    expected = zip(("a 1", "a 3", "a 4", "a 5", "b 2"), totals, strict=True)
    assert sums(rows, window) == [f"{row} {total}" for row, total in expected]


def test_window_without_partition_has_all_rows(rows: Table) -> None:
    assert sums(rows, Over.order_by(TS).alias("w"))[-1] == "b 2 3"


def test_lag_has_the_row_before(rows: Table) -> None:
    made = rows.where(N != 4).over_window(WINDOW.alias("w")).select(N, lag(N).over(W))
    assert sorted(str(row[1]) for row in made.execute().collect()) == ["1", "3", "None", "None"]


def test_ends_of_a_frame_are_both_rows_or_both_ranges() -> None:
    with pytest.raises(ValidationException, match="Preceding and following must be of same interval type"):
        WINDOW.preceding(UNBOUNDED_ROW).following(CURRENT_RANGE).alias("w")


def test_unknown_window_is_refused(rows: Table) -> None:
    with pytest.raises(ValidationException, match="Window 'v' not found"):
        rows.over_window(WINDOW.alias("w")).select(N.sum.over(col("v")))
