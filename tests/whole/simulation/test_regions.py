"""Regions that restart alone, under seeded schedulers: each pipeline of a job has each record's effect once.

PYRITE_SEEDS says how many seeds; `python -m tests.whole.simulation --regions --first SEED --seeds 1` runs one again.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from pyrite.testing.simulation import Fault, Simulation, SimulationOptions, SimulationResult, Wish
from tests.effort import one_in, sampled
from tests.whole.simulation.ledger import LEDGERS
from tests.whole.simulation.regions import RegionJob, Started, failing, one_task, run_job, staged, windows
from tests.whole.simulation.scenarios import TOLERANT
from tests.whole.simulation.uneven import run

SEEDS = one_in(20)


def test_every_job_gives_each_record_of_each_pipeline_its_effect_once() -> None:
    total: Counter[str] = Counter()
    for seed in range(SEEDS):
        faults, results = run_job(seed)
        assert faults == [], f"seed {seed}"
        for result in results:
            total.update(regions=result.region_restarts, granted=len(result.granted), checkpoints=result.checkpoints)
    assert total["regions"] > SEEDS and total["granted"] > SEEDS / 2 and total["checkpoints"] > SEEDS


def results(job: RegionJob, seeds: int) -> list[SimulationResult]:
    made = job.simulation()
    actual = []
    for seed in range(seeds):
        LEDGERS.clear()
        actual.append(run(made, seed))
        assert job.faults_in() == [], f"seed {seed}"
    return actual


def test_pipeline_that_does_not_fail_is_started_once() -> None:
    """The other fails twice, by an exception of the user's."""
    steady, failing_one = Started("steady"), failing(20, attempts=2)
    job = RegionJob((steady.around(windows(20)), failing_one), TOLERANT, faults=())
    actual = results(job, 20)
    assert all(result.region_restarts == result.restarts == 2 for result in actual)
    assert steady.take() == 2 * 20, "once in each of its two subtasks, in each run"


def test_killed_task_takes_only_its_region_with_it() -> None:
    job = RegionJob((one_task(10), staged(10)), TOLERANT, faults=(Fault.TASK,))
    actual = results(job, 40)
    assert sum(result.region_restarts for result in actual) > 0.6 * sum(result.restarts for result in actual)


@pytest.mark.parametrize("wish", [Wish.SAVEPOINT, Wish.STOP, Wish.DRAIN, Wish.RESCALE], ids=lambda wish: wish.name)
def test_task_that_is_killed_at_every_step_of_a_wish(wish: Wish) -> None:
    """One run for each of many steps, from the start to the end: no other fault, the same schedule."""
    job = RegionJob((one_task(6), staged(6)), TOLERANT, (Fault.TASK,), (wish,))
    quiet = with_fault_at(job, 10**9)
    seed, whole = next((n, actual) for n in range(1, 60) if (actual := run(quiet, n)).granted == (wish,))
    restarts = 0
    for step in sampled(range(1, whole.steps, 7)):
        LEDGERS.clear()
        result = run(with_fault_at(job, step), seed)
        restarts += result.region_restarts
        if result.savepoint is not None:
            run(job.simulation(seed, result.savepoint), seed + 1)
        assert job.faults_in() == [], f"a task killed at step {step}"
    assert restarts > 3


def test_task_that_is_killed_at_every_step_of_a_job_s_end() -> None:
    """Where all have finished, the last checkpoint is taken, and tasks leave."""
    job = RegionJob((one_task(3), failing(3, attempts=0)), TOLERANT, (Fault.TASK,), parallelism=1)
    made = with_fault_at(job, 10**9)
    restarts: Counter[bool] = Counter()
    for seed in range(8):
        made.options = replace(made.options, fault_at=10**9)
        steps = run(made, seed).steps
        for step in sampled(range(steps // 2 + seed % 3, steps)):
            LEDGERS.clear()
            made.options = replace(made.options, fault_at=step)
            restarts[bool(run(made, seed).region_restarts)] += 1
            assert job.faults_in() == [], f"seed {seed}, a task killed at step {step}"
    assert restarts[True] > 25 and restarts[False] > 12


def with_fault_at(job: RegionJob, step: int) -> Simulation:
    made = job.simulation()
    made.options = SimulationOptions(
        faults=job.faults, most_faults=1, time_passes=0.5, wishes=job.wishes, fault_at=step
    )
    return made
