"""Timers of whole programs: as PyFlink 2.3 runs them. The operators' own tests have the finer points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pyrite.core.errors import PyriteError
from pyrite.core.time.time import MAX_WATERMARK, MIN_WATERMARK, NO_TIMESTAMP
from pyrite.datastream import (
    DataStream,
    KeyedCoProcessFunction,
    KeyedProcessFunction,
    OutputTag,
    ProcessFunction,
    RuntimeContext,
    StreamExecutionEnvironment,
    TimeDomain,
)
from pyrite.datastream.state import ValueStateDescriptor
from tests.whole.behaviour.run import WithTimestamp, collect, stamped

BOTH_MODES = pytest.mark.parametrize("batch", [False, True], ids=["streaming", "batch"])
LATE = OutputTag("late")


def first(value: Any) -> Any:
    return value[0]


class Acts(KeyedProcessFunction):
    """A record is (key, action, time); tells what every timer sees."""

    def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> None:
        timers = ctx.timer_service()
        if value[1] == "register":
            timers.register_event_time_timer(value[2])
        elif value[1] == "delete":
            timers.delete_event_time_timer(value[2])

    def on_timer(self, timestamp: int, ctx: KeyedProcessFunction.OnTimerContext) -> Iterator[Any]:
        watermark = ctx.timer_service().current_watermark()
        yield timestamp, ctx.timestamp(), ctx.get_current_key(), ctx.time_domain(), watermark


@BOTH_MODES
def test_event_timers_fire_at_the_end_once_and_in_order_unless_deleted(batch: bool) -> None:
    records = [
        ("a", "register", 25),
        ("b", "register", 15),
        ("a", "register", 30),
        ("a", "register", 30),
        ("a", "register", 5),
        ("b", "delete", 15),
        ("b", "delete", 1000),
    ]
    actual = collect(lambda env: env.from_collection(records).key_by(first).process(Acts()), batch)
    assert actual == [(time, time, "a", TimeDomain.EVENT_TIME, MAX_WATERMARK) for time in (5, 25, 30)]


def test_event_timers_take_every_time_there_is() -> None:
    records = [("a", "register", time) for time in (-1, MIN_WATERMARK, MAX_WATERMARK, 0)]
    actual = collect(lambda env: env.from_collection(records).key_by(first).process(Acts()))
    assert [time for time, *_ in actual] == [MIN_WATERMARK, -1, 0, MAX_WATERMARK]


@pytest.mark.parametrize("time", [None, 2**63], ids=["none", "too-big"])
def test_timer_at_no_time_fails_the_job(time: Any) -> None:
    """PyFlink: an OverflowError for what is no 64-bit number, an obscure NullPointerException for None."""
    with pytest.raises(PyriteError, match="Error"):
        collect(lambda env: env.from_collection([("a", "register", time)]).key_by(first).process(Acts()))


@BOTH_MODES
def test_elements_see_no_watermark_and_no_timestamp_when_none_are_assigned(batch: bool) -> None:
    class Sees(KeyedProcessFunction):
        def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> Iterator[Any]:
            yield ctx.timestamp(), ctx.timer_service().current_watermark()

    actual = collect(lambda env: env.from_collection(["a"]).key_by(first).process(Sees()), batch)
    assert actual == [(NO_TIMESTAMP, MIN_WATERMARK)]


class FiveLater(KeyedProcessFunction):
    def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> Iterator[Any]:
        ctx.timer_service().register_event_time_timer(value[-1] + 5)
        yield value

    def on_timer(self, timestamp: int, ctx: KeyedProcessFunction.OnTimerContext) -> Iterator[Any]:
        yield "timer", ctx.timestamp()
        yield LATE, timestamp


@BOTH_MODES
def test_what_timers_emit_carries_their_time_also_to_side_outputs(batch: bool) -> None:
    def program(env: StreamExecutionEnvironment) -> DataStream:
        main = stamped(env.from_collection([("a", 10), ("a", 20)])).key_by(first).process(FiveLater())
        return main.process(WithTimestamp()).union(main.get_side_output(LATE).process(WithTimestamp()))

    actual = collect(program, batch)
    expected = [(("a", 10), 10), (("a", 20), 20), (("timer", 15), 15), (("timer", 25), 25), (15, 15), (25, 25)]
    assert sorted(actual, key=repr) == sorted(expected, key=repr)


class Chain(KeyedProcessFunction):
    """Timers that register timers: at 10 also one in the past, then one more every 10 until 50."""

    def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> None:
        ctx.timer_service().register_event_time_timer(10)

    def on_timer(self, timestamp: int, ctx: KeyedProcessFunction.OnTimerContext) -> Iterator[Any]:
        yield timestamp
        if timestamp == 10:
            ctx.timer_service().register_event_time_timer(3)
        if 10 <= timestamp < 50:
            ctx.timer_service().register_event_time_timer(timestamp + 10)


def test_timers_registered_by_timers_at_the_end_fire_too() -> None:
    """In STREAMING. In BATCH PyFlink fires them as well; Java drops them, and so does Pyrite (see end_key())."""
    actual = collect(lambda env: env.from_collection(["a"]).key_by(first).process(Chain()))
    assert actual == [10, 3, 20, 30, 40, 50]


class Again(KeyedProcessFunction):
    def open(self, runtime_context: RuntimeContext) -> None:
        self._count = runtime_context.get_state(ValueStateDescriptor("count"))

    def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> None:
        ctx.timer_service().register_event_time_timer(10)

    def on_timer(self, timestamp: int, ctx: KeyedProcessFunction.OnTimerContext) -> Iterator[Any]:
        count = (self._count.value() or 0) + 1
        self._count.update(count)
        yield timestamp
        if count < 3:
            ctx.timer_service().register_event_time_timer(10)


def test_timer_that_registers_itself_fires_again() -> None:
    assert collect(lambda env: env.from_collection(["a"]).key_by(first).process(Again())) == [10, 10, 10]


class CountAtTheEnd(KeyedProcessFunction):
    def open(self, runtime_context: RuntimeContext) -> None:
        self._count = runtime_context.get_state(ValueStateDescriptor("count"))

    def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> None:
        self._count.update((self._count.value() or 0) + 1)
        ctx.timer_service().register_event_time_timer(MAX_WATERMARK)

    def on_timer(self, timestamp: int, ctx: KeyedProcessFunction.OnTimerContext) -> Iterator[Any]:
        yield ctx.get_current_key(), self._count.value()


@BOTH_MODES
def test_timers_at_the_end_see_their_keys_state(batch: bool) -> None:
    actual = collect(
        lambda env: env.from_collection(["a", "b", "a", "c"]).key_by(first).process(CountAtTheEnd()), batch
    )
    assert sorted(actual) == [("a", 2), ("b", 1), ("c", 1)]


class Both(KeyedProcessFunction):
    """A timer of each domain; that of the clock far off, and registered twice."""

    def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> None:
        timers = ctx.timer_service()
        timers.register_event_time_timer(7)
        timers.register_processing_time_timer(2**60)
        timers.register_processing_time_timer(2**60)

    def on_timer(self, timestamp: int, ctx: KeyedProcessFunction.OnTimerContext) -> Iterator[Any]:
        yield ctx.get_current_key(), timestamp, ctx.time_domain(), ctx.timer_service().current_watermark()


def test_clock_timers_fire_at_a_keys_end_in_batch_and_not_at_the_end_in_streaming() -> None:
    def program(env: StreamExecutionEnvironment) -> DataStream:
        return env.from_collection(["a"]).key_by(first).process(Both())

    event_time = ("a", 7, TimeDomain.EVENT_TIME, MAX_WATERMARK)
    assert collect(program) == [event_time]
    assert collect(program, batch=True) == [event_time, ("a", 2**60, TimeDomain.PROCESSING_TIME, MAX_WATERMARK)]


class BothInputs(KeyedCoProcessFunction):
    def process_element1(self, value: Any, ctx: KeyedCoProcessFunction.Context) -> None:
        ctx.timer_service().register_event_time_timer(3)

    def process_element2(self, value: Any, ctx: KeyedCoProcessFunction.Context) -> None:
        ctx.timer_service().register_event_time_timer(4)

    def on_timer(self, timestamp: int, ctx: KeyedCoProcessFunction.OnTimerContext) -> Iterator[Any]:
        yield timestamp, ctx.get_current_key(), ctx.time_domain()


@BOTH_MODES
def test_timers_of_both_inputs_fire(batch: bool) -> None:
    def program(env: StreamExecutionEnvironment) -> DataStream:
        connected = env.from_collection(["a"]).connect(env.from_collection(["a"]))
        stream: DataStream = connected.key_by(first, first).process(BothInputs())
        return stream

    assert collect(program, batch) == [(3, "a", TimeDomain.EVENT_TIME), (4, "a", TimeDomain.EVENT_TIME)]


class WithoutOnTimer(KeyedProcessFunction):
    def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> Iterator[Any]:
        ctx.timer_service().register_event_time_timer(5)
        yield value


class Returns(WithoutOnTimer):
    def __init__(self, value: Any) -> None:
        self._given = value

    def on_timer(self, timestamp: int, ctx: KeyedProcessFunction.OnTimerContext) -> Any:
        return self._given


@pytest.mark.parametrize(
    ("value", "expected"), [([1, 2], [1, 2]), ("ab", ["a", "b"]), ((3, 4), [3, 4]), (None, [])], ids=repr
)
def test_results_of_on_timer_are_what_iteration_gives(value: Any, expected: list[Any]) -> None:
    """PyFlink fails on None with 'NoneType' object is not iterable, though it takes None of process_element."""
    actual = collect(lambda env: env.from_collection(["a"]).key_by(first).process(Returns(value)))
    assert actual == ["a", *expected]


def test_result_of_on_timer_that_cannot_be_iterated_fails_the_job() -> None:
    with pytest.raises(PyriteError, match="TypeError: 'int' object is not iterable"):
        collect(lambda env: env.from_collection(["a"]).key_by(first).process(Returns(5)))


def test_timer_of_a_function_without_on_timer_does_nothing() -> None:
    """PyFlink fails: its own on_timer() returns None."""
    assert collect(lambda env: env.from_collection(["a"]).key_by(first).process(WithoutOnTimer())) == ["a"]


class TimerWithoutAKey(ProcessFunction):
    def process_element(self, value: Any, ctx: ProcessFunction.Context) -> None:
        ctx.timer_service().register_event_time_timer(5)


def test_timer_on_a_stream_that_is_not_keyed_fails_the_job() -> None:
    with pytest.raises(PyriteError, match="timers"):
        collect(lambda env: env.from_collection(["a"]).process(TimerWithoutAKey()))
