"""IntervalJoin: pairs within bounds, and the times at which rows without a match come."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pyrite.core.time.time import MAX_WATERMARK
from pyrite.operators.relational.time_join.interval_join import IntervalJoinSpec
from tests.operators.capabilities import timers_of
from tests.operators.relational.time_join.join_jobs import NAMES_DIFFER, SIDES, JoinJob

INNER = IntervalJoinSpec(
    **SIDES,  # type: ignore[arg-type]
    condition=None,
    lower_ms=-10,
    upper_ms=5,
    cleanup_ms=7,
    times=(2, 2),
    keeps_left=False,
    keeps_right=False,
)
"""A left row at t is joined with right rows from t - 5 to t + 10."""
LEFT = replace(INNER, keeps_left=True)
FULL = replace(LEFT, keeps_right=True)


def job(spec: IntervalJoinSpec = INNER, **more: Any) -> JoinJob:
    return JoinJob(spec, **more)


def test_rows_are_joined_within_the_bounds() -> None:
    join = job()
    join.right(*((1, f"r{time}", time) for time in (94, 95, 100, 110, 111)), (2, "other", 100))
    join.left((1, "l", 100))
    assert join.take() == [("l", "r95"), ("l", "r100"), ("l", "r110")]
    join.right((1, "later", 101))
    assert join.take() == [("l", "later")]


def test_null_matches_nothing() -> None:
    join = job(FULL)
    join.left((None, "l", 100))
    join.right((None, "r", 100))
    assert join.take() == []
    assert sorted(join.watermark(MAX_WATERMARK), key=str) == [("l", None), (None, "r")]


def test_further_condition_decides_too() -> None:
    join = job(replace(FULL, condition=NAMES_DIFFER))
    join.left((1, "a", 100))
    join.right((1, "a", 100), (1, "b", 100))
    assert join.take() == [("a", "b")]
    assert join.watermark(MAX_WATERMARK) == [(None, "a")]


def test_row_without_a_match_comes_with_the_timer_of_its_key() -> None:
    join = job(LEFT)
    join.left((1, "l", 100))
    assert join.watermark(117) == []  # 100 + 10 + 7 + 1, the timer, is not reached
    assert join.watermark(118) == [("l", None)]
    assert join.is_empty()


def test_row_without_a_match_comes_with_the_next_row_of_the_other_side() -> None:
    join = job(LEFT)
    join.left((1, "l", 100), (1, "young", 110))
    assert join.watermark(111) == []
    join.right((1, "r", 130))
    assert join.take() == [("l", None)]


def test_row_that_cannot_match_any_more_comes_at_once() -> None:
    join = job(LEFT)
    assert join.watermark(110) == []
    join.left((1, "late", 100), (1, "young", 101))
    assert join.take() == [("late", None)]


def test_expired_row_is_joined_while_it_is_cached() -> None:
    join = job()
    join.right((1, "r", 100))
    assert join.watermark(112) == []  # its time to match ended at 105, its timer is at 113
    join.left((1, "late", 105))
    assert join.take() == [("late", "r")]
    join.left((1, "later", 105))
    assert join.take() == []


def test_timer_of_a_key_is_set_for_its_oldest_row_again() -> None:
    join = job(LEFT)
    join.left((1, "a", 100), (1, "b", 109))
    assert join.watermark(118) == [("a", None)]
    assert join.watermark(126) == []
    assert join.watermark(127) == [("b", None)]


def test_row_that_matched_is_not_emitted_again() -> None:
    join = job(FULL)
    join.left((1, "l", 100))
    join.right((1, "r", 100))
    assert join.take() == [("l", "r")]
    assert join.watermark(MAX_WATERMARK) == []
    assert join.is_empty()


def test_matches_and_rows_without_a_match_come_in_the_order_of_the_block() -> None:
    join = job(FULL)
    join.left((1, "old", 100), (2, "l", 120))
    assert join.watermark(112) == []
    join.right((2, "r2", 121), (1, "r1", 130), (2, "r3", 122))
    assert join.take() == [("l", "r2"), ("old", None), ("l", "r3")]


def test_watermark_is_held_back_by_the_longer_bound() -> None:
    join = job()
    join.job.process_watermark(100)
    join.job.process_watermark(MAX_WATERMARK)
    assert join.job.output.watermarks == [90, MAX_WATERMARK]


def test_cache_and_timers_are_restored() -> None:
    join = job(FULL)
    join.left((1, "l", 100), (2, "alone", 100))
    join.right((1, "r", 100))
    join.take()
    restored = job(FULL, restore=join.job.snapshot())
    restored.right((1, "later", 101))
    assert restored.take() == [("l", "later")]
    assert restored.watermark(MAX_WATERMARK) == [("alone", None)]
    assert restored.is_empty()


def test_rows_without_a_time_are_joined_by_their_arrival() -> None:
    join = job(replace(LEFT, times=None))
    join.left((1, "l", 0), (2, "alone", 0))
    join.job.advance_processing_time(10)
    join.right((1, "in time", 0))
    join.job.advance_processing_time(1)
    join.right((1, "late", 0))
    assert join.take() == [("l", "in time")]
    assert timers_of(join.job.operator).next_timer_ms() == 18
    join.job.advance_processing_time(7)
    assert join.take() == [("alone", None)]
