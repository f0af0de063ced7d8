"""Operator state under crashes: every record has its effect once, and so has every count that a subtask keeps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pyrite.datastream import DataStream, StreamExecutionEnvironment
from pyrite.datastream.functions import (
    CheckpointedFunction,
    CheckpointListener,
    FunctionInitializationContext,
    FunctionSnapshotContext,
    MapFunction,
    SourceFunction,
)
from pyrite.datastream.state import ListState, ListStateDescriptor
from pyrite.testing.simulation import Fault, Simulation, SimulationOptions
from tests.whole.simulation.ledger import LEDGERS, LedgerSink, read_ledger

RECORDS = 40
SEEDS = 60
FAULTS = SimulationOptions(faults=(Fault.TASK, Fault.DRIVER), most_faults=4, time_passes=0.5)


class CountInPlace(MapFunction, CheckpointedFunction):
    """Numbers its records; the counter in the list state is changed in place."""

    def open(self, runtime_context: Any) -> None:
        self._index = runtime_context.get_index_of_this_subtask()
        if self._counter["owner"] is None:
            self._counter["owner"] = self._index

    def initialize_state(self, context: FunctionInitializationContext) -> None:
        state = self._state_of(context)
        actual = list(state.get())
        assert len(actual) == (1 if context.is_restored() else 0)
        if not actual:
            state.add({"owner": None, "count": 0})
        (self._counter,) = state.get()

    def _state_of(self, context: FunctionInitializationContext) -> ListState[Any]:
        return context.get_operator_state_store().get_list_state(ListStateDescriptor("counter"))

    def snapshot_state(self, context: FunctionSnapshotContext) -> None:
        """The counter is in the state already."""

    def map(self, value: int) -> tuple[int, int, int, bool]:
        self._counter["count"] += 1
        return value, self._counter["owner"], self._counter["count"], self._counter["owner"] == self._index


class TakeTurns(CountInPlace):
    """With every restore, each subtask continues with the counter of the next one: all see all counters."""

    def open(self, runtime_context: Any) -> None:
        self._index = runtime_context.get_index_of_this_subtask()
        owner, count = self._index, 0
        if self._found:  # one only, where the other subtask had finished before the last restore
            owner, count = self._found[(self._index + 1) % len(self._found)]
        self._counter = {"owner": owner, "count": count}

    def initialize_state(self, context: FunctionInitializationContext) -> None:
        self._state = context.get_operator_state_store().get_union_list_state(ListStateDescriptor("counters"))
        self._found = list(self._state.get())
        assert bool(self._found) == context.is_restored()

    def snapshot_state(self, context: FunctionSnapshotContext) -> None:
        self._state.update([(self._counter["owner"], self._counter["count"])])


class Numbers(SourceFunction, CheckpointedFunction):
    """Counts up from where it was."""

    def initialize_state(self, context: FunctionInitializationContext) -> None:
        self._state = context.get_operator_state_store().get_list_state(ListStateDescriptor("next"))
        self._next = next(iter(self._state.get()), 0)

    def run(self, ctx: SourceFunction.SourceContext) -> None:
        while self._next < RECORDS:
            with ctx.get_checkpoint_lock():
                ctx.collect(self._next)
                self._next += 1

    def cancel(self) -> None:
        self._next = RECORDS

    def snapshot_state(self, context: FunctionSnapshotContext) -> None:
        self._state.update([self._next])


def make_simulation(
    build: Callable[[StreamExecutionEnvironment], DataStream],
    name: str,
    options: SimulationOptions = FAULTS,
    restart: str = "fixed-delay",
) -> Simulation:
    env = StreamExecutionEnvironment.get_execution_environment().set_parallelism(2)
    configuration = env.get_configuration()
    for key, value in {
        "execution.checkpointing.interval": "20ms",
        "restart-strategy.type": restart,
        "restart-strategy.fixed-delay.attempts": "1000",
        "restart-strategy.fixed-delay.delay": "10ms",
    }.items():
        configuration.set_string(key, value)
    build(env).rebalance().sink_to(LedgerSink(name))
    return Simulation(env.get_job_spec(clear=True), options)


def mapped(function: Callable[[], MapFunction]) -> Callable[[StreamExecutionEnvironment], DataStream]:
    return lambda env: env.from_sequence(0, RECORDS - 1).rebalance().map(function())


@pytest.mark.parametrize("function", [CountInPlace, TakeTurns])
def test_counters_of_subtasks_count_every_record_once(function: type[CountInPlace]) -> None:
    name = f"operator-state-{function.__name__}"
    simulation = make_simulation(mapped(function), name)
    restarts = checkpoints = swapped = 0
    for seed in range(SEEDS):
        LEDGERS.pop(name, None)
        result = simulation.run(seed)
        assert result.status.name == "FINISHED", (seed, result.cause)
        written = read_ledger(name)
        assert sorted(row[0] for row in written) == list(range(RECORDS)), seed
        for owner in range(2):
            counts = sorted(row[2] for row in written if row[1] == owner)
            assert counts == list(range(1, len(counts) + 1)), (seed, owner)
        restarts, checkpoints = restarts + result.restarts, checkpoints + result.checkpoints
        swapped += sum(not is_own for _, _, _, is_own in written)
    assert restarts > SEEDS // 2 and checkpoints > SEEDS
    assert bool(swapped) == (function is TakeTurns)


def test_source_function_with_state_gives_every_record_once() -> None:
    """Its loop is a thread, so a seed does not repeat a run exactly; the outcome is the same all the same."""
    simulation = make_simulation(lambda env: env.add_source(Numbers()), "source-function")
    restarts = 0
    for seed in range(SEEDS // 2):
        LEDGERS.pop("source-function", None)
        result = simulation.run(seed)
        assert result.status.name == "FINISHED", (seed, result.cause)
        assert sorted(read_ledger("source-function")) == list(range(RECORDS)), seed
        restarts += result.restarts
    assert restarts > 0


class FailsAtSnapshot(CountInPlace):
    def snapshot_state(self, context: FunctionSnapshotContext) -> None:
        raise OSError("cannot save")


class FailsWhenTold(CountInPlace, CheckpointListener):
    def notify_checkpoint_complete(self, checkpoint_id: int) -> None:
        raise OSError("cannot commit")


@pytest.mark.parametrize(
    ("function", "reported"), [(FailsAtSnapshot, "checkpoint 1 failed"), (FailsWhenTold, "cannot commit")]
)
def test_error_at_a_checkpoint_names_operator_and_function(function: type[CountInPlace], reported: str) -> None:
    simulation = make_simulation(mapped(function), "fails", SimulationOptions(time_passes=0.5), restart="none")
    result = simulation.run(1)
    text = str(result.cause)
    assert result.status.name == "FAILED"
    assert reported in text and f"{function.__name__} (" in text and "'Map'" in text
