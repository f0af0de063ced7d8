"""Window joins, co-groups and interval joins, simulated, in both modes; Flink's documented examples among them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from pyrite.connectors.builtin.terminal import CollectSink
from pyrite.core.errors import InvalidProgramError, UserFunctionError
from pyrite.core.job.job_status import JobStatus
from pyrite.core.time.time import Duration, Time
from pyrite.core.time.watermark_strategy import TimestampAssigner, WatermarkStrategy
from pyrite.core.types.types_factory import Types
from pyrite.core.windows.evictors import CountEvictor
from pyrite.core.windows.triggers import CountTrigger, PurgingTrigger
from pyrite.core.windows.window_assigner import WindowAssigner
from pyrite.core.windows.window_assigners import (
    EventTimeSessionWindows,
    GlobalWindows,
    SlidingEventTimeWindows,
    TumblingEventTimeWindows,
)
from pyrite.datastream import (
    CoGroupFunction,
    DataStream,
    FlatJoinFunction,
    JoinFunction,
    KeySelector,
    OutputTag,
    ProcessFunction,
    ProcessJoinFunction,
    RuntimeContext,
    StreamExecutionEnvironment,
)
from pyrite.testing import OperatorTestHarness, SimulationOptions, simulate
from tests.operators.harness import late_records

MODES = [(False, 0), (False, 1), (True, 0)]
TUMBLING = TumblingEventTimeWindows.of(Time.milliseconds(2))
Windows = WindowAssigner[Any, Any]


class ValueTime(TimestampAssigner):
    """A record's number is its time."""

    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        time: int = value[1] if isinstance(value, tuple) else value
        return time


class Stamped(ProcessFunction):
    def process_element(self, value: Any, ctx: Any) -> Iterator[Any]:
        yield value, ctx.timestamp()


class Text(JoinFunction):
    def open(self, runtime_context: RuntimeContext) -> None:
        self._format = "{},{}"

    def join(self, first: Any, second: Any) -> str:
        return self._format.format(first, second)


class Even(FlatJoinFunction):
    def join(self, first: Any, second: Any) -> Any:
        return None if (first + second) % 2 else [first, second]


class Lists(CoGroupFunction):
    def co_group(self, first: Iterable[Any], second: Iterable[Any]) -> Iterator[Any]:
        yield sorted(first), sorted(second)


class Sum(ProcessJoinFunction):
    def process_element(self, left: Any, right: Any, ctx: Any) -> Iterator[Any]:
        yield left, right


class Key(KeySelector):
    def open(self, runtime_context: RuntimeContext) -> None:
        self._place = 0

    def get_key(self, value: Any) -> Any:
        return value[self._place]


def first_field(value: Any) -> Any:
    return value[0]


def environment() -> StreamExecutionEnvironment:
    return StreamExecutionEnvironment().set_parallelism(2)


def stream(env: StreamExecutionEnvironment, *values: Any) -> DataStream:
    strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(ValueTime())
    return env.from_collection(list(values)).assign_timestamps_and_watermarks(strategy)


def results(actual: DataStream, mode: tuple[bool, int] = (False, 0)) -> list[Any]:
    actual.sink_to(CollectSink())
    result = simulate(actual.get_execution_environment(), mode[1], SimulationOptions(batch=mode[0]))
    assert (result.status, result.cause) == (JobStatus.FINISHED, None)
    return sorted(result.results)


def joined(oranges: list[int], greens: list[int], windows: Windows) -> DataStream:
    env = environment()
    both = stream(env, *oranges).join(stream(env, *greens))
    return both.where(lambda value: 0).equal_to(lambda value: 0).window(windows).apply(Text())


def harness(make: Any, windows: Windows = TUMBLING) -> OperatorTestHarness:
    """An operator over (key, number) records; `make` gets the two streams with keys and windows."""

    def build(first: DataStream, second: DataStream) -> Any:
        return make(first.join(second).where(first_field).equal_to(first_field).window(windows))

    return OperatorTestHarness.of(build)


def numbers(first: Any, second: Any) -> tuple[int, int]:
    return first[1], second[1]


# Flink's documented examples ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_tumbling_join_gives_what_flink_documents(mode: tuple[bool, int]) -> None:
    actual = results(joined(list(range(8)), [0, 1, 3, 4], TUMBLING), mode)
    assert actual == ["0,0", "0,1", "1,0", "1,1", "2,3", "3,3", "4,4", "5,4"]


@pytest.mark.parametrize("mode", MODES)
def test_sliding_join_gives_what_flink_documents(mode: tuple[bool, int]) -> None:
    windows = SlidingEventTimeWindows.of(Time.milliseconds(2), Time.milliseconds(1))
    actual = results(joined(list(range(5)), [0, 3, 4], windows), mode)
    assert actual == ["0,0", "0,0", "1,0", "2,3", "3,3", "3,3", "3,4", "4,3", "4,4", "4,4"]


@pytest.mark.parametrize("mode", MODES)
def test_session_join_gives_what_flink_documents(mode: tuple[bool, int]) -> None:
    windows = EventTimeSessionWindows.with_gap(Time.milliseconds(1))
    actual = results(joined([1, 2, 5, 6, 8, 9], [0, 4, 5], windows), mode)
    assert actual == ["1,0", "2,0", "5,4", "5,5", "6,4", "6,5"]


@pytest.mark.parametrize("mode", MODES)
def test_interval_join_gives_what_flink_documents(mode: tuple[bool, int]) -> None:
    env = environment()
    orange, green = stream(env, 0, 2, 3, 4, 5, 7), stream(env, 0, 1, 6, 7)
    keyed = orange.key_by(lambda value: 0).interval_join(green.key_by(lambda value: 0))
    actual = results(keyed.between(Duration.of_millis(-2), Duration.of_millis(1)).process(Sum()), mode)
    assert actual == [(0, 0), (0, 1), (2, 0), (2, 1), (3, 1), (5, 6), (7, 6), (7, 7)]


# Window join ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_join_results_carry_the_windows_last_time(mode: tuple[bool, int]) -> None:
    windows = TumblingEventTimeWindows.of(Time.milliseconds(5))
    actual = results(joined([5, 11], [6, 12], windows).process(Stamped()), mode)
    assert actual == [("11,12", 14), ("5,6", 9)]


@pytest.mark.parametrize("mode", MODES)
def test_join_meets_records_of_the_same_key_only(mode: tuple[bool, int]) -> None:
    env = environment()
    first = stream(env, ("a", 0), ("b", 0), ("c", 1), ("a", 1))
    both = first.join(stream(env, ("b", 1), ("a", 1), ("d", 1))).where(Key()).equal_to(Key())
    actual = results(both.window(TUMBLING).apply(lambda one, other: (one[0], other[0], one[1])), mode)
    assert actual == [("a", "a", 0), ("a", "a", 1), ("b", "b", 0)]


def test_flat_join_emits_any_number_for_a_pair() -> None:
    env = environment()
    both = stream(env, 0, 1).join(stream(env, 0, 1)).where(lambda value: 0).equal_to(lambda value: 0)
    assert results(both.window(TUMBLING).apply(Even(), Types.INT())) == [0, 0, 1, 1]


def test_join_of_keyed_streams_takes_the_keys_of_the_join() -> None:
    env = environment()
    first, second = stream(env, ("a", 0)).key_by(lambda value: value[1]), stream(env, ("a", 1))
    both = first.join(second.key_by(lambda value: value[1])).where(Key()).equal_to(Key())
    assert results(both.window(TUMBLING).apply(numbers)) == [(0, 1)]


def test_stream_joins_itself() -> None:
    env = environment()
    actual = stream(env, 0, 1, 2)
    both = actual.join(actual).where(lambda value: 0).equal_to(lambda value: 0)
    assert Counter(results(both.window(TUMBLING).apply(lambda one, other: (one, other)))) == Counter(
        [(0, 0), (0, 1), (1, 0), (1, 1), (2, 2)]
    )


def test_join_with_a_trigger_fires_by_it() -> None:
    actual = harness(
        lambda both: both.trigger(PurgingTrigger.of(CountTrigger.of(3))).apply(numbers), GlobalWindows.create()
    )
    actual.process_elements([("a", 1), ("a", 2)])
    actual.process_element2(("a", 3))
    assert actual.extract_output_values() == [(1, 3), (2, 3)]
    assert actual.num_state_entries() == 0


def test_join_with_an_evictor_leaves_out_what_it_evicts() -> None:
    actual = harness(lambda both: both.evictor(CountEvictor.of(2)).apply(numbers))
    actual.process_elements([("a", 0), ("a", 1)], [0, 1])
    actual.process_element2(("a", 0), 0)
    actual.process_watermark(1)
    assert actual.extract_output_values() == [(1, 0)]


def test_join_fires_again_for_a_record_within_the_allowed_lateness() -> None:
    actual = harness(lambda both: both.allowed_lateness(Time.milliseconds(5)).apply(numbers))
    actual.process_element1(("a", 0), 0)
    actual.process_watermark(2)
    actual.process_element2(("a", 1), 1)
    assert actual.extract_output_values() == [(0, 1)]
    actual.process_watermark(6)
    actual.process_element2(("a", 1), 1)
    assert (late_records(actual.operator), actual.num_state_entries()) == (1, 0)


def test_joined_windows_leave_nothing_behind() -> None:
    actual = harness(lambda both: both.apply(numbers))
    for time in range(50):
        actual.process_element1((f"key {time}", time), time)
        actual.process_element2((f"key {time}", time), time)
        actual.process_watermark(time)
        assert actual.num_state_entries() <= 2
    assert len(actual.extract_output_values()) == 50


def test_join_waits_for_the_slower_stream() -> None:
    actual = harness(lambda both: both.apply(numbers))
    actual.process_element1(("a", 0), 0)
    actual.process_watermark1(100)
    assert actual.extract_output_values() == []
    actual.process_element2(("a", 1), 1)
    actual.process_watermark2(1)
    assert actual.extract_output_values() == [(0, 1)]


def test_joined_windows_resume_from_a_snapshot() -> None:
    first = harness(lambda both: both.apply(numbers))
    first.process_element1(("a", 0), 0)
    operator = harness(lambda both: both.apply(numbers)).operator
    second = OperatorTestHarness(operator, [first_field, first_field], restore=first.snapshot())
    second.process_element2(("a", 1), 1)
    second.process_watermark(1)
    assert second.extract_output_values() == [(0, 1)]


def test_error_in_a_join_function_names_it() -> None:
    def fails(first: Any, second: Any) -> None:
        raise ValueError("no joins today")

    actual = harness(lambda both: both.apply(fails))
    actual.process_element1(("a", 0), 0)
    actual.process_element2(("a", 1), 1)
    with pytest.raises(UserFunctionError, match="no joins today") as raised:
        actual.process_watermark(1)
    assert "fails (" in raised.value.function
    assert raised.value.record.endswith("of key 'a'")


# Co-group -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_co_group_gets_both_sides_of_a_window_also_empty_ones(mode: tuple[bool, int]) -> None:
    env = environment()
    both = stream(env, 0, 1, 4).co_group(stream(env, 1, 2)).where(lambda value: 0).equal_to(lambda value: 0)
    assert results(both.window(TUMBLING).apply(Lists()), mode) == [([], [2]), ([0, 1], [1]), ([4], [])]


def test_co_group_takes_a_callable_that_may_give_nothing() -> None:
    def larger(first: Any, second: Any) -> Any:
        return [first] if len(first) > len(second) else None

    env = environment()
    both = stream(env, 0, 1, 4).co_group(stream(env, 1, 2)).where(lambda value: 0).equal_to(lambda value: 0)
    assert results(both.window(TUMBLING).apply(larger)) == [[0, 1], [4]]


# Interval join --------------------------------------------------------------------------------------------------------


def test_late_sides_of_an_interval_join_go_to_side_outputs() -> None:
    left, right = OutputTag("left"), OutputTag("right")

    def build(first: DataStream, second: DataStream) -> DataStream:
        keyed = first.key_by(first_field).interval_join(second.key_by(first_field))
        joined = keyed.between(Time.seconds(-1), Time.seconds(1))
        return joined.side_output_left_late_data(left).side_output_right_late_data(right).process(Sum())

    actual = OperatorTestHarness.of(build)
    actual.process_watermark(10)
    actual.process_element1(("a", 9), 9)
    actual.process_element2(("a", 8), 8)
    late = [[record.value for record in actual.get_side_output(tag)] for tag in (left, right)]
    assert late == [[("a", 9)], [("a", 8)]]


# What cannot be built -------------------------------------------------------------------------------------------------


def test_joins_refuse_what_cannot_be() -> None:
    env = environment()
    first, second = stream(env, 0), stream(env, 1)
    with pytest.raises(InvalidProgramError, match="one environment"):
        first.join(stream(environment(), 1))
    with pytest.raises(InvalidProgramError, match="two DataStreams"):
        first.co_group([1])  # type: ignore[arg-type]
    with pytest.raises(InvalidProgramError, match="two types"):
        first.join(second).where(str, Types.STRING()).equal_to(int, Types.INT())
    with pytest.raises(InvalidProgramError, match="WindowAssigner"):
        first.join(second).where(str).equal_to(str).window(TumblingEventTimeWindows)  # type: ignore[arg-type]
    with pytest.raises(InvalidProgramError, match="JoinFunction"):
        first.join(second).where(str).equal_to(str).window(TUMBLING).apply(7)  # type: ignore[arg-type]
    with pytest.raises(InvalidProgramError, match="ProcessJoinFunction"):
        between = first.key_by(str).interval_join(second.key_by(str)).between(Time.seconds(0), Time.seconds(1))
        between.process(Text())  # type: ignore[arg-type]
