"""Time and Duration: spans of time in their units."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.core.time.time import MAX_WATERMARK, MIN_WATERMARK, NO_TIMESTAMP, Duration, Time


@pytest.mark.parametrize(
    ("span", "expected_ms"),
    [
        (Time.milliseconds(3), 3),
        (Time.seconds(3), 3000),
        (Time.minutes(3), 180_000),
        (Time.hours(3), 10_800_000),
        (Time.days(3), 259_200_000),
    ],
)
def test_time_is_milliseconds_inside(span: Time, expected_ms: int) -> None:
    assert span.to_milliseconds() == expected_ms


@pytest.mark.parametrize(
    ("span", "expected_ms"),
    [
        (Duration.of_nanos(3_999_999), 3),
        (Duration.of_millis(3), 3),
        (Duration.of_seconds(3), 3000),
        (Duration.of_minutes(3), 180_000),
        (Duration.of_hours(3), 10_800_000),
        (Duration.of_days(3), 259_200_000),
    ],
)
def test_duration_in_milliseconds(span: Duration, expected_ms: int) -> None:
    assert span.to_millis() == expected_ms


def test_duration_becomes_a_timedelta() -> None:
    assert Duration.of_millis(1500).to_timedelta() == timedelta(seconds=1.5)


@given(st.integers(0, 10**12), st.integers(0, 10**12))
def test_time_and_duration_are_ordered_by_length(one_ms: int, other_ms: int) -> None:
    assert (Time.milliseconds(one_ms) < Time.milliseconds(other_ms)) == (one_ms < other_ms)
    assert (Duration.of_millis(one_ms) < Duration.of_millis(other_ms)) == (one_ms < other_ms)


def test_equal_spans_in_other_units_are_equal() -> None:
    assert Time.minutes(2) == Time.seconds(120)
    assert hash(Duration.of_hours(1)) == hash(Duration.of_minutes(60))


def test_ends_of_event_time_are_those_of_a_java_long() -> None:
    assert (NO_TIMESTAMP, MIN_WATERMARK, MAX_WATERMARK) == (-(2**63), -(2**63), 2**63 - 1)
