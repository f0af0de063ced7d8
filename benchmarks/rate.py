"""Rate: what a record costs once a job runs, as the slope between runs of two sizes."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

from benchmarks.agreed import agreed

Sizes = tuple[int, int]
_LEAST_SHARE = 0.2
"""Of the larger run's time, the least that must lie between two runs: start-up varies by more than a tenth of it."""


@dataclass(frozen=True)
class Rate:
    """Records a second; and CPU seconds a million records, of all processes, if they were measured."""

    per_second: float
    cpu_s_per_million: float = math.nan

    def times(self, streams: int) -> Rate:
        """Of so many streams at once, each with the measured number of records."""
        return Rate(self.per_second * streams, self.cpu_s_per_million / streams)


def slope(sizes: Sizes, seconds: tuple[float, float], cpu_s: tuple[float, float] = (math.nan, math.nan)) -> Rate:
    """What lies between a small run and a large one; nan if that is within the noise."""
    records, took_s, used_s = sizes[1] - sizes[0], seconds[1] - seconds[0], cpu_s[1] - cpu_s[0]
    if took_s < _LEAST_SHARE * seconds[1]:
        return Rate(math.nan)
    return Rate(records / took_s, used_s / records * 1e6 if used_s > 0 else math.nan)


def slopes(sizes: Sizes, seconds: list[float], cpu_seconds: list[float]) -> list[Rate]:
    """Of runs in one process: small, large, small, large."""
    pairs = [(seconds[i], seconds[i + 1]) for i in range(0, len(seconds) - 1, 2)]
    used = [(cpu_seconds[i], cpu_seconds[i + 1]) for i in range(0, len(seconds) - 1, 2)]
    return [slope(sizes, pair, cpu_s) for pair, cpu_s in zip(pairs, used, strict=True)]


def agreed_rate(
    name: str,
    measure: Callable[[int], list[Rate]],
    rounds: int,
    figure: Callable[[Rate], float] = lambda rate: rate.per_second,
) -> tuple[Rate, str]:
    """The median of rounds that agree, and all of those; NoisyError if they do not. `figure` is what must agree."""
    rates = agreed(name, measure, rounds, lambda made: [figure(rate) for rate in made])
    middle = Rate(median(rate.per_second for rate in rates), median(rate.cpu_s_per_million for rate in rates))
    return middle, ", ".join(f"{rate.per_second:,.0f}" for rate in rates)
