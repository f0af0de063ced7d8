"""Writes docs/measurements.md and its chart from benchmarks/results.jsonl: python docs/make_measurements.py

Of several results of one measurement against one peer, the latest counts. A measurement that WHAT does not describe is
listed under its own name.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

DOCS: Final = Path(__file__).resolve().parent
RESULTS: Final = DOCS.parent / "benchmarks" / "results.jsonl"
CHART: Final = "measurements.svg"

PEERS: Final = {"pyflink": "PyFlink 2.3", "bytewax": "bytewax 0.21"}
"""The engines of the chart and of the first table, as results.jsonl and as the page name them."""
RATES: Final = {
    "map_filter": "`map` and `filter`, a lambda each",
    "keyed_state_1k": "keyed process function with value state, 1,000 keys",
    "keyed_state_100k": "the same, 100,000 keys",
    "keyed_state_100k_rocksdb": "the same, 100,000 keys in RocksDB",
    "keyed_reduce": "keyed `reduce`",
    "tumbling_window": "tumbling event-time window, AggregateFunction, 1,000 keys",
    "session_window": "session window, 1,000 keys",
    "kafka_exactly_once": "Kafka to a keyed count to Kafka, exactly once, 1 KB JSON",
    "sql_udf": "SQL with a Python scalar function",
}
CHARTED: Final = ("keyed_state_1k", "keyed_reduce", "tumbling_window", "session_window", "kafka_exactly_once")
"""All rows are on one linear axis, so those ten times as fast as the others (map_filter) are left to the table."""
WHAT: Final = {
    ("kafka_map", "consumer"): ("Kafka into a Python `map`, 1 KB JSON", "a bare consumer loop, as many processes"),
    ("file_sink", "spark"): ("rows to Parquet", "Spark's own writer, from Python"),
    ("structured_streaming_map_filter", "spark"): (
        "`map` and `filter` in Python",
        "Structured Streaming, `mapInArrow`",
    ),
    ("structured_streaming_keyed_state_1k", "spark"): (
        "a counter per key in Python, 1,000 keys",
        "Structured Streaming, `transformWithStateInPandas`",
    ),
    ("structured_streaming_tumbling_window", "spark"): (
        "tumbling window, Python aggregate",
        "Structured Streaming's native plan, without Python",
    ),
    ("structured_streaming_delay", "spark"): (
        "delay through two exchanges, 1,000 records a second, median",
        "Structured Streaming, micro-batches",
    ),
    ("async_io", "limit"): ("async calls of 10 ms, 100 at a time, per task", "what latency and capacity allow"),
    ("cep", "flink_sql"): ("a pattern of three steps within 10 s, 1,000 keys", "Flink's MATCH_RECOGNIZE, in Java"),
    ("sql_filter", "flink_sql"): ("SQL: projection and filter", "Flink SQL, in Java"),
    ("sql_group_1k", "flink_sql"): ("SQL: GROUP BY, 1,000 keys", "Flink SQL, in Java"),
    ("sql_group_100k", "flink_sql"): ("SQL: GROUP BY, 100,000 keys", "Flink SQL, in Java"),
    ("sql_group_1m", "flink_sql"): ("SQL: GROUP BY, 1,000,000 keys", "Flink SQL, in Java"),
    ("sql_kafka", "flink_sql"): ("SQL: Kafka to Kafka, JSON", "Flink SQL, in Java"),
    ("kafka_exactly_once", "at_least_once"): ("Kafka to Kafka, exactly once", "the same, at least once"),
    ("latency_p50", "pyflink"): ("delay through two exchanges at 1,000 records a second, median", "PyFlink 2.3"),
    ("latency_p99", "pyflink"): ("the same, 99th percentile", "PyFlink 2.3"),
    ("latency_p50", "exchange"): ("the same, median", "Spark's exchange alone"),
    ("latency_p99_checkpointing", "off"): ("99th percentile with a checkpoint every second", "without checkpoints"),
    ("checkpoint_every_second", "off"): ("keyed state, 100,000 keys, a checkpoint every second", "without checkpoints"),
    ("checkpoint_signed", "unsigned"): ("the same with signed checkpoints, records/s", "unsigned ones"),
    ("checkpoint_slow_store", "normal_store"): ("the same into a store that takes 100 ms a call", "10 ms a call"),
    ("checkpoint_5m_keys_hashmap", "10k_keys"): ("a checkpoint of 1,000 changes among 5 million keys", "among 10,000"),
    ("checkpoint_5m_keys_rocksdb", "10k_keys"): ("the same in RocksDB", "among 10,000"),
    ("checkpoint_backpressured_unaligned", "aligned"): (
        "an unaligned checkpoint under back pressure",
        "an aligned one",
    ),
    ("checkpoint_slow_function_1ms", "limit"): ("an aligned checkpoint with 1 ms a record", "the bound we set"),
    ("checkpoint_slow_function_20ms", "limit"): ("the same with 20 ms a record", "the bound we set"),
    ("checkpoint_slow_function_200ms", "limit"): ("the same with 200 ms a record", "the bound we set"),
    ("snapshot_2m_keys", "limit"): ("the longest slice of a snapshot of 2 million changed keys", "the bound we set"),
    ("snapshot_2m_of_6m_keys", "limit"): ("the same among 6 million keys", "the bound we set"),
    ("savepoint_1m", "plain_write"): ("a savepoint of 1 million keys", "pickling and syncing the same dicts"),
    ("recover_1m_keys", "read_files"): ("recovery of 1 million keys", "reading the same files"),
    ("hello_world", "pyflink"): ("a word count of five lines, from start to end", "PyFlink 2.3"),
    ("files_100k", "limit"): ("the first record of 100,000 files, from `execute`", "the bound we set"),
    ("kafka_10k_partitions", "limit"): ("the first record of 10,000 Kafka partitions", "the bound we set"),
    ("second_execute", "limit"): ("a second `execute()` in the same process", "the bound we set"),
    ("sliding_10", "tumbling"): ("sliding windows, 10 for each record", "tumbling windows"),
    ("live_windows_1m", "live_windows_1k"): ("1 million live windows", "1,000 live windows"),
    ("window_memory", "itself"): ("memory in the last third of a run with ever new keys", "in the second third"),
    ("sealed_frames", "plain"): ("keyed state, 1,000 keys, with sealed frames", "with plain frames"),
    ("metric_reporters", "off"): ("keyed state, 1,000 keys, with all reporters of metrics", "without reporters"),
    ("job_manager_idle_memory", "limit"): ("memory of a JobManager without jobs", "the bound we set"),
    ("job_manager_idle_cpu", "limit"): ("its CPU", "the bound we set"),
    ("job_manager_overview", "limit"): ("`/jobs/overview` with 20 jobs of 50 tasks, median", "the bound we set"),
    ("job_manager_watched", "alone"): ("a keyed `reduce` that the dashboard watches", "the same without a JobManager"),
    ("delta_iteration", "slowest"): ("a superstep with a small workset", "the slowest superstep, 200,003 vertices"),
}


@dataclass(frozen=True)
class Figure:
    """A line of results.jsonl: ours and a peer's, in one unit."""

    name: str
    peer_name: str
    ours: float
    peer: float
    unit: str
    cores: int
    commit: str
    python: str = "not recorded"


def latest_figures() -> dict[tuple[str, str], Figure]:
    """The last figure of each measurement and peer."""
    figures = {}
    for line in RESULTS.read_text(encoding="utf-8").splitlines():
        fields = json.loads(line)
        figure = Figure(**{name: fields[name] for name in Figure.__dataclass_fields__ if name in fields})
        figures[figure.name, figure.peer_name] = figure
    return figures


def rounded(value: float) -> str:
    """Three significant digits; more only where they are whole thousands."""
    digits = max(0, 2 - len(str(int(abs(value)))) + 1) if abs(value) >= 1 else 3
    return f"{float(f'{value:.3g}'):,.{digits}f}"


# The page -------------------------------------------------------------------------------------------------------------


def make_page() -> str:
    figures = latest_figures()
    return "\n".join(
        [
            "# Measurements",
            "",
            "*Made from [results.jsonl](../benchmarks/results.jsonl) by [make_measurements.py](make_measurements.py).*",
            "",
            f"![Records a second: Pyrite and peers]({CHART})",
            "",
            f"One machine with {cores(figures)} cores runs everything: the job, then its peers, and brokers.",
            "Pyrite has its default settings. PyFlink 2.3 is the best of its process and thread modes, default",
            "or tuned; bytewax 0.21 is the better of one worker and two processes. Functions are in Python on all",
            "sides unless the table says otherwise. `make bench` runs ours and the peers' again and adds to",
            "results.jsonl, where each line names its commit, the single rounds and, in newer lines, the build",
            "of Python that ran Pyrite: an optimized one needs about three quarters of the time of another.",
            "",
            "## Records a second",
            "",
            f"| | Pyrite | {' | '.join(PEERS.values())} | commit | Python |",
            "| --- | ---: | ---: | ---: | --- | --- |",
            *rate_rows(figures),
            "",
            "## Other measurements",
            "",
            "| | Pyrite | compared with | its figure | unit | commit | Python |",
            "| --- | ---: | --- | ---: | --- | --- | --- |",
            *other_rows(figures),
            "",
        ]
    )


def cores(figures: dict[tuple[str, str], Figure]) -> str:
    return " or ".join(str(count) for count in sorted({figure.cores for figure in figures.values()}))


def rate_rows(figures: dict[tuple[str, str], Figure]) -> Iterator[str]:
    for name, what in RATES.items():
        measured = {peer: figures[name, peer] for peer in PEERS if (name, peer) in figures}
        if measured:
            ours = next(iter(measured.values()))
            peers = " | ".join(rounded(measured[peer].peer) if peer in measured else "" for peer in PEERS)
            yield f"| {what} | {rounded(ours.ours)} | {peers} | {ours.commit} | {ours.python} |"


def other_rows(figures: dict[tuple[str, str], Figure]) -> Iterator[str]:
    charted = {(name, peer) for name in RATES for peer in PEERS}
    described = [key for key in WHAT if key in figures]
    for key in [*described, *sorted(figures.keys() - WHAT.keys() - charted)]:
        figure, (what, peer) = figures[key], WHAT.get(key, (f"`{key[0]}`", f"`{key[1]}`"))
        values = f"{rounded(figure.ours)} | {peer} | {rounded(figure.peer)}"
        yield f"| {what} | {values} | {figure.unit} | {figure.commit} | {figure.python} |"


# The chart ------------------------------------------------------------------------------------------------------------

_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
_INK, _FAINT, _GRID = "#1f2933", "#52606d", "#cbd2d9"
_COLOURS = {"pyrite": "#c98a3b", "pyflink": "#4a7fc1", "bytewax": "#9aa5b1"}
_WIDTH, _LEFT, _TOP, _BAR, _GAP = 860, 250, 86, 15, 18
_LONGEST = 480.0
_LABELS = {
    "keyed_state_1k": ("keyed value state", "1,000 keys"),
    "keyed_reduce": ("keyed reduce", "1,000 keys"),
    "tumbling_window": ("tumbling window", "event time, aggregate, 1,000 keys"),
    "session_window": ("session window", "event time, 1,000 keys"),
    "kafka_exactly_once": ("Kafka, count by key, Kafka", "exactly once, 1 KB JSON"),
}


def make_chart() -> str:
    figures = latest_figures()
    longest = max(max(figures[name, "pyflink"].ours, figures[name, "pyflink"].peer) for name in CHARTED)
    parts: list[str] = []
    y = float(_TOP)
    for name in CHARTED:
        parts += _row(name, figures, y, _LONGEST / longest)
        y += (1 + len(PEERS)) * _BAR + _GAP
    height = y + 46
    title = f"Records a second through Python functions, one machine with {cores(figures)} cores"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height:.0f}" width="{_WIDTH}" '
        f'role="img" font-family="{_FONT}">'
    )
    notes = (
        "Longer is better; one linear axis. PyFlink: best of process and thread mode, default or tuned.",
        "bytewax: better of one worker and two processes; not measured with Kafka. Latest runs of make bench.",
    )
    return "\n".join(
        [
            head,
            f"<title>{escape(title)}</title>",
            f'<rect width="{_WIDTH}" height="{height:.0f}" fill="#ffffff"/>',
            _text(title, 20, 30, _INK, 16, bold=True),
            *_legend(),
            *parts,
            *(_text(note, 20, y + 16 + 17 * number) for number, note in enumerate(notes)),
            "</svg>",
            "",
        ]
    )


def _row(name: str, figures: dict[tuple[str, str], Figure], y: float, scale: float) -> Iterator[str]:
    title, detail = _LABELS[name]
    yield _text(title, _LEFT - 14, y + 18, _INK, 14, anchor="end")
    yield _text(detail, _LEFT - 14, y + 35, anchor="end")
    yield f'<path d="M{_LEFT} {y - 4:.0f}V{y + (1 + len(PEERS)) * _BAR + 4:.0f}" stroke="{_GRID}"/>'
    bars = {"pyrite": figures[name, "pyflink"].ours}
    bars |= {peer: figures[name, peer].peer for peer in PEERS if (name, peer) in figures}
    for number, (engine, value) in enumerate(bars.items()):
        top, length = y + number * _BAR, value * scale
        yield (
            f'<rect x="{_LEFT}" y="{top + 1:.0f}" width="{max(length, 1):.1f}" height="{_BAR - 2}" '
            f'fill="{_COLOURS[engine]}"/>'
        )
        yield _text(rounded(value), _LEFT + length + 7, top + 12, _INK if engine == "pyrite" else _FAINT)


def _legend() -> Iterator[str]:
    for number, (engine, name) in enumerate({"pyrite": "Pyrite", **PEERS}.items()):
        x = _LEFT + 130 * number
        yield f'<rect x="{x}" y="50" width="12" height="12" fill="{_COLOURS[engine]}"/>'
        yield _text(name, x + 18, 60.5, _INK, 13)


def _text(
    text: str, x: float, y: float, colour: str = _FAINT, size: int = 12, anchor: str = "start", bold: bool = False
) -> str:
    weight = ' font-weight="600"' if bold else ""
    place = f'x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}" text-anchor="{anchor}"{weight}'
    return f"<text {place}>{escape(text)}</text>"


def make_files() -> dict[str, str]:
    """The page and the chart, by their file names."""
    return {"measurements.md": make_page(), CHART: make_chart()}


if __name__ == "__main__":
    for name, text in make_files().items():
        (DOCS / name).write_text(text, encoding="utf-8")
