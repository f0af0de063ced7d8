"""map, filter, flat_map and their two-input forms, with and without timestamps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pyrite.common.block import Block
from pyrite.core.errors import InvalidProgramError, UserFunctionError
from pyrite.core.functions.functions import (
    CoFlatMapFunction,
    CoMapFunction,
    FilterFunction,
    FlatMapFunction,
    MapFunction,
    RuntimeContext,
)
from pyrite.core.state.state_types import ValueStateDescriptor
from pyrite.operators.output import Output
from pyrite.operators.stateless import (
    CoFlatMapOperator,
    CoMapOperator,
    FilterOperator,
    FlatMapOperator,
    MapOperator,
)
from pyrite.testing.harness import Recorder
from tests.operators.harness import Harness

TIMES = [10, 20, 30]


class Double(MapFunction):
    def map(self, value: int) -> int:
        return value * 2


class IsOdd(FilterFunction):
    def filter(self, value: int) -> bool:
        return value % 2 == 1


class Repeat(FlatMapFunction):
    def flat_map(self, value: int) -> Iterator[int]:
        for _ in range(value):
            yield value


class Signs(CoMapFunction):
    def map1(self, value: int) -> int:
        return value

    def map2(self, value: int) -> int:
        return -value


class CoRepeat(CoFlatMapFunction):
    def flat_map1(self, value: int) -> list[int]:
        return [value] * 2

    def flat_map2(self, value: int) -> list[int]:
        return []


class CoDivide(Signs):
    def map2(self, value: int) -> int:
        return 1 // value


class CoDivideFlat(CoRepeat):
    def flat_map2(self, value: int) -> list[int]:
        return [1 // value]


class CountSoFar(MapFunction):
    def open(self, runtime_context: RuntimeContext) -> None:
        self._count = runtime_context.get_state(ValueStateDescriptor("count"))

    def map(self, value: Any) -> int:
        self._count.update((self._count.value() or 0) + 1)
        return self._count.value() or 0


class FailingTarget(Recorder):
    def process_block(self, block: Block) -> None:
        raise OSError("the disk is full")


@pytest.mark.parametrize("function", [Double(), lambda value: value * 2])
def test_map_gives_one_record_for_each(function: Any) -> None:
    harness = Harness(MapOperator(function))
    harness.feed([1, 2, 3])
    assert harness.main.values == [2, 4, 6]
    assert harness.main.blocks[0].timestamps is None


def test_map_keeps_timestamps() -> None:
    harness = Harness(MapOperator(Double()))
    harness.feed([1, 2, 3], TIMES)
    assert harness.main.stamped == [(2, 10), (4, 20), (6, 30)]


def test_map_passes_none_on_as_a_record() -> None:
    harness = Harness(MapOperator(lambda value: None))
    harness.feed([1])
    assert harness.main.values == [None]


@pytest.mark.parametrize("function", [IsOdd(), lambda value: value % 2])
def test_filter_keeps_what_is_true(function: Any) -> None:
    harness = Harness(FilterOperator(function))
    harness.feed([1, 2, 3])
    assert harness.main.values == [1, 3]


def test_filter_keeps_the_timestamps_of_what_it_keeps() -> None:
    harness = Harness(FilterOperator(IsOdd()))
    harness.feed([1, 2, 3], TIMES)
    assert harness.main.stamped == [(1, 10), (3, 30)]


@pytest.mark.parametrize("timestamps", [None, TIMES])
def test_filter_emits_nothing_when_it_keeps_nothing(timestamps: list[int] | None) -> None:
    harness = Harness(FilterOperator(lambda value: False))
    harness.feed([1, 2, 3], timestamps)
    assert harness.main.events == []


@pytest.mark.parametrize("function", [Repeat(), lambda value: [value] * value])
def test_flat_map_gives_any_number_of_records(function: Any) -> None:
    harness = Harness(FlatMapOperator(function))
    harness.feed([0, 1, 3])
    assert harness.main.values == [1, 3, 3, 3]


def test_flat_map_gives_each_result_the_timestamp_of_its_record() -> None:
    harness = Harness(FlatMapOperator(Repeat()))
    harness.feed([0, 1, 2], TIMES)
    assert harness.main.stamped == [(1, 20), (2, 30), (2, 30)]


def test_flat_map_that_returns_none_is_an_error() -> None:
    harness = Harness(FlatMapOperator(lambda value: None))
    with pytest.raises(UserFunctionError, match="'NoneType' object is not iterable"):
        harness.feed([1])


@pytest.mark.parametrize(("input_index", "expected"), [(0, [(1, 5)]), (1, [(-1, 5)])])
def test_co_map_calls_the_method_of_the_input(input_index: int, expected: list[Any]) -> None:
    harness = Harness(CoMapOperator(Signs()))
    harness.feed([1], [5], input_index=input_index)
    assert harness.main.stamped == expected


@pytest.mark.parametrize(("input_index", "expected"), [(0, [(1, 5), (1, 5)]), (1, [])])
def test_co_flat_map_calls_the_method_of_the_input(input_index: int, expected: list[Any]) -> None:
    harness = Harness(CoFlatMapOperator(CoRepeat()))
    harness.feed([1], [5], input_index=input_index)
    assert harness.main.stamped == expected


@pytest.mark.parametrize("operator", [CoMapOperator(CoDivide()), CoFlatMapOperator(CoDivideFlat())])
def test_error_of_a_function_of_two_inputs_names_the_record(operator: Any) -> None:
    harness = Harness(operator)
    with pytest.raises(UserFunctionError, match="ZeroDivisionError") as raised:
        harness.feed([1, 0, 2], input_index=1)
    assert raised.value.record == "0"


def test_keyed_state_of_a_map_goes_at_the_keys_end_in_batch() -> None:
    harness = Harness(MapOperator(CountSoFar()), keyed=True, batch=True)
    harness.feed_keyed(("a", 0))
    harness.end_key("a")
    assert harness.operator.state_entries() == 0


def test_map_on_a_keyed_stream_is_called_under_its_records_key() -> None:
    harness = Harness(MapOperator(CountSoFar()), keyed=True)
    harness.feed_keyed(("a", 0), ("b", 0), ("a", 0))
    assert harness.main.values == [1, 1, 2]


@pytest.mark.parametrize("operator", [MapOperator(Double()), FilterOperator(IsOdd()), FlatMapOperator(Repeat())])
def test_watermarks_and_idle_marks_pass_through(operator: Any) -> None:
    harness = Harness(operator)
    harness.watermark(7)
    operator.process_idle(True)
    assert harness.main.events == [("watermark", 7), ("idle", True)]


@pytest.mark.parametrize("operator", [MapOperator(Double()), FilterOperator(IsOdd()), FlatMapOperator(Repeat())])
@pytest.mark.parametrize("timestamps", [None, [5]])
def test_error_further_down_is_not_blamed_on_the_function(operator: Any, timestamps: list[int] | None) -> None:
    Harness(operator)
    operator.output = Output([FailingTarget()])
    with pytest.raises(OSError, match="the disk is full"):
        operator.process_block(Block([1], timestamps))


@pytest.mark.parametrize("wrong", [None, 3, Double, IsOdd()])
def test_function_is_refused_when_it_is_of_another_kind(wrong: Any) -> None:
    with pytest.raises(InvalidProgramError, match="expected a MapFunction or a callable"):
        MapOperator(wrong)
