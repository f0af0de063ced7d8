"""The protocol under seeded schedulers with crashes: nothing lost, nothing twice. PYRITE_SEEDS says how many seeds.

A failure names its seed: `python -m tests.whole.simulation --first SEED --seeds 1` runs it again.
"""

from __future__ import annotations

from collections import Counter

import pytest

from pyrite.testing.simulation import SimulationResult
from tests.effort import SEEDS
from tests.whole.simulation.ledger import LEDGERS
from tests.whole.simulation.scenarios import SCENARIOS, Scenario, name_of, run_seed
from tests.whole.simulation.seeds import run_seeds
from tests.whole.simulation.uneven import run, run_unevenly


def test_every_seed_gives_each_record_its_effect_once() -> None:
    failures = run_seeds(0, SEEDS, processes=2)
    assert not failures, "\n".join(map(str, failures))


def test_all_scenarios_take_their_turn() -> None:
    assert {scenario.name for scenario in SCENARIOS} < {name_of(seed) for seed in range(100)}


def results(scenario: Scenario, seeds: int) -> list[SimulationResult]:
    made = scenario.simulation()
    actual = []
    for seed in range(seeds):
        LEDGERS.clear()
        actual.append(run(made, seed))
    return actual


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_scenario_has_checkpoints_and_faults_and_restarts(scenario: Scenario) -> None:
    """Else its seeds would prove nothing."""
    total: Counter[str] = Counter()
    for result in results(scenario, 12):
        total.update(checkpoints=result.checkpoints, faults=result.faults, restarts=result.restarts)
    assert total["checkpoints"] > 6 and total["faults"] > 3 and total["restarts"] > 3


def test_same_seed_is_the_same_run() -> None:
    scenario = SCENARIOS[0]
    made = scenario.simulation()
    first, second = run_unevenly(made, 7), run_unevenly(made, 7)
    assert (first.steps, first.faults, first.checkpoints) == (second.steps, second.faults, second.checkpoints)
    assert run_seed(0) == []
