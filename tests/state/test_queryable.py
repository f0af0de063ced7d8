"""Descriptors that publish their states, and the handles that record it."""

from __future__ import annotations

import pickle
from collections.abc import Iterator

import pytest

from pyrite.core.clock import ManualClock
from pyrite.core.errors import InvalidProgramError
from pyrite.core.state.state_ttl import StateTtlConfig
from pyrite.core.state.state_types import (
    AggregatingStateDescriptor,
    ListStateDescriptor,
    MapStateDescriptor,
    ReducingStateDescriptor,
    StateDescriptor,
    ValueStateDescriptor,
)
from pyrite.core.time.time import Time
from pyrite.operators.state.operator_state import OperatorStates
from pyrite.state.backend import KeyContext, KeyedStateBackend
from pyrite.state.handles import QueryableState
from pyrite.state.keyed_states import KeyedStates
from tests.state.contract.backends import BACKENDS, GROUPS
from tests.state.contract.memory_files import MemoryFiles


class _Aggregate:
    def create_accumulator(self) -> int:
        return 0


ALL: list[StateDescriptor] = [
    ValueStateDescriptor("v"),
    ListStateDescriptor("l"),
    MapStateDescriptor("m"),
    ReducingStateDescriptor("r", max),
    AggregatingStateDescriptor("a", _Aggregate()),  # type: ignore[arg-type]
]


@pytest.fixture(params=["hashmap", "rocksdb"])
def backend(request: pytest.FixtureRequest) -> Iterator[KeyedStateBackend]:
    made = BACKENDS[request.param](range(GROUPS))
    yield made
    made.close()


def queryable(descriptor: StateDescriptor, name: str = "shown") -> StateDescriptor:
    made: StateDescriptor = pickle.loads(pickle.dumps(descriptor))
    made.set_queryable(name)
    return made


def published(backend: KeyedStateBackend, full: bool = False) -> tuple[QueryableState, ...]:
    return backend.freeze(1, full).write(MemoryFiles()).queryable


def test_descriptor_is_not_queryable_until_it_is_named() -> None:
    descriptor = ValueStateDescriptor("v")
    assert (descriptor.is_queryable(), descriptor.get_queryable_state_name()) == (False, None)
    descriptor.set_queryable("shown")
    again = pickle.loads(pickle.dumps(descriptor))
    assert (again.is_queryable(), again.get_queryable_state_name()) == (True, "shown")


@pytest.mark.parametrize("name", ["", None, 7])
def test_queryable_name_must_be_one(name: str) -> None:
    with pytest.raises(InvalidProgramError, match="a queryable state needs a non-empty name"):
        ValueStateDescriptor("v").set_queryable(name)


@pytest.mark.parametrize("full", [True, False])
def test_handle_tells_of_states_of_every_kind(backend: KeyedStateBackend, full: bool) -> None:
    states = KeyedStates(backend, ManualClock(0))
    for descriptor in ALL:
        states.get(queryable(descriptor, descriptor.name.upper()))
    states.get(ValueStateDescriptor("hidden"))
    assert published(backend, full) == (
        QueryableState("V", "v", "value"),
        QueryableState("L", "l", "list"),
        QueryableState("M", "m", "map"),
        QueryableState("R", "r", "reducing"),
        QueryableState("A", "a", "aggregating"),
    )


def test_handle_tells_how_long_entries_live(backend: KeyedStateBackend) -> None:
    descriptor = queryable(ValueStateDescriptor("v"))
    descriptor.enable_time_to_live(StateTtlConfig.new_builder(Time.seconds(3)).build())
    KeyedStates(backend, ManualClock(0)).get(descriptor)
    assert published(backend) == (QueryableState("shown", "v", "value", 3000),)


def test_state_that_is_asked_for_under_another_context_is_published_too(backend: KeyedStateBackend) -> None:
    KeyedStates(backend.with_context(KeyContext()), ManualClock(0)).get(queryable(ValueStateDescriptor("v")))
    assert [state.name for state in published(backend)] == ["shown"]


def test_state_that_is_asked_for_again_is_published_once(backend: KeyedStateBackend) -> None:
    states = KeyedStates(backend, ManualClock(0))
    for _ in range(2):
        states.get(queryable(ValueStateDescriptor("v")))
    assert len(published(backend)) == 1


def test_name_of_two_states_is_refused(backend: KeyedStateBackend) -> None:
    states = KeyedStates(backend, ManualClock(0))
    states.get(queryable(ValueStateDescriptor("v")))
    with pytest.raises(InvalidProgramError, match="two states are queryable as 'shown', 'v' and 'w'"):
        states.get(queryable(ValueStateDescriptor("w")))


def test_state_of_a_window_is_refused(backend: KeyedStateBackend) -> None:
    with pytest.raises(InvalidProgramError, match="state 'v' belongs to a window or a trigger: it cannot be queryable"):
        KeyedStates(backend, ManualClock(0), prefix="window/").get(queryable(ValueStateDescriptor("v")))


def test_operator_state_is_refused() -> None:
    descriptor = ListStateDescriptor("l")
    descriptor.set_queryable("shown")
    with pytest.raises(InvalidProgramError, match="state 'l': operator state cannot be queryable; keyed state can"):
        OperatorStates().get_list_state(descriptor)
