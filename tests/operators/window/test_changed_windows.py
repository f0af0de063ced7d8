"""Windows that were open when a program got another trigger, time or function: they come out once, or are refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pyrite.core.errors import StateUnreadableError
from pyrite.core.time.time import Time
from pyrite.datastream import AggregateFunction, ProcessWindowFunction
from pyrite.datastream.window import (
    CountEvictor,
    EventTimeSessionWindows,
    EventTimeTrigger,
    PurgingTrigger,
    TumblingEventTimeWindows,
    TumblingProcessingTimeWindows,
)
from pyrite.testing import OperatorTestHarness
from tests.operators.capabilities import timers_of

SIZE = Time.seconds(10)
YEARS_LATER_MS = 1_000_000_000_000


def summed(windowed: Any) -> Any:
    return windowed.reduce(lambda a, b: (a[0], a[1] + b[1]))


def keyed(stream: Any) -> Any:
    return stream.key_by(lambda record: record[0])


def of_event_time(stream: Any) -> Any:
    return summed(keyed(stream).window(TumblingEventTimeWindows.of(SIZE)).allowed_lateness(20_000))


def with_trigger(stream: Any) -> Any:
    purging = PurgingTrigger.of(EventTimeTrigger.create())
    return summed(keyed(stream).window(TumblingEventTimeWindows.of(SIZE)).allowed_lateness(20_000).trigger(purging))


def of_processing_time(stream: Any) -> Any:
    return summed(keyed(stream).window(TumblingProcessingTimeWindows.of(SIZE)))


class Total(AggregateFunction):
    def create_accumulator(self) -> int:
        return 0

    def add(self, value: Any, accumulator: int) -> int:
        return accumulator + int(value[1])

    def get_result(self, accumulator: int) -> int:
        return accumulator

    def merge(self, acc_a: int, acc_b: int) -> int:
        return acc_a + acc_b


class Records(ProcessWindowFunction[Any, Any, Any, Any]):
    def process(self, key: Any, context: Any, elements: Any) -> Any:
        yield list(elements)


def tumbling(stream: Any) -> Any:
    return keyed(stream).window(TumblingEventTimeWindows.of(SIZE))


def sessions(stream: Any) -> Any:
    return keyed(stream).window(EventTimeSessionWindows.with_gap(SIZE))


PROGRAMS: dict[str, Callable[[Any], Any]] = {
    "a reduced value": lambda stream: summed(tumbling(stream)),
    "an accumulator": lambda stream: tumbling(stream).aggregate(Total()),
    "records": lambda stream: tumbling(stream).process(Records()),
    "records with timestamps": lambda stream: summed(tumbling(stream).evictor(CountEvictor.of(9))),
    "a reduced value in sessions": lambda stream: summed(sessions(stream)),
    "a reduced value in merging event-time windows": lambda stream: summed(
        sessions(stream).trigger(PurgingTrigger.of(EventTimeTrigger.create()))
    ),
}
PAIRS = [(one, other) for one in PROGRAMS for other in PROGRAMS if one != other]


@pytest.fixture
def before() -> OperatorTestHarness:
    """One window has fired and is kept for late records, one is open."""
    harness = OperatorTestHarness.of(of_event_time)
    harness.process_element(("a", 1), 1_000)
    harness.process_watermark(12_000)
    harness.process_element(("a", 2), 13_000)
    harness.process_element(("b", 3), 14_000)
    return harness


def test_open_windows_fire_when_the_trigger_is_another(before: OperatorTestHarness) -> None:
    harness = OperatorTestHarness.of(with_trigger, restore=before.snapshot())
    harness.process_watermark(100_000)
    assert harness.extract_output_values() == [("a", 2), ("b", 3)]
    assert (harness.num_state_entries(), timers_of(harness.operator).timer_count()) == (0, 0)


def test_open_windows_fire_when_event_time_has_become_processing_time(before: OperatorTestHarness) -> None:
    harness = OperatorTestHarness.of(of_processing_time, restore=before.snapshot())
    harness.set_processing_time(YEARS_LATER_MS)
    assert harness.extract_output_values() == [("a", 2), ("b", 3)]
    assert (harness.num_state_entries(), timers_of(harness.operator).timer_count()) == (0, 0)


@pytest.mark.parametrize(("written", "now"), PAIRS)
def test_open_windows_with_other_contents_are_refused(written: str, now: str) -> None:
    before = OperatorTestHarness.of(PROGRAMS[written])
    before.process_element(("a", 1), 1_000)
    with pytest.raises(StateUnreadableError, match=f"windows contain {written} in the checkpoint, but {now} in the"):
        OperatorTestHarness.of(PROGRAMS[now], restore=before.snapshot())


@pytest.mark.parametrize(("written", "now"), PAIRS)
def test_contents_may_change_when_no_window_is_open(written: str, now: str) -> None:
    before = OperatorTestHarness.of(PROGRAMS[written])
    before.process_element(("a", 1), 1_000)
    before.process_watermark(100_000)
    after = OperatorTestHarness.of(PROGRAMS[now], restore=before.snapshot())
    after.process_element(("a", 1), 101_000)
    after.process_watermark(200_000)
    assert len(after.extract_output_values()) == 1
