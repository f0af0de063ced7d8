"""Window assigners against their plain definitions."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Optional, cast

import cloudpickle
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.core.errors import InvalidProgramError
from pyrite.core.functions.functions import RuntimeContext
from pyrite.core.state.state_types import ValueState, ValueStateDescriptor
from pyrite.core.time.time import NO_TIMESTAMP, Duration, Time
from pyrite.core.windows.triggers import EventTimeTrigger, NeverTrigger, ProcessingTimeTrigger, PurgingTrigger
from pyrite.core.windows.window_assigner import MergingWindowAssigner, WindowAssigner
from pyrite.core.windows.window_assigners import (
    CountSlidingWindowAssigner,
    CountTumblingWindowAssigner,
    DynamicEventTimeSessionWindows,
    DynamicProcessingTimeSessionWindows,
    EndOfStreamTrigger,
    EventTimeSessionWindows,
    GlobalWindows,
    ProcessingTimeSessionWindows,
    SessionWindowTimeGapExtractor,
    SlidingEventTimeWindows,
    SlidingProcessingTimeWindows,
    TumblingEventTimeWindows,
    TumblingProcessingTimeWindows,
    WindowStagger,
)
from pyrite.core.windows.windows import (
    CountWindow,
    CountWindowSerializer,
    GlobalWindow,
    GlobalWindowSerializer,
    TimeWindow,
    TimeWindowSerializer,
)

TIMES = st.integers(-(10**13), 10**13)
SIZES = st.integers(1, 1000)


class Counter(ValueState[int]):
    def __init__(self) -> None:
        self.count: Optional[int] = None

    def value(self) -> Optional[int]:
        return self.count

    def update(self, value: int) -> None:
        self.count = value

    def clear(self) -> None:
        self.count = None


class Context(WindowAssigner.WindowAssignerContext):
    """A clock that stands, and the state of one key."""

    def __init__(self, now: int = 0) -> None:
        self.now = now
        self.states: dict[str, Counter] = {}

    def get_current_processing_time(self) -> int:
        return self.now

    def get_runtime_context(self) -> RuntimeContext:
        return cast(RuntimeContext, self)

    def get_state(self, state_descriptor: ValueStateDescriptor) -> Counter:
        return self.states.setdefault(state_descriptor.get_name(), Counter())


class Gap(SessionWindowTimeGapExtractor):
    def extract(self, element: Any) -> int:
        return int(element)


def assigned(assigner: WindowAssigner[Any, Any], timestamp: int, now: int = 0, element: Any = None) -> list[Any]:
    return list(assigner.assign_windows(element, timestamp, Context(now)))


def at(text: str) -> int:
    """Milliseconds of a time of day, of one day."""
    return int(datetime.fromisoformat(f"2024-03-05T{text}").replace(tzinfo=UTC).timestamp() * 1000)


def holding(time: int, size: int, slide: int, offset: int) -> set[TimeWindow]:
    """The plain definition: every window of the grid that a time is in."""
    near = range(time - size - slide, time + 1)
    return {TimeWindow(s, s + size) for s in near if (s - offset) % slide == 0 and s <= time < s + size}


@given(TIMES, SIZES, st.data())
def test_tumbling_window_is_the_one_that_holds_the_time(time: int, size: int, data: st.DataObject) -> None:
    offset = data.draw(st.integers(1 - size, size - 1))
    span, shift = Time.milliseconds(size), Time.milliseconds(offset)
    expected = holding(time, size, size, offset)
    assert len(expected) == 1
    assert assigned(TumblingEventTimeWindows.of(span, shift), time) == list(expected)
    assert assigned(TumblingProcessingTimeWindows.of(span, shift), NO_TIMESTAMP, now=time) == list(expected)


@given(TIMES, SIZES, SIZES, st.data())
def test_sliding_windows_are_all_that_hold_the_time(time: int, size: int, slide: int, data: st.DataObject) -> None:
    offset = data.draw(st.integers(1 - slide, slide - 1))
    by_event = assigned(SlidingEventTimeWindows(size, slide, offset), time)
    assert assigned(SlidingProcessingTimeWindows(size, slide, offset), NO_TIMESTAMP, now=time) == by_event
    assert set(by_event) == holding(time, size, slide, offset)
    assert by_event == sorted(by_event, reverse=True)
    assert len(by_event) in (size // slide, -(-size // slide))


def test_sliding_windows_leave_gaps_when_the_slide_is_larger() -> None:
    assigner = SlidingEventTimeWindows.of(Time.seconds(1), Time.seconds(5))
    assert assigned(assigner, 500) == [TimeWindow(0, 1000)]
    assert assigned(assigner, 1000) == []


@pytest.mark.parametrize(
    ("offset", "time", "start", "end"),
    [
        (0, "01:30", "01:00", "02:00"),
        (15, "01:30", "01:15", "02:15"),
        (15, "02:14:59.999", "01:15", "02:15"),
        (15, "02:15", "02:15", "03:15"),
    ],
)
def test_hourly_window_is_that_of_the_documents(offset: int, time: str, start: str, end: str) -> None:
    assigner = TumblingEventTimeWindows.of(Duration.of_hours(1), Duration.of_minutes(offset))
    assert assigned(assigner, at(time)) == [TimeWindow(at(start), at(end))]


def test_day_in_china_begins_at_its_midnight() -> None:
    assigner = TumblingEventTimeWindows.of(Time.days(1), Time.hours(-8))
    [window] = assigned(assigner, at("12:00"))
    assert window.start == at("00:00") - 8 * 3_600_000
    [window] = assigned(assigner, at("17:00"))
    assert window.start == at("16:00")


def test_hourly_windows_sliding_by_half_an_hour_are_those_of_the_documents() -> None:
    assigner = SlidingEventTimeWindows.of(Time.hours(1), Time.minutes(30), Time.minutes(15))
    expected = [TimeWindow(at("01:45"), at("02:45")), TimeWindow(at("01:15"), at("02:15"))]
    assert assigned(assigner, at("02:00")) == expected


def test_hourly_processing_time_window_ends_at_the_full_hour() -> None:
    assigner = TumblingProcessingTimeWindows.of(Time.hours(1))
    assert assigned(assigner, NO_TIMESTAMP, now=at("09:15")) == [TimeWindow(at("09:00"), at("10:00"))]
    assert assigned(assigner, NO_TIMESTAMP, now=at("10:00")) == [TimeWindow(at("10:00"), at("11:00"))]


@pytest.mark.parametrize("kind", [TumblingEventTimeWindows, TumblingProcessingTimeWindows])
@given(now=st.integers(0, 10**13), size=SIZES, time=TIMES, later=SIZES)
def test_natural_stagger_starts_windows_at_the_first_record(
    kind: type[TumblingEventTimeWindows], now: int, size: int, time: int, later: int
) -> None:
    assigner = kind.of(Time.milliseconds(size), None, WindowStagger.NATURAL)
    [first] = assigned(assigner, time, now)
    [second] = assigned(assigner, time + later, now + later)
    assert (first.start - now) % size == 0
    assert (second.start - now) % size == 0


@given(now=TIMES, size=SIZES, time=TIMES, other=TIMES)
def test_random_stagger_is_drawn_once(now: int, size: int, time: int, other: int) -> None:
    assigner = TumblingEventTimeWindows.of(Time.milliseconds(size), window_stagger=WindowStagger.RANDOM)
    [first] = assigned(assigner, time, now)
    [second] = assigned(assigner, other, now + 1)
    assert first.start <= time < first.end == first.start + size
    assert (first.start - second.start) % size == 0


@given(TIMES, SIZES)
def test_stagger_offset_is_within_a_window(now: int, size: int) -> None:
    assert WindowStagger.ALIGNED.get_stagger_offset(now, size) == 0
    assert 0 <= WindowStagger.RANDOM.get_stagger_offset(now, size) < size
    assert 0 <= WindowStagger.NATURAL.get_stagger_offset(now, size) < size


@given(TIMES, SIZES)
def test_session_window_is_the_gap_after_the_time(time: int, gap: int) -> None:
    expected, span = [TimeWindow(time, time + gap)], Time.milliseconds(gap)
    assert assigned(EventTimeSessionWindows.with_gap(span), time) == expected
    assert assigned(ProcessingTimeSessionWindows.with_gap(span), NO_TIMESTAMP, now=time) == expected
    assert assigned(EventTimeSessionWindows.with_dynamic_gap(Gap()), time, element=gap) == expected
    dynamic = ProcessingTimeSessionWindows.with_dynamic_gap(lambda element: int(element))
    assert assigned(dynamic, NO_TIMESTAMP, now=time, element=gap) == expected


def test_dynamic_gap_makes_a_dynamic_assigner() -> None:
    assert type(EventTimeSessionWindows.with_dynamic_gap(Gap())) is DynamicEventTimeSessionWindows
    assert type(ProcessingTimeSessionWindows.with_dynamic_gap(Gap())) is DynamicProcessingTimeSessionWindows
    assert type(DynamicEventTimeSessionWindows.with_dynamic_gap(Gap())) is DynamicEventTimeSessionWindows


@pytest.mark.parametrize("gap", [0, -1])
def test_dynamic_gap_must_be_positive(gap: int) -> None:
    with pytest.raises(ValueError, match=f"must be positive, not {gap} ms"):
        assigned(DynamicEventTimeSessionWindows(Gap()), 0, element=gap)


def test_global_windows_put_everything_into_one() -> None:
    assert assigned(GlobalWindows.create(), NO_TIMESTAMP) == [GlobalWindow.get()]
    assert isinstance(GlobalWindows.create_with_end_of_stream_trigger().get_default_trigger(), EndOfStreamTrigger)


@given(st.integers(1, 8), st.integers(1, 60))
def test_count_tumbling_fills_windows_one_after_the_other(size: int, records: int) -> None:
    assigner, context = CountTumblingWindowAssigner.of(size), Context()
    numbers = [assigner.assign_windows(None, NO_TIMESTAMP, context) for _ in range(records)]
    assert numbers == [(CountWindow(i // size),) for i in range(records)]


@given(st.integers(1, 8), st.integers(1, 8), st.integers(1, 60))
def test_count_sliding_window_holds_size_records_from_its_start(size: int, slide: int, records: int) -> None:
    assigner, context = CountSlidingWindowAssigner.of(size, slide), Context()
    for i in range(records):
        windows = list(assigner.assign_windows(None, NO_TIMESTAMP, context))
        assert windows == [CountWindow(n) for n in range(i, -1, -1) if n * slide <= i < n * slide + size]


def test_count_windows_fire_full_windows_and_drop_them() -> None:
    trigger = CountTumblingWindowAssigner(3).get_default_trigger()
    assert isinstance(trigger, PurgingTrigger)
    assert repr(trigger) == "PurgingTrigger(CountTrigger(3))"


HOUR = Time.hours(1)
EVENT_TIME = [
    TumblingEventTimeWindows.of(HOUR),
    SlidingEventTimeWindows.of(HOUR, HOUR),
    EventTimeSessionWindows.with_gap(HOUR),
    DynamicEventTimeSessionWindows(Gap()),
]
PROCESSING_TIME = [
    TumblingProcessingTimeWindows.of(HOUR),
    SlidingProcessingTimeWindows.of(HOUR, HOUR),
    ProcessingTimeSessionWindows.with_gap(HOUR),
    DynamicProcessingTimeSessionWindows(Gap()),
]
COUNT = [CountTumblingWindowAssigner(1), CountSlidingWindowAssigner(2, 1)]
ALL: list[WindowAssigner[Any, Any]] = [*EVENT_TIME, *PROCESSING_TIME, *COUNT, GlobalWindows.create()]


@pytest.mark.parametrize("assigner", EVENT_TIME, ids=repr)
def test_event_time_assigner_says_what_to_do_about_a_missing_timestamp(assigner: WindowAssigner[Any, Any]) -> None:
    with pytest.raises(RuntimeError, match=r"without a timestamp.*assign_timestamps_and_watermarks"):
        assigned(assigner, NO_TIMESTAMP, element=5)


@pytest.mark.parametrize("assigner", ALL, ids=repr)
def test_assigner_names_its_trigger_its_serializer_and_its_clock(assigner: WindowAssigner[Any, Any]) -> None:
    by_event = assigner in EVENT_TIME
    assert assigner.is_event_time() is by_event
    if assigner in COUNT:
        assert assigner.get_window_serializer() == CountWindowSerializer()
    elif isinstance(assigner, GlobalWindows):
        assert type(assigner.get_default_trigger(None)) is NeverTrigger
        assert assigner.get_window_serializer() == GlobalWindowSerializer()
    else:
        assert type(assigner.get_default_trigger(None)) is (EventTimeTrigger if by_event else ProcessingTimeTrigger)
        assert assigner.get_window_serializer() == TimeWindowSerializer()


@pytest.mark.parametrize("assigner", ALL, ids=repr)
def test_assigner_does_the_same_when_pickled(assigner: WindowAssigner[Any, Any]) -> None:
    twin = cloudpickle.loads(cloudpickle.dumps(assigner))
    assert assigned(twin, 12345, 678, 90) == assigned(assigner, 12345, 678, 90)
    assert repr(twin) == repr(assigner)


def test_only_sessions_merge() -> None:
    names = {type(assigner).__name__ for assigner in ALL if isinstance(assigner, MergingWindowAssigner)}
    assert names == {
        "EventTimeSessionWindows",
        "ProcessingTimeSessionWindows",
        "DynamicEventTimeSessionWindows",
        "DynamicProcessingTimeSessionWindows",
    }


SECOND = timedelta(seconds=1)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: TumblingEventTimeWindows.of(Time.seconds(0)), "size 0 ms with offset 0 ms"),
        (lambda: TumblingEventTimeWindows.of(-SECOND), "size -1000 ms"),
        (lambda: TumblingProcessingTimeWindows.of(SECOND, SECOND), "offset between -size and size"),
        (lambda: TumblingProcessingTimeWindows.of(SECOND, -SECOND), "offset -1000 ms"),
        (lambda: TumblingEventTimeWindows.of(cast(Any, 5)), "the size of TumblingEventTimeWindows must be a Time"),
        (lambda: TumblingEventTimeWindows.of(SECOND, cast(Any, 5)), "the offset of TumblingEventTimeWindows must be"),
        (lambda: SlidingEventTimeWindows.of(-SECOND, SECOND), "a positive size"),
        (lambda: SlidingEventTimeWindows.of(SECOND, timedelta()), "a positive slide"),
        (lambda: SlidingProcessingTimeWindows.of(SECOND, SECOND, -SECOND), "offset between -slide and slide"),
        (lambda: EventTimeSessionWindows.with_gap(timedelta()), "the gap of EventTimeSessionWindows must be positive"),
        (lambda: ProcessingTimeSessionWindows.with_gap(-SECOND), "must be positive, not -1000 ms"),
        (lambda: DynamicEventTimeSessionWindows(cast(Any, 5)), "a SessionWindowTimeGapExtractor or a function, not 5"),
        (lambda: CountTumblingWindowAssigner(0), "the size of CountTumblingWindowAssigner must be"),
        (lambda: CountSlidingWindowAssigner(3, 0), "the slide of CountSlidingWindowAssigner must be"),
        (lambda: CountSlidingWindowAssigner(cast(Any, 1.5), 1), "at least 1, not 1.5"),
    ],
)
def test_assigner_refuses_what_makes_no_windows(make: Callable[[], Any], message: str) -> None:
    with pytest.raises(InvalidProgramError, match=message):
        make()
