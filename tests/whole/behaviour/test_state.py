"""Keyed state: as PyFlink 2.3 answers the same calls. Both modes answer alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pyrite.core.errors import PyriteError
from pyrite.datastream import (
    AggregateFunction,
    DataStream,
    Function,
    KeyedProcessFunction,
    KeyedStream,
    KeySelector,
    MapFunction,
    Partitioner,
    ProcessFunction,
    ReduceFunction,
    RuntimeContext,
)
from pyrite.datastream.state import (
    ListState,
    ListStateDescriptor,
    MapState,
    MapStateDescriptor,
    ValueState,
    ValueStateDescriptor,
)
from pyrite.datastream.window import GlobalWindows
from tests.whole.behaviour.probe import probe
from tests.whole.behaviour.run import collect

BOTH_MODES = pytest.mark.parametrize("batch", [False, True], ids=["streaming", "batch"])


def value_state(context: RuntimeContext) -> ValueState[Any]:
    return context.get_state(ValueStateDescriptor("value"))


def list_state(context: RuntimeContext) -> ListState[Any]:
    return context.get_list_state(ListStateDescriptor("list"))


def map_state(context: RuntimeContext) -> MapState[Any, Any]:
    return context.get_map_state(MapStateDescriptor("map"))


# Values ---------------------------------------------------------------------------------------------------------------


@BOTH_MODES
def test_value_is_none_before_an_update_and_after_a_clear(batch: bool) -> None:
    def use(state: ValueState[Any]) -> Iterator[Any]:
        yield state.value()
        state.update(0)
        yield state.value()
        state.clear()
        yield state.value()
        state.clear()
        yield state.value()

    assert probe(value_state, use, batch) == [None, 0, None, None]


@BOTH_MODES
def test_value_is_none_after_an_update_to_none(batch: bool) -> None:
    def use(state: ValueState[Any]) -> Iterator[Any]:
        state.update(5)
        state.update(None)
        yield state.value()

    assert probe(value_state, use, batch) == [None]


def test_value_that_is_changed_in_place_has_changed_within_the_record() -> None:
    """Whether it is kept without an update() is not promised; PyFlink's cache keeps it."""

    def use(state: ValueState[Any]) -> Iterator[Any]:
        numbers = [1]
        state.update(numbers)
        numbers.append(2)
        yield state.value()

    assert probe(value_state, use) == [[1, 2]]


# Lists ----------------------------------------------------------------------------------------------------------------


@BOTH_MODES
def test_list_is_empty_and_not_none_before_an_add_and_after_a_clear(batch: bool) -> None:
    def use(state: ListState[Any]) -> Iterator[Any]:
        yield list(state.get())
        state.add(1)
        state.add(2)
        yield list(state.get())
        state.clear()
        yield list(state.get())

    assert probe(list_state, use, batch) == [[], [1, 2], []]


def test_list_takes_none_as_an_element() -> None:
    """As PyFlink; in Java it is a NullPointerException."""

    def use(state: ListState[Any]) -> Iterator[Any]:
        state.add(1)
        state.add(None)
        yield list(state.get())

    assert probe(list_state, use) == [[1, None]]


@BOTH_MODES
def test_list_update_replaces_and_an_empty_one_clears(batch: bool) -> None:
    def use(state: ListState[Any]) -> Iterator[Any]:
        state.add(1)
        state.update([3])
        yield list(state.get())
        state.update([])
        yield list(state.get())
        state.add(4)
        yield list(state.get())

    assert probe(list_state, use, batch) == [[3], [], [4]]


def test_list_add_all_appends_and_an_empty_one_changes_nothing() -> None:
    def use(state: ListState[Any]) -> Iterator[Any]:
        state.add(1)
        state.add_all([])
        yield list(state.get())
        state.add_all([7, 8])
        yield list(state.get())

    assert probe(list_state, use) == [[1], [1, 7, 8]]


def test_list_update_and_add_all_take_any_iterable() -> None:
    def use(state: Any) -> Iterator[Any]:
        state.update(number for number in range(2))
        yield list(state.get())
        state.add_all((7, 8))
        state.add_all(number for number in range(2))
        yield list(state.get())
        state.update(number for number in range(0))
        yield list(state.get())

    assert probe(list_state, use) == [[0, 1], [0, 1, 7, 8, 0, 1], []]


@pytest.mark.parametrize("method", ["update", "add_all"])
def test_list_of_none_is_refused(method: str) -> None:
    with pytest.raises(PyriteError, match="TypeError"):
        probe(list_state, lambda state: [getattr(state, method)(None)])


# Maps -----------------------------------------------------------------------------------------------------------------


@BOTH_MODES
def test_map_without_entries_answers_none_false_and_empty(batch: bool) -> None:
    def use(state: MapState[Any, Any]) -> Iterator[Any]:
        yield state.get("x"), state.contains("x"), state.is_empty()
        yield list(state.items()), list(state.keys()), list(state.values())
        state.remove("x")
        yield state.is_empty()

    assert probe(map_state, use, batch) == [(None, False, True), ([], [], []), True]


@BOTH_MODES
def test_map_iterates_in_the_order_of_first_put(batch: bool) -> None:
    def use(state: MapState[Any, Any]) -> Iterator[Any]:
        for key in "cab":
            state.put(key, key * 2)
        yield list(state.items())
        state.put("c", "new")
        state.remove("a")
        yield list(state.keys()), list(state.values())

    expected = [[("c", "cc"), ("a", "aa"), ("b", "bb")], (["c", "b"], ["new", "bb"])]
    assert probe(map_state, use, batch) == expected


def test_map_can_be_used_like_a_dict() -> None:
    """MapState has PyFlink's `in`, `[]`, `del` and iteration over keys."""

    def use(state: Any) -> Iterator[Any]:
        state["q"] = 1
        state["r"] = 2
        yield state["q"], "q" in state, "zz" in state, list(state)
        del state["q"]
        yield list(state)

    assert probe(map_state, use) == [(1, True, False, ["q", "r"]), ["r"]]


def test_map_takes_none_as_key_and_as_value() -> None:
    """PyFlink's cache says contains() is False for a key whose value is None; Java's, and ours, is True."""

    def use(state: MapState[Any, Any]) -> Iterator[Any]:
        state.put(None, 1)
        state.put("n", None)
        yield state.get(None), state.contains(None), state.get("n"), state.contains("n")
        yield list(state.items())

    assert probe(map_state, use) == [(1, True, None, True), [(None, 1), ("n", None)]]


def test_map_put_all_takes_a_dict() -> None:
    """As documented. PyFlink's own fails on a dict and takes pairs only."""

    def use(state: MapState[Any, Any]) -> Iterator[Any]:
        state.put_all({"y": 1, "z": 2})
        state.put_all({})
        yield list(state.items())

    assert probe(map_state, use) == [[("y", 1), ("z", 2)]]


def test_map_is_empty_after_a_clear_and_after_the_last_remove() -> None:
    def use(state: MapState[Any, Any]) -> Iterator[Any]:
        state.put("a", 1)
        state.remove("a")
        yield state.is_empty(), list(state.items())
        state.put("a", 1)
        state.clear()
        yield state.is_empty(), list(state.items())

    assert probe(map_state, use) == [(True, []), (True, [])]


def test_map_may_be_changed_while_it_is_iterated() -> None:
    """PyFlink raises 'Concurrent modification detected'; no port relies on that."""

    def use(state: MapState[Any, Any]) -> Iterator[Any]:
        state.put_all({"a": 1, "b": 2})
        for key, _ in state.items():
            state.put(key, 3)
        yield list(state.values())
        for key, _ in state.items():
            state.remove(key)
        yield state.is_empty()

    assert probe(map_state, use) == [[3, 3], True]


# Getting state --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("other", [list_state, map_state], ids=["list", "map"])
def test_name_of_a_state_of_another_kind_is_refused(other: Callable[[RuntimeContext], Any]) -> None:
    def get(context: RuntimeContext) -> Any:
        for name in ("list", "map"):
            context.get_state(ValueStateDescriptor(name))
        return other(context)

    with pytest.raises(PyriteError, match="name"):
        probe(get, lambda state: [])


def test_name_of_a_state_of_the_same_kind_is_the_same_state() -> None:
    def get(context: RuntimeContext) -> Any:
        return value_state(context), value_state(context)

    def use(states: Any) -> Iterator[Any]:
        states[0].update(4)
        yield states[1].value()

    assert probe(get, use) == [4]


class Counts(MapFunction):
    def open(self, runtime_context: RuntimeContext) -> None:
        self._count = runtime_context.get_state(ValueStateDescriptor("count"))

    def map(self, value: Any) -> Any:
        self._count.update((self._count.value() or 0) + 1)
        return value, self._count.value()


class GetsItsStateLate(KeyedProcessFunction):
    def open(self, runtime_context: RuntimeContext) -> None:
        self._context = runtime_context

    def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> Iterator[Any]:
        count = self._context.get_state(ValueStateDescriptor("count"))
        count.update((count.value() or 0) + 1)
        yield value, count.value()


@pytest.mark.parametrize(
    "how", [lambda stream: stream.map(Counts()), lambda stream: stream.process(GetsItsStateLate())], ids=["map", "late"]
)
def test_state_works_in_a_keyed_map_and_when_got_with_a_record(how: Callable[[Any], DataStream]) -> None:
    actual = collect(lambda env: how(env.from_collection(["a", "b", "a"]).key_by(lambda value: value)))
    assert actual == [("a", 1), ("b", 1), ("a", 2)]


class CountsWithoutAKey(ProcessFunction):
    def open(self, runtime_context: RuntimeContext) -> None:
        self._count = runtime_context.get_state(ValueStateDescriptor("count"))

    def process_element(self, value: Any, ctx: ProcessFunction.Context) -> Iterator[Any]:
        yield self._count.value()


@pytest.mark.parametrize("how", [lambda s: s.map(Counts()), lambda s: s.process(CountsWithoutAKey())])
def test_state_on_a_stream_that_is_not_keyed_fails_the_job(how: Callable[[Any], DataStream]) -> None:
    with pytest.raises(PyriteError, match="keyed stream"):
        collect(lambda env: how(env.from_collection([1])))


@pytest.mark.parametrize("use", [lambda state: state.value(), lambda state: state.update(3)], ids=["value", "update"])
def test_use_of_state_in_open_fails_the_job(use: Callable[[ValueState[Any]], Any]) -> None:
    """There is no key yet. PyFlink fails obscurely on a read and drops a write; Java names the missing key."""

    def get(context: RuntimeContext) -> Any:
        return use(value_state(context))

    with pytest.raises(PyriteError, match="key"):
        probe(get, lambda state: [])


# Functions without a key ----------------------------------------------------------------------------------------------


class AsksForState(Function):
    def open(self, runtime_context: RuntimeContext) -> None:
        value_state(runtime_context)


class AskingSelector(AsksForState, KeySelector):
    def get_key(self, value: Any) -> Any:
        return value


class AskingPartitioner(AsksForState, Partitioner):
    def partition(self, key: Any, num_partitions: int) -> int:
        return 0


class AskingReduce(AsksForState, ReduceFunction):
    def reduce(self, value1: Any, value2: Any) -> Any:
        return value1


class AskingAggregate(AsksForState, AggregateFunction):
    def create_accumulator(self) -> Any:
        return 0

    def add(self, value: Any, accumulator: Any) -> Any:
        return accumulator + 1

    def get_result(self, accumulator: Any) -> Any:
        return accumulator

    def merge(self, acc_a: Any, acc_b: Any) -> Any:
        return acc_a + acc_b


@BOTH_MODES
@pytest.mark.parametrize(
    "build",
    [
        lambda keyed: keyed.count_window(2).reduce(AskingReduce()),
        lambda keyed: keyed.count_window(2).aggregate(AskingAggregate()),
        lambda keyed: keyed.window(GlobalWindows.create_with_end_of_stream_trigger()).reduce(AskingReduce()),
        lambda keyed: keyed.full_window_partition().reduce(AskingReduce()),
        lambda keyed: keyed.full_window_partition().aggregate(AskingAggregate()),
        lambda keyed: keyed.map(str).key_by(AskingSelector()).map(str),
        lambda keyed: keyed.map(str).partition_custom(AskingPartitioner(), str).map(str).set_parallelism(2),
    ],
)
def test_state_is_refused_to_a_function_that_is_called_without_a_current_key(
    build: Callable[[KeyedStream], DataStream], batch: bool
) -> None:
    """Flink refuses rich functions in windows, and PyFlink does not open them; ours are opened."""
    with pytest.raises(
        PyriteError, match=r"state .value. belongs to a key, but .*(called without a current key|has no keyed state)"
    ):
        collect(lambda env: build(env.from_collection([1, 2]).key_by(lambda value: value)), batch)


class Iterates(KeyedProcessFunction):
    """Reads a list state and a map state with Python's own syntax."""

    def open(self, runtime_context: RuntimeContext) -> None:
        self._list, self._map = list_state(runtime_context), map_state(runtime_context)

    def process_element(self, value: Any, ctx: Any) -> Iterator[Any]:
        before = list(self._list)
        self._list.add(value)
        self._map[value] = -value
        yield before, value in self._list, list(self._map), self._map[value]


@BOTH_MODES
def test_states_are_iterated_as_lists_and_dicts(batch: bool) -> None:
    def program(env: Any) -> DataStream:
        return env.from_collection([1, 2]).key_by(lambda n: "all").process(Iterates())  # type: ignore[no-any-return]

    assert collect(program, batch=batch) == [([], True, [1], -1), ([1], True, [1, 2], -2)]
