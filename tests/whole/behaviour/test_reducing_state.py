"""Reducing and aggregating state: as PyFlink 2.3 answers the same calls. Both modes answer alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pyrite.core.errors import PyriteError
from pyrite.datastream import AggregateFunction, RuntimeContext
from pyrite.datastream.state import (
    AggregatingState,
    AggregatingStateDescriptor,
    ReducingState,
    ReducingStateDescriptor,
)
from tests.whole.behaviour.probe import probe

BOTH_MODES = pytest.mark.parametrize("batch", [False, True], ids=["streaming", "batch"])


class Average(AggregateFunction):
    def create_accumulator(self) -> Any:
        return [0, 0]

    def add(self, value: Any, accumulator: Any) -> Any:
        accumulator[0] += value
        accumulator[1] += 1
        return accumulator

    def get_result(self, accumulator: Any) -> Any:
        return accumulator[0] / accumulator[1]

    def merge(self, acc_a: Any, acc_b: Any) -> Any:
        return [acc_a[0] + acc_b[0], acc_a[1] + acc_b[1]]


def reducing_state(context: RuntimeContext) -> ReducingState[Any]:
    return context.get_reducing_state(ReducingStateDescriptor("reducing", lambda one, other: (one, other), None))


def aggregating_state(context: RuntimeContext) -> AggregatingState[Any, Any]:
    return context.get_aggregating_state(AggregatingStateDescriptor("aggregating", Average(), None))


@BOTH_MODES
def test_reducing_state_is_none_when_empty_and_reduces_from_the_second_add(batch: bool) -> None:
    def use(state: ReducingState[Any]) -> Iterator[Any]:
        yield state.get()
        state.add(1)
        yield state.get()
        state.add(2)
        yield state.get()
        state.clear()
        yield state.get()

    assert probe(reducing_state, use, batch) == [None, 1, (1, 2), None]


def test_reducing_state_that_reduces_to_none_is_empty() -> None:
    def get(context: RuntimeContext) -> ReducingState[Any]:
        return context.get_reducing_state(ReducingStateDescriptor("reducing", lambda one, other: None, None))

    def use(state: ReducingState[Any]) -> Iterator[Any]:
        state.add(1)
        state.add(2)
        yield state.get()

    assert probe(get, use) == [None]


@BOTH_MODES
def test_aggregating_state_is_none_when_empty_and_not_the_result_of_no_values(batch: bool) -> None:
    def use(state: AggregatingState[Any, Any]) -> Iterator[Any]:
        yield state.get()
        state.add(1)
        yield state.get()
        state.add(2)
        yield state.get()
        state.clear()
        yield state.get()

    assert probe(aggregating_state, use, batch) == [None, 1.0, 1.5, None]


def test_aggregating_state_is_cleared_by_adding_none() -> None:
    def use(state: AggregatingState[Any, Any]) -> Iterator[Any]:
        state.add(1)
        state.add(None)
        yield state.get()

    assert probe(aggregating_state, use) == [None]


@pytest.mark.parametrize(
    "make",
    [
        lambda: ReducingStateDescriptor("x", 5, None),  # type: ignore[arg-type]
        lambda: AggregatingStateDescriptor("x", lambda a: a, None),  # type: ignore[arg-type]
    ],
    ids=["reducing", "aggregating"],
)
def test_descriptor_of_something_that_is_no_function_is_refused_when_built(make: Callable[[], Any]) -> None:
    """PyFlink raises a TypeError."""
    with pytest.raises((TypeError, PyriteError)):
        make()
