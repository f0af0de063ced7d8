"""Triggers: when they fire, and that they leave nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Optional, cast

import cloudpickle
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.core.errors import InvalidProgramError
from pyrite.core.state.state_types import ReducingState, ReducingStateDescriptor, StateDescriptor, ValueState
from pyrite.core.time.time import MAX_WATERMARK, MIN_WATERMARK, NO_TIMESTAMP, Duration, Time
from pyrite.core.windows.trigger import Trigger, TriggerResult
from pyrite.core.windows.triggers import (
    ContinuousEventTimeTrigger,
    ContinuousProcessingTimeTrigger,
    CountTrigger,
    DeltaTrigger,
    EventTimeTrigger,
    NeverTrigger,
    ProcessingTimeoutTrigger,
    ProcessingTimeTrigger,
    PurgingTrigger,
)
from pyrite.core.windows.window_assigners import EndOfStreamTrigger
from pyrite.core.windows.windows import GlobalWindow, TimeWindow, Window

if TYPE_CHECKING:
    from pyrite.core.metrics.metric_group import MetricGroup

CONTINUE, FIRE = TriggerResult.CONTINUE, TriggerResult.FIRE
FIRE_AND_PURGE, PURGE = TriggerResult.FIRE_AND_PURGE, TriggerResult.PURGE
WINDOW, NEXT = TimeWindow(0, 10), TimeWindow(10, 20)


@dataclass
class Cell(ValueState[Any], ReducingState[Any]):
    """One entry of the states."""

    entries: dict[tuple[Window, str], Any]
    place: tuple[Window, str]
    reduce: Callable[[Any, Any], Any]

    def value(self) -> Any:
        return self.entries.get(self.place)

    get = value

    def update(self, value: Any) -> None:
        self.entries[self.place] = value

    def add(self, value: Any) -> None:
        here = self.value()
        self.update(value if here is None else self.reduce(here, value))

    def clear(self) -> None:
        self.entries.pop(self.place, None)


@dataclass
class Harness(Trigger.OnMergeContext):
    """A trigger on one key: its states and timers by window, and the two clocks."""

    trigger: Trigger[Any, Any]
    now: int = 0
    watermark: int = MIN_WATERMARK
    states: dict[tuple[Window, str], Any] = field(default_factory=dict)
    event_timers: set[tuple[int, Window]] = field(default_factory=set)
    clock_timers: set[tuple[int, Window]] = field(default_factory=set)
    window: Window = WINDOW
    merged: tuple[Window, ...] = ()

    def get_current_processing_time(self) -> int:
        return self.now

    def get_metric_group(self) -> MetricGroup:
        raise NotImplementedError

    def get_current_watermark(self) -> int:
        return self.watermark

    def register_processing_time_timer(self, time: int) -> None:
        self.clock_timers.add((time, self.window))

    def register_event_time_timer(self, time: int) -> None:
        self.event_timers.add((time, self.window))

    def delete_processing_time_timer(self, time: int) -> None:
        self.clock_timers.discard((time, self.window))

    def delete_event_time_timer(self, time: int) -> None:
        self.event_timers.discard((time, self.window))

    def get_partitioned_state(self, state_descriptor: StateDescriptor) -> Cell:
        reduce = cast(Any, getattr(state_descriptor, "reduce_function", None))
        return Cell(self.states, (self.window, state_descriptor.get_name()), reduce)

    def merge_partitioned_state(self, state_descriptor: StateDescriptor) -> None:
        assert isinstance(state_descriptor, ReducingStateDescriptor)
        for window in self.merged:
            value = self.states.get((window, state_descriptor.get_name()))
            if value is not None:
                self.get_partitioned_state(state_descriptor).add(value)

    def element(self, element: Any = None, timestamp: int = 0, window: Window = WINDOW) -> TriggerResult:
        self.window = window
        return self.trigger.on_element(element, timestamp, window, self)

    def advance_watermark(self, watermark: int) -> list[tuple[int, TriggerResult]]:
        self.watermark = watermark
        return list(self._due(self.event_timers, watermark, self.trigger.on_event_time))

    def advance_clock(self, now: int) -> list[tuple[int, TriggerResult]]:
        self.now = now
        return list(self._due(self.clock_timers, now, self.trigger.on_processing_time))

    def _due(
        self, timers: set[tuple[int, Window]], until: int, call: Callable[[int, Any, Any], TriggerResult]
    ) -> Iterable[tuple[int, TriggerResult]]:
        while due := sorted((timer for timer in timers if timer[0] <= until), key=lambda timer: timer[0]):
            time, self.window = due[0]
            timers.remove(due[0])
            yield time, call(time, self.window, self)

    def merge(self, into: Window, *windows: Window) -> None:
        self.window, self.merged = into, windows
        self.trigger.on_merge(into, self)
        self.clear(*windows)

    def clear(self, *windows: Window) -> None:
        for self.window in windows or (WINDOW,):
            self.trigger.clear(self.window, self)

    def left(self) -> tuple[int, int, int]:
        """How many states, event-time timers and processing-time timers there are."""
        return len(self.states), len(self.event_timers), len(self.clock_timers)


def absolute(old: float, new: float) -> float:
    return abs(new - old)


ALL: list[Trigger[Any, Any]] = [
    EventTimeTrigger.create(),
    ProcessingTimeTrigger.create(),
    CountTrigger.of(3),
    ContinuousEventTimeTrigger.of(Time.milliseconds(3)),
    ContinuousProcessingTimeTrigger.of(Time.milliseconds(3)),
    NeverTrigger(),
    EndOfStreamTrigger(),
    DeltaTrigger.of(2.0, absolute),
    PurgingTrigger.of(ContinuousEventTimeTrigger.of(Time.milliseconds(3))),
    ProcessingTimeoutTrigger.of(CountTrigger.of(3), Time.milliseconds(4)),
    ProcessingTimeoutTrigger.of(EventTimeTrigger(), Time.milliseconds(4), True, False),
]
MERGING = [trigger for trigger in ALL if trigger.can_merge()]


@pytest.mark.parametrize(
    ("result", "fire", "purge"),
    [(CONTINUE, False, False), (FIRE, True, False), (PURGE, False, True), (FIRE_AND_PURGE, True, True)],
)
def test_trigger_result_says_whether_to_fire_and_to_purge(result: TriggerResult, fire: bool, purge: bool) -> None:
    assert (result.is_fire(), result.is_purge()) == result.value == (fire, purge)


@pytest.mark.parametrize("trigger", ALL, ids=repr)
@given(steps=st.lists(st.tuples(st.sampled_from(["element", "watermark", "clock"]), st.integers(0, 9))))
def test_clear_leaves_nothing(trigger: Trigger[Any, Any], steps: list[tuple[str, int]]) -> None:
    harness = Harness(trigger)
    for what, number in steps:
        if what == "element":
            harness.element(number, number)
        elif what == "watermark":
            harness.advance_watermark(max(harness.watermark, number))
        else:
            harness.advance_clock(max(harness.now, number))
    harness.clear()
    assert harness.left() == (0, 0, 0)


@pytest.mark.parametrize("trigger", MERGING, ids=repr)
@given(times=st.lists(st.tuples(st.booleans(), st.integers(0, 9))), watermark=st.integers(-5, 25))
def test_merge_and_clear_leave_nothing(
    trigger: Trigger[Any, Any], times: list[tuple[bool, int]], watermark: int
) -> None:
    harness = Harness(trigger, watermark=watermark)
    for first, time in times:
        harness.element(time, time if first else time + 10, WINDOW if first else NEXT)
    both = TimeWindow(0, 20)
    harness.merge(both, WINDOW, NEXT)
    assert {window for _, window in harness.event_timers | harness.clock_timers} <= {both}
    assert {window for window, _ in harness.states} <= {both}
    harness.clear(both)
    assert harness.left() == (0, 0, 0)


@pytest.mark.parametrize("trigger", ALL, ids=repr)
def test_trigger_pickles(trigger: Trigger[Any, Any]) -> None:
    harness = Harness(cloudpickle.loads(cloudpickle.dumps(trigger)))
    harness.element(1, 1)
    assert repr(harness.trigger) == repr(trigger)


def test_triggers_that_merge_are_flinks() -> None:
    kinds = {type(trigger) for trigger in MERGING}
    assert kinds == {
        EventTimeTrigger,
        ProcessingTimeTrigger,
        CountTrigger,
        ContinuousEventTimeTrigger,
        ContinuousProcessingTimeTrigger,
        PurgingTrigger,
    }
    assert not PurgingTrigger.of(NeverTrigger()).can_merge()


def test_trigger_that_does_not_merge_says_so() -> None:
    with pytest.raises(NotImplementedError, match="DeltaTrigger does not support merging windows"):
        Harness(DeltaTrigger(1, absolute)).merge(WINDOW)


def test_event_time_trigger_fires_once_at_the_end() -> None:
    harness = Harness(EventTimeTrigger())
    assert [harness.element(timestamp=time) for time in (0, 5, 9)] == [CONTINUE] * 3
    assert harness.left() == (0, 1, 0)
    assert harness.advance_watermark(8) == []
    assert harness.advance_watermark(9) == [(9, FIRE)]
    assert harness.advance_watermark(100) == []


def test_event_time_trigger_fires_at_once_for_late_records() -> None:
    harness = Harness(EventTimeTrigger(), watermark=9)
    assert harness.element() is FIRE
    assert harness.left() == (0, 0, 0)


def test_event_time_trigger_is_silent_at_timers_that_are_not_the_end() -> None:
    assert EventTimeTrigger().on_event_time(12, WINDOW, Harness(EventTimeTrigger())) is CONTINUE
    assert EventTimeTrigger().on_processing_time(9, WINDOW, Harness(EventTimeTrigger())) is CONTINUE


@pytest.mark.parametrize(("watermark", "timers"), [(18, 1), (19, 0)])
def test_event_time_trigger_sets_no_timer_when_merged_windows_are_past(watermark: int, timers: int) -> None:
    harness = Harness(EventTimeTrigger(), watermark=watermark)
    harness.merge(TimeWindow(0, 20), WINDOW, NEXT)
    assert harness.left() == (0, timers, 0)


def test_processing_time_trigger_fires_once_at_the_end() -> None:
    harness = Harness(ProcessingTimeTrigger())
    assert [harness.element(), harness.element()] == [CONTINUE] * 2
    assert harness.left() == (0, 0, 1)
    assert harness.advance_clock(8) == []
    assert harness.advance_clock(50) == [(9, FIRE)]


def test_count_trigger_counts_each_window_for_itself() -> None:
    harness = Harness(CountTrigger.of(2))
    assert [harness.element(), harness.element(window=NEXT)] == [CONTINUE, CONTINUE]
    assert harness.left() == (2, 0, 0)
    assert [harness.element(), harness.element()] == [FIRE, CONTINUE]


def test_count_trigger_adds_up_merged_windows() -> None:
    harness, both = Harness(CountTrigger.of(4)), TimeWindow(0, 20)
    harness.element()
    harness.element(window=NEXT)
    harness.element(window=NEXT)
    harness.merge(both, WINDOW, NEXT)
    assert harness.left() == (1, 0, 0)
    assert harness.element(window=both) is FIRE
    assert harness.left() == (0, 0, 0)


def test_continuous_event_time_trigger_fires_at_multiples_and_at_the_end() -> None:
    harness = Harness(ContinuousEventTimeTrigger.of(Time.milliseconds(4)))
    assert harness.element(timestamp=1) is CONTINUE
    assert harness.advance_watermark(3) == []
    assert harness.advance_watermark(4) == [(4, FIRE)]
    assert harness.advance_watermark(100) == [(8, FIRE), (9, FIRE)]
    assert harness.element(timestamp=2) is FIRE


def test_continuous_event_time_trigger_aligns_times_before_the_epoch() -> None:
    harness = Harness(ContinuousEventTimeTrigger.of(Time.milliseconds(4)))
    harness.element(timestamp=-7, window=TimeWindow(-10, 0))
    assert harness.advance_watermark(100) == [(-4, FIRE), (-1, FIRE)]


def test_continuous_event_time_trigger_takes_the_earliest_firing_of_merged_windows() -> None:
    harness, both = Harness(ContinuousEventTimeTrigger.of(Time.milliseconds(8))), TimeWindow(0, 20)
    harness.element(timestamp=12, window=NEXT)
    harness.element(timestamp=2)
    harness.merge(both, WINDOW, NEXT)
    assert harness.advance_watermark(100) == [(8, FIRE), (16, FIRE), (19, FIRE)]


def test_continuous_event_time_trigger_ends_with_the_stream() -> None:
    harness = Harness(ContinuousEventTimeTrigger.of(Time.milliseconds(4)))
    harness.element(timestamp=1, window=GlobalWindow.get())
    assert harness.advance_watermark(9) == [(4, FIRE), (8, FIRE)]
    assert harness.advance_watermark(MAX_WATERMARK) == [(12, FIRE), (MAX_WATERMARK, FIRE)]


def test_continuous_event_time_trigger_refuses_a_record_without_a_timestamp() -> None:
    with pytest.raises(RuntimeError, match=r"ContinuousEventTimeTrigger\(4\) received a record without a timestamp"):
        Harness(ContinuousEventTimeTrigger(4)).element(timestamp=NO_TIMESTAMP)


def test_continuous_processing_time_trigger_fires_at_multiples_and_at_the_end() -> None:
    harness = Harness(ContinuousProcessingTimeTrigger.of(timedelta(milliseconds=4)), now=1)
    assert harness.element() is CONTINUE
    assert harness.advance_clock(3) == []
    assert harness.advance_clock(7) == [(4, FIRE)]
    assert harness.advance_clock(100) == [(8, FIRE), (9, FIRE)]


def test_continuous_processing_time_trigger_fires_once_when_the_window_is_long_past() -> None:
    harness = Harness(ContinuousProcessingTimeTrigger.of(Time.milliseconds(4)), now=1000)
    harness.element()
    assert harness.advance_clock(1001) == [(9, FIRE)]


def test_never_trigger_never_fires() -> None:
    harness = Harness(NeverTrigger())
    assert harness.element() is CONTINUE
    assert harness.left() == (0, 0, 0)


def test_end_of_stream_trigger_fires_at_the_last_watermark() -> None:
    harness = Harness(EndOfStreamTrigger())
    harness.element(window=GlobalWindow.get())
    assert harness.advance_watermark(MAX_WATERMARK - 1) == []
    assert harness.advance_watermark(MAX_WATERMARK) == [(MAX_WATERMARK, FIRE)]


def test_delta_trigger_fires_when_it_is_over_the_threshold_from_the_last_firing() -> None:
    # Flink's TopSpeedWindowing: every 50 metres.
    harness = Harness(DeltaTrigger.of(50, lambda old, new: new - old))
    metres = [0, 30, 50, 51, 90, 101, 102]
    assert [m for m in metres if harness.element(m) is FIRE] == [51, 102]


@pytest.mark.parametrize(
    ("nested", "expected"), [(CONTINUE, CONTINUE), (FIRE, FIRE_AND_PURGE), (PURGE, PURGE), (FIRE_AND_PURGE,) * 2]
)
def test_purging_trigger_purges_when_it_fires(nested: TriggerResult, expected: TriggerResult) -> None:
    class Always(NeverTrigger):
        def on_element(self, element: Any, timestamp: int, window: Any, ctx: Any) -> TriggerResult:
            return nested

        def on_event_time(self, time: int, window: Any, ctx: Any) -> TriggerResult:
            return nested

        def on_processing_time(self, time: int, window: Any, ctx: Any) -> TriggerResult:
            return nested

    trigger = PurgingTrigger.of(Always())
    harness = Harness(trigger)
    assert harness.element() is expected
    assert trigger.on_event_time(1, WINDOW, harness) is expected
    assert trigger.on_processing_time(1, WINDOW, harness) is expected


def test_timeout_trigger_fires_as_the_nested_one_or_after_the_timeout() -> None:
    # The example of Flink's documents: a count of 3 with a timeout of 100 ms.
    harness = Harness(ProcessingTimeoutTrigger.of(CountTrigger.of(3), Duration.of_millis(100)), now=1000)
    assert harness.element() is CONTINUE
    harness.advance_clock(1050)
    assert harness.element() is CONTINUE
    assert harness.left() == (2, 0, 1)
    assert harness.advance_clock(1099) == []
    assert harness.advance_clock(1100) == [(1100, FIRE)]
    assert harness.left() == (0, 0, 0)
    assert [harness.element(), harness.element(), harness.element()] == [CONTINUE, CONTINUE, FIRE]
    assert harness.left() == (0, 0, 0)


def test_timeout_trigger_waits_again_after_each_record_when_it_is_reset() -> None:
    harness = Harness(ProcessingTimeoutTrigger.of(CountTrigger.of(3), Time.milliseconds(50), True))
    harness.element()
    harness.advance_clock(10)
    harness.element()
    assert harness.left() == (2, 0, 1)
    assert harness.advance_clock(50) == []
    assert harness.advance_clock(60) == [(60, FIRE)]


def test_timeout_trigger_keeps_what_was_counted_when_it_is_not_to_clear() -> None:
    harness = Harness(ProcessingTimeoutTrigger.of(CountTrigger.of(3), Time.milliseconds(50), False, False))
    assert [harness.element(), harness.element()] == [CONTINUE, CONTINUE]
    assert harness.advance_clock(50) == [(50, FIRE)]
    assert harness.left() == (2, 0, 0)
    assert harness.element() is FIRE


def test_timeout_trigger_purges_as_the_nested_one() -> None:
    nested = PurgingTrigger.of(ProcessingTimeTrigger())
    harness = Harness(ProcessingTimeoutTrigger.of(nested, Time.milliseconds(50), False, False))
    assert harness.element() is CONTINUE
    assert harness.left() == (1, 0, 2)
    assert harness.advance_clock(50) == [(9, FIRE_AND_PURGE), (50, FIRE_AND_PURGE)]


def test_timeout_trigger_fires_at_event_time_timers_too() -> None:
    harness = Harness(ProcessingTimeoutTrigger.of(EventTimeTrigger(), Time.seconds(1)))
    harness.element()
    assert harness.left() == (1, 1, 1)
    assert harness.advance_watermark(9) == [(9, FIRE)]
    assert harness.left() == (0, 0, 0)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: CountTrigger.of(0), "the count of a CountTrigger must be a whole number of at least 1, not 0"),
        (lambda: ContinuousEventTimeTrigger.of(Time.seconds(0)), "ContinuousEventTimeTrigger must be positive"),
        (lambda: ContinuousProcessingTimeTrigger.of(cast(Any, 5)), "ContinuousProcessingTimeTrigger must be a Time"),
        (lambda: PurgingTrigger.of(cast(Any, None)), "PurgingTrigger needs a Trigger to wrap, not None"),
        (lambda: ProcessingTimeoutTrigger.of(cast(Any, 1), Time.seconds(1)), "ProcessingTimeoutTrigger needs a Tri"),
        (lambda: ProcessingTimeoutTrigger.of(NeverTrigger(), Time.seconds(-1)), "must be positive, not -1000 ms"),
        (lambda: DeltaTrigger.of(1, cast(Any, 5)), "a DeltaTrigger needs a function of two records"),
    ],
)
def test_trigger_refuses_what_can_not_be(make: Callable[[], Any], message: str) -> None:
    with pytest.raises(InvalidProgramError, match=message):
        make()


def test_trigger_of_the_users_needs_no_merging() -> None:
    class EveryOther(Trigger[int, TimeWindow]):
        def on_element(self, element: int, timestamp: int, window: TimeWindow, ctx: Any) -> TriggerResult:
            return FIRE if element % 2 else CONTINUE

        def on_processing_time(self, time: int, window: TimeWindow, ctx: Any) -> TriggerResult:
            return CONTINUE

        def on_event_time(self, time: int, window: TimeWindow, ctx: Any) -> TriggerResult:
            return CONTINUE

        def clear(self, window: TimeWindow, ctx: Optional[Trigger.TriggerContext]) -> None:
            pass

    assert [Harness(EveryOther()).element(n) for n in (1, 2)] == [FIRE, CONTINUE]
    assert not EveryOther().can_merge()
