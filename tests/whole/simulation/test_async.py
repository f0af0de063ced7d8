"""Async I/O under seeded schedulers with crashes: every record is answered once, whatever was on its way."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Optional

import pytest

from pyrite.core.job.job_status import JobStatus
from pyrite.operators.async_io.async_wait import AsyncWaitOperator
from pyrite.operators.operator import Operator
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState
from pyrite.testing.simulation import Fault, Savepoint, Simulation, SimulationOptions, SimulationResult, Wish
from tests.effort import one_in
from tests.whole.simulation.asynchronous import asynchronous
from tests.whole.simulation.ledger import LEDGERS
from tests.whole.simulation.scenarios import CONCURRENT, OVERTAKING, TOLERANT, UNALIGNED, simulation_of
from tests.whole.simulation.uneven import run

SEEDS = one_in(250)
PROGRAM = asynchronous(16)
MODES = {
    "aligned": TOLERANT,
    "unaligned": UNALIGNED | TOLERANT,
    "aligned, then unaligned": OVERTAKING | CONCURRENT,
}


def options(*wishes: Wish, faults: tuple[Fault, ...] = (Fault.TASK, Fault.DRIVER, Fault.MACHINE)) -> SimulationOptions:
    return SimulationOptions(faults=faults, most_faults=3, time_passes=0.5, wishes=wishes)


@pytest.mark.parametrize("mode", MODES)
def test_every_seed_has_each_record_answered_once(mode: str) -> None:
    made = simulation_of(PROGRAM.build, options(), MODES[mode])
    total: Counter[str] = Counter()
    for seed in range(SEEDS):
        LEDGERS.clear()
        result = run(made, seed)
        total.update(checkpoints=result.checkpoints, restarts=result.restarts)
        assert (result.status, result.cause) == (JobStatus.FINISHED, None), f"seed {seed}"
        assert PROGRAM.faults_in(True) == [], f"seed {seed}"
    assert total["checkpoints"] > SEEDS and total["restarts"] > SEEDS // 3


def lives(seed: int, wish: Wish) -> list[SimulationResult]:
    """A life that is rescaled or stopped, and the one that resumes from its savepoint, at another parallelism."""
    LEDGERS.clear()
    actual: list[SimulationResult] = []
    origin: Optional[Savepoint] = None
    settings = TOLERANT | (UNALIGNED if seed % 2 and wish is not Wish.RESCALE else {})
    faults = (Fault.TASK, Fault.DRIVER)
    for number in range(2):
        parallelism = 2 if origin is None else random.Random(seed).choice((1, 2, 3))
        wanted = options(wish, faults=faults) if origin is None else options(faults=faults)
        made = simulation_of(PROGRAM.build, wanted, settings, parallelism, origin)
        actual.append(run(made, seed + number))
        origin = actual[-1].savepoint
        if origin is None:
            break
    return actual


@pytest.mark.parametrize("wish", [Wish.RESCALE, Wish.STOP, Wish.DRAIN], ids=lambda wish: wish.name)
def test_every_life_has_each_record_answered_once(wish: Wish) -> None:
    granted = 0
    for seed in range(SEEDS // 2):
        actual = lives(seed, wish)
        assert [result.cause for result in actual] == [None] * len(actual), f"seed {seed}"
        assert PROGRAM.faults_in(True) == [], f"seed {seed}"
        granted += wish in actual[0].granted
    assert granted


def without_what_is_on_its_way(patch: pytest.MonkeyPatch) -> None:
    def snapshot(self: AsyncWaitOperator, checkpoint_id: int) -> OperatorSubtaskState:
        return OperatorSubtaskState(watermark_ms=self._watermark_ms)

    patch.setattr(AsyncWaitOperator, "snapshot", snapshot)


def with_watermarks_that_overtake(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(AsyncWaitOperator, "process_watermark", Operator.process_watermark)


def with_an_end_that_does_not_wait(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(AsyncWaitOperator, "is_waiting", False)


@pytest.mark.parametrize(
    "leave_out", [without_what_is_on_its_way, with_watermarks_that_overtake, with_an_end_that_does_not_wait]
)
def test_what_is_left_out_is_found(leave_out: Callable[[pytest.MonkeyPatch], None]) -> None:
    """Each part is needed: without it, some seed shows it."""
    with pytest.MonkeyPatch.context() as patch:
        leave_out(patch)
        made = simulation_of(PROGRAM.build, options(), TOLERANT)
        assert any(_is_wrong(made, seed) for seed in range(200))


def _is_wrong(made: Simulation, seed: int) -> bool:
    LEDGERS.clear()
    try:
        return run(made, seed).status is not JobStatus.FINISHED or PROGRAM.faults_in(True) != []
    except AssertionError:  # it hangs
        return True


def test_same_seed_is_the_same_run() -> None:
    made = simulation_of(PROGRAM.build, options(), TOLERANT)
    first, second = (run(made, 4) for _ in range(2))
    assert (first.steps, first.checkpoints, first.restarts) == (second.steps, second.checkpoints, second.restarts)


def test_batch_has_each_record_answered_once() -> None:
    made = simulation_of(PROGRAM.build, SimulationOptions(batch=True), {"interval": "0"})
    for seed in range(20):
        LEDGERS.clear()
        assert made.run(seed).status is JobStatus.FINISHED
        assert PROGRAM.faults_in(True) == [], f"seed {seed}"
