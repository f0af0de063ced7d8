"""TemporalJoin: rows get the version at their time, when the watermark has reached it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pyrite.core.time.time import MAX_WATERMARK
from pyrite.operators.relational.time_join.temporal_join import TemporalJoinSpec
from tests.operators.relational.time_join.join_jobs import NAMES_DIFFER, SIDES, JoinJob

INNER = TemporalJoinSpec(
    **SIDES,  # type: ignore[arg-type]
    condition=None,
    left_time=2,
    right_time=2,
    is_left=False,
)
LEFT = replace(INNER, is_left=True)


def job(spec: TemporalJoinSpec = LEFT, **more: Any) -> JoinJob:
    return JoinJob(spec, **more)


def test_row_gets_the_last_version_up_to_its_time() -> None:
    join = job()
    join.left((1, "before", 99), (1, "at", 100), (1, "after", 109), (1, "next", 110), (2, "other", 100))
    join.right((1, "v1", 100), (1, "v2", 110))
    assert join.watermark(110) == [("before", None), ("at", "v1"), ("after", "v1"), ("next", "v2"), ("other", None)]


def test_inner_join_drops_rows_without_a_version() -> None:
    join = job(INNER)
    join.left((1, "before", 99), (1, "at", 100), (None, "null", 100))
    join.right((1, "v1", 100), (None, "v0", 90))
    assert join.watermark(110) == [("at", "v1")]


def test_rows_wait_for_the_watermark_and_leave_in_the_order_of_arrival() -> None:
    join = job()
    join.right((1, "v1", 0))
    join.left((1, "c", 30), (1, "a", 10))
    join.left((1, "b", 20))
    assert join.watermark(9) == []
    assert join.watermark(20) == [("a", "v1"), ("b", "v1")]
    assert join.watermark(30) == [("c", "v1")]


def test_deleted_row_matches_nothing_until_it_comes_again() -> None:
    join = job()
    join.right((1, "v1", 100), (1, "v1", 110), (1, "v2", 120), kinds=[0, 3, 0])
    join.left(*((1, f"at {time}", time) for time in (100, 115, 120)))
    assert join.watermark(120) == [("at 100", "v1"), ("at 115", None), ("at 120", "v2")]


def test_later_version_of_the_same_time_replaces_the_earlier_one() -> None:
    join = job()
    join.right((1, "v1", 100), (1, "v2", 100), kinds=[0, 2])
    join.left((1, "l", 100))
    assert join.watermark(100) == [("l", "v2")]


def test_versions_may_arrive_in_any_order() -> None:
    join = job()
    join.right((1, "v3", 120), (1, "v1", 100))
    join.right((1, "v2", 110))
    join.left(*((1, f"at {time}", time) for time in (105, 115, 125)))
    assert join.watermark(130) == [("at 105", "v1"), ("at 115", "v2"), ("at 125", "v3")]


def test_changes_of_the_left_keep_their_kinds() -> None:
    join = job()
    join.right((1, "v1", 0))
    join.left((1, "a", 10), (1, "a", 10), (1, "b", 10), kinds=[0, 1, 2])
    assert join.watermark(10) == [("a", "v1", 0), ("a", "v1", 1), ("b", "v1", 2)]


def test_further_condition_decides_too() -> None:
    join = job(replace(LEFT, condition=NAMES_DIFFER))
    join.right((1, "x", 0))
    join.left((1, "x", 10), (1, "y", 10))
    assert join.watermark(10) == [("x", None), ("y", "x")]


def test_versions_that_ended_are_removed() -> None:
    join = job()
    join.right((1, "v1", 100), (1, "v2", 110), (1, "v3", 120))
    assert join.watermark(115) == []
    join.left((1, "late", 105), (1, "in time", 116))
    assert join.watermark(116) == [("late", None), ("in time", "v2")]


def test_waiting_rows_and_versions_are_restored() -> None:
    join = job()
    join.right((1, "v1", 100), (1, "v2", 110))
    join.left((1, "second", 112), (1, "first", 105))
    restored = job(restore=join.job.snapshot())
    restored.left((1, "third", 111))
    assert restored.watermark(112) == [("second", "v2"), ("first", "v1"), ("third", "v2")]
    assert restored.job.backend is not None
    assert restored.job.backend.tables("versions").whole(0).popitem()[1] == ([(110, True, (1, "v2", 110_000_000))],)


def test_version_expires_unless_it_is_used() -> None:
    join = job(replace(LEFT, ttl_ms=1000))
    join.right((1, "used", 0), (2, "unused", 0))
    join.job.advance_processing_time(600)
    join.left((1, "a", 1))
    join.job.advance_processing_time(600)
    join.left((1, "b", 2), (2, "c", 2))
    assert join.watermark(2) == [("a", "used"), ("b", "used"), ("c", None)]


TIMES = st.integers(0, 12)
KEYS = st.integers(0, 2)


@given(st.lists(st.tuples(KEYS, TIMES), max_size=12), st.lists(st.tuples(KEYS, TIMES), max_size=12), TIMES)
def test_versions_are_those_of_a_plain_model(lefts: Any, rights: Any, watermark_ms: int) -> None:
    join = job()
    versions = {(key, time): f"{key} at {time}" for key, time in rights}
    if rights:
        join.right(*((key, name, time) for (key, time), name in versions.items()))
    if lefts:
        join.left(*((key, str(number), time) for number, (key, time) in enumerate(lefts)))
    rows = join.watermark(watermark_ms)
    rows += join.watermark(MAX_WATERMARK)
    expected = {
        str(number): max(((at, name) for (k, at), name in versions.items() if k == key and at <= time), default=None)
        for number, (key, time) in enumerate(lefts)
    }
    assert dict(rows) == {number: None if version is None else version[1] for number, version in expected.items()}
