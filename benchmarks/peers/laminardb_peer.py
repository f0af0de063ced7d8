"""Run a query of benchmarks/sql.py on LaminarDB, by numbers of rows, and print one JSON line.

Run inside an environment that holds laminardb, pyarrow and numpy:

    python laminardb_peer.py sql_group_1k|sql_tumble N[,N...]

LaminarDB runs in this process. Blocks of columns are made and handed to it as fast as it takes them; the time runs to
the arrival of the last result, whose counts must add up to the rows. A block has a second of event time: of a longer
one, LaminarDB drops the rows that its own last row makes late.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import laminardb
import numpy as np
import pyarrow as pa

_BLOCK = 10_000
_WAITING = 20_000_000
"""The most rows that wait for LaminarDB."""
_ROWS_PER_SECOND = 10_000
"""Of event time."""
_WINDOW_S = 10
_BOUND_S = 1
_TUMBLE = f"tumble(ts, INTERVAL '{_WINDOW_S}' SECOND)"
_LONGEST_S = 120.0
_CALLS = "COUNT(*) AS n, SUM(price) AS total, MIN(price) AS least, MAX(price) AS most"


@dataclass(frozen=True)
class Work:
    """The columns of the source, the query, and how many rows its last results count."""

    columns: str
    query: str
    has_time: bool
    counted: Callable[[int], int]


def _rows_of_closed_windows(rows: int) -> int:
    watermark_s = (rows - 1) / _ROWS_PER_SECOND - _BOUND_S
    return int(watermark_s // _WINDOW_S) * _WINDOW_S * _ROWS_PER_SECOND


WORKS = {
    "sql_group_1k": Work("k INT, price DOUBLE", f"SELECT k, {_CALLS} FROM source_rows GROUP BY k", False, lambda n: n),
    "sql_tumble": Work(
        f"ts TIMESTAMP, k INT, price DOUBLE, WATERMARK FOR ts AS ts - INTERVAL '{_BOUND_S}' SECOND",
        f"SELECT {_TUMBLE} AS w, k, {_CALLS} FROM source_rows GROUP BY {_TUMBLE}, k EMIT ON WINDOW CLOSE",
        True,
        _rows_of_closed_windows,
    ),
}


class Results:
    """How many rows the results count: the last of each key, or those of all windows."""

    def __init__(self, adds_up: bool) -> None:
        self._adds_up = adds_up
        self.counted = 0

    def add(self, change: Any) -> None:
        batch = change.arrow() if hasattr(change, "arrow") else change
        counted = int(np.sum(batch.column("n").to_numpy()))
        self.counted = self.counted + counted if self._adds_up else max(self.counted, counted)


def _block(random: np.random.Generator, start: int, has_time: bool) -> Any:
    columns = {
        "k": pa.array(random.integers(0, 1000, _BLOCK, np.int32)),
        "price": pa.array(random.random(_BLOCK) * 100),
    }
    if has_time:
        times_ms = np.arange(start, start + _BLOCK) * 1000 // _ROWS_PER_SECOND
        columns = {"ts": pa.array(times_ms, pa.timestamp("ms")), **columns}
    return pa.record_batch(list(columns.values()), names=list(columns))


def run(work: Work, rows: int) -> tuple[float, float]:
    """When the first row was made, and when the last result was there."""
    results = Results(work.has_time)
    random = np.random.default_rng(rows)
    connection = laminardb.open(":memory:")
    try:
        connection.execute(f"CREATE SOURCE source_rows ({work.columns})")
        connection.execute(f"CREATE STREAM results AS {work.query}")
        connection.start()
        connection.subscribe_stream_callback("results", results.add)
        writer = connection.writer("source_rows")
        begun = time.monotonic()
        for start in range(0, rows, _BLOCK):
            while start - connection.metrics().total_events_ingested > _WAITING:
                _wait(begun, results, work.counted(rows))
            writer.insert(_block(random, start, work.has_time))
        writer.flush()
        while results.counted < work.counted(rows):
            _wait(begun, results, work.counted(rows))
        if results.counted != work.counted(rows):
            raise SystemExit(
                f"expected {work.counted(rows):,} rows to be counted, LaminarDB counted {results.counted:,}"
            )
        return begun, time.monotonic()
    finally:
        connection.close()


def _wait(begun: float, results: Results, expected: int) -> None:
    if time.monotonic() > begun + _LONGEST_S:
        raise SystemExit(f"LaminarDB counted {results.counted:,} of {expected:,} rows in {_LONGEST_S:.0f} s")
    time.sleep(0.005)


def main() -> None:
    """Run what the command line says."""
    work, sizes = WORKS[sys.argv[1]], [int(size) for size in sys.argv[2].split(",")]
    spans = [run(work, size) for size in sizes]
    print(json.dumps({"seconds": [end - begin for begin, end in spans], "spans": spans}))


if __name__ == "__main__":
    main()
