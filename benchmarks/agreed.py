"""Rounds of a measurement that agree, or a refusal: noise does not become a result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median
from typing import TypeVar

NEAR = 0.15
"""Rounds agree that differ by no more than this share from their median."""
_MOST = 3
"""So many times the rounds are measured before they are given up."""
Round = TypeVar("Round")


class NoisyError(RuntimeError):
    """The rounds of a measurement disagree: it has no result."""


def agreed(
    name: str,
    measure: Callable[[int], list[Round]],
    rounds: int,
    metrics: Callable[[list[Round]], Sequence[float]],
) -> list[Round]:
    """Measures `rounds` rounds, and again while most of them disagree; returns those that agree.

    `figures` gives each round's figure; a round without one gives nan, which agrees with nothing.
    """
    made: list[Round] = []
    for _ in range(_MOST):
        made += measure(rounds)
        kept = near_median(metrics(made))
        if len(kept) > len(made) / 2 and len(kept) >= min(2, rounds):
            return [made[index] for index in kept]
    report = ", ".join(f"{figure:,.4g}" for figure in metrics(made))
    raise NoisyError(f"{name}: the rounds disagree, so there is no result: {report}. Measure on a quiet machine")


def near_median(metrics: Sequence[float]) -> list[int]:
    """The indices of the figures that lie near the median of all that there are."""
    there = [figure for figure in metrics if figure == figure]  # without nan
    if not there:
        return []
    middle = median(there)
    return [index for index, figure in enumerate(metrics) if abs(figure - middle) <= NEAR * abs(middle)]
