"""Records that are changed after they were emitted: PyFlink 2.3 emits them as they were.

There a record runs through the whole chain before the next one is read, is written out at once, and every reader of a
stream gets a copy of its own. Programs that keep using an emitted list or dict, above all one that is kept in state,
rely on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pyrite.datastream import (
    DataStream,
    KeyedProcessFunction,
    MapFunction,
    OutputTag,
    ProcessFunction,
    RuntimeContext,
    StreamExecutionEnvironment,
)
from pyrite.datastream.state import ValueStateDescriptor
from tests.whole.behaviour.run import collect

BOTH_MODES = pytest.mark.parametrize("batch", [False, True], ids=["streaming", "batch"])
SIDE = OutputTag("side")


def same(value: Any) -> Any:
    return value


def add_nine(value: list[int]) -> list[int]:
    value.append(9)
    return value


class Gather(KeyedProcessFunction):
    """Emits the list that it keeps in state."""

    def open(self, runtime_context: RuntimeContext) -> None:
        self._list = runtime_context.get_state(ValueStateDescriptor("list"))

    def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> Iterator[Any]:
        gathered = self._list.value() or []
        gathered.append(value)
        self._list.update(gathered)
        yield gathered


class GatherInTimers(Gather):
    def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> Iterator[Any]:
        ctx.timer_service().register_event_time_timer(value)
        return iter(())

    def on_timer(self, timestamp: int, ctx: KeyedProcessFunction.OnTimerContext) -> Iterator[Any]:
        return super().process_element(timestamp, ctx)


@BOTH_MODES
def test_list_in_state_is_emitted_as_it_was(batch: bool) -> None:
    actual = collect(lambda env: env.from_collection([1, 2, 3]).key_by(lambda value: 0).process(Gather()), batch)
    assert actual == [[1], [1, 2], [1, 2, 3]]


def test_list_in_state_reaches_the_next_operator_as_it_was() -> None:
    actual = collect(lambda env: env.from_collection([1, 2, 3]).key_by(lambda value: 0).process(Gather()).map(len))
    assert actual == [1, 2, 3]


def test_list_in_state_is_emitted_by_timers_as_it_was() -> None:
    actual = collect(lambda env: env.from_collection([1, 2, 3]).key_by(lambda value: 0).process(GatherInTimers()))
    assert actual == [[1], [1, 2], [1, 2, 3]]


def grow(value: Any) -> Iterator[list[int]]:
    numbers: list[int] = []
    for number in range(3):
        numbers.append(number)
        yield numbers


class Grow(ProcessFunction):
    def process_element(self, value: Any, ctx: ProcessFunction.Context) -> Iterator[Any]:
        return grow(value)


def test_generator_may_continue_with_what_it_emitted() -> None:
    expected = [[0], [0, 1], [0, 1, 2]]
    assert collect(lambda env: env.from_collection(["x"]).flat_map(grow)) == expected
    assert collect(lambda env: env.from_collection(["x"]).process(Grow())) == expected
    assert collect(lambda env: env.from_collection(["x"]).flat_map(grow).map(len)) == [1, 2, 3]


class Remember(MapFunction):
    def __init__(self) -> None:
        self._seen: list[Any] = []

    def map(self, value: Any) -> Any:
        self._seen.append(value)
        return self._seen


def test_map_may_return_one_object_again() -> None:
    assert collect(lambda env: env.from_collection([1, 2, 3]).map(Remember())) == [[1], [1, 2], [1, 2, 3]]
    assert collect(lambda env: env.from_collection([1, 2, 3]).map(Remember()).map(len)) == [1, 2, 3]


class ToBoth(ProcessFunction):
    def process_element(self, value: Any, ctx: ProcessFunction.Context) -> Iterator[Any]:
        yield value
        yield SIDE, value


@BOTH_MODES
@pytest.mark.parametrize("first", ["source", "map"])
def test_reader_of_a_stream_does_not_see_what_another_changes(first: str, batch: bool) -> None:
    def program(env: StreamExecutionEnvironment) -> DataStream:
        lists = env.from_collection([[1], [2]])
        lists = lists.map(same) if first == "map" else lists
        changed = lists.map(add_nine).map(lambda value: ("changed", value))
        return changed.union(lists.map(lambda value: ("same", value)))

    actual = collect(program, batch)
    assert sorted(actual) == [("changed", [1, 9]), ("changed", [2, 9]), ("same", [1]), ("same", [2])]


def test_reader_of_a_side_output_does_not_see_what_the_main_one_changes() -> None:
    def program(env: StreamExecutionEnvironment) -> DataStream:
        main = env.from_collection([[1], [2]]).process(ToBoth())
        side = main.get_side_output(SIDE).map(lambda value: ("side", value))
        return main.map(add_nine).map(lambda value: ("changed", value)).union(side)

    assert sorted(collect(program)) == [("changed", [1, 9]), ("changed", [2, 9]), ("side", [1]), ("side", [2])]
