"""The source operator: timestamps, watermarks of each split, idleness, and the last watermark."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, Optional

import pytest

from pyrite.core.connector.source import (
    END_OF_INPUT,
    Boundedness,
    EndOfInput,
    Source,
    SourceBlock,
    SourceReader,
    SourceReaderContext,
    SplitEnumerator,
    SplitEnumeratorContext,
)
from pyrite.core.errors import UserFunctionError
from pyrite.core.time.time import MAX_WATERMARK, Duration
from pyrite.core.time.watermark_strategy import (
    BoundedOutOfOrderness,
    TimestampAssigner,
    WatermarkGenerator,
    WatermarkOutput,
    WatermarkStrategy,
)
from pyrite.operators.source import SourceOperator
from tests.operators.capabilities import timers_of
from tests.operators.harness import Harness

INTERVAL_MS = 200
MONOTONOUS = WatermarkStrategy.for_monotonous_timestamps()
Step = SourceBlock | EndOfInput | Exception | None


@dataclass(frozen=True)
class Split:
    split_id: str


class ScriptedReader(SourceReader[Any]):
    def __init__(self, script: list[Step]) -> None:
        self._script = iter(script)
        self.life: list[str] = []

    def poll(self, max_records: int, timeout_ms: int) -> SourceBlock | EndOfInput | None:
        step = next(self._script)
        if isinstance(step, Exception):
            raise step
        return step

    def add_splits(self, splits: list[Any]) -> None: ...

    def notify_no_more_splits(self) -> None: ...

    def snapshot_state(self, checkpoint_id: int) -> list[Any]:
        return []

    def open(self) -> None:
        self.life.append("open")

    def close(self) -> None:
        self.life.append("close")

    def notify_checkpoint_complete(self, checkpoint_id: int) -> None:
        self.life.append(f"complete {checkpoint_id}")


class ScriptedSource(Source[Any]):
    def __init__(self, script: list[Step]) -> None:
        self.reader = ScriptedReader(script)

    def get_boundedness(self) -> Boundedness:
        return Boundedness.BOUNDED

    def create_reader(self, context: SourceReaderContext) -> SourceReader[Any]:
        self.context = context
        return self.reader

    def create_enumerator(self, context: SplitEnumeratorContext[Any]) -> SplitEnumerator[Any]:
        raise NotImplementedError


class Tenfold(TimestampAssigner):
    def extract_timestamp(self, value: int, record_timestamp: int) -> int:
        return value * 10


def reading(*script: Step, strategy: WatermarkStrategy = MONOTONOUS, **options: Any) -> Harness:
    return Harness(SourceOperator(ScriptedSource(list(script)), strategy), **options)


def poll(harness: Harness) -> tuple[int, bool]:
    operator = harness.operator
    assert isinstance(operator, SourceOperator)
    return operator.poll_once(100, 0)


def block(split: str, *times: int) -> SourceBlock:
    """Records that are their own timestamps."""
    return SourceBlock(split, list(times), list(times))


def test_poll_emits_the_readers_records_and_tells_how_many() -> None:
    harness = reading(SourceBlock("0", [1, 2]))
    assert poll(harness) == (2, False)
    assert (harness.main.values, harness.main.blocks[0].timestamps) == ([1, 2], None)


def test_poll_emits_nothing_when_there_is_nothing() -> None:
    harness = reading(None)
    assert poll(harness) == (0, False)
    assert harness.main.events == []


def source_of(harness: Harness) -> SourceOperator:
    assert isinstance(harness.operator, SourceOperator)
    return harness.operator


def test_poll_tells_the_end_of_input() -> None:
    harness = reading(END_OF_INPUT)
    source_of(harness).notify_no_more_splits()
    assert poll(harness) == (0, True)


def test_end_of_input_is_held_until_no_more_splits_will_come() -> None:
    harness = reading(END_OF_INPUT)
    assert [poll(harness), poll(harness)] == [(0, False), (0, False)]
    source_of(harness).notify_no_more_splits()
    assert poll(harness) == (0, True)


def test_end_of_input_does_not_count_when_a_split_follows_it() -> None:
    harness = reading(END_OF_INPUT, block("0", 7), END_OF_INPUT)
    assert poll(harness) == (0, False)
    source_of(harness).add_splits([Split("0")])
    source_of(harness).notify_no_more_splits()
    assert [poll(harness), poll(harness)] == [(1, False), (0, True)]


def test_end_of_input_that_is_held_for_long_is_warned_about_once(caplog: pytest.LogCaptureFixture) -> None:
    harness = reading(END_OF_INPUT)
    for _ in range(5):
        poll(harness)
        harness.advance_processing_time(6_000)
    assert len(caplog.messages) == 1
    assert "ScriptedReader returned END_OF_INPUT" in caplog.text and "signal_no_more_splits" in caplog.text


def test_records_keep_the_stores_timestamps_without_an_assigner() -> None:
    harness = reading(block("0", 7))
    poll(harness)
    assert harness.main.stamped == [(7, 7)]


def test_timestamp_of_a_reader_that_has_more_than_64_bits_is_refused() -> None:
    with pytest.raises(UserFunctionError, match="a timestamp is an int of 64 bits, in milliseconds"):
        poll(reading(SourceBlock("0", ["a", "b"], [1, 2**63])))


def test_records_get_the_assigners_timestamps() -> None:
    harness = reading(block("0", 7), strategy=MONOTONOUS.with_timestamp_assigner(Tenfold()))
    poll(harness)
    assert harness.main.stamped == [(7, 70)]


def test_watermark_is_sent_at_the_interval() -> None:
    harness = reading(block("0", 7))
    poll(harness)
    harness.pass_time(INTERVAL_MS - 1)
    assert harness.main.watermarks == []
    harness.pass_time(1)
    assert harness.main.watermarks == [6]


@pytest.mark.parametrize(("text", "interval_ms"), [("50", 50), ("50 ms", 50)])
def test_interval_is_the_options(text: str, interval_ms: int) -> None:
    harness = reading(parameters={"pipeline.auto-watermark-interval": text})
    assert timers_of(harness.operator).next_deadline_us() == harness.clock.monotonic_us() + interval_ms * 1000


def test_watermark_is_the_least_of_the_splits() -> None:
    harness = reading(block("a", 100), block("b", 50), block("b", 80))
    poll(harness)
    poll(harness)
    harness.pass_time(INTERVAL_MS)
    poll(harness)
    harness.pass_time(INTERVAL_MS)
    assert harness.main.watermarks == [49, 79]


def test_watermark_is_not_taken_back_by_a_split_that_begins_late() -> None:
    harness = reading(block("a", 100), block("b", 50), block("a", 200))
    for _ in range(3):
        poll(harness)
        harness.pass_time(INTERVAL_MS)
    assert harness.main.watermarks == [99]


def test_split_that_is_assigned_but_silent_holds_the_watermark_back() -> None:
    harness = reading(block("a", 100), block("b", 50))
    source = harness.operator
    assert isinstance(source, SourceOperator)
    source.add_splits([Split("a"), Split("b")])
    for _ in range(2):
        poll(harness)
        harness.pass_time(INTERVAL_MS)
    assert harness.main.watermarks == [49]


def test_split_that_has_ended_no_longer_holds_the_watermark_back() -> None:
    harness = reading(block("a", 10), block("b", 50), SourceBlock("a", [11], [11], split_ended=True))
    for _ in range(3):
        poll(harness)
        harness.pass_time(INTERVAL_MS)
    assert harness.main.watermarks == [9, 49]


def test_end_of_a_split_is_told_for_one_poll() -> None:
    harness = reading(SourceBlock("a", [1], split_ended=True), None)
    told = []
    for _ in range(2):
        poll(harness)
        told.append(source_of(harness).has_ended_split)
    assert told == [True, False]


def test_watermark_is_kept_when_the_last_split_has_ended() -> None:
    harness = reading(block("a", 10), SourceBlock("a", [], split_ended=True), block("b", 50))
    for _ in range(3):
        poll(harness)
        harness.pass_time(INTERVAL_MS)
    assert harness.main.watermarks == [9, 49]


class Asked(BoundedOutOfOrderness):
    """Counts how often trackers of splits are asked for their watermark."""

    count = 0

    def current_watermark(self) -> int:
        Asked.count += 1
        return super().current_watermark()


def test_interval_asks_only_splits_that_had_records() -> None:
    strategy = WatermarkStrategy(partial(Asked, 0)).with_idleness(Duration.of_millis(10 * INTERVAL_MS))
    harness = reading(*(block("1", time) for time in range(5)), strategy=strategy)
    source_of(harness).add_splits([Split(str(number)) for number in range(1_000)])
    harness.pass_time(INTERVAL_MS)
    before = Asked.count
    for _ in range(5):
        poll(harness)
        harness.pass_time(INTERVAL_MS)
    assert Asked.count - before == 5
    for _ in range(20):  # all but the one become idle, then that one
        harness.pass_time(INTERVAL_MS)
    assert Asked.count - before == 5
    assert harness.main.events[-2:] == [("watermark", 3), ("idle", True)]


class ByTheClock(WatermarkGenerator):
    """Counts up at every interval."""

    def __init__(self) -> None:
        self._count = 0

    def on_event(self, event: Any, event_timestamp: int, output: WatermarkOutput) -> None: ...

    def on_periodic_emit(self, output: WatermarkOutput) -> None:
        self._count += 1
        output.emit_watermark(self._count)


def test_generators_of_all_splits_are_called_at_every_interval() -> None:
    harness = reading(strategy=WatermarkStrategy.for_generator(ByTheClock))
    source_of(harness).add_splits([Split("a"), Split("b")])
    for _ in range(3):
        harness.pass_time(INTERVAL_MS)
    assert harness.main.watermarks == [1, 2, 3]


def test_no_watermark_is_sent_before_the_end_in_batch() -> None:
    harness = reading(block("0", 7), batch=True)
    poll(harness)
    harness.pass_time(INTERVAL_MS)
    assert harness.main.watermarks == []


def test_last_watermark_is_sent_at_the_end() -> None:
    harness = reading(block("0", 7))
    poll(harness)
    operator = harness.operator
    assert isinstance(operator, SourceOperator)
    operator.end_of_input()
    assert harness.main.watermarks == [MAX_WATERMARK]
    assert operator.sent_watermark_ms == MAX_WATERMARK


def test_source_is_idle_after_the_timeout_and_active_before_its_next_record() -> None:
    harness = reading(block("0", 7), block("0", 8), strategy=MONOTONOUS.with_idleness(Duration.of_millis(500)))
    poll(harness)
    for _ in range(4):
        harness.pass_time(INTERVAL_MS)
    poll(harness)
    expected = [("records", [7]), ("watermark", 6), ("idle", True), ("idle", False), ("records", [8])]
    assert harness.main.events == expected


def test_source_that_never_had_a_record_becomes_idle_at_the_timeout() -> None:
    harness = reading(strategy=MONOTONOUS.with_idleness(Duration.of_millis(INTERVAL_MS * 2)))
    harness.pass_time(INTERVAL_MS)
    assert harness.main.events == []
    harness.pass_time(INTERVAL_MS)
    assert harness.main.events == [("idle", True)]


def test_source_that_is_active_again_says_so_once() -> None:
    harness = reading(block("0", 7), block("0", 8), strategy=MONOTONOUS.with_idleness(Duration.of_millis(100)))
    harness.pass_time(INTERVAL_MS)
    poll(harness)
    poll(harness)
    assert [mark for kind, mark in harness.main.events if kind == "idle"] == [True, False]


def test_watermark_of_the_last_records_goes_before_the_idle_mark() -> None:
    harness = reading(block("0", 7), strategy=MONOTONOUS.with_idleness(Duration.of_millis(100)))
    poll(harness)
    harness.pass_time(INTERVAL_MS)
    assert harness.main.events[1:] == [("watermark", 6), ("idle", True)]


def test_reader_error_names_operator_and_reader() -> None:
    harness = reading(OSError("no such topic"))
    with pytest.raises(UserFunctionError, match="OSError: no such topic") as raised:
        poll(harness)
    assert raised.value.operator == "'Test', subtask 2/3"
    assert raised.value.function.startswith("ScriptedReader (")


class ReaderWithoutTopic(ScriptedReader):
    def open(self) -> None:
        raise OSError("no such topic")


class SourceWithoutTopic(ScriptedSource):
    def create_reader(self, context: SourceReaderContext) -> SourceReader[Any]:
        return ReaderWithoutTopic([])


def test_reader_that_cannot_be_opened_is_named() -> None:
    with pytest.raises(UserFunctionError, match="OSError: no such topic") as raised:
        Harness(SourceOperator(SourceWithoutTopic([]), MONOTONOUS))
    assert raised.value.operator == "'Test', subtask 2/3"
    assert raised.value.function.startswith("ReaderWithoutTopic (")


def test_reader_is_reported_its_place_and_opened_and_closed_once() -> None:
    source = ScriptedSource([])
    harness = Harness(SourceOperator(source, MONOTONOUS))
    harness.operator.close()
    context: Optional[SourceReaderContext] = source.context
    assert context is not None
    assert (context.subtask, context.parallelism, source.reader.life) == (1, 3, ["open", "close"])
    assert not context.checkpointing


def test_reader_hears_of_checkpoints_when_it_is_open_only() -> None:
    source = ScriptedSource([])
    operator = SourceOperator(source, MONOTONOUS)
    context = Harness(operator).operator.context
    operator.checkpoint_completed(1)
    assert source.reader.life == ["open", "complete 1"]
    operator.setup(context)  # and not opened: a subtask that had finished when the checkpoint was taken
    operator.checkpoint_completed(2)
    operator.close()
    assert source.reader.life == ["open", "complete 1"]


def test_one_idle_split_does_not_hold_back_the_others() -> None:
    strategy = WatermarkStrategy.for_monotonous_timestamps().with_idleness(Duration.of_seconds(1))
    source = SourceOperator(ScriptedSource([SourceBlock("busy", [time], [time]) for time in range(6)]), strategy)
    harness = Harness(source)
    source.add_splits([Split("busy"), Split("empty")])
    for _ in range(6):
        source.poll_once(10, 0)
        harness.pass_time(500)
    assert harness.main.watermarks and harness.main.watermarks[-1] >= 3
    assert not any(kind == "idle" for kind, _ in harness.main.events)


@pytest.mark.parametrize("step_ms", [-3_600_000, 3_600_000])
def test_watermarks_are_sent_when_the_clock_on_the_wall_is_set(step_ms: int) -> None:
    harness = reading(block("0", 7))
    poll(harness)
    harness.clock.step(step_ms)
    harness.pass_time(INTERVAL_MS - 1)
    assert harness.main.watermarks == []
    harness.pass_time(1)
    assert harness.main.watermarks == [6]


def test_setting_the_clock_on_the_wall_makes_no_split_idle() -> None:
    harness = reading(block("0", 7), strategy=MONOTONOUS.with_idleness(Duration.of_seconds(60)))
    poll(harness)
    harness.clock.step(3_600_000)
    harness.pass_time(INTERVAL_MS)
    assert ("idle", True) not in harness.main.events


def test_reader_waits_by_a_clock_that_nobody_sets() -> None:
    harness = reading()
    assert isinstance(harness.operator, SourceOperator)
    before_ms = harness.operator.clock.now_ms()
    harness.clock.step(-3_600_000)
    harness.pass_time(10)
    assert harness.operator.clock.now_ms() == before_ms + 10
