"""When windows are over, their state, their timers and their records are gone; while they live, there is no more.

`test_transcript_leaves_nothing` checks every transcript at its end. What stays for good: the counter of a key of count
windows, which tells into which window its next record goes; and what is in windows that have no end.
"""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from pyrite.datastream import DataStream, ProcessWindowFunction
from pyrite.datastream.state import ListStateDescriptor, ValueStateDescriptor
from pyrite.datastream.window import (
    ContinuousEventTimeTrigger,
    ContinuousProcessingTimeTrigger,
    CountEvictor,
    CountSlidingWindowAssigner,
    CountTrigger,
    CountTumblingWindowAssigner,
    DeltaEvictor,
    DeltaTrigger,
    DynamicEventTimeSessionWindows,
    EventTimeTrigger,
    GlobalWindows,
    NeverTrigger,
    ProcessingTimeoutTrigger,
    ProcessingTimeSessionWindows,
    PurgingTrigger,
    SlidingProcessingTimeWindows,
    TimeEvictor,
    Trigger,
    TriggerResult,
    TumblingProcessingTimeWindows,
)
from pyrite.testing import OperatorTestHarness
from tests.operators.capabilities import timers_of
from tests.operators.window.assigner_cases import Growing, sessions, sliding, tumbling
from tests.operators.window.programs import Listed, Sum, Windows, process, seconds
from tests.operators.window.transcript import OnOperator, assert_nothing_left
from tests.operators.window.trigger_cases import AfterThree, Commands, difference

KEYS = 1_000
COUNT = ValueStateDescriptor("count")
SEEN = ListStateDescriptor("seen")


class CleansUp(ProcessWindowFunction[Any, int, str, Any]):
    """Has state of the window, and clears it."""

    def process(self, key: str, context: ProcessWindowFunction.Context[Any], elements: Iterable[Any]) -> Iterator[int]:
        count = context.window_state().get_state(COUNT)
        count.update((count.value() or 0) + 1)
        context.window_state().get_list_state(SEEN).add(len(list(elements)))
        yield count.value() or 0

    def clear(self, context: ProcessWindowFunction.Context[Any]) -> None:
        context.window_state().get_state(COUNT).clear()
        context.window_state().get_list_state(SEEN).clear()


def two(record: Any) -> int:
    return 2_000


EVENT_TIME: dict[str, Windows] = {
    "tumbling": Windows(tumbling(10)),
    "tumbling_aggregate": Windows(tumbling(10), lambda w: w.aggregate(Sum())),
    "tumbling_late": Windows(tumbling(10), lateness=7),
    "tumbling_with_window_state": Windows(tumbling(10), process(CleansUp()), lateness=7),
    "tumbling_with_window_state_by_timers": Windows(
        tumbling(10), process(CleansUp()), trigger=EventTimeTrigger.create(), lateness=7
    ),
    "tumbling_by_timers": Windows(tumbling(10), trigger=EventTimeTrigger.create()),
    "tumbling_late_by_timers": Windows(tumbling(10), trigger=EventTimeTrigger.create(), lateness=7),
    "sliding": Windows(sliding(10, 3)),
    "sliding_late": Windows(sliding(10, 3), lateness=7),
    "sliding_by_timers": Windows(sliding(10, 3), trigger=EventTimeTrigger.create()),
    "sessions": Windows(sessions(2)),
    "sessions_late": Windows(sessions(2), lateness=7),
    "sessions_by_timers": Windows(sessions(2), trigger=EventTimeTrigger.create()),
    "dynamic_sessions": Windows(DynamicEventTimeSessionWindows(two)),
    "custom_merging": Windows(Growing()),
    "count": Windows(tumbling(10), trigger=CountTrigger.of(5)),
    "count_in_sessions": Windows(sessions(2), trigger=CountTrigger.of(5)),
    "continuous": Windows(tumbling(10), trigger=ContinuousEventTimeTrigger.of(seconds(3))),
    "continuous_late": Windows(tumbling(10), trigger=ContinuousEventTimeTrigger.of(seconds(3)), lateness=7),
    "continuous_in_sessions": Windows(sessions(2), trigger=ContinuousEventTimeTrigger.of(seconds(3))),
    "continuous_by_the_clock": Windows(tumbling(10), trigger=ContinuousProcessingTimeTrigger.of(seconds(3))),
    "continuous_by_the_clock_in_sessions": Windows(sessions(2), trigger=ContinuousProcessingTimeTrigger.of(seconds(3))),
    "delta": Windows(tumbling(10), trigger=DeltaTrigger.of(1, difference)),
    "purging": Windows(tumbling(10), trigger=PurgingTrigger.of(EventTimeTrigger.create()), lateness=7),
    "timeout": Windows(tumbling(10), trigger=ProcessingTimeoutTrigger.of(CountTrigger.of(9), seconds(60))),
    "never": Windows(tumbling(10), trigger=NeverTrigger()),
    "custom": Windows(tumbling(10), trigger=Commands()),
    "custom_in_sessions": Windows(sessions(2), trigger=AfterThree()),
    "count_evictor": Windows(tumbling(10), evictor=CountEvictor.of(1)),
    "count_evictor_after": Windows(tumbling(10), evictor=CountEvictor.of(0, True), lateness=7),
    "time_evictor_in_sessions": Windows(sessions(2), evictor=TimeEvictor.of(seconds(1))),
    "delta_evictor": Windows(sliding(10, 3), evictor=DeltaEvictor.of(1, difference)),
    "all_keys": Windows(tumbling(10), all_keys=True),
}

each = pytest.mark.parametrize("program", EVENT_TIME.values(), ids=list(EVENT_TIME))


def records_at(second: int) -> list[tuple[str, int, float]]:
    """Three of a key that was never there before, in any order, as a session that merges needs them."""
    key = f"key {second}"
    return [(key, 1_000 * second + more, second % 4 + 1) for more in (0, 3_900, 1_900)]


@each
def test_keys_that_are_ever_new_leave_nothing_behind(program: Windows) -> None:
    harness = OperatorTestHarness.of(program)
    most = 0
    for second in range(KEYS):
        block = records_at(second)
        harness.process_elements(block, [record[1] for record in block])
        harness.process_watermark(1_000 * second - 1)
        harness.clear_output()
        if second > 100:
            most = max(most, harness.num_state_entries() + timers_of(harness.operator).timer_count())
    assert most < 800, "what is there at any time is that of the keys of the last half minute"
    harness.process_watermark(1_000 * (KEYS + 60))
    assert_nothing_left(harness)


@each
def test_late_records_leave_nothing_behind(program: Windows) -> None:
    """They come to windows that are still kept, to ones that are gone, and to sessions that they lengthen."""
    harness = OperatorTestHarness.of(program)
    for second in range(300):
        for behind in (0, 4, 9, 13, 25):
            block = [(key, 1_000 * max(0, second - behind), 1) for key in "ab"]
            harness.process_elements(block, [record[1] for record in block])
        harness.process_watermark(1_000 * second - 1)
    harness.process_watermark(1_000 * 400)
    assert_nothing_left(harness)


@each
def test_restored_windows_leave_nothing_behind(program: Windows) -> None:
    harness = OperatorTestHarness.of(program)
    for second in range(30):
        block = records_at(second)
        harness.process_elements(block, [record[1] for record in block])
        harness.process_watermark(1_000 * (second - 3) - 1)
        harness = OperatorTestHarness.of(program, restore=harness.snapshot())
    harness.process_watermark(1_000 * 100)
    assert_nothing_left(harness)


class Tracked:
    """A record that can be looked for."""

    alive: weakref.WeakSet[Tracked] = weakref.WeakSet()

    def __init__(self, key: str, number: int) -> None:
        self.fields = (key, number, number)
        Tracked.alive.add(self)

    def __getitem__(self, index: int) -> Any:
        return self.fields[index]


@each
def test_records_of_windows_that_are_over_are_not_held(program: Windows) -> None:
    Tracked.alive.clear()
    harness = OperatorTestHarness.of(program)
    for second in range(60):
        harness.process_elements([Tracked("ab"[number % 2], 1) for number in range(4)], [1_000 * second] * 4)
        harness.process_watermark(1_000 * second - 1)
    harness.process_watermark(1_000 * 200)
    harness.clear_output()
    gc.collect()
    assert len(Tracked.alive) == 0


# Timers while windows live -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "trigger",
    [None, EventTimeTrigger.create(), ContinuousEventTimeTrigger.of(seconds(5)), CountTrigger.of(10_000)],
    ids=["fast", "event_time", "continuous", "count"],
)
def test_session_that_grows_has_no_more_timers_than_a_new_one(trigger: Any) -> None:
    harness = OperatorTestHarness.of(Windows(sessions(10), trigger=trigger))
    for second in [*range(500, 1_000), *range(499, 0, -1)]:
        harness.process_elements([("a", 1_000 * second, 1)], [1_000 * second])
    assert timers_of(harness.operator).timer_count() <= 2
    assert harness.num_state_entries() <= 3
    harness.process_watermark(2_000_000)
    assert_nothing_left(harness)


def test_window_of_many_records_has_one_timer() -> None:
    for trigger in (None, EventTimeTrigger.create()):
        harness = OperatorTestHarness.of(Windows(tumbling(10), lambda w: w.sum(2), trigger=trigger))
        harness.process_elements([("a", number, 1) for number in range(5_000)], list(range(5_000)))
        assert (harness.num_state_entries(), timers_of(harness.operator).timer_count()) == (1, 1)


def test_state_is_kept_exactly_as_long_as_the_lateness_allows() -> None:
    for trigger in (None, EventTimeTrigger.create()):
        harness = OnOperator(Windows(tumbling(10), trigger=trigger, lateness=5)).run("1 W14.999 => [0,10)=1")
        assert harness.num_state_entries() == 1
        harness.process_watermark(14_999)
        assert_nothing_left(harness)


class Forgetful(Trigger[Any, Any]):
    """Sets a timer by the clock, and does not delete it."""

    def on_element(self, element: Any, timestamp: int, window: Any, ctx: Trigger.TriggerContext) -> TriggerResult:
        ctx.register_processing_time_timer(60_000)
        return TriggerResult.CONTINUE

    def on_event_time(self, time: int, window: Any, ctx: Trigger.TriggerContext) -> TriggerResult:
        return TriggerResult.CONTINUE

    def on_processing_time(self, time: int, window: Any, ctx: Trigger.TriggerContext) -> TriggerResult:
        return TriggerResult.FIRE

    def clear(self, window: Any, ctx: Trigger.TriggerContext) -> None:
        pass


class CountsClears(Listed):
    def __init__(self) -> None:
        self.cleared = 0

    def clear(self, context: ProcessWindowFunction.Context[Any]) -> None:
        self.cleared += 1


def test_timer_that_a_trigger_forgot_does_not_bring_its_window_back() -> None:
    function = CountsClears()
    harness = OnOperator(Windows(tumbling(10), process(function), trigger=Forgetful())).run(
        """
        1 W10
        P60
        W20
        """
    )
    assert function.cleared == 1
    assert_nothing_left(harness)


# What stays ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "assigner",
    [CountTumblingWindowAssigner.of(3), CountSlidingWindowAssigner.of(3, 5)],
    ids=["tumbling", "sliding_with_gaps"],
)
def test_count_windows_leave_the_counter_of_each_key(assigner: Any) -> None:
    harness = OperatorTestHarness.of(Windows(assigner))
    for key in range(KEYS):
        harness.process_elements([(f"key {key}", 0, 1)] * 3)
    assert len(harness.extract_output_values()) == KEYS
    assert_nothing_left(harness, state=KEYS)


def test_global_windows_leave_what_was_not_purged() -> None:
    program = Windows(GlobalWindows.create(), trigger=PurgingTrigger.of(CountTrigger.of(2)))
    harness = OperatorTestHarness.of(program)
    for key in range(KEYS):
        harness.process_elements([(f"key {key}", 0, 1)] * 2)
    assert_nothing_left(harness)


PROCESSING_TIME: dict[str, Windows] = {
    "tumbling": Windows(TumblingProcessingTimeWindows.of(seconds(10))),
    "tumbling_with_window_state": Windows(TumblingProcessingTimeWindows.of(seconds(10)), process(CleansUp())),
    "sliding": Windows(SlidingProcessingTimeWindows.of(seconds(10), seconds(3))),
    "sessions": Windows(ProcessingTimeSessionWindows.with_gap(seconds(2))),
    "continuous": Windows(
        TumblingProcessingTimeWindows.of(seconds(10)), trigger=ContinuousProcessingTimeTrigger.of(seconds(3))
    ),
    "continuous_in_sessions": Windows(
        ProcessingTimeSessionWindows.with_gap(seconds(2)), trigger=ContinuousProcessingTimeTrigger.of(seconds(3))
    ),
    "timeout": Windows(
        TumblingProcessingTimeWindows.of(seconds(10)),
        trigger=ProcessingTimeoutTrigger.of(CountTrigger.of(9), seconds(4)),
    ),
    "count": Windows(TumblingProcessingTimeWindows.of(seconds(10)), trigger=CountTrigger.of(2)),
    "evictor": Windows(TumblingProcessingTimeWindows.of(seconds(10)), evictor=CountEvictor.of(0, True)),
    "all_keys": Windows(TumblingProcessingTimeWindows.of(seconds(10)), all_keys=True),
}


@pytest.mark.parametrize("program", PROCESSING_TIME.values(), ids=list(PROCESSING_TIME))
def test_windows_by_the_clock_leave_nothing_behind(program: Windows) -> None:
    harness = OperatorTestHarness.of(program)
    for second in range(KEYS):
        harness.set_processing_time(1_000 * second)
        harness.process_elements([(f"key {second - back}", 0, 1) for back in (0, 1)])
    harness.set_processing_time(1_000 * (KEYS + 60))
    assert_nothing_left(harness)


# Batch ---------------------------------------------------------------------------------------------------------------


class Total(ProcessWindowFunction[Any, Any, str, Any]):
    def process(self, key: str, context: ProcessWindowFunction.Context[Any], elements: Iterable[Any]) -> Iterator[Any]:
        total = context.global_state().get_state(COUNT)
        total.update((total.value() or 0) + 1)
        yield key, total.value()


@pytest.mark.parametrize("assigner", [tumbling(10), sliding(10, 5), sessions(5)], ids=repr)
@pytest.mark.parametrize("trigger", [None, EventTimeTrigger.create()], ids=["fast", "general"])
def test_key_that_ends_in_batch_leaves_nothing_behind(assigner: Any, trigger: Any) -> None:
    harness = OperatorTestHarness.of(Windows(assigner, process(Total()), trigger=trigger), batch=True)
    for key in "abc":
        harness.process_elements([(key, 7_000, 1), (key, 27_000, 1)], [7_000, 27_000])
        harness.end_key(key)
        assert_nothing_left(harness)
    firings = 4 if "Sliding" in repr(assigner) else 2
    assert [value[1] for value in harness.extract_output_values()] == [*range(1, firings + 1)] * 3


def fired_in_batch(program: Any) -> list[Any]:
    harness = OperatorTestHarness.of(program, batch=True)
    harness.process_elements([("a", 1_000, 1), ("a", 2_000, 2)], [1_000, 2_000])
    harness.end_key("a")
    assert_nothing_left(harness)
    return harness.extract_output_values()


def test_windows_by_the_clock_fire_at_the_end_of_a_key_in_batch() -> None:
    assert fired_in_batch(Windows(TumblingProcessingTimeWindows.of(seconds(10)))) == ["a:[0,10)=1,2"]


@pytest.mark.timeout(5)
@pytest.mark.parametrize(
    ("assigner", "trigger", "firings"),
    [
        (tumbling(10), ContinuousEventTimeTrigger.of(seconds(2)), 2),
        (GlobalWindows.create(), ContinuousEventTimeTrigger.of(seconds(2)), 2),
        (GlobalWindows.create(), ContinuousProcessingTimeTrigger.of(seconds(2)), 1),
    ],
    ids=["continuous", "continuous_global", "continuous_global_by_the_clock"],
)
def test_timer_that_is_set_at_the_end_of_a_key_in_batch_is_ignored(assigner: Any, trigger: Any, firings: int) -> None:
    """As in Flink's BatchExecutionInternalTimeService: else a trigger that sets the next timer would run endlessly."""

    def program(stream: DataStream) -> DataStream:
        return Windows(assigner, lambda w: w.aggregate(Sum()), trigger=trigger)(stream)

    assert fired_in_batch(program) == [3] * firings
