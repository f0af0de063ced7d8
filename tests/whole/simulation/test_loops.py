"""Loops under seeded schedulers with crashes: what goes round goes round as often as it should, and once."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Optional

import pytest

from pyrite.core.job.job_status import JobStatus
from pyrite.operators.iteration.head import HeadOperator
from pyrite.operators.iteration.operator_iteration import OperatorIteration
from pyrite.operators.iteration.tail import TailOperator
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState
from pyrite.runtime.task.output.spooled_feedback import LoggingOutput
from pyrite.testing import simulated_job
from pyrite.testing.simulation import Fault, Savepoint, Simulation, SimulationOptions, SimulationResult, Wish
from tests.effort import one_in
from tests.whole.simulation.ledger import LEDGERS
from tests.whole.simulation.loops import (
    bulk_behind_delta,
    components,
    countdown,
    delayed,
    growing,
    one_behind_the_other,
)
from tests.whole.simulation.scenarios import AT_LEAST_ONCE, CONCURRENT, OVERTAKING, TOLERANT, Program, simulation_of
from tests.whole.simulation.uneven import run

SEEDS = one_in(400)
PROGRAMS = {
    "in one task": countdown(8, apart=False),
    "apart": countdown(8, apart=True),
    "bulk": growing(7, 20, 25),
    "bulk, by count": growing(5, 3, 1000),
    "delta": components(2, 4),
    "delta behind bulk": components(2, 3, behind_bulk=True),
    "by timers": delayed(6),
    "bulk behind delta": bulk_behind_delta(5),
    "one behind the other": one_behind_the_other(6),
}
MODES = {"aligned": TOLERANT, "three at a time": CONCURRENT | TOLERANT, "unaligned is not": OVERTAKING | TOLERANT}
CRASHES = (Fault.TASK, Fault.DRIVER, Fault.MACHINE)


def options(*wishes: Wish, faults: tuple[Fault, ...] = CRASHES) -> SimulationOptions:
    return SimulationOptions(faults=faults, most_faults=3, time_passes=0.5, wishes=wishes)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", PROGRAMS)
def test_every_seed_gives_what_the_loop_gives_without_faults(name: str, mode: str) -> None:
    program = PROGRAMS[name]
    made = simulation_of(program.build, options(), MODES[mode])
    total: Counter[str] = Counter()
    for seed in range(SEEDS):
        LEDGERS.clear()
        result = run(made, seed)
        total.update(checkpoints=result.checkpoints, restarts=result.restarts)
        assert (result.status, result.cause) == (JobStatus.FINISHED, None), f"seed {seed}"
        assert program.faults_in(True) == [], f"seed {seed}"
    assert total["checkpoints"] > SEEDS and total["restarts"] > SEEDS // 4


def test_at_least_once_loses_nothing() -> None:
    program = PROGRAMS["apart"]
    made = simulation_of(program.build, options(), AT_LEAST_ONCE | TOLERANT)
    for seed in range(SEEDS):
        LEDGERS.clear()
        assert run(made, seed).status is JobStatus.FINISHED, f"seed {seed}"
        assert program.faults_in(False) == [], f"seed {seed}"


def lives(program: Program, seed: int, wish: Wish) -> list[SimulationResult]:
    """A life that is rescaled or stopped, and the one that resumes from its savepoint, at another parallelism."""
    LEDGERS.clear()
    actual: list[SimulationResult] = []
    origin: Optional[Savepoint] = None
    faults = (Fault.TASK, Fault.DRIVER)
    for number in range(2):
        parallelism = 2 if origin is None else random.Random(seed).choice((1, 2, 3))
        wanted = options(wish, faults=faults) if origin is None else options(faults=faults)
        actual.append(run(simulation_of(program.build, wanted, TOLERANT, parallelism, origin), seed + number))
        origin = actual[-1].savepoint
        if origin is None:
            break
    return actual


@pytest.mark.parametrize("wish", [Wish.RESCALE, Wish.STOP], ids=lambda wish: wish.name)
@pytest.mark.parametrize("name", PROGRAMS)
def test_every_life_gives_what_the_loop_gives_in_one(name: str, wish: Wish) -> None:
    granted = 0
    for seed in range(SEEDS // 2):
        actual = lives(PROGRAMS[name], seed, wish)
        assert [result.cause for result in actual] == [None] * len(actual), f"seed {seed}"
        assert PROGRAMS[name].faults_in(True) == [], f"seed {seed}"
        granted += wish in actual[0].granted
    assert granted


@pytest.mark.parametrize("name", PROGRAMS)
def test_loop_continues_again_when_its_job_was_drained(name: str) -> None:
    """What came before the drain has gone round to its end; with supersteps, that has given a result of its own."""
    for seed in range(SEEDS // 2):
        actual = lives(PROGRAMS[name], seed, Wish.DRAIN)
        assert [result.cause for result in actual] == [None] * len(actual), f"seed {seed}"
        if name in ("in one task", "apart", "one behind the other", "by timers"):
            assert PROGRAMS[name].faults_in(True) == [], f"seed {seed}"


def without_what_is_on_the_edge(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(LoggingOutput, "on_edge", lambda self, checkpoint_id: [])


def with_a_log_that_forgets_barriers(patch: pytest.MonkeyPatch) -> None:
    """What the head has taken since its barrier is dropped before that has come to the tail."""
    noted = LoggingOutput.note

    def note(self: LoggingOutput, checkpoint_id: Optional[int], taken: int) -> None:
        noted(self, checkpoint_id, taken)
        self._drop_up_to_now()  # type: ignore[attr-defined]

    def drop(self: LoggingOutput) -> None:
        barriers, self._at_barriers = self._at_barriers, {}
        self._drop()
        self._at_barriers = {n: max(taken, self._dropped) for n, taken in barriers.items()}

    patch.setattr(LoggingOutput, "_drop_up_to_now", drop, raising=False)
    patch.setattr(LoggingOutput, "note", note)


def with_supersteps_that_are_forgotten(patch: pytest.MonkeyPatch) -> None:
    """A restored head begins with superstep 1."""
    patch.setattr(HeadOperator, "snapshot", lambda self, checkpoint_id: OperatorSubtaskState())


def with_parts_that_are_forgotten(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(OperatorIteration, "with_state", lambda self, lists, unions: (lists, unions))


def with_tails_that_count_nothing(patch: pytest.MonkeyPatch) -> None:
    """The first mark that has gone round ends the loop, whatever is in it."""
    send = TailOperator.process_block

    def process(self: TailOperator, block: object, input_index: int = 0) -> None:
        send(self, block)  # type: ignore[arg-type]
        self._since = 0

    patch.setattr(TailOperator, "process_block", process)


@pytest.mark.parametrize("leave_out", [with_supersteps_that_are_forgotten, with_parts_that_are_forgotten])
def test_what_is_left_out_of_supersteps_is_found(leave_out: Callable[[pytest.MonkeyPatch], None]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        leave_out(patch)
        patch.setattr(simulated_job, "_MAX_STEPS", 10_000)  # it may hang: others take about a thousand
        program = PROGRAMS["bulk"]
        made = simulation_of(program.build, options(), TOLERANT)
        assert any(_is_wrong(made, program, seed) for seed in range(200))


@pytest.mark.parametrize(
    "leave_out", [without_what_is_on_the_edge, with_a_log_that_forgets_barriers, with_tails_that_count_nothing]
)
def test_what_is_left_out_is_found(leave_out: Callable[[pytest.MonkeyPatch], None]) -> None:
    """Each part is needed: without it, some seed shows it."""
    with pytest.MonkeyPatch.context() as patch:
        leave_out(patch)
        program = countdown(8, apart=True, turns=15)
        made = simulation_of(program.build, options(), TOLERANT)
        assert any(_is_wrong(made, program, seed) for seed in range(200))


def _is_wrong(made: Simulation, program: Program, seed: int) -> bool:
    LEDGERS.clear()
    try:
        return run(made, seed).status is not JobStatus.FINISHED or program.faults_in(True) != []
    except AssertionError:  # it hangs
        return True
