"""Savepoints, stops and rescales under seeded schedulers with crashes: nothing lost, nothing twice, over all lives."""

from __future__ import annotations

from collections import Counter

import pytest

from pyrite.testing.simulation import Fault, Wish
from tests.effort import one_in, sampled
from tests.whole.simulation.lives import LIVES, Life, run_life
from tests.whole.simulation.scenarios import levels
from tests.whole.simulation.uneven import run

SEEDS = one_in(20)


def test_every_life_gives_each_record_its_effect_once() -> None:
    actual = {seed: faults for seed in range(SEEDS) if (faults := run_life(seed))}
    assert not actual


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


@pytest.mark.parametrize(
    "kind", [Fault.TASK, Fault.DRIVER, pytest.param(Fault.MACHINE, marks=pytest.mark.slow)], ids=lambda kind: kind.name
)
@pytest.mark.parametrize("wish", [Wish.STOP, Wish.RESCALE], ids=lambda wish: wish.name)
def test_crash_at_every_step_of_a_stop_and_of_a_rescale(wish: Wish, kind: Fault) -> None:
    """One run for each of many steps, from the start to the end: no other fault, the same schedule."""
    life = Life("every step", levels(10), (wish,), faults=(kind,))
    quiet = life.with_fault_at(10**9)
    seed, whole = next((n, actual) for n in range(1, 60) if (actual := run(quiet, n)).granted == (wish,))
    seen = 0
    for step in sampled(range(kind is Fault.MACHINE, whole.steps, 3 if wish is Wish.STOP else 6)):
        faults = life.faults_with_one_at(step + 1, seed)
        assert faults == [], f"a crash at step {step + 1}"
        seen += 1
    assert seen > 13
