"""Programs that publish state: what a client sees of them while they run, in a simulation."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pyrite.core.errors import InvalidProgramError, JobNotRunningError, NoCheckpointYetError, UnknownKeyError
from pyrite.core.functions.functions import AggregateFunction
from pyrite.core.job.job_status import JobStatus
from pyrite.core.state.state_types import (
    AggregatingStateDescriptor,
    ListStateDescriptor,
    MapStateDescriptor,
    ReducingStateDescriptor,
    StateDescriptor,
    ValueStateDescriptor,
)
from pyrite.core.types.types_factory import Types
from pyrite.datastream import KeyedProcessFunction, KeyedStream, StreamExecutionEnvironment
from pyrite.queryable_state import QueriedState, QueryableStateClient
from pyrite.runtime.master import job_events
from pyrite.testing.simulated_job import SimulatedJob
from pyrite.testing.simulation import Simulation, SimulationOptions

NUMBERS = 60


def numbers(env: StreamExecutionEnvironment) -> KeyedStream:
    env.set_parallelism(2).enable_checkpointing(10)
    return env.from_sequence(1, NUMBERS).key_by(lambda number: number % 3)


def queried(env: StreamExecutionEnvironment, name: str, key: Any, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Runs the program, and asks after every step; the different answers, in their order."""
    world = SimulatedJob(Simulation(env.get_job_spec(clear=True), SimulationOptions()), random.Random(7))
    monkeypatch.setattr("pyrite.queryable_state.client.open_store", lambda uri, configuration: world.store)
    seen: list[QueriedState] = []
    world.driver.handle(job_events.StartEvent())
    with QueryableStateClient("simulated://", clock=world.clock) as client:
        while (winner := world.winner()) is None:
            world.step()
            try:
                actual = client.get_kv_state("simulated", name, key)
            except (JobNotRunningError, NoCheckpointYetError, UnknownKeyError):
                continue  # before the first attempt, before the first checkpoint, before the key's first record
            if not seen or seen[-1].checkpoint_id != actual.checkpoint_id:
                seen.append(actual)
    assert winner[1].status is JobStatus.FINISHED
    assert seen == sorted(seen, key=lambda actual: actual.checkpoint_id)
    return [actual.value for actual in seen]


OF_KEY_1 = [number for number in range(1, NUMBERS + 1) if number % 3 == 1]


def test_last_record_of_a_key_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    env = StreamExecutionEnvironment()
    numbers(env).as_queryable_state("last")
    seen = queried(env, "last", 1, monkeypatch)
    assert seen and set(seen) <= set(OF_KEY_1)


def test_sum_of_a_keys_records_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    env = StreamExecutionEnvironment()
    numbers(env).as_queryable_state("sum", ReducingStateDescriptor("s", lambda a, b: a + b))
    seen = queried(env, "sum", 1, monkeypatch)
    assert len(seen) > 1 and seen == sorted(seen) and seen[-1] <= sum(OF_KEY_1)


class Listing(AggregateFunction):
    def create_accumulator(self) -> list[int]:
        return []

    def add(self, value: int, accumulator: list[int]) -> list[int]:
        return [*accumulator, value]

    def get_result(self, accumulator: list[int]) -> int:
        return len(accumulator)

    def merge(self, acc_a: list[int], acc_b: list[int]) -> list[int]:
        return acc_a + acc_b


def test_accumulator_of_a_keys_records_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    env = StreamExecutionEnvironment()
    numbers(env).as_queryable_state("all", AggregatingStateDescriptor("a", Listing()))
    seen = queried(env, "all", 1, monkeypatch)
    assert seen and all(set(item) <= set(OF_KEY_1) and len(set(item)) == len(item) for item in seen)


class Count(KeyedProcessFunction):
    """Publishes a state that it asks for in open()."""

    def open(self, runtime_context: Any) -> None:
        descriptor = ValueStateDescriptor("count", Types.LONG())
        descriptor.set_queryable("counts")
        self._count = runtime_context.get_state(descriptor)

    def process_element(self, value: int, ctx: Any) -> Any:
        self._count.update((self._count.value() or 0) + 1)
        yield value


def test_state_of_a_function_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    env = StreamExecutionEnvironment()
    numbers(env).process(Count()).print()
    seen = queried(env, "counts", 1, monkeypatch)
    assert len(seen) > 1 and seen == sorted(seen) and seen[-1] <= len(OF_KEY_1)


# What is refused when the program is built ----------------------------------------------------------------------------


@pytest.mark.parametrize("descriptor", [ListStateDescriptor("l"), MapStateDescriptor("m"), "name"])
def test_descriptor_that_takes_no_single_records_is_refused(descriptor: Any) -> None:
    with pytest.raises(InvalidProgramError, match="takes the descriptor of a value, reducing or aggregating state"):
        numbers(StreamExecutionEnvironment()).as_queryable_state("x", descriptor)


def test_queryable_stream_has_its_name_descriptor_and_settings() -> None:
    env = StreamExecutionEnvironment()
    descriptor = ValueStateDescriptor("v")
    stream = numbers(env).as_queryable_state("x", descriptor).uid("published")
    assert (stream.get_queryable_state_name(), stream.get_name()) == ("x", "Queryable state: x")
    assert stream.get_state_descriptor().get_name() == "v"
    assert not descriptor.is_queryable()
    node = env.get_stream_graph().nodes[-1]
    assert (node.uid, node.keyed) == ("published", True)


def test_descriptor_that_is_published_otherwise_is_refused() -> None:
    descriptor: StateDescriptor = ValueStateDescriptor("v")
    descriptor.set_queryable("y")
    with pytest.raises(InvalidProgramError, match="state 'v' is queryable already, as 'y'"):
        numbers(StreamExecutionEnvironment()).as_queryable_state("x", descriptor)
    numbers(StreamExecutionEnvironment()).as_queryable_state("y", descriptor)
