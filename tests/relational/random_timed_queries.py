"""Random queries over rows with an event time: windows, Top-N of windows, deduplication, OVER and ORDER BY time.

DuckDB has no windows of time: for it each row is joined with its windows.
"""

from __future__ import annotations

import random
from typing import Any, Final, Optional

from pyrite.core.types import IntType, RowField, RowType, TimestampType, string_type
from tests.relational.random_queries import RandomQuery, random_row

TIMED_TYPE: Final = RowType(
    (
        RowField("k", IntType()),
        RowField("s", string_type()),
        RowField("v", IntType()),
        RowField("w", IntType()),
        RowField("ts", TimestampType(3)),
    ),
    nullable=False,
)
TIMED_TABLE: Final = (
    "CREATE TABLE t (k INT, s STRING, v INT, w INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '7' SECOND) "
    "WITH ('connector' = 'changes', 'kinds' = 'I')"
)
_FIRST_MS: Final = 600_000
"""Like Flink, OVER with a bounded frame takes no row at or before 1970-01-01 00:00."""
_STEP_MS: Final = 2000
_MICROS: Final = "epoch_us(ts)"
_CALLS: Final = (
    "COUNT(*)",
    "SUM(v)",
    "MIN(w)",
    "MAX(s)",
    "COUNT(DISTINCT v)",
    "SUM(w) FILTER (WHERE v > 1)",
    "COUNT(v)",
    "MAX(v)",
)


class TimedQueryMaker:
    """Makes queries in which every row comes in time."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def query(self) -> RandomQuery:
        makers = (self._windowed, self._windowed, self._windowed, self._ranked, self._first, self._over, self._sorted)
        return self._chance.choice(makers)()

    def _windowed(self) -> RandomQuery:
        """Aggregates of windows, also with grouping sets and of the results of smaller windows."""
        keys = self._chance.choice(([], ["k"], ["s"], ["k", "s"]))
        calls = self._chance.sample(_CALLS, self._chance.randint(1, 3))
        having = self._chance.choice(("", "", " HAVING COUNT(*) > 1"))
        grouped = ", ".join(["window_start", "window_end", *keys])
        if len(keys) == 2 and self._chance.random() < 0.5:
            grouped = f"window_start, window_end, {self._chance.choice(('ROLLUP', 'CUBE'))} (k, s)"
        columns = ", ".join([*keys, "window_start", "window_end", *calls])
        template = f"SELECT {columns} FROM {{}} AS q{self._where()} GROUP BY {grouped}{having}"
        return self._in_windows(template, self._chance.choice(("k", "s", "")))

    def _ranked(self) -> RandomQuery:
        by = self._chance.choice(("", ", k"))
        order = self._chance.choice(("v NULLS FIRST, ts", "w DESC NULLS LAST, ts DESC", "ts DESC"))
        ranks = self._chance.choice(("rn <= 2", "rn = 1", "rn <= 3"))
        inner = (
            "SELECT k, v, w, ts, window_start, window_end, "
            f"ROW_NUMBER() OVER (PARTITION BY window_start, window_end{by} ORDER BY {order}) AS rn FROM {{}} AS q"
        )
        return self._in_windows(f"SELECT k, v, w, window_start, rn FROM ({inner}) AS r WHERE {ranks}", None)

    def _in_windows(self, template: str, session_key: Optional[str]) -> RandomQuery:
        kind = self._chance.choice(("TUMBLE", "HOP", "CUMULATE", "SESSION"))
        if kind == "SESSION" and (session_key is None or " AS q WHERE" in template):
            kind = "TUMBLE"  # Flink filters before it makes sessions
        second = "INTERVAL '{}' SECOND".format
        if kind == "TUMBLE":
            size = self._chance.choice((5, 10, 30))
            ours, theirs = f"TUMBLE(TABLE t, DESCRIPTOR(ts), {second(size)})", _aligned(size, size, "0")
        elif kind == "HOP":
            slide, times = self._chance.choice((5, 7)), self._chance.randint(2, 3)
            ours = f"HOP(TABLE t, DESCRIPTOR(ts), {second(slide)}, {second(slide * times)})"
            theirs = _aligned(slide, slide * times, f"UNNEST(range({times}))")
        elif kind == "CUMULATE":
            step, times = self._chance.choice((5, 6)), self._chance.randint(2, 3)
            ours = f"CUMULATE(TABLE t, DESCRIPTOR(ts), {second(step)}, {second(step * times)})"
            theirs = _cumulating(step, step * times, times)
        else:
            gap = self._chance.choice((3, 5))
            by = f" PARTITION BY {session_key}" if session_key else ""
            ours, theirs = f"SESSION(TABLE t{by}, DESCRIPTOR(ts), {second(gap)})", _sessions(session_key or "", gap)
        return RandomQuery(template.format(f"TABLE({ours})"), duckdb=template.format(theirs), waits=True)

    def _first(self) -> RandomQuery:
        """The first or the last row of each key."""
        direction = self._chance.choice(("", " DESC"))
        key = self._chance.choice(("k", "s", "k, s"))
        inner = f"SELECT k, s, v, ts, ROW_NUMBER() OVER (PARTITION BY {key} ORDER BY ts{direction}) AS rn FROM t"
        return RandomQuery(f"SELECT k, s, v, ts FROM ({inner}) AS r WHERE rn = 1", waits=True)

    def _over(self) -> RandomQuery:
        frame = self._chance.choice(
            (
                "",
                " ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW",
                " ROWS BETWEEN 2 PRECEDING AND CURRENT ROW",
                " RANGE BETWEEN INTERVAL '9' SECOND PRECEDING AND CURRENT ROW",
            )
        )
        by = self._chance.choice(("PARTITION BY k ", "PARTITION BY s ", ""))
        calls = self._chance.sample(("COUNT(*)", "SUM(v)", "MIN(w)", "MAX(v)", "COUNT(s)"), 2)
        shown = ", ".join(f"{call} OVER ({by}ORDER BY ts{frame})" for call in calls)
        return RandomQuery(f"SELECT k, s, ts, {shown} FROM t{self._where()}", waits=True)

    def _sorted(self) -> RandomQuery:
        return RandomQuery(f"SELECT k, v, ts FROM t{self._where()} ORDER BY ts, v", waits=True)

    def _where(self) -> str:
        return self._chance.choice(("", "", " WHERE v > 1", " WHERE s = 'b'", " WHERE w IS NOT NULL"))


def timed_rows(chance: random.Random, count: int) -> list[tuple[int, tuple[Any, ...]]]:
    """Inserts whose times differ, and are out of order by less than the watermark allows."""
    gap = chance.choice((0, 20))
    numbers = [number + (gap if number > count // 2 else 0) for number in range(count)]
    numbers.sort(key=lambda number: number + chance.uniform(0, 3))
    return [(0, (*random_row(chance), (_FIRST_MS + number * _STEP_MS) * 1_000_000)) for number in numbers]


def _aligned(slide_s: int, size_s: int, back: str) -> str:
    """The rows, each with the windows that it is in: the one that began last, and those before it."""
    slide, size = slide_s * 1_000_000, size_s * 1_000_000
    starts = f"SELECT *, ({_MICROS} // {slide} - {back}) * {slide} AS b FROM t"
    times = f"make_timestamp(b) AS window_start, make_timestamp(b + {size}) AS window_end"
    return f"(SELECT *, {times} FROM ({starts}) WHERE {_MICROS} < b + {size})"


def _cumulating(step_s: int, size_s: int, count: int) -> str:
    step, size = step_s * 1_000_000, size_s * 1_000_000
    ends = f"SELECT *, {_MICROS} // {size} * {size} AS b, (1 + UNNEST(range({count}))) * {step} AS past FROM t"
    times = "make_timestamp(b) AS window_start, make_timestamp(b + past) AS window_end"
    return f"(SELECT *, {times} FROM ({ends}) WHERE {_MICROS} < b + past)"


def _sessions(key: str, gap_s: int) -> str:
    gap = gap_s * 1_000_000
    by = f"PARTITION BY {key} " if key else ""
    begins = f"SELECT *, {_MICROS} - LAG({_MICROS}) OVER ({by}ORDER BY ts) > {gap} AS is_new FROM t"
    numbered = f"SELECT *, SUM(CASE WHEN is_new THEN 1 ELSE 0 END) OVER ({by}ORDER BY ts) AS number FROM ({begins})"
    of_session = f"OVER (PARTITION BY {f'{key}, ' if key else ''}number)"
    times = f"MIN(ts) {of_session} AS window_start, make_timestamp(MAX({_MICROS}) {of_session} + {gap}) AS window_end"
    return f"(SELECT *, {times} FROM ({numbered}))"
