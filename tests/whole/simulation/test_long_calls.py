"""Calls that give several results, paused between them: crashes in the middle leave each result once."""

from __future__ import annotations

from collections import Counter

import pytest

from pyrite.runtime.task.chain.task_turn import TaskTurn
from tests.effort import one_in
from tests.whole.simulation.ledger import LEDGERS
from tests.whole.simulation.scenarios import LONG_CALL_SCENARIOS, Scenario
from tests.whole.simulation.uneven import run

SCENARIOS = pytest.mark.parametrize("scenario", LONG_CALL_SCENARIOS, ids=lambda scenario: scenario.name)


@SCENARIOS
def test_results_of_long_calls_have_their_effect_once(scenario: Scenario) -> None:
    faults = {seed: scenario.run(seed) for seed in range(one_in(8))}
    assert {seed: wrong for seed, wrong in faults.items() if wrong} == {}


@SCENARIOS
def test_scenario_has_pauses_checkpoints_and_faults(scenario: Scenario, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else its seeds would prove nothing."""
    total: Counter[str] = Counter()
    resume = TaskTurn.resume

    def counted(turn: TaskTurn) -> object:
        total["pauses"] += 1
        return resume(turn)

    monkeypatch.setattr(TaskTurn, "resume", counted)
    made = scenario.simulation()
    for seed in range(12):
        LEDGERS.clear()
        result = run(made, seed)
        total.update(checkpoints=result.checkpoints, faults=result.faults, restarts=result.restarts)
    assert total["pauses"] > 300 and total["checkpoints"] > 6 and total["faults"] > 3 and total["restarts"] > 3
