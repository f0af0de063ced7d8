"""Timestamps and watermarks in mid-stream, and the merged watermark of several inputs."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any, Optional

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.core.errors import InvalidProgramError, UserFunctionError
from pyrite.core.time.time import MAX_WATERMARK, MIN_WATERMARK, NO_TIMESTAMP, Duration
from pyrite.core.time.watermark_strategy import (
    TimestampAssigner,
    WatermarkGenerator,
    WatermarkOutput,
    WatermarkStrategy,
)
from pyrite.operators.watermarks.watermark_merge import WatermarkMerge
from pyrite.operators.watermarks.watermarks import TimestampsAndWatermarksOperator
from tests.operators.capabilities import timers_of
from tests.operators.harness import Harness

INTERVAL_MS = 200
MONOTONOUS = WatermarkStrategy.for_monotonous_timestamps()


class FirstField(TimestampAssigner):
    def extract_timestamp(self, value: Any, record_timestamp: int) -> Any:
        return value[0]


class Before(TimestampAssigner):
    """Takes the timestamp that the record had."""

    def __init__(self) -> None:
        self.seen: list[int] = []

    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        self.seen.append(record_timestamp)
        return 5


def assigning(strategy: Optional[WatermarkStrategy] = None, **options: Any) -> Harness:
    strategy = strategy or MONOTONOUS.with_timestamp_assigner(FirstField())
    return Harness(TimestampsAndWatermarksOperator(strategy), **options)


# The operator ---------------------------------------------------------------------------------------------------------


def test_records_get_the_assigners_timestamps() -> None:
    harness = assigning()
    harness.feed([(10,), (20,)], [1, 2])
    assert harness.main.stamped == [((10,), 10), ((20,), 20)]


def test_timestamps_of_numpy_are_ints_from_then_on() -> None:
    harness = assigning()
    harness.feed([(np.int64(10),), (20,)])
    assert [type(time) for _, time in harness.main.stamped] == [int, int]
    assert [time for _, time in harness.main.stamped] == [10, 20]


@pytest.mark.parametrize("time", [2**63, np.uint64(2**63), 1.5, "1", True, None], ids=repr)
def test_timestamp_that_is_no_int_of_64_bits_is_refused_with_its_record(time: Any) -> None:
    with pytest.raises(UserFunctionError) as raised:
        assigning().feed([(10,), (time, "this one"), (20,)])
    assert "this one" in raised.value.record and "FirstField" in raised.value.function
    assert "a timestamp is an int of 64 bits, in milliseconds" in raised.value.error


@pytest.mark.parametrize("time", [2**63 - 1, -(2**63)])
def test_timestamps_may_have_64_bits(time: int) -> None:
    harness = assigning()
    harness.feed([(time,)])
    assert harness.main.stamped == [((time,), time)]


class EmitsTheValue(WatermarkGenerator):
    def on_event(self, value: Any, event_timestamp: int, output: WatermarkOutput) -> None:
        output.emit_watermark(value)

    def on_periodic_emit(self, output: WatermarkOutput) -> None: ...


def test_generator_may_emit_watermarks_of_numpy() -> None:
    harness = assigning(WatermarkStrategy.for_generator(EmitsTheValue))
    harness.feed([np.int64(7)])
    assert [(mark, type(mark)) for mark in harness.main.watermarks] == [(7, int)]


def test_watermark_that_is_no_int_of_64_bits_is_refused() -> None:
    with pytest.raises(UserFunctionError, match="a watermark is an int of 64 bits, in milliseconds"):
        assigning(WatermarkStrategy.for_generator(EmitsTheValue)).feed([2**63])


@pytest.mark.parametrize(("timestamps", "seen"), [(None, [NO_TIMESTAMP] * 2), ([1, 2], [1, 2])])
def test_assigner_sees_the_timestamp_that_was_there(timestamps: list[int] | None, seen: list[int]) -> None:
    assigner = Before()
    assigning(MONOTONOUS.with_timestamp_assigner(assigner)).feed(["a", "b"], timestamps)
    assert assigner.seen == seen


def test_records_keep_their_timestamps_without_an_assigner() -> None:
    harness = assigning(MONOTONOUS)
    harness.feed(["a"], [7])
    harness.pass_time(INTERVAL_MS)
    assert (harness.main.stamped, harness.main.watermarks) == ([("a", 7)], [6])


def test_watermark_is_sent_at_the_interval_and_not_before() -> None:
    harness = assigning()
    harness.feed([(10,)])
    harness.pass_time(INTERVAL_MS - 1)
    assert harness.main.watermarks == []
    harness.pass_time(1)
    assert harness.main.watermarks == [9]


@pytest.mark.parametrize(("text", "interval_ms"), [("50", 50), ("50 ms", 50), ("1 s", 1000)])
def test_interval_is_the_options(text: str, interval_ms: int) -> None:
    harness = assigning(parameters={"pipeline.auto-watermark-interval": text})
    harness.feed([(10,)])
    assert timers_of(harness.operator).next_deadline_us() == harness.clock.monotonic_us() + interval_ms * 1000


def test_watermark_is_sent_only_when_it_moves_on() -> None:
    harness = assigning()
    for time in (10, 5, 30):
        harness.feed([(time,)])
        harness.pass_time(INTERVAL_MS)
    assert harness.main.watermarks == [9, 29]


def test_watermarks_from_upstream_end_here_but_for_the_last() -> None:
    harness = assigning()
    harness.watermark(100)
    harness.operator.process_idle(True)
    assert harness.main.events == []
    harness.watermark(MAX_WATERMARK)
    assert harness.main.watermarks == [MAX_WATERMARK]


def test_stream_is_idle_after_the_timeout_and_active_before_its_next_record() -> None:
    harness = assigning(MONOTONOUS.with_timestamp_assigner(FirstField()).with_idleness(Duration.of_millis(500)))
    harness.feed([(10,)])
    for _ in range(4):
        harness.pass_time(INTERVAL_MS)
    harness.feed([(20,)])
    expected = [("records", [(10,)]), ("watermark", 9), ("idle", True), ("idle", False), ("records", [(20,)])]
    assert harness.main.events == expected


def test_stream_is_not_idle_before_the_timeout() -> None:
    harness = assigning(MONOTONOUS.with_idleness(Duration.of_millis(INTERVAL_MS * 2)))
    harness.pass_time(INTERVAL_MS)
    assert harness.main.events == []
    harness.pass_time(INTERVAL_MS)
    assert harness.main.events == [("idle", True)]


def test_stream_that_is_active_again_says_so_once() -> None:
    harness = assigning(MONOTONOUS.with_idleness(Duration.of_millis(100)))
    harness.pass_time(INTERVAL_MS)
    harness.feed(["a"], [1])
    harness.feed(["b"], [2])
    assert [mark for kind, mark in harness.main.events if kind == "idle"] == [True, False]


def test_next_watermark_is_due_an_interval_after_the_last() -> None:
    harness = assigning()
    harness.pass_time(INTERVAL_MS + 50)
    assert timers_of(harness.operator).next_deadline_us() == harness.clock.monotonic_us() + INTERVAL_MS * 1000


def test_watermark_of_the_last_records_goes_before_the_idle_mark() -> None:
    harness = assigning(MONOTONOUS.with_timestamp_assigner(FirstField()).with_idleness(Duration.of_millis(100)))
    harness.feed([(10,)])
    harness.pass_time(INTERVAL_MS)
    assert harness.main.events[1:] == [("watermark", 9), ("idle", True)]


def test_assigner_error_names_assigner_and_record() -> None:
    harness = assigning()
    with pytest.raises(UserFunctionError, match="IndexError") as raised:
        harness.feed([(1,), (), (3,)])
    assert raised.value.record == "()"
    assert raised.value.function.startswith("FirstField (")


def test_timestamp_that_is_no_int_is_an_error_that_names_it_and_its_record() -> None:
    harness = assigning()
    with pytest.raises(UserFunctionError, match=r"is an int of 64 bits, in milliseconds, not 1\.5") as raised:
        harness.feed([(1,), (1.5,), (3,)])
    assert raised.value.record == "(1.5,)"


# The merge ------------------------------------------------------------------------------------------------------------


def test_merged_watermark_is_the_least() -> None:
    merge = WatermarkMerge(["a", "b"])
    assert merge.update("a", 10) is None
    assert merge.update("b", 5) == 5
    assert merge.update("b", 20) == 10
    assert merge.watermark_ms == 10


def test_merged_watermark_waits_for_every_input() -> None:
    merge = WatermarkMerge(["a", "b", "c"])
    assert (merge.update("a", 10), merge.update("b", 10)) == (None, None)
    assert merge.watermark_ms == MIN_WATERMARK


def test_inputs_own_watermark_never_goes_back() -> None:
    merge = WatermarkMerge(["a", "b"])
    merge.update("a", 10)
    merge.update("a", 3)
    assert merge.update("b", 20) == 10


def test_idle_input_is_left_out() -> None:
    merge = WatermarkMerge(["a", "b"])
    merge.update("a", 10)
    assert merge.set_idle("b", True) == 10


def test_input_that_is_active_again_does_not_take_the_merged_watermark_back() -> None:
    merge = WatermarkMerge(["a", "b"])
    merge.update("a", 10)
    merge.set_idle("b", True)
    assert merge.set_idle("b", False) is None
    assert merge.update("b", 4) is None
    assert merge.watermark_ms == 10


def test_watermark_ends_an_inputs_idleness() -> None:
    merge = WatermarkMerge(["a", "b"])
    merge.set_idle("b", True)
    merge.update("b", 3)
    assert merge.update("a", 10) == 3


def test_merge_is_idle_when_every_input_is() -> None:
    merge = WatermarkMerge(["a", "b"])
    merge.set_idle("a", True)
    assert not merge.all_idle
    merge.set_idle("b", True)
    assert merge.all_idle
    merge.set_idle("a", False)
    assert not merge.all_idle


def test_merge_without_inputs_is_not_idle() -> None:
    assert not WatermarkMerge().all_idle


def test_removed_input_no_longer_holds_the_others_back() -> None:
    merge = WatermarkMerge(["a", "b"])
    merge.update("a", 10)
    assert merge.remove("b") == 10


def test_last_watermark_comes_when_every_input_has_sent_it() -> None:
    merge = WatermarkMerge(["a", "b"])
    assert merge.update("a", MAX_WATERMARK) is None
    assert merge.update("b", MAX_WATERMARK) == MAX_WATERMARK


STEPS = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 20) | st.sampled_from(["idle", "active", "removed"])))


@given(STEPS)
def test_merged_watermark_is_the_least_of_those_that_count(steps: list[tuple[int, int | str]]) -> None:
    """An input that was idle counts again once it is no longer behind. When the last goes idle, the highest counts."""
    merge = WatermarkMerge(range(3))
    watermarks, idle, behind, reported = dict.fromkeys(range(3), MIN_WATERMARK), set[int](), set[int](), MIN_WATERMARK
    for source, step in steps:
        if step == "removed":
            watermarks.pop(source, None)
            idle.discard(source)
            moved = merge.remove(source)
        else:
            watermarks.setdefault(source, MIN_WATERMARK)
            if isinstance(step, int):
                watermarks[source] = max(watermarks[source], step)
            if step == "idle":
                idle.add(source)
            elif source in idle:
                idle.remove(source)
                behind.add(source)
            moved = merge.update(source, step) if isinstance(step, int) else merge.set_idle(source, step == "idle")
        behind = {each for each in behind & watermarks.keys() if each not in idle and watermarks[each] < reported}
        counting = [time for each, time in watermarks.items() if each not in idle | behind]
        expected = min(counting, default=reported)
        if step == "idle" and len(idle) == len(watermarks) and watermarks[source] <= reported:
            expected = max(watermarks.values())
        assert moved == (expected if expected > reported else None)
        reported = max(reported, expected)
        assert merge.watermark_ms == reported
        assert merge.all_idle == (bool(watermarks) and len(idle) == len(watermarks))


class Compared(int):
    """A watermark that counts how often watermarks are compared."""

    comparisons = 0

    def __lt__(self, other: int) -> bool:
        Compared.comparisons += 1
        return int(self) < other

    def __gt__(self, other: int) -> bool:
        Compared.comparisons += 1
        return int(self) > other

    def __le__(self, other: int) -> bool:
        Compared.comparisons += 1
        return int(self) <= other

    def __eq__(self, other: object) -> bool:
        Compared.comparisons += 1
        return int(self) == other

    __hash__ = int.__hash__


def test_merge_of_many_inputs_compares_few_watermarks_at_each_step() -> None:
    inputs, rounds = 1_000, 10
    merge = WatermarkMerge(range(inputs))
    before = Compared.comparisons
    for time in range(rounds):
        for source in range(inputs):
            merge.update(source, Compared(1 + time * inputs + source))
            merge.set_idle(source, True)
            merge.set_idle(source, False)
    assert merge.watermark_ms == 1 + (rounds - 1) * inputs
    assert Compared.comparisons - before < 100 * rounds * inputs  # with all inputs visited at every step: 3,000


def test_merge_keeps_nothing_of_inputs_that_were_removed() -> None:
    merge = WatermarkMerge(["silent"])
    sizes = []
    for source in range(2_000):
        merge.update(source, source)
        merge.remove(source)
        sizes.append(len(pickle.dumps(merge)))
    assert max(sizes[1_000:]) < 2 * max(sizes[:100])


def test_input_that_was_idle_and_is_behind_does_not_hold_the_others_back() -> None:
    merge = WatermarkMerge("ab")
    merge.set_idle("a", True)
    assert merge.update("b", 20) == 20
    assert merge.set_idle("a", False) is None
    assert merge.update("b", 30) == 30
    assert merge.update("a", 25) is None
    assert merge.update("b", 40) == 40
    assert merge.update("a", 40) is None
    assert merge.update("b", 50) is None
    assert merge.update("a", 45) == 45


def test_last_input_that_goes_idle_flushes_the_highest_watermark() -> None:
    merge = WatermarkMerge("ab")
    merge.update("a", 10)
    merge.update("b", 20)
    assert merge.set_idle("b", True) is None
    assert merge.set_idle("a", True) == 20


# Generators of the user's ---------------------------------------------------------------------------------------------


class AtMarks(WatermarkGenerator):
    """A watermark behind every record that is a mark; idle behind "idle"."""

    def on_event(self, event: Any, event_timestamp: int, output: WatermarkOutput) -> None:
        if event == "mark":
            output.emit_watermark(event_timestamp)
        if event == "idle":
            output.mark_idle()

    def on_periodic_emit(self, output: WatermarkOutput) -> None:
        """Punctuated only."""


class TrailingBy(WatermarkGenerator):
    def __init__(self) -> None:
        self._highest = 0

    def on_event(self, event: Any, event_timestamp: int, output: WatermarkOutput) -> None:
        self._highest = max(self._highest, event_timestamp)

    def on_periodic_emit(self, output: WatermarkOutput) -> None:
        output.emit_watermark(self._highest - 5)


class Broken(AtMarks):
    def on_event(self, event: Any, event_timestamp: int, output: WatermarkOutput) -> None:
        raise ValueError("no marks today")


def generating(make: Callable[[], WatermarkGenerator], **options: Any) -> Harness:
    return Harness(TimestampsAndWatermarksOperator(WatermarkStrategy.for_generator(make)), **options)


def test_punctuated_watermark_comes_right_behind_its_record() -> None:
    harness = generating(AtMarks)
    harness.feed(["a", "mark", "b", "mark", "c"], [1, 2, 3, 4, 5])
    assert harness.main.events == [
        ("records", ["a", "mark"]),
        ("watermark", 2),
        ("records", ["b", "mark"]),
        ("watermark", 4),
        ("records", ["c"]),
    ]


def test_punctuated_watermark_never_goes_back() -> None:
    harness = generating(AtMarks)
    harness.feed(["mark", "mark", "mark"], [5, 3, 6])
    assert harness.main.watermarks == [5, 6]


def test_batch_has_no_watermarks_inside() -> None:
    harness = generating(AtMarks, batch=True)
    harness.feed(["mark", "b"], [5, 6])
    assert harness.main.events == [("records", ["mark", "b"])]


def test_periodic_watermark_of_a_generator_is_sent_at_the_interval() -> None:
    harness = generating(TrailingBy)
    harness.feed(["a", "b"], [10, 20])
    assert harness.main.watermarks == []
    harness.pass_time(200)
    assert harness.main.watermarks == [15]


def test_generator_can_mark_its_stream_idle_until_the_next_record() -> None:
    harness = generating(AtMarks)
    harness.feed(["idle"], [1])
    harness.pass_time(200)
    harness.feed(["mark"], [2])
    assert [mark for kind, mark in harness.main.events if kind == "idle"] == [True, False]


def test_error_of_a_generator_names_it() -> None:
    with pytest.raises(UserFunctionError, match=r"no marks today(.|\n)*calling Broken"):
        generating(Broken).feed(["a"], [1])


def test_generators_instance_is_refused_in_place_of_its_class() -> None:
    with pytest.raises(InvalidProgramError, match="takes a factory of WatermarkGenerators"):
        WatermarkStrategy.for_generator(AtMarks())  # type: ignore[arg-type]


def test_ingestion_time_stamps_records_by_the_clock() -> None:
    harness = Harness(TimestampsAndWatermarksOperator(WatermarkStrategy.for_ingestion_time()))
    now_ms = harness.clock.now_ms()
    harness.feed(["a"], [1])
    harness.pass_time(200)
    harness.feed(["b"])
    assert harness.main.stamped == [("a", now_ms), ("b", now_ms + 200)]
    assert harness.main.watermarks == [now_ms - 1]


def test_restored_operator_sends_no_earlier_watermark() -> None:
    harness = generating(AtMarks)
    harness.feed(["mark"], [10])
    restored = generating(AtMarks)
    restored.operator.restore(harness.snapshot())
    restored.feed(["mark", "mark"], [5, 11])
    assert restored.main.watermarks == [11]


@pytest.mark.parametrize("step_ms", [-3_600_000, 3_600_000])
def test_watermarks_are_sent_when_the_clock_on_the_wall_is_set(step_ms: int) -> None:
    harness = assigning()
    harness.feed([(10,)])
    harness.clock.step(step_ms)
    harness.pass_time(INTERVAL_MS - 1)
    assert harness.main.watermarks == []
    harness.pass_time(1)
    assert harness.main.watermarks == [9]
