"""WatermarkStrategy: what its generators tell, and what it refuses."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.core.errors import InvalidProgramError
from pyrite.core.time.time import MIN_WATERMARK, Duration
from pyrite.core.time.watermark_strategy import TimestampAssigner, WatermarkStrategy

TIMES = st.lists(st.lists(st.integers(-(10**12), 10**12), min_size=1), min_size=1)


class FirstField(TimestampAssigner):
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return int(value[0])


def test_generator_has_no_watermark_before_the_first_record() -> None:
    strategy = WatermarkStrategy.for_monotonous_timestamps()
    assert strategy.make_tracker().current_watermark() == MIN_WATERMARK


def test_watermark_of_growing_timestamps_is_just_below_the_last() -> None:
    generator = WatermarkStrategy.for_monotonous_timestamps().make_tracker()
    generator.observe([10, 20], [10, 20])
    assert generator.current_watermark() == 19


def test_watermark_trails_by_the_bound() -> None:
    generator = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(1)).make_tracker()
    generator.observe([5000], [5000])
    assert generator.current_watermark() == 3999


@given(TIMES, st.integers(0, 10**6))
def test_watermark_never_goes_back_whatever_the_timestamps(blocks: list[list[int]], bound_ms: int) -> None:
    generator = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(bound_ms)).make_tracker()
    seen = []
    for block in blocks:
        generator.observe(block, block)
        seen.append(generator.current_watermark())
    assert seen == sorted(seen)
    assert seen[-1] == max(time for block in blocks for time in block) - bound_ms - 1


def test_no_watermarks_never_moves_event_time() -> None:
    generator = WatermarkStrategy.no_watermarks().make_tracker()
    generator.observe([1, 2, 3], [1, 2, 3])
    assert generator.current_watermark() == MIN_WATERMARK


def test_generators_of_one_strategy_know_nothing_of_each_other() -> None:
    strategy = WatermarkStrategy.for_monotonous_timestamps()
    one, other = strategy.make_tracker(), strategy.make_tracker()
    one.observe([100], [100])
    assert other.current_watermark() == MIN_WATERMARK


def test_with_methods_leave_the_strategy_they_start_from_alone() -> None:
    plain = WatermarkStrategy.for_monotonous_timestamps()
    full = plain.with_timestamp_assigner(FirstField()).with_idleness(Duration.of_seconds(2))
    assert (plain.timestamp_assigner, plain.idle_timeout_ms) == (None, None)
    assert (type(full.timestamp_assigner), full.idle_timeout_ms) == (FirstField, 2000)


def test_strategy_travels_by_pickle() -> None:
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(3)).with_timestamp_assigner(
        FirstField()
    )
    generator = pickle.loads(pickle.dumps(strategy)).make_tracker()
    generator.observe([10], [10])
    assert generator.current_watermark() == 6


def test_timestamp_assigner_is_refused_when_it_is_something_else() -> None:
    with pytest.raises(InvalidProgramError, match="expected a TimestampAssigner"):
        WatermarkStrategy.no_watermarks().with_timestamp_assigner(lambda value: value)  # type: ignore[arg-type]


def test_idle_timeout_is_refused_when_it_is_not_positive() -> None:
    with pytest.raises(InvalidProgramError, match="must be positive"):
        WatermarkStrategy.no_watermarks().with_idleness(Duration.of_millis(0))


def test_out_of_orderness_is_refused_when_it_is_negative() -> None:
    with pytest.raises(InvalidProgramError, match="must not be negative"):
        WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(-1))
