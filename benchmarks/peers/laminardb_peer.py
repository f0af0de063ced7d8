"""Run a query of benchmarks/sql.py on LaminarDB, by numbers of rows, and print one JSON line.

Run inside an environment that holds laminardb, pyarrow and numpy:

    python laminardb_peer.py sql_group_1k|sql_tumble N[,N...]

LaminarDB runs in this process. Blocks of columns are made and handed to it as fast as it takes them; the time runs to
the arrival of the last result. `missing` says how many rows the results of each run do not count: LaminarDB drops a
block now and then. A block has a second of event time: of a longer one, it drops the rows that the last row makes late.
"""

from __future__ import annotations

import json
import sys
import time
from dataclasses import dataclass
from typing import Any

import laminardb
import numpy as np
import pyarrow as pa

_BLOCK = 10_000
_KEYS = 1000
_WAITING = 20_000_000
"""The most rows that wait for LaminarDB."""
_ROWS_PER_SECOND = 10_000
"""Of event time."""
_WINDOW_S = 10
_BOUND_S = 1
_LONGEST_S = 120.0
_CALLS = "COUNT(*) AS n, SUM(price) AS total, MIN(price) AS least, MAX(price) AS most"
_TUMBLE = f"tumble(ts, INTERVAL '{_WINDOW_S}' SECOND)"


class Results:
    """How many results there are, and how many rows they count: the last of each key, or those of all windows."""

    def __init__(self, adds_up: bool) -> None:
        self._adds_up = adds_up
        self.rows = 0
        self.counted = 0

    def add(self, change: Any) -> None:
        batch = change.arrow() if hasattr(change, "arrow") else change
        self.rows += batch.num_rows
        counted = int(np.sum(batch.column("n").to_numpy()))
        self.counted = self.counted + counted if self._adds_up else max(self.counted, counted)


@dataclass(frozen=True)
class Work:
    """The columns of the source, and the query."""

    columns: str
    query: str
    has_time: bool

    def expected(self, rows: int) -> int:
        """How many rows the results are to count: of windows, those that close."""
        return _closed_windows(rows) * _WINDOW_S * _ROWS_PER_SECOND if self.has_time else rows

    def is_whole(self, results: Results, rows: int) -> bool:
        """Whether the last result is there."""
        return results.rows >= _closed_windows(rows) * _KEYS if self.has_time else results.counted >= rows


def _closed_windows(rows: int) -> int:
    watermark_s = (rows - 1) / _ROWS_PER_SECOND - _BOUND_S
    return int(watermark_s // _WINDOW_S)


WORKS = {
    "sql_group_1k": Work("k INT, price DOUBLE", f"SELECT k, {_CALLS} FROM source_rows GROUP BY k", False),
    "sql_tumble": Work(
        f"ts TIMESTAMP, k INT, price DOUBLE, WATERMARK FOR ts AS ts - INTERVAL '{_BOUND_S}' SECOND",
        f"SELECT {_TUMBLE} AS w, k, {_CALLS} FROM source_rows GROUP BY {_TUMBLE}, k EMIT ON WINDOW CLOSE",
        True,
    ),
}


def _block(random: np.random.Generator, start: int, has_time: bool) -> Any:
    columns = {
        "k": pa.array(random.integers(0, _KEYS, _BLOCK, np.int32)),
        "price": pa.array(random.random(_BLOCK) * 100),
    }
    if has_time:
        times_ms = np.arange(start, start + _BLOCK) * 1000 // _ROWS_PER_SECOND
        columns = {"ts": pa.array(times_ms, pa.timestamp("ms")), **columns}
    return pa.record_batch(list(columns.values()), names=list(columns))


def run(work: Work, rows: int) -> tuple[float, float, int]:
    """When the first row was made, when the last result was there, and how many rows the results do not count."""
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
                _wait(begun, results, rows)
            writer.insert(_block(random, start, work.has_time))
        writer.flush()
        while not work.is_whole(results, rows):
            _wait(begun, results, rows)
        return begun, time.monotonic(), work.expected(rows) - results.counted
    finally:
        connection.close()


def _wait(begun: float, results: Results, rows: int) -> None:
    if time.monotonic() > begun + _LONGEST_S:
        raise SystemExit(f"LaminarDB counted {results.counted:,} of {rows:,} rows in {_LONGEST_S:.0f} s")
    time.sleep(0.005)


def main() -> None:
    """Run what the command line says."""
    work, sizes = WORKS[sys.argv[1]], [int(size) for size in sys.argv[2].split(",")]
    runs = [run(work, size) for size in sizes]
    spans = [(begun, ended) for begun, ended, _ in runs]
    seconds, missing = [ended - begun for begun, ended in spans], [missing for _, _, missing in runs]
    print(json.dumps({"seconds": seconds, "spans": spans, "missing": missing}))


if __name__ == "__main__":
    main()
