"""Spark Structured Streaming beside Pyrite, both on one PySpark, both with checkpoints."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from benchmarks.agreed import agreed
from benchmarks.rate import Rate
from benchmarks.results import Result
from benchmarks.run import ROOT, ours, run_json
from benchmarks.throughput import our_rate

NAME: Final = "structured_streaming"
_PEER: Final = ROOT / "benchmarks" / "peers" / "spark_peer.py"
_ROUNDS: Final = 3
_BATCHES: Final = {
    "map_filter": (2_000_000, 20),
    "keyed_state_1k": (2_000_000, 6),
    "tumbling_window": (4_000_000, 12),
}
"""For each work, the rows of a batch and the number of batches."""
_KINDS: Final = {
    "map_filter": "mapInArrow",
    "keyed_state_1k": "transformWithStateInPandas",
    "tumbling_window": "native plan without Python",
}
_INTERVAL: Final = "5s"


def measure() -> list[Result]:
    return [*(_throughput(work) for work in _BATCHES), _delay()]


def _throughput(work: str) -> Result:
    with tempfile.TemporaryDirectory() as folder:
        mine, _ = our_rate(work, *_checkpoints(folder))
    rates = agreed(f"{work}, Spark", lambda count: [_peer_rate(work) for _ in range(count)], _ROUNDS, _per_second)
    theirs = sorted(rates, key=lambda rate: rate.per_second)[len(rates) // 2]
    rows, _ = _BATCHES[work]
    note = f"{_KINDS[work]}, {rows:,} rows a batch; checkpoints: ours every {_INTERVAL}, Spark's every batch"
    return Result(f"{NAME}_{work}", mine.per_second, "spark", theirs.per_second, note=note).with_cpu(mine, theirs)


def _delay() -> Result:
    """The 50th percentile of the age of records after two exchanges, at 1,000 records a second."""
    with tempfile.TemporaryDirectory() as folder:
        mine = ours("latency", "--rate", "1000", "--seconds", "30", *_checkpoints(folder))
    theirs = _peer("delay", "--seconds", "60")
    note = f"p99 {mine['p99_ms']:.1f} and {theirs['p99_ms']:.1f} ms; two exchanges, 1,000 records/s"
    return Result(f"{NAME}_delay", mine["p50_ms"], "spark", theirs["p50_ms"], unit="ms", note=note)


def _peer(*arguments: str) -> dict[str, Any]:
    return run_json([sys.executable, str(_PEER), *arguments])


def _peer_rate(work: str) -> Rate:
    rows, batches = _BATCHES[work]
    run = _peer(work, "--rows", str(rows), "--batches", str(batches))
    records, (seconds,), (cpu_s,) = run["records"], run["seconds"], run["cpu_seconds"]
    return Rate(records / seconds, cpu_s / records * 1e6)


def _per_second(rates: list[Rate]) -> list[float]:
    return [rate.per_second for rate in rates]


def _checkpoints(folder: str) -> list[str]:
    settings = {
        "execution.checkpointing.interval": _INTERVAL,
        "execution.checkpointing.dir": Path(folder).as_uri(),
    }
    return [word for key, value in settings.items() for word in ("--set", f"{key}={value}")]
