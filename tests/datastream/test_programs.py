"""Whole programs, simulated: what a port from PyFlink relies on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from pyrite.connectors.builtin.number_sequence import NumberSequenceSource
from pyrite.connectors.builtin.terminal import CollectSink
from pyrite.core.errors import UserFunctionError
from pyrite.core.functions.functions import KeyedContext, RuntimeContext, TimerContext
from pyrite.core.job.job_status import JobStatus
from pyrite.core.state.state_types import MapStateDescriptor, ValueStateDescriptor
from pyrite.core.time.time import MAX_WATERMARK, NO_TIMESTAMP, Duration
from pyrite.core.time.watermark_strategy import TimestampAssigner, WatermarkStrategy
from pyrite.datastream import (
    DataStream,
    KeyedBroadcastProcessFunction,
    KeyedProcessFunction,
    MapFunction,
    OutputTag,
    ProcessFunction,
    StreamExecutionEnvironment,
)
from pyrite.testing import SimulationOptions, SimulationResult, simulate

SEEDS = range(10)
LATE = OutputTag("late")


@dataclass(frozen=True)
class Reading:
    sensor: str
    time: int


class Timer(KeyedProcessFunction):
    """Sets a timer of both domains for each record, and tells what each sees."""

    def __init__(self, time: int, from_now: int) -> None:
        self._time, self._from_now = time, from_now

    def process_element(self, value: Any, ctx: KeyedContext) -> Iterator[Any]:
        timers = ctx.timer_service()
        timers.register_event_time_timer(self._time)
        timers.register_processing_time_timer(timers.current_processing_time() + self._from_now)
        yield "record", value, ctx.timestamp()

    def on_timer(self, timestamp: int, ctx: TimerContext) -> Iterator[Any]:
        yield ctx.time_domain().name, ctx.get_current_key(), ctx.timer_service().current_watermark()


class LateToTheSide(KeyedProcessFunction):
    def process_element(self, value: Reading, ctx: KeyedContext) -> Iterator[Any]:
        late = ctx.timestamp() <= ctx.timer_service().current_watermark()
        yield (LATE, value) if late else value


class SensorTime(TimestampAssigner):
    def extract_timestamp(self, value: Reading, record_timestamp: int) -> int:
        return value.time


class Limits(KeyedBroadcastProcessFunction):
    """Counts a key's records up to the limit that was broadcast for it."""

    LIMITS = MapStateDescriptor("limits")

    def open(self, runtime_context: RuntimeContext) -> None:
        self._count = runtime_context.get_state(ValueStateDescriptor("count"))

    def process_element(self, value: str, ctx: Any) -> Iterator[Any]:
        self._count.update((self._count.value() or 0) + 1)
        yield value, self._count.value()

    def process_broadcast_element(self, value: tuple[str, int], ctx: Any) -> Iterator[Any]:
        ctx.get_broadcast_state(self.LIMITS).put(*value)
        yield "limit", value


class Failing(MapFunction):
    def __init__(self, where: str) -> None:
        self._where = where

    def open(self, runtime_context: RuntimeContext) -> None:
        if self._where == "open":
            raise ValueError("trouble in open")

    def map(self, value: Any) -> Any:
        raise ValueError("trouble in map")


class Pass(ProcessFunction):
    def process_element(self, value: Any, ctx: Any) -> Iterator[Any]:
        yield value


def environment(parallelism: int = 2) -> StreamExecutionEnvironment:
    return StreamExecutionEnvironment().set_parallelism(parallelism)


def run(stream: DataStream, seed: int = 0, batch: bool = False) -> SimulationResult:
    stream.sink_to(CollectSink())
    return simulate(stream.get_execution_environment(), seed, SimulationOptions(batch=batch))


def results(stream: DataStream, seed: int = 0, batch: bool = False) -> list[Any]:
    result = run(stream, seed, batch)
    assert (result.status, result.cause) == (JobStatus.FINISHED, None)
    return result.results


@pytest.mark.parametrize("time", [5, MAX_WATERMARK])
@pytest.mark.parametrize("batch", [False, True])
def test_event_timers_fire_at_the_end_without_timestamps_and_see_the_last_watermark(time: int, batch: bool) -> None:
    stream = environment().from_collection(["a"]).key_by(lambda value: value).process(Timer(time, 10**9))
    actual = results(stream, batch=batch)
    assert actual[:2] == [("record", "a", NO_TIMESTAMP), ("EVENT_TIME", "a", MAX_WATERMARK)]


def test_clock_timers_that_are_pending_at_the_end_are_dropped_in_streaming() -> None:
    stream = environment().from_collection(["a"]).key_by(lambda value: value).process(Timer(5, 10**9))
    assert "PROCESSING_TIME" not in {record[0] for record in results(stream)}


def test_clock_timers_fire_at_the_keys_end_in_batch() -> None:
    stream = environment().from_collection(["a"]).key_by(lambda value: value).process(Timer(5, 10**9))
    assert "PROCESSING_TIME" in {record[0] for record in results(stream, batch=True)}


@pytest.mark.parametrize("seed", SEEDS)
def test_reduce_emits_every_update_in_streaming_and_the_last_in_batch(seed: int) -> None:
    def program() -> DataStream:
        pairs = environment().from_collection([("a", 1), ("b", 5), ("a", 2)])
        return pairs.key_by(lambda pair: pair[0]).reduce(lambda one, other: (one[0], one[1] + other[1]))

    assert Counter(results(program(), seed)) == Counter([("a", 1), ("b", 5), ("a", 3)])
    assert Counter(results(program(), seed, batch=True)) == Counter([("b", 5), ("a", 3)])


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_late_when_the_bound_covers_the_disorder(seed: int) -> None:
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(100))
    readings = [Reading("s", time) for time in (50, 10, 120, 60, 200, 101)]
    stamped = (
        environment(1)
        .from_collection(readings)
        .assign_timestamps_and_watermarks(strategy.with_timestamp_assigner(SensorTime()))
    )
    passed = stamped.key_by(lambda reading: reading.sensor).process(LateToTheSide())
    passed.get_side_output(LATE).map(lambda reading: ("late", reading)).sink_to(CollectSink())
    assert results(passed, seed) == readings


@pytest.mark.parametrize(
    "value", [1, True, 1.0, "1", b"1", None, (1, 2), [1, 2], {"a": 1}, {1, 2}, Reading("a", 1)], ids=repr
)
def test_elements_come_back_as_what_they_are(value: Any) -> None:
    (back,) = results(environment().from_collection([value]).rebalance().map(lambda element: element))
    assert (type(back), back) == (type(value), value)


@pytest.mark.parametrize("seed", SEEDS)
def test_broadcast_records_reach_every_subtask_beside_keyed_ones(seed: int) -> None:
    env = environment(3)
    limits = env.from_collection([("a", 2)]).broadcast(Limits.LIMITS)
    words = env.from_collection(["a", "b", "a"]).key_by(lambda word: word)
    actual = Counter(map(str, results(words.connect(limits).process(Limits()), seed)))
    assert actual == Counter(map(str, [("a", 1), ("b", 1), ("a", 2)] + [("limit", ("a", 2))] * 3))


@pytest.mark.parametrize("where", ["open", "map"])
def test_text_of_the_users_exception_is_in_what_ended_the_job(where: str) -> None:
    result = run(environment().from_collection([1]).map(Failing(where)).name("Broken"))
    assert (result.status, type(result.cause)) == (JobStatus.FAILED, UserFunctionError)
    assert f"ValueError: trouble in {where}" in str(result.cause)
    assert "'Broken'" in str(result.cause)


def test_text_of_a_key_selectors_exception_is_in_what_ended_the_job() -> None:
    result = run(environment().from_collection([{"a": 1}]).key_by(lambda record: record["b"]).map(lambda value: value))
    assert "KeyError: 'b'" in str(result.cause)


def test_flat_map_that_returns_none_fails_the_job() -> None:
    result = run(environment().from_collection([1]).flat_map(lambda value: None))
    assert "'NoneType' object is not iterable" in str(result.cause)


@pytest.mark.parametrize("batch", [False, True])
def test_print_writes_each_record_once(batch: bool) -> None:
    env = environment(1)
    env.from_collection(["a", "b"]).print()
    assert simulate(env, 0, SimulationOptions(batch=batch)).text == "a\nb\n"


@pytest.mark.parametrize("seed", SEEDS)
def test_order_of_a_key_is_kept_through_exchanges(seed: int) -> None:
    numbers = environment(3).from_collection(range(30)).key_by(lambda value: value % 4).map(lambda value: value)
    actual = results(numbers.key_by(lambda value: value % 4).map(lambda value: value), seed)
    for key in range(4):
        assert [value for value in actual if value % 4 == key] == list(range(key, 30, 4))


def test_program_without_a_sink_runs_its_operators() -> None:
    env = environment()
    env.from_collection([1, 2]).process(Pass())
    assert simulate(env).status is JobStatus.FINISHED


def test_add_source_and_add_sink_take_connectors_that_are_no_functions() -> None:
    env = StreamExecutionEnvironment().set_parallelism(1)
    env.add_source(NumberSequenceSource(1, 3)).add_sink(CollectSink())
    assert simulate(env).results == [1, 2, 3]
