"""Unaligned checkpoints restored into changed programs: no record that was in flight is lost, and none counts twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

from tests.whole.simulation.reshaped import CHANGES, Outcome, random_reshaping, timed_reshaping

SAMPLE = range(4, 8)
MANY = 150


def outcomes(change: str, seeds: Iterable[int]) -> Counter[Outcome]:
    actual: Counter[Outcome] = Counter()
    for seed in seeds:
        reshaping = timed_reshaping(seed) if change == "windows" else random_reshaping(change, seed)
        outcome, faults = reshaping.run(seed)
        assert faults == [], f"seed {seed} of '{change}'"
        actual[outcome] += 1
    return actual


@pytest.mark.parametrize("change", (*CHANGES, "windows"))
def test_records_in_flight_have_their_effect_once_when_the_program_changes(change: str) -> None:
    actual = outcomes(change, SAMPLE)
    assert actual[Outcome.TAKEN_OVER] >= len(SAMPLE) / 4


@pytest.mark.slow
@pytest.mark.parametrize("change", (*CHANGES, "windows"))
def test_records_in_flight_have_their_effect_once_with_many_seeds(change: str) -> None:
    actual = outcomes(change, set(range(MANY)) - set(SAMPLE))
    assert actual[Outcome.TAKEN_OVER] >= MANY / 4
