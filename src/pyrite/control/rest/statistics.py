"""Statistics in Flink's form: of checkpoints with quantiles, of subtasks with quartiles."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class StatsSummary:
    """Minimum, maximum, mean and quantiles; without values, zeros, and NaN for quantiles."""

    min: int
    max: int
    avg: int
    p50: float
    p90: float
    p95: float
    p99: float
    p999: float


_QUANTILES: Final = {"p50": 0.5, "p90": 0.9, "p95": 0.95, "p99": 0.99, "p999": 0.999}


def stats_summary(values: Iterable[float]) -> StatsSummary:
    """The statistics of measured values; negative values were not measured, and do not count."""
    measured = sorted(value for value in values if value >= 0)
    quantiles = {name: quantile(measured, part) for name, part in _QUANTILES.items()}
    if not measured:
        return StatsSummary(0, 0, 0, **quantiles)
    return StatsSummary(int(measured[0]), int(measured[-1]), int(sum(measured) / len(measured)), **quantiles)


def quantile(ordered: Sequence[float], part: float) -> float:
    """A quantile by the rule of Flink's histograms: linear interpolation between two values, over n + 1 gaps."""
    if not ordered:
        return math.nan
    position = part * (len(ordered) + 1)
    below = int(position)
    if below < 1:
        return float(ordered[0])
    if below >= len(ordered):
        return float(ordered[-1])
    return ordered[below - 1] + (position - below) * (ordered[below] - ordered[below - 1])


def aggregated(values: Sequence[float]) -> dict[str, int]:
    """The distribution of a figure over subtasks."""
    ordered = sorted(values)
    return {
        "min": int(ordered[0]),
        "max": int(ordered[-1]),
        "avg": int(sum(ordered) / len(ordered)),
        "sum": int(sum(ordered)),
        "median": int(quantile(ordered, 0.5)),
        "p25": int(quantile(ordered, 0.25)),
        "p75": int(quantile(ordered, 0.75)),
        "p95": int(quantile(ordered, 0.95)),
    }
