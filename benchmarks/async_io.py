"""Async I/O against arithmetic: a task cannot do more than its capacity divided by the latency of a call."""

from __future__ import annotations

from benchmarks.async_works import CAPACITY, LATENCY_S, NAME
from benchmarks.rate import Rate, agreed_rate, slopes
from benchmarks.results import Result
from benchmarks.run import ours

_PARALLELISM = 2
_SIZES = (50_000, 200_000)
_ROUNDS = 3


def measure() -> list[Result]:
    """Records a second of a task, the median slope of a few rounds in one process."""

    def rounds(count: int) -> list[Rate]:
        sizes = ",".join(str(size) for size in _SIZES * count)
        run = ours(NAME, "--records", sizes, "--set", f"parallelism.default={_PARALLELISM}")
        return slopes(_SIZES, run["seconds"], run["cpu_seconds"])

    rate, report = agreed_rate(NAME, rounds, _ROUNDS)
    note = f"a task's, of {_PARALLELISM}: {LATENCY_S * 1000:.0f} ms a call, {CAPACITY} at a time; rounds: {report}/s"
    result = Result(NAME, rate.per_second / _PARALLELISM, "limit", CAPACITY / LATENCY_S, note=note)
    return [result.with_cpu(rate, Rate(CAPACITY / LATENCY_S))]
