"""Keyed process functions: state and timers of both domains."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Optional

import pytest

from pyrite.core.errors import UserFunctionError
from pyrite.core.functions.functions import (
    KeyedContext,
    KeyedCoProcessFunction,
    KeyedProcessFunction,
    RuntimeContext,
    TimeDomain,
    TimerContext,
    TimerService,
)
from pyrite.core.functions.output_tag import OutputTag
from pyrite.core.state.state_types import ListStateDescriptor, ValueStateDescriptor
from pyrite.core.time.time import MAX_WATERMARK, MIN_WATERMARK
from pyrite.operators.process import ProcessOperator
from tests.operators.capabilities import timers_of
from tests.operators.harness import Harness

NOW_MS = 1_000_000
LATE = OutputTag("late")


class Steps(KeyedProcessFunction):
    """A record is a function of the timer service; a timer emits what it sees and may take another step."""

    def __init__(self, on_timer: Callable[[TimerService, int], object] = lambda timers, time: None) -> None:
        self._on_timer = on_timer

    def process_element(self, value: Callable[[TimerService], object], ctx: KeyedContext) -> None:
        value(ctx.timer_service())

    def on_timer(self, timestamp: int, ctx: TimerContext) -> Iterator[Any]:
        self._on_timer(ctx.timer_service(), timestamp)
        yield ctx.get_current_key(), timestamp


class Count(KeyedProcessFunction):
    def open(self, runtime_context: RuntimeContext) -> None:
        self._count = runtime_context.get_state(ValueStateDescriptor("count"))

    def process_element(self, value: Any, ctx: KeyedContext) -> Iterator[Any]:
        count = (self._count.value() or 0) + 1
        self._count.update(count)
        yield ctx.get_current_key(), count


class Gather(KeyedProcessFunction):
    """Holds records until a timer at the first one's time; forgets them then."""

    def open(self, runtime_context: RuntimeContext) -> None:
        self._held = runtime_context.get_list_state(ListStateDescriptor("held"))

    def process_element(self, value: Any, ctx: KeyedContext) -> None:
        if not list(self._held.get()):
            ctx.timer_service().register_event_time_timer(ctx.timestamp())
        self._held.add(value)

    def on_timer(self, timestamp: int, ctx: TimerContext) -> Iterator[Any]:
        yield ctx.get_current_key(), list(self._held.get())
        self._held.clear()


class Look(KeyedProcessFunction):
    """Its timers emit what they can see."""

    def process_element(self, value: int, ctx: KeyedContext) -> None:
        ctx.timer_service().register_event_time_timer(value)
        ctx.timer_service().register_processing_time_timer(value)

    def on_timer(self, timestamp: int, ctx: TimerContext) -> Iterator[Any]:
        yield ctx.time_domain(), ctx.timestamp(), ctx.timer_service().current_watermark()


class FailingTimer(KeyedProcessFunction):
    def process_element(self, value: int, ctx: KeyedContext) -> None:
        ctx.timer_service().register_event_time_timer(value)

    def on_timer(self, timestamp: int, ctx: TimerContext) -> Optional[Iterable[Any]]:
        raise ValueError("no timers today")


class LateTimer(KeyedProcessFunction):
    def process_element(self, value: int, ctx: KeyedContext) -> None:
        ctx.timer_service().register_event_time_timer(value)

    def on_timer(self, timestamp: int, ctx: TimerContext) -> Iterator[Any]:
        yield LATE, timestamp


class NoTimerMethod(KeyedProcessFunction):
    def process_element(self, value: int, ctx: KeyedContext) -> None:
        ctx.timer_service().register_event_time_timer(value)


class CoCount(KeyedCoProcessFunction):
    def open(self, runtime_context: RuntimeContext) -> None:
        self._count = runtime_context.get_state(ValueStateDescriptor("count"))

    def process_element1(self, value: int, ctx: KeyedContext) -> Iterator[Any]:
        self._count.update((self._count.value() or 0) + value)
        yield self._count.value()

    def process_element2(self, value: int, ctx: KeyedContext) -> Iterator[Any]:
        self._count.update((self._count.value() or 0) - value)
        yield self._count.value()


def keyed(function: Any, **options: Any) -> Harness:
    return Harness(ProcessOperator(function, "process_element"), keyed=True, **options)


def event_timer(time_ms: int) -> Callable[[TimerService], None]:
    return lambda timers: timers.register_event_time_timer(time_ms)


def no_event_timer(time_ms: int) -> Callable[[TimerService], None]:
    return lambda timers: timers.delete_event_time_timer(time_ms)


def clock_timer(time_ms: int) -> Callable[[TimerService], None]:
    return lambda timers: timers.register_processing_time_timer(time_ms)


def no_clock_timer(time_ms: int) -> Callable[[TimerService], None]:
    return lambda timers: timers.delete_processing_time_timer(time_ms)


# State ----------------------------------------------------------------------------------------------------------------


def test_state_belongs_to_the_records_key() -> None:
    harness = keyed(Count())
    harness.feed_keyed(("a", 0), ("b", 0), ("a", 0))
    harness.feed_keyed(("b", 0), timestamps=[5])
    assert harness.main.values == [("a", 1), ("b", 1), ("a", 2), ("b", 2)]


@pytest.mark.parametrize("key", [1, "a", b"a", 1.5, None, True, ("a", 1)])
def test_current_key_is_the_users_own(key: Any) -> None:
    harness = keyed(Count())
    harness.feed_keyed((key, 0))
    assert harness.main.values == [(key, 1)]


def test_keys_of_other_types_are_other_keys() -> None:
    harness = keyed(Count())
    harness.feed_keyed((1, 0), (1.0, 0), (True, 0), ("1", 0), (1, 0))
    assert [count for _, count in harness.main.values] == [1, 1, 1, 1, 2]


def test_state_entries_and_timers_are_counted() -> None:
    harness = keyed(Gather())
    harness.feed_keyed(("a", 1), ("a", 2), ("b", 3), timestamps=[10, 11, 12])
    assert (harness.operator.state_entries(), timers_of(harness.operator).timer_count()) == (2, 2)
    harness.watermark(20)
    assert (harness.operator.state_entries(), timers_of(harness.operator).timer_count()) == (0, 0)


def test_both_inputs_share_the_keys_state() -> None:
    operator = ProcessOperator(CoCount(), "process_element1", "process_element2")
    harness = Harness(operator, keyed=True)
    harness.feed_keyed(("a", 5), ("b", 1), input_index=0)
    harness.feed_keyed(("a", 2), input_index=1)
    assert harness.main.values == [5, 1, 3]


# Event time -----------------------------------------------------------------------------------------------------------


def test_timer_sees_the_state_of_its_key() -> None:
    harness = keyed(Gather())
    harness.feed_keyed(("a", 1), ("b", 2), ("a", 3), timestamps=[10, 11, 12])
    harness.watermark(20)
    assert harness.main.values == [("a", [1, 3]), ("b", [2])]


def test_event_timers_fire_in_time_order_across_keys() -> None:
    harness = keyed(Steps())
    harness.feed_keyed(("a", event_timer(30)), ("b", event_timer(10)), ("c", event_timer(20)))
    harness.watermark(100)
    assert harness.main.values == [("b", 10), ("c", 20), ("a", 30)]


def test_event_timer_fires_when_the_watermark_reaches_it() -> None:
    harness = keyed(Steps())
    harness.feed_keyed(("a", event_timer(10)))
    harness.watermark(9)
    assert harness.main.values == []
    harness.watermark(10)
    assert harness.main.values == [("a", 10)]


def test_event_timers_fire_before_the_watermark_continues() -> None:
    harness = keyed(Steps())
    harness.feed_keyed(("a", event_timer(10)))
    harness.watermark(10)
    assert harness.main.events == [("records", [("a", 10)]), ("watermark", 10)]


def test_event_timer_in_the_past_fires_at_the_next_advance() -> None:
    harness = keyed(Steps())
    harness.watermark(100)
    harness.feed_keyed(("a", event_timer(10)))
    assert harness.main.values == []
    harness.watermark(101)
    assert harness.main.values == [("a", 10)]


def test_event_timers_do_not_fire_by_the_clock() -> None:
    harness = keyed(Steps())
    harness.feed_keyed(("a", event_timer(10)))
    harness.pass_time(1000)
    assert harness.main.values == []


def test_deleted_event_timer_does_not_fire() -> None:
    harness = keyed(Steps())
    harness.feed_keyed(("a", event_timer(10)), ("b", event_timer(10)), ("a", no_event_timer(10)))
    harness.watermark(10)
    assert harness.main.values == [("b", 10)]


def test_event_timer_registered_again_after_it_fired_fires_again() -> None:
    harness = keyed(Steps())
    harness.feed_keyed(("a", event_timer(10)), ("a", event_timer(10)))
    harness.watermark(10)
    harness.feed_keyed(("a", event_timer(10)))
    harness.watermark(11)
    assert harness.main.values == [("a", 10), ("a", 10)]


def test_event_timer_registered_while_firing_fires_in_the_same_advance_when_it_is_due() -> None:
    harness = keyed(Steps(lambda timers, time: timers.register_event_time_timer(time + 10)))
    harness.feed_keyed(("a", event_timer(10)), ("b", event_timer(15)))
    harness.watermark(30)
    assert harness.main.values == [("a", 10), ("b", 15), ("a", 20), ("b", 25), ("a", 30)]
    assert timers_of(harness.operator).timer_count() == 2


def test_event_timer_deleted_while_another_fires_does_not_fire() -> None:
    harness = keyed(Steps(lambda timers, time: timers.delete_event_time_timer(time + 1)))
    harness.feed_keyed(("a", event_timer(10)), ("a", event_timer(11)), ("b", event_timer(11)))
    harness.watermark(20)
    assert harness.main.values == [("a", 10), ("b", 11)]


def test_timer_sees_its_domain_its_time_and_the_new_watermark() -> None:
    harness = keyed(Look())
    harness.feed_keyed(("a", NOW_MS + 5))
    harness.watermark(NOW_MS + 10)
    harness.pass_time(5)
    assert harness.main.values == [
        (TimeDomain.EVENT_TIME, NOW_MS + 5, NOW_MS + 10),
        (TimeDomain.PROCESSING_TIME, NOW_MS + 5, NOW_MS + 10),
    ]


def test_what_timers_emit_carries_the_timers_time_in_both_domains() -> None:
    harness = keyed(Look())
    harness.feed_keyed(("a", NOW_MS + 5), timestamps=[3])
    harness.watermark(NOW_MS + 10)
    harness.pass_time(100)
    assert [time for _, time in harness.main.stamped] == [NOW_MS + 5, NOW_MS + 5]


def test_timer_may_emit_to_a_side_output() -> None:
    harness = keyed(LateTimer(), sides=("late",))
    harness.feed_keyed(("a", 10))
    harness.watermark(10)
    assert (harness.main.values, harness.sides["late"].stamped) == ([], [(10, 10)])


@pytest.mark.parametrize("time_ms", [MAX_WATERMARK, 5])
def test_event_timers_all_fire_at_the_last_watermark(time_ms: int) -> None:
    harness = keyed(Steps())
    harness.feed_keyed(("a", event_timer(time_ms)))
    harness.watermark(MAX_WATERMARK)
    assert harness.main.values == [("a", time_ms)]


def test_timer_of_a_function_without_on_timer_emits_nothing() -> None:
    harness = keyed(NoTimerMethod())
    harness.feed_keyed(("a", 10))
    harness.watermark(10)
    assert harness.main.events == [("watermark", 10)]


def test_timer_error_names_operator_function_time_and_key() -> None:
    harness = keyed(FailingTimer())
    harness.feed_keyed((("a", 1), 10))
    with pytest.raises(UserFunctionError, match="ValueError: no timers today") as raised:
        harness.watermark(10)
    assert raised.value.record == "the timer at 10 of key ('a', 1)"
    assert raised.value.function.startswith("FailingTimer (")
    assert "/pyrite/operators/" not in raised.value.user_traceback


def test_many_timers_due_at_once_are_emitted_in_several_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyrite.operators.turn.Turn.block", 10)
    harness = keyed(Steps())
    harness.feed_keyed(*((key, event_timer(key)) for key in range(25)))
    harness.watermark(100)
    assert [len(block) for block in harness.main.blocks] == [10, 10, 5]
    assert harness.main.stamped == [((key, key), key) for key in range(25)]


# Processing time ------------------------------------------------------------------------------------------------------


def test_clock_timers_fire_in_time_order_across_keys() -> None:
    harness = keyed(Steps())
    harness.feed_keyed(("a", clock_timer(NOW_MS + 20)), ("b", clock_timer(NOW_MS + 10)))
    harness.pass_time(9)
    assert harness.main.values == []
    harness.pass_time(11)
    assert harness.main.values == [("b", NOW_MS + 10), ("a", NOW_MS + 20)]


def test_next_timer_is_the_first_clock_timer() -> None:
    harness = keyed(Steps())
    assert timers_of(harness.operator).next_timer_ms() is None
    harness.feed_keyed(("a", clock_timer(NOW_MS + 20)), ("b", clock_timer(NOW_MS + 10)), ("a", event_timer(1)))
    assert timers_of(harness.operator).next_timer_ms() == NOW_MS + 10


def test_clock_timers_do_not_fire_by_watermark() -> None:
    harness = keyed(Steps())
    harness.feed_keyed(("a", clock_timer(NOW_MS + 10)))
    harness.watermark(MAX_WATERMARK)
    assert harness.main.values == []


def test_clock_timer_in_the_past_fires_at_the_next_chance() -> None:
    harness = keyed(Steps())
    harness.feed_keyed(("a", clock_timer(NOW_MS - 10)))
    assert harness.main.values == []
    harness.pass_time(0)
    assert harness.main.values == [("a", NOW_MS - 10)]


def test_deleted_clock_timer_does_not_fire() -> None:
    harness = keyed(Steps())
    harness.feed_keyed(("a", clock_timer(NOW_MS + 10)), ("a", no_clock_timer(NOW_MS + 10)))
    harness.pass_time(10)
    assert harness.main.values == []


def test_clock_timer_registered_while_firing_fires_when_its_time_comes() -> None:
    harness = keyed(Steps(lambda timers, time: timers.register_processing_time_timer(time + 10)))
    harness.feed_keyed(("a", clock_timer(NOW_MS + 10)))
    harness.pass_time(15)
    assert harness.main.values == [("a", NOW_MS + 10)]
    harness.pass_time(5)
    assert harness.main.values == [("a", NOW_MS + 10), ("a", NOW_MS + 20)]


def test_timers_of_both_domains_at_one_time_are_two() -> None:
    harness = keyed(Steps())
    harness.feed_keyed(("a", event_timer(NOW_MS)), ("a", clock_timer(NOW_MS)))
    assert timers_of(harness.operator).timer_count() == 2


# Batch ----------------------------------------------------------------------------------------------------------------


def test_batch_fires_the_keys_timers_of_both_domains_at_its_end_and_drops_its_state() -> None:
    harness = keyed(Look(), batch=True)
    harness.feed_keyed(("a", 10))
    harness.end_key("a")
    assert [(domain, time) for domain, time, _ in harness.main.values] == [
        (TimeDomain.EVENT_TIME, 10),
        (TimeDomain.PROCESSING_TIME, 10),
    ]
    assert (harness.operator.state_entries(), timers_of(harness.operator).timer_count()) == (0, 0)


def test_batch_timers_see_the_last_watermark_and_the_next_key_none() -> None:
    seen: list[int] = []
    harness = keyed(Steps(lambda timers, time: seen.append(timers.current_watermark())), batch=True)
    harness.feed_keyed(("a", event_timer(10)))
    harness.end_key("a")
    harness.feed_keyed(("b", lambda timers: seen.append(timers.current_watermark())))
    assert seen == [MAX_WATERMARK, MIN_WATERMARK]


@pytest.mark.parametrize("register", [event_timer, clock_timer])
def test_batch_drops_timers_that_are_registered_while_the_keys_last_ones_fire(register: Any) -> None:
    harness = keyed(Steps(lambda timers, time: register(time + 1)(timers)), batch=True)
    harness.feed_keyed(("a", event_timer(10)), ("a", clock_timer(20)))
    harness.end_key("a")
    assert harness.main.values == [("a", 10), ("a", 20)]
    assert timers_of(harness.operator).timer_count() == 0


def test_batch_takes_the_next_keys_timers_after_one_key_has_ended() -> None:
    harness = keyed(Steps(), batch=True)
    for key in ("a", "b"):
        harness.feed_keyed((key, event_timer(10)))
        harness.end_key(key)
    assert harness.main.values == [("a", 10), ("b", 10)]
