"""Timestamps and watermarks in mid-stream, and the merged watermark of several inputs."""

from __future__ import annotations

from typing import Any, Optional

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.common.errors import UserFunctionError
from pyrite.common.time import MAX_WATERMARK, MIN_WATERMARK, NO_TIMESTAMP, Duration
from pyrite.common.watermark_strategy import TimestampAssigner, WatermarkStrategy
from pyrite.operators.watermarks import TimestampsAndWatermarksOperator, WatermarkMerge
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
    assert harness.operator.next_timer_ms() == harness.clock.now_ms() + interval_ms


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
    assert harness.operator.next_timer_ms() == harness.clock.now_ms() + INTERVAL_MS


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
    with pytest.raises(UserFunctionError, match=r"must be an int \(milliseconds\), not 1.5") as raised:
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


STEPS = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 20) | st.booleans()))


@given(STEPS)
def test_merged_watermark_is_the_highest_that_the_least_active_one_ever_was(
    steps: list[tuple[int, int | bool]],
) -> None:
    merge = WatermarkMerge(range(3))
    watermarks, idle, highest = dict.fromkeys(range(3), MIN_WATERMARK), set[int](), MIN_WATERMARK
    for source, step in steps:
        if isinstance(step, bool):
            (idle.add if step else idle.discard)(source)
            moved = merge.set_idle(source, step)
        else:
            idle.discard(source)
            watermarks[source] = max(watermarks[source], step)
            moved = merge.update(source, step)
        least = min((time for found, time in watermarks.items() if found not in idle), default=highest)
        assert moved == (least if least > highest else None)
        highest = max(highest, least)
        assert merge.watermark_ms == highest
