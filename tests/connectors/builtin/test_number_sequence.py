"""Number sequences and the data generator: every number once, at the pace that was asked for."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.connectors.builtin.number_sequence import (
    DataGeneratorSource,
    NumberSequenceSource,
    RangeReader,
    RangeSplit,
    RateLimiterStrategy,
    cut_range,
)
from pyrite.core.clock import ManualClock
from pyrite.core.connector.source import Boundedness
from pyrite.testing import SourceTestHarness
from tests.connectors.readers import reader_of


@given(st.integers(-100, 100), st.integers(0, 50), st.integers(1, 8), st.integers(1, 9))
def test_readers_together_give_every_number_once(start: int, more: int, parallelism: int, max_records: int) -> None:
    source = NumberSequenceSource(start, start + more)
    harness = SourceTestHarness(source, parallelism=parallelism, max_records=max_records)
    assert sorted(harness.read_all()) == list(range(start, start + more + 1))


@given(st.integers(0, 1000), st.integers(1, 20))
def test_range_is_cut_into_even_parts(size: int, count: int) -> None:
    sizes = [0 if split is None else split.stop - split.start for split in cut_range(0, size, count)]
    assert (sum(sizes), len(sizes)) == (size, count)
    assert max(sizes) - min(sizes) <= 1


def test_empty_sequence_is_refused() -> None:
    with pytest.raises(ValueError, match="the sequence from 3 to 2 is empty"):
        NumberSequenceSource(3, 2)


def test_reader_reads_its_splits_one_after_another_and_tells_their_ends() -> None:
    reader = RangeReader(None, None)
    reader.add_splits([RangeSplit("a", 0, 3), RangeSplit("b", 10, 12)])
    polled: list[Any] = [reader.poll(2, 0) for _ in range(3)]
    assert [(block.split_id, block.values, block.split_ended) for block in polled] == [
        ("a", [0, 1], False),
        ("a", [2], True),
        ("b", [10, 11], True),
    ]


@pytest.mark.parametrize("polls", range(5))
def test_readers_resume_from_the_positions_they_reported(polls: int) -> None:
    before = SourceTestHarness(NumberSequenceSource(0, 19), parallelism=2, max_records=2)
    for _ in range(polls):
        before.poll()
    after = SourceTestHarness(NumberSequenceSource(0, 19), parallelism=3, restore=before.snapshot())
    assert sorted(before.extract_output_values() + after.read_all()) == list(range(20))


def test_generator_makes_its_records_from_the_numbers() -> None:
    source = DataGeneratorSource(lambda number: f"record {number}", 3)
    assert SourceTestHarness(source).read_all() == ["record 0", "record 1", "record 2"]


@pytest.mark.parametrize(("count", "expected"), [(3, Boundedness.BOUNDED), (None, Boundedness.CONTINUOUS_UNBOUNDED)])
def test_generator_is_bounded_when_it_has_a_count(count: int | None, expected: Boundedness) -> None:
    assert DataGeneratorSource(lambda number: number, count).get_boundedness() is expected


def paced(rate: float, parallelism: int = 1) -> SourceTestHarness:
    source = DataGeneratorSource(lambda number: number, None, RateLimiterStrategy.per_second(rate))
    return SourceTestHarness(source, parallelism=parallelism)


@pytest.mark.parametrize(("rate", "parallelism", "expected"), [(10, 1, 21), (1000, 1, 2001), (1000, 4, 501)])
def test_generator_keeps_its_pace_shared_by_its_readers(rate: float, parallelism: int, expected: int) -> None:
    harness = paced(rate, parallelism)
    harness.poll(0)
    for _ in range(2000):
        harness.advance_processing_time(1)
        harness.poll(0)
    assert len(harness.extract_output_values(0)) == expected


def test_generator_catches_up_when_it_was_held_back() -> None:
    harness = paced(100)
    harness.poll()
    harness.advance_processing_time(1000)
    assert harness.poll() == 100


def test_generator_tells_when_its_next_record_is_due() -> None:
    clock = ManualClock()
    source = DataGeneratorSource(lambda number: number, None, RateLimiterStrategy.per_second(10))
    reader = reader_of(source, 0, 1, clock)
    assert reader.available_at_ms(clock.now_ms()) == 0
    reader.poll(1000, 0)
    assert reader.available_at_ms(clock.now_ms()) == 100
    clock.advance(100)
    assert reader.available_at_ms(clock.now_ms()) == 100


def test_generator_without_a_limit_always_has_records() -> None:
    source = DataGeneratorSource(lambda number: number, None, RateLimiterStrategy.no_op())
    assert SourceTestHarness(source).poll(max_records=1000) == 1000


@pytest.mark.parametrize("rate", [0, -1])
def test_rate_is_refused_when_it_is_not_positive(rate: float) -> None:
    with pytest.raises(ValueError, match="must be positive"):
        RateLimiterStrategy.per_second(rate)
