"""Savepoints, stops and rescales under seeded schedulers with crashes: nothing lost, nothing twice, over all lives."""

from __future__ import annotations

import os
from collections import Counter

import pytest

from tests.simulation.lives import LIVES, Life, run_life
from tests.simulation.uneven import run

SEEDS = int(os.environ.get("PYRITE_SEEDS", "5000")) // 20


def test_every_life_gives_each_record_its_effect_once() -> None:
    found = {seed: faults for seed in range(SEEDS) if (faults := run_life(seed))}
    assert not found


@pytest.mark.parametrize("life", LIVES, ids=lambda life: life.name)
def test_life_has_its_wishes_granted(life: Life) -> None:
    """Else its seeds would prove nothing."""
    made = life.simulation()
    results = [run(made, seed) for seed in range(12)]
    granted = Counter(wish for result in results for wish in result.granted)
    assert all(granted[wish] >= 1 for wish in life.wishes)
    assert sum(granted.values()) >= 3
    if life.wishes_an_end:
        assert sum(result.savepoint is not None for result in results) >= 1
