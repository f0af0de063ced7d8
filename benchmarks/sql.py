"""SQL beside Flink SQL 2.3: the same statements on both, at parallelism 2, by CPU seconds per million rows.

Flink's figure is the better of its defaults and of its settings for throughput (object reuse).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from operator import attrgetter
from statistics import median
from typing import Any

from benchmarks.agreed import NoisyError
from benchmarks.rate import Rate, agreed_rate, slopes
from benchmarks.results import Result
from benchmarks.run import ROOT, peer, peer_python, run_json

_RUNNER = ROOT / "benchmarks" / "peers" / "sql_runner.py"
_WARM_UP = 200_000
_ROUNDS = 3
_BARE_SIZES = (20_000_000, 320_000_000), (2_000_000, 8_000_000)
"""Rows of the source alone, which is fast: ours and Flink's."""
_FLINK: dict[str, dict[str, str]] = {"by default": {}, "with object reuse": {"pipeline.object-reuse": "true"}}
_GENERATED = """
CREATE TABLE {name} (id BIGINT, k INT, price DOUBLE, s STRING, ts BIGINT) WITH (
    'connector' = 'datagen', 'number-of-rows' = '{rows}', 'rows-per-second' = '1000000000',
    'fields.k.min' = '0', 'fields.k.max' = '{most}', 'fields.price.min' = '0', 'fields.price.max' = '100',
    'fields.s.length' = '8', 'fields.ts.min' = '0', 'fields.ts.max' = '1700000000000')
"""
_FILTER = """
INSERT INTO nothing
SELECT id * 2 + 1, price * 0.908, UPPER(s), ts - 5000, CASE WHEN price > 50 THEN 'high' ELSE 'low' END
FROM {name} WHERE price > 10 AND MOD(k, 4) <> 0
"""
_NOTHING = "CREATE TABLE nothing (a BIGINT, b DOUBLE, c STRING, d BIGINT, e STRING) WITH ('connector' = 'blackhole')"
_BARE = "INSERT INTO bare SELECT * FROM {name}"
_BARE_SINK = """
CREATE TABLE bare (id BIGINT, k INT, price DOUBLE, s STRING, ts BIGINT) WITH ('connector' = 'blackhole')
"""
_PYTHON_FUNCTION = """
@table.udf.udf(result_type=table.DataTypes.DOUBLE())
def discounted(price, k):
    return price * 0.9 if k % 2 else price
"""
_PANDAS_FUNCTION = """
@table.udf.udf(result_type=table.DataTypes.DOUBLE(), func_type="pandas")
def discounted_series(price, k):
    return price.where(k % 2 == 0, price * 0.9)
"""
_PANDAS_INSERT = "INSERT INTO nothing SELECT id, discounted_series(price, k), s, ts, s FROM {name}"


@dataclass(frozen=True)
class Work:
    """A query, the sizes that its rate is the slope between, on each side, and Python functions by name."""

    insert: str
    ours_sizes: tuple[int, int]
    peer_sizes: tuple[int, int]
    functions: dict[str, str] = field(default_factory=dict)
    keys: int = 1000
    flink: dict[str, dict[str, str]] = field(default_factory=lambda: _FLINK)
    """Flink's settings, of which the best count."""
    settings: dict[str, str] = field(default_factory=dict)
    """Ours."""
    table: str = _GENERATED
    bare: str = _BARE
    """What reads the columns that the query reads, and drops the rows."""
    also: str = ""
    """The work with which the note compares: the same in another mode."""

    def runs(self, sizes: tuple[int, ...], insert: str) -> list[list[str]]:
        return [
            [
                *self.table.format(
                    name=f"rows_{number}", rows=rows, last=rows - 1, most=self.keys - 1, last_of_side=rows // 2 - 1
                ).split(";"),
                insert.format(name=f"rows_{number}"),
            ]
            for number, rows in enumerate((_WARM_UP, *sizes))
        ]


_TIMED = """
CREATE TABLE {name} (id BIGINT, k INT, price DOUBLE, ts AS TO_TIMESTAMP_LTZ(id / 10, 3),
    WATERMARK FOR ts AS ts - INTERVAL '1' SECOND) WITH (
    'connector' = 'datagen', 'rows-per-second' = '1000000000', 'fields.id.kind' = 'sequence',
    'fields.id.start' = '0', 'fields.id.end' = '{last}', 'fields.k.min' = '0', 'fields.k.max' = '{most}',
    'fields.price.min' = '0', 'fields.price.max' = '100')
"""
"""10,000 rows a second of event time."""
_BARE_TIMED_SINK = """
CREATE TABLE bare_timed (id BIGINT, k INT, price DOUBLE, ts TIMESTAMP_LTZ(3)) WITH ('connector' = 'blackhole')
"""
_WINDOWS = """
INSERT INTO windows SELECT window_start, k, COUNT(*), SUM(price), MIN(price), MAX(price)
FROM TABLE({function}) GROUP BY window_start, window_end, k
"""
_WINDOWS_SINK = """
CREATE TABLE windows (s TIMESTAMP(3), k INT, n BIGINT, total DOUBLE, least DOUBLE, most DOUBLE)
WITH ('connector' = 'blackhole')
"""


def _windows(function: str) -> Work:
    """Count, sum, least and greatest of 1,000 keys in windows of 10 seconds, which have 100 rows a key."""
    insert = _WINDOWS.replace("{function}", function)
    sizes = (8_000_000, 64_000_000), (4_000_000, 20_000_000)
    return Work(insert, *sizes, flink=_FLINK, table=_TIMED, bare="INSERT INTO bare_timed SELECT * FROM {name}")


_GROUPS = """
INSERT INTO totals SELECT k, COUNT(*), SUM(price), MIN(price), MAX(price) FROM {name} GROUP BY k
"""
_READ_BY_GROUPS = "INSERT INTO read_by_groups SELECT k, price FROM {name}"
_READ_BY_GROUPS_SINK = "CREATE TABLE read_by_groups (k INT, price DOUBLE) WITH ('connector' = 'blackhole')"
_GROUPS_SINK = """
CREATE TABLE totals (k INT, n BIGINT, total DOUBLE, least DOUBLE, most DOUBLE) WITH ('connector' = 'blackhole')
"""
_RANKED = """
INSERT INTO ranked SELECT k, id, price
FROM (SELECT k, id, price, ROW_NUMBER() OVER (PARTITION BY k ORDER BY {order}) AS n FROM {{name}}) WHERE n <= {rows}
"""
_RANKED_SINK = "CREATE TABLE ranked (k INT, id BIGINT, price DOUBLE) WITH ('connector' = 'blackhole')"


def _ranked(order: str, rows: int, keys: int) -> Work:
    """The first rows of each key, without their number."""
    insert = _RANKED.format(order=order, rows=rows)
    bare = "INSERT INTO ranked SELECT k, id, price FROM {name}"
    return Work(insert, (20_000_000, 200_000_000), (2_000_000, 8_000_000), keys=keys, bare=bare)


_SIDE = """
CREATE TABLE {{name}}_{side} (id BIGINT, {column}, PRIMARY KEY (id) NOT ENFORCED) WITH (
    'connector' = 'datagen', 'rows-per-second' = '1000000000', 'fields.id.kind' = 'sequence', 'fields.id.start' = '0',
    'fields.id.end' = '{{last_of_side}}')
"""
_SIDES = ";".join((_SIDE.format(side="orders", column="price DOUBLE"), _SIDE.format(side="items", column="k INT")))
"""Half of the rows are orders, half of them items, each with every id once."""
_JOINED = "INSERT INTO joined SELECT o.id, o.price, i.k FROM {name}_orders AS o JOIN {name}_items AS i ON o.id = i.id"
_READ_BY_JOIN = """
INSERT INTO joined SELECT id, price, 1 FROM {name}_orders UNION ALL SELECT id, CAST(1 AS DOUBLE), k FROM {name}_items
"""
_JOINED_SINK = "CREATE TABLE joined (id BIGINT, price DOUBLE, k INT) WITH ('connector' = 'blackhole')"
_SINKS = [
    _JOINED_SINK,
    _NOTHING,
    _BARE_SINK,
    _READ_BY_GROUPS_SINK,
    _GROUPS_SINK,
    _WINDOWS_SINK,
    _BARE_TIMED_SINK,
    _RANKED_SINK,
]
_LAMINARDB_SIZES = {"sql_group_1k": (10_000_000, 60_000_000), "sql_tumble": (2_000_000, 8_000_000)}
_EVERY_CHANGE = "every change announced"
_BUNDLES = {
    "table.exec.mini-batch.enabled": "true",
    "table.exec.mini-batch.allow-latency": "1 s",
    "table.exec.mini-batch.size": "50000",
}
_FLINK_BUNDLES = {
    "with mini-batch": _BUNDLES,
    "with mini-batch, two phases and object reuse": {
        **_BUNDLES,
        "table.optimizer.agg-phase-strategy": "TWO_PHASE",
        "pipeline.object-reuse": "true",
    },
}


def _groups(keys: int, ours: tuple[int, int], theirs: tuple[int, int]) -> Work:
    bundles = Work(_GROUPS, ours, theirs, keys=keys, flink=_FLINK_BUNDLES, settings=_BUNDLES)
    return replace(bundles, bare=_READ_BY_GROUPS, also=_EVERY_CHANGE)


_OTHER_MODES = {
    (_EVERY_CHANGE, 1_000): Work(_GROUPS, (10_000_000, 60_000_000), (2_000_000, 12_000_000)),
    (_EVERY_CHANGE, 100_000): Work(_GROUPS, (2_000_000, 12_000_000), (1_000_000, 6_000_000), keys=100_000),
}
"""By what they are and how many keys they have."""
WORKS = {
    "sql_group_1k": _groups(1_000, (20_000_000, 120_000_000), (2_000_000, 8_000_000)),
    "sql_group_100k": _groups(100_000, (1_000_000, 5_000_000), (500_000, 3_000_000)),
    "sql_group_1m": replace(_groups(1_000_000, (4_000_000, 24_000_000), (3_000_000, 8_000_000)), also=""),
    "sql_tumble": _windows("TUMBLE(TABLE {name}, DESCRIPTOR(ts), INTERVAL '10' SECOND)"),
    "sql_hop": _windows("HOP(TABLE {name}, DESCRIPTOR(ts), INTERVAL '2' SECOND, INTERVAL '10' SECOND)"),
    "sql_topn": _ranked("price DESC", 3, 1_000),
    "sql_dedup": _ranked("PROCTIME()", 1, 100_000),
    "sql_join": Work(_JOINED, (400_000, 3_000_000), (400_000, 3_000_000), table=_SIDES, bare=_READ_BY_JOIN),
    "sql_filter": Work(_FILTER, (4_000_000, 24_000_000), (2_000_000, 8_000_000)),
    "sql_udf": Work(
        "INSERT INTO nothing SELECT id, discounted(price, k), s, ts, s FROM {name}",
        (4_000_000, 24_000_000),
        (100_000, 700_000),
        {"discounted": _PYTHON_FUNCTION, "discounted_series": _PANDAS_FUNCTION},
    ),
}


def measure(name: str) -> list[Result]:
    work = WORKS[name]
    mine, flink, best = _rates(name, work)
    bare = _without_source(name, work, mine, flink, work.flink[best])
    if work.functions:
        note = f"PyFlink {best}; a general scalar function; {_pandas(name, work, _FLINK[best])}; {bare}"
        return [Result(name, mine.per_second, "pyflink", flink.per_second, note=note).with_cpu(mine, flink)]
    note = f"Flink {best}; {bare}{_other_mode(name, work)}{_laminardb(name)}"
    unit = "CPU s/M rows"
    result = Result(name, mine.cpu_s_per_million, "flink_sql", flink.cpu_s_per_million, unit, note)
    return [result.with_cpu(mine, flink)]


def _rates(name: str, work: Work) -> tuple[Rate, Rate, str]:
    """Ours, Flink's best, and the settings that were best."""
    mine = _rate(f"{name}, ours", "pyrite", work, work.insert, work.ours_sizes, work.settings)
    flink = {
        kind: _rate(f"{name}, Flink {kind}", "pyflink", work, work.insert, work.peer_sizes, settings)
        for kind, settings in work.flink.items()
    }
    best = min(flink, key=lambda kind: flink[kind].cpu_s_per_million)
    return mine, flink[best], best


def _other_mode(name: str, work: Work) -> str:
    """The same query in another mode, for the note."""
    if not work.also:
        return ""
    try:
        mine, peer, best = _rates(f"{name}, {work.also}", _OTHER_MODES[work.also, work.keys])
    except NoisyError as error:
        return f"; {work.also}: too noisy ({error})"
    ratio = mine.cpu_s_per_million / peer.cpu_s_per_million
    return (
        f"; {work.also} {mine.cpu_s_per_million:.2f} and {peer.cpu_s_per_million:.2f} (Flink {best}), ratio {ratio:.2f}"
    )


def _laminardb(name: str) -> str:
    """What the query costs LaminarDB, which runs in one process, without an exchange: for the note."""
    if name not in _LAMINARDB_SIZES:
        return ""
    sizes = _LAMINARDB_SIZES[name]
    run = peer("laminardb", name, ",".join(map(str, sizes * _ROUNDS)))
    used, missing = run["cpu_seconds"], sum(run["missing"])
    rates = [(used[place + 1] - used[place]) / (sizes[1] - sizes[0]) * 1e6 for place in range(0, len(used), 2)]
    rounds = ", ".join(f"{rate:.2f}" for rate in sorted(rates))
    lost = f", without {missing:,} rows that it dropped" if missing else ""
    return f"; LaminarDB {median(rates):.2f} CPU s/M rows (of {rounds}{lost})"


def _pandas(name: str, work: Work, settings: dict[str, str]) -> str:
    """The same by a pandas function, on both sides."""
    try:
        ours = _rate(f"{name}, our pandas", "pyrite", work, _PANDAS_INSERT, work.ours_sizes, {})
        theirs = _rate(f"{name}, PyFlink's pandas", "pyflink", work, _PANDAS_INSERT, work.peer_sizes, settings)
    except NoisyError as error:
        return f"as a pandas function: too noisy ({error})"
    ratio = ours.per_second / theirs.per_second
    return f"as a pandas function {ours.per_second:,.0f} and {theirs.per_second:,.0f} rows/s, ratio {ratio:.1f}"


def _without_source(name: str, work: Work, mine: Rate, peer: Rate, settings: dict[str, str]) -> str:
    """The ratio once the source alone, into a sink that drops its rows, is taken off both sides."""
    try:
        own = _rate(f"{name}, our source", "pyrite", work, work.bare, _BARE_SIZES[0], {})
        theirs = _rate(f"{name}, Flink's source", "pyflink", work, work.bare, _BARE_SIZES[1], settings)
    except NoisyError as error:
        return f"without the bare source: too noisy ({error})"
    ours, flinks = mine.cpu_s_per_million - own.cpu_s_per_million, peer.cpu_s_per_million - theirs.cpu_s_per_million
    return (
        f"source alone {own.cpu_s_per_million:.2f} and {theirs.cpu_s_per_million:.2f} CPU s/M rows; without it "
        f"{ours:.2f} and {flinks:.2f}, ratio {ours / flinks:.2f}"
    )


def _rate(what: str, library: str, work: Work, insert: str, sizes: tuple[int, int], settings: dict[str, str]) -> Rate:
    python = sys.executable if library == "pyrite" else str(peer_python("pyflink"))

    def rounds(count: int) -> list[Rate]:
        plan: dict[str, Any] = {
            "settings": {"parallelism.default": "2", **settings},
            "setup": _SINKS,
            "functions": work.functions,
            "runs": work.runs(sizes * count, insert),
        }
        run = run_json([python, str(_RUNNER), library, json.dumps(plan)])
        return slopes(sizes, run["seconds"][1:], run["cpu_seconds"][1:])

    is_rate = bool(work.functions)  # of the others, CPU time is compared: it scatters less
    rate, _ = agreed_rate(what, rounds, _ROUNDS, attrgetter("per_second" if is_rate else "cpu_s_per_million"))
    return rate


MEASURES: dict[str, Callable[[], list[Result]]] = {name: partial(measure, name) for name in WORKS}
