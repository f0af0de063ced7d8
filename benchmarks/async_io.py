"""Async I/O against arithmetic: a task cannot do more than its capacity divided by the latency of a call."""

from __future__ import annotations

from statistics import median

from benchmarks.async_works import CAPACITY, LATENCY_S, NAME
from benchmarks.results import Result
from benchmarks.run import ours, slope

_PARALLELISM = 2
_SIZES = (50_000, 200_000)
_ROUNDS = 3


def measure() -> list[Result]:
    """Records a second of a task, the median slope of a few rounds in one process."""
    sizes = ",".join(str(size) for size in _SIZES * _ROUNDS)
    seconds = ours(NAME, "--records", sizes, "--set", f"parallelism.default={_PARALLELISM}")["seconds"]
    rates = [slope(_SIZES, (seconds[i], seconds[i + 1])) / _PARALLELISM for i in range(0, 2 * _ROUNDS, 2)]
    note = (
        f"a task's, of {_PARALLELISM}: {LATENCY_S * 1000:.0f} ms a call, {CAPACITY} at a time; "
        f"rounds: {', '.join(f'{rate:,.0f}/s' for rate in rates)}"
    )
    return [Result(NAME, median(rates), "limit", CAPACITY / LATENCY_S, note=note)]
