"""Windows of the Table API."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pyrite.core.errors import InvalidProgramError
from pyrite.table import StreamTableEnvironment, Table
from pyrite.table.expressions import col, lit
from pyrite.table.window import Session, Slide, Tumble

W, WHO, N, TS = col("w"), col("who"), col("n"), col("ts")


@pytest.fixture
def visits(t_env: StreamTableEnvironment, tmp_path: Path) -> Table:
    rows = ["10:00:00,u1,1", "10:04:00,u2,2", "10:08:00,u1,3", "10:05:00,u1,4", "10:30:00,u2,5"]
    (tmp_path / "visits.csv").write_text("".join(f"2024-03-01 {row}\n" for row in rows))
    t_env.execute_sql(
        "CREATE TABLE visits (ts TIMESTAMP(3), who STRING, n INT, pt AS PROCTIME(), "
        "WATERMARK FOR ts AS ts - INTERVAL '10' MINUTE) "
        f"WITH ('connector' = 'filesystem', 'path' = '{tmp_path}/visits.csv', 'format' = 'csv')"
    )
    return t_env.from_path("visits")


def texts_of(table: Table) -> list[str]:
    return sorted(" ".join(map(str, row)) for row in table.execute().collect())


def test_tumble_has_a_row_for_each_window_and_key(visits: Table) -> None:
    window = Tumble.over(lit(10).minutes).on(TS).alias("w")
    table = visits.window(window).group_by(W, WHO).select(WHO, W.start.alias("s"), W.end.alias("e"), N.sum.alias("n"))
    assert table.get_resolved_schema().get_column_names() == ["who", "s", "e", "n"]
    assert texts_of(table) == [
        "u1 2024-03-01 10:00:00 2024-03-01 10:10:00 8",
        "u2 2024-03-01 10:00:00 2024-03-01 10:10:00 2",
        "u2 2024-03-01 10:30:00 2024-03-01 10:40:00 5",
    ]


def test_slide_has_windows_that_overlap(visits: Table) -> None:
    window = Slide.over(lit(10).minutes).every(lit(5).minutes).on(TS).alias("w")
    table = visits.window(window).group_by(W).select(W.end, N.count)
    assert texts_of(table) == [
        "2024-03-01 10:05:00 2",
        "2024-03-01 10:10:00 4",
        "2024-03-01 10:15:00 2",
        "2024-03-01 10:35:00 1",
        "2024-03-01 10:40:00 1",
    ]


def test_session_gives_a_rowtime_for_the_next_window(visits: Table) -> None:
    session = Session.with_gap(lit(6).minutes).on(TS).alias("w")
    sessions = visits.window(session).group_by(W, WHO).select(W.rowtime.alias("r"), N.sum.alias("n"))
    table = sessions.window(Tumble.over(lit(1).hours).on(col("r")).alias("x")).group_by(col("x"))
    assert texts_of(table.select(col("x").start.alias("s"), col("n").count, col("n").sum)) == [
        "2024-03-01 10:00:00 3 15"
    ]


@pytest.mark.parametrize(
    ("select", "words"),
    [
        (
            lambda t: t.window(Tumble.over(lit(1).hours).on(N).alias("w")),
            "a time attribute for grouping in a stream",
        ),
        (lambda t: t.window(Tumble.over(lit(1).hours).on(TS).alias("v")), "exactly one window alias"),
    ],
)
def test_window_that_cannot_be_is_refused(visits: Table, select: Any, words: str) -> None:
    with pytest.raises(InvalidProgramError, match=words):
        select(visits).group_by(W).select(N.sum)
