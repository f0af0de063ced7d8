"""Statistics as Flink sends them: of checkpoints with quantiles, of subtasks with quartiles."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class StatsSummary:
    """Minimum, maximum, mean and quantiles; without values 0, and quantiles that are not numbers."""

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
    """Of numbers; negative ones mean that nothing was measured, and do not count."""
    known = sorted(value for value in values if value >= 0)
    quantiles = {name: quantile(known, part) for name, part in _QUANTILES.items()}
    if not known:
        return StatsSummary(0, 0, 0, **quantiles)
    return StatsSummary(int(known[0]), int(known[-1]), int(sum(known) / len(known)), **quantiles)


def quantile(ordered: Sequence[float], part: float) -> float:
    """By the rule of Flink's histograms: between two values in proportion, by n + 1 gaps."""
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
    """How a figure is spread over subtasks."""
    known = sorted(values)
    return {
        "min": int(known[0]),
        "max": int(known[-1]),
        "avg": int(sum(known) / len(known)),
        "sum": int(sum(known)),
        "median": int(quantile(known, 0.5)),
        "p25": int(quantile(known, 0.25)),
        "p75": int(quantile(known, 0.75)),
        "p95": int(quantile(known, 0.95)),
    }
