"""Batch jobs whose stages are repeated, under seeded schedulers: every record has its effect once, in every sink.

Tasks are killed, outputs are lost with them or at another time, and tasks die before Spark knows their output.
PYRITE_SEEDS says how many seeds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from pyrite.connectors.builtin.terminal import CollectSink
from pyrite.core.config.options import FAILOVER_STRATEGY
from pyrite.core.job.job_status import JobStatus
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.runtime.master.attempt import attempt_core
from pyrite.runtime.master.attempt.attempt_core import AttemptCore
from pyrite.runtime.master.attempt.failover import StageRepeats
from pyrite.runtime.master.attempt.region_attempt import RegionAttempt
from pyrite.runtime.master.attempt.split_assignment import SplitAssignment
from pyrite.runtime.master.job_events import MessageEvent, TaskId
from pyrite.runtime.wire.task_state import TaskPhase
from pyrite.testing.simulation import Fault, Simulation, SimulationOptions, SimulationResult
from tests import dags
from tests.effort import one_in
from tests.whole.simulation.ledger import LEDGERS, LedgerSink, read_ledger
from tests.whole.simulation.transactions import STORE, Fate, TransactionSink, read_committed

SEEDS = one_in(25)
NAME = "stages"


def simulation_of(build: Callable[[StreamExecutionEnvironment], None]) -> Simulation:
    env = StreamExecutionEnvironment().set_parallelism(2)
    configuration = env.get_configuration()
    configuration.set(FAILOVER_STRATEGY, "region")
    configuration.set_string("restart-strategy.type", "fixed-delay")
    configuration.set_string("restart-strategy.fixed-delay.attempts", "1000")
    configuration.set_string("restart-strategy.fixed-delay.delay", "10ms")
    build(env)
    chosen = SimulationOptions(batch=True, faults=(Fault.TASK,), most_faults=5, loses_outputs=True, frame_size=300)
    return Simulation(env.get_job_spec(clear=True), chosen)


def run(made: Simulation, seed: int) -> SimulationResult:
    LEDGERS.clear()
    STORE.clear()
    result = made.run(seed)
    assert result.status is JobStatus.FINISHED, (seed, result.cause)
    return result


def run_dag(program: int, seed: int) -> SimulationResult:
    """A random graph, whose sources and sinks are at several levels."""
    nodes = dags.random_program(program, size=4, max_parallelism=3)
    result = run(simulation_of(lambda env: dags.build(env, nodes, sink=lambda: LedgerSink(NAME))), seed)
    records, calls = dags.expected(nodes)
    assert Counter(read_ledger(NAME)) == records, (program, seed)
    assert result.accumulators.get("calls", 0) == calls, (program, seed)
    return result


def test_random_graphs_give_each_record_its_effect_once() -> None:
    repeats = restarts = 0
    for seed in range(SEEDS):
        result = run_dag(seed // 3, seed)
        repeats += result.region_restarts
        restarts += result.restarts
    assert repeats == restarts > SEEDS / 2


def transactions(env: StreamExecutionEnvironment) -> None:
    numbers = env.from_sequence(0, 39)
    numbers.add_sink(TransactionSink("early"))
    numbers.rebalance().map(lambda n: n).set_parallelism(3).rebalance().add_sink(TransactionSink("late"))


def test_transactions_of_kept_sinks_are_committed_and_all_others_are_aborted() -> None:
    made = simulation_of(transactions)
    for seed in range(SEEDS):
        run(made, seed)
        assert_exact(seed)


def assert_exact(seed: int) -> None:
    assert sorted(read_committed("early")) == sorted(read_committed("late")) == list(range(40)), seed
    assert not [name for name, found in STORE.items() if found.fate is Fate.PREPARED], seed


# Each part is needed --------------------------------------------------------------------------------------------------


def keep_readers_of_what_is_lost(patch: pytest.MonkeyPatch) -> None:
    def plan(self: StageRepeats, region: RegionAttempt, outputs: frozenset[TaskId]) -> Any:
        kept = [task for task, state in region.tasks.items() if task in outputs and state.finished]
        return self._planned(region, kept, len(region.region.graph.levels))

    patch.setattr(StageRepeats, "_plan", plan)


def let_enumerators_notice_readers_that_come_again(patch: pytest.MonkeyPatch) -> None:
    def add(self: SplitAssignment, subtask: int) -> None:
        self._absent.discard(subtask)
        self._enumerator.add_reader(subtask)

    patch.setattr(SplitAssignment, "add_reader", add)


def let_kept_tasks_run_again(patch: pytest.MonkeyPatch) -> None:
    register = AttemptCore._on_register

    def accept(self: AttemptCore, event: MessageEvent) -> None:
        if self.attempt_tasks.state(event.task).finished:
            self.attempt_tasks.enter(event.task, TaskPhase.EXPECTED, 0)
        register(self, event)

    accepting = {key: accept if handler is register else handler for key, handler in attempt_core.TRANSITIONS.items()}
    patch.setattr(attempt_core, "TRANSITIONS", accepting)


@pytest.mark.parametrize(
    "without",
    [keep_readers_of_what_is_lost, let_enumerators_notice_readers_that_come_again, let_kept_tasks_run_again],
)
def test_some_seed_shows_a_loss_or_a_double(
    without: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    without(monkeypatch)
    made = simulation_of(transactions)
    with pytest.raises(AssertionError):
        for seed in range(100):
            run(made, seed)
            assert_exact(seed)


# Collected records ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("strategy", ["full", "region"])
def test_records_are_collected_once_when_their_tasks_run_again(strategy: str) -> None:
    def collecting(env: StreamExecutionEnvironment) -> None:
        env.get_configuration().set(FAILOVER_STRATEGY, strategy)
        env.from_sequence(0, 39).rebalance().sink_to(CollectSink())

    made, restarts = simulation_of(collecting), 0
    for seed in range(SEEDS):
        result = run(made, seed)
        assert sorted(result.results) == list(range(40)), seed
        restarts += result.restarts
        assert strategy == "full" or result.restarts == result.region_restarts
    assert restarts > SEEDS / 5
