"""Full-window partitions of streams that end: keyed and not, in both modes."""

from __future__ import annotations

import pickle
from collections import namedtuple
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from pyrite.connectors.builtin.number_sequence import DataGeneratorSource
from pyrite.connectors.builtin.terminal import CollectSink
from pyrite.core.errors import InvalidProgramError, UserFunctionError
from pyrite.core.job.job_status import JobStatus
from pyrite.core.state.state_types import ValueStateDescriptor
from pyrite.core.time.time import MAX_WATERMARK, NO_TIMESTAMP
from pyrite.core.time.watermark_strategy import WatermarkStrategy
from pyrite.core.types.rows import Row
from pyrite.datastream import (
    AggregateFunction,
    DataStream,
    KeySelector,
    MapPartitionFunction,
    Order,
    PartitionWindowedStream,
    ProcessFunction,
    RuntimeContext,
    SourceFunction,
    StreamExecutionEnvironment,
)
from pyrite.testing import OperatorTestHarness, SimulationOptions, simulate

MODES = [(False, 0), (False, 1), (True, 0)]
PAIRS = [("a", 3), ("b", 10), ("a", 1), ("c", 5), ("a", 2), ("b", 20)]
Point = namedtuple("Point", ["key", "number"])


@dataclass(frozen=True)
class Reading:
    key: str
    number: int


class Texts(MapPartitionFunction):
    def open(self, runtime_context: RuntimeContext) -> None:
        self._parts = ["<", ">"]

    def map_partition(self, values: Iterable[Any]) -> Iterator[str]:
        yield self._parts[0] + " ".join(f"{key}{number}" for key, number in values) + self._parts[1]


class CallsOfKey(MapPartitionFunction):
    def open(self, runtime_context: RuntimeContext) -> None:
        self._calls = runtime_context.get_state(ValueStateDescriptor("calls"))

    def map_partition(self, values: Iterable[Any]) -> Iterator[int]:
        self._calls.update((self._calls.value() or 0) + 1)
        yield self._calls.value() or 0


class Count(AggregateFunction):
    def create_accumulator(self) -> int:
        return 0

    def add(self, value: Any, accumulator: int) -> int:
        return accumulator + 1

    def get_result(self, accumulator: int) -> str:
        return f"{accumulator} records"

    def merge(self, acc_a: int, acc_b: int) -> int:
        raise AssertionError("merge is for windows that merge")


class Stamped(ProcessFunction):
    def process_element(self, value: Any, ctx: Any) -> Iterator[Any]:
        yield value, ctx.timestamp()


class Number(KeySelector):
    def get_key(self, value: Any) -> Any:
        return value[1]


class OneTwoThree(SourceFunction):
    def run(self, ctx: SourceFunction.SourceContext) -> None:
        for number in (1, 2, 3):
            ctx.collect(number)

    def cancel(self) -> None:
        pass


def environment(parallelism: int = 2) -> StreamExecutionEnvironment:
    return StreamExecutionEnvironment().set_parallelism(parallelism)


def keyed(values: list[Any] = PAIRS) -> PartitionWindowedStream:
    return environment().from_collection(values).key_by(lambda value: value[0]).full_window_partition()


def parted(values: list[Any], parallelism: int = 2) -> PartitionWindowedStream:
    """The values by their number modulo the parallelism."""
    stream = environment().from_collection(values).partition_custom(lambda key, n: key % n, lambda value: value[1])
    return stream.map(lambda value: value).set_parallelism(parallelism).full_window_partition()


def results(stream: DataStream, mode: tuple[bool, int] = (False, 0)) -> list[Any]:
    stream.sink_to(CollectSink()).set_parallelism(1)
    result = simulate(stream.get_execution_environment(), mode[1], SimulationOptions(batch=mode[0]))
    assert (result.status, result.cause) == (JobStatus.FINISHED, None)
    return result.results


# Keyed ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_map_partition_is_called_once_for_each_key(mode: tuple[bool, int]) -> None:
    assert sorted(results(keyed().map_partition(Texts()), mode)) == ["<a3 a1 a2>", "<b10 b20>", "<c5>"]


@pytest.mark.parametrize("mode", MODES)
def test_reduce_gives_one_record_for_each_key(mode: tuple[bool, int]) -> None:
    actual = results(keyed().reduce(lambda one, other: (one[0], one[1] + other[1])), mode)
    assert sorted(actual) == [("a", 6), ("b", 30), ("c", 5)]


@pytest.mark.parametrize("mode", MODES)
def test_aggregate_gives_one_result_for_each_key(mode: tuple[bool, int]) -> None:
    assert sorted(results(keyed().aggregate(Count()), mode)) == ["1 records", "2 records", "3 records"]


@pytest.mark.parametrize("mode", MODES)
def test_sort_partition_sorts_the_records_of_each_key(mode: tuple[bool, int]) -> None:
    actual = results(keyed().sort_partition(1, Order.ASCENDING), mode)
    assert [number for key, number in actual if key == "a"] == [1, 2, 3]
    assert [number for key, number in actual if key == "b"] == [10, 20]
    assert sorted(actual) == sorted(PAIRS)


@pytest.mark.parametrize("mode", MODES)
def test_results_of_keys_come_at_the_end_of_time_but_sorted_records_without_timestamps(mode: tuple[bool, int]) -> None:
    mapped = results(keyed([("a", 1)]).map_partition(lambda values: [1]).process(Stamped()), mode)
    ordered = results(keyed([("a", 1)]).sort_partition(1).process(Stamped()), mode)
    assert (mapped, ordered) == ([(1, MAX_WATERMARK)], [(("a", 1), NO_TIMESTAMP)])


@pytest.mark.parametrize("mode", MODES)
def test_map_partition_sees_the_state_of_its_key(mode: tuple[bool, int]) -> None:
    assert results(keyed().map_partition(CallsOfKey()), mode) == [1, 1, 1]


# Not keyed ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_map_partition_without_keys_is_called_once_for_each_subtask(mode: tuple[bool, int]) -> None:
    values = [("x", number) for number in range(6)]
    actual = results(parted(values).map_partition(Texts()), mode)
    assert sorted(actual) == ["<x0 x2 x4>", "<x1 x3 x5>"]


@pytest.mark.parametrize("mode", MODES)
def test_subtasks_without_records_map_and_aggregate_but_do_not_reduce(mode: tuple[bool, int]) -> None:
    values = [("x", 0), ("x", 2)]
    assert sorted(results(parted(values).map_partition(lambda actual: [len(list(actual))]), mode)) == [0, 2]
    assert sorted(results(parted(values).aggregate(Count()), mode)) == ["0 records", "2 records"]
    assert results(parted(values).reduce(lambda one, other: other), mode) == [("x", 2)]
    assert results(parted(values).sort_partition(1, Order.DESCENDING), mode) == [("x", 2), ("x", 0)]


def test_results_of_subtasks_have_no_timestamps() -> None:
    assert results(parted([("x", 0)], 1).aggregate(Count()).process(Stamped())) == [("1 records", NO_TIMESTAMP)]


def test_partitions_are_the_subtasks_before() -> None:
    env = environment(parallelism=4)
    single = env.from_collection([1, 2, 3]).full_window_partition().map_partition(lambda values: [list(values)])
    assert results(single) == [[1, 2, 3]]
    env.from_collection([1, 2]).map(str).set_parallelism(3).full_window_partition().aggregate(Count())
    assert {node.name: node.parallelism for node in env.get_stream_graph().nodes}["Partition Aggregate"] == 3


# Sorting --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "field"),
    [
        (tuple, 1),
        (lambda pair: Row(*pair), 1),
        (lambda pair: Row(key=pair[0], number=pair[1]), "number"),
        (lambda pair: Point(*pair), "number"),
        (lambda pair: Reading(*pair), "number"),
        (lambda pair: {"key": pair[0], "number": pair[1]}, "number"),
        (tuple, Number()),
        (tuple, lambda pair: pair[1]),
    ],
)
def test_sort_is_by_position_name_or_selector(kind: Any, field: Any) -> None:
    records = [kind(pair) for pair in (("a", 2), ("a", 3), ("a", 1))]
    stream = environment().from_collection(records).full_window_partition()
    assert results(stream.sort_partition(field)) == [records[2], records[0], records[1]]
    stream = environment().from_collection(records).full_window_partition()
    assert results(stream.sort_partition(field, Order.DESCENDING)) == [records[1], records[0], records[2]]


def test_records_without_fields_are_sorted_by_position_0() -> None:
    stream = environment().from_collection([3, 1, 2]).full_window_partition()
    assert results(stream.sort_partition(0)) == [1, 2, 3]


def test_sort_by_the_first_field_keeps_the_order_of_equal_ones() -> None:
    values = [("b", 1), ("a", 9), ("b", 0), ("a", 1)]
    stream = environment().from_collection(values).full_window_partition()
    assert results(stream.sort_partition(0)) == [("a", 9), ("a", 1), ("b", 1), ("b", 0)]


# Operators ------------------------------------------------------------------------------------------------------------


def test_keyed_results_come_before_the_last_watermark_and_leave_nothing() -> None:
    actual = OperatorTestHarness.of(
        lambda stream: stream.key_by(lambda value: value).full_window_partition().aggregate(Count())
    )
    actual.process_elements(["a", "b", "a"])
    actual.process_watermark(5)
    assert (actual.extract_output_values(), actual.num_state_entries()) == ([], 2)
    actual.end_input()
    assert [type(event).__name__ for event in actual.get_output()] == [
        "Watermark",
        "StreamRecord",
        "StreamRecord",
        "Watermark",
    ]
    assert actual.num_state_entries() == 0


@pytest.mark.parametrize("is_keyed", [True, False])
def test_partitions_resume_from_a_snapshot(is_keyed: bool) -> None:
    def build(stream: DataStream) -> DataStream:
        parts = (stream.key_by(lambda value: value[0]) if is_keyed else stream).full_window_partition()
        return parts.map_partition(lambda values: [sorted(values)])

    first = OperatorTestHarness.of(build)
    first.process_elements([("a", 1), ("a", 2)])
    snapshot = pickle.loads(pickle.dumps(first.snapshot()))
    first.process_element(("a", 3))
    second = OperatorTestHarness.of(build, restore=snapshot)
    second.process_element(("a", 4))
    second.end_input()
    assert second.extract_output_values() == [[("a", 1), ("a", 2), ("a", 4)]]


def test_many_results_are_emitted_in_several_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyrite.operators.turn.Turn.block", 10)
    actual = OperatorTestHarness.of(lambda stream: stream.full_window_partition().sort_partition(0))
    actual.process_elements(range(25))
    actual.end_input()
    assert [len(block) for block in actual.output.blocks] == [10, 10, 5]


def test_errors_name_the_function_and_the_record_or_the_partition() -> None:
    actual = OperatorTestHarness.of(
        lambda stream: stream.key_by(str).full_window_partition().reduce(lambda one, other: one + other)
    )
    with pytest.raises(UserFunctionError, match="<lambda>") as raised:
        actual.process_elements([None, 1, None])
    assert raised.value.record == "None"
    actual = OperatorTestHarness.of(lambda stream: stream.key_by(str).full_window_partition().sort_partition("no"))
    actual.process_elements([1])
    with pytest.raises(UserFunctionError, match="no attribute 'no'") as raised:
        actual.end_input()
    assert raised.value.record == "the partition of key '1'"


# What cannot be built -------------------------------------------------------------------------------------------------


def test_stream_that_does_not_end_is_refused_with_the_sources_name() -> None:
    source = DataGeneratorSource(lambda number: number, None)
    ticks = environment().from_source(source, WatermarkStrategy.no_watermarks(), "ticks")
    with pytest.raises(InvalidProgramError, match="'ticks' does not"):
        ticks.map(str).rebalance().full_window_partition()


def test_source_function_may_end() -> None:
    env = environment()
    env.add_source(OneTwoThree()).full_window_partition().aggregate(Count())
    assert [node.bounded for node in env.get_stream_graph().nodes] == [False, True]


def test_sort_partition_refuses_what_is_no_field_or_order() -> None:
    with pytest.raises(InvalidProgramError, match="position of a field"):
        keyed().sort_partition(-1)
    with pytest.raises(InvalidProgramError, match="KeySelector"):
        keyed().sort_partition(1.5)  # type: ignore[arg-type]
    with pytest.raises(InvalidProgramError, match=r"Order\.ASCENDING"):
        keyed().sort_partition(1, "up")  # type: ignore[arg-type]
    with pytest.raises(InvalidProgramError, match="AggregateFunction"):
        keyed().aggregate(max)  # type: ignore[arg-type]
