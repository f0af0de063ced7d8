"""SourceTestHarness: what it has enumerator and readers do, and when."""

from __future__ import annotations

from typing import Any

import pytest

from pyrite.common import WatermarkStrategy
from pyrite.connectors.builtin.collection import CollectionSource
from pyrite.connectors.builtin.number_sequence import DataGeneratorSource, NumberSequenceSource, RateLimiterStrategy
from pyrite.core.clock import SystemClock
from pyrite.core.errors import InvalidProgramError, UserFunctionError
from pyrite.core.time.time import MAX_WATERMARK
from pyrite.testing import At, ScriptedSource, SourceTestHarness, StreamRecord, Watermark
from tests.connectors.pulled_source import PulledSource


def test_enumerator_and_readers_talk_until_all_splits_are_read() -> None:
    with SourceTestHarness(PulledSource([1, 2, 3], [4, 5], [6]), parallelism=2) as harness:
        assert sorted(harness.read_all()) == [1, 2, 3, 4, 5, 6]
        assert harness.has_ended


def test_poll_takes_one_block_of_each_reader() -> None:
    harness = SourceTestHarness(NumberSequenceSource(0, 9), parallelism=2)
    assert harness.poll(max_records=2) == 4
    assert harness.extract_output_values() == [0, 1, 5, 6]


def test_poll_of_one_reader_leaves_the_others() -> None:
    harness = SourceTestHarness(NumberSequenceSource(0, 9), parallelism=2, max_records=3)
    harness.poll(1)
    assert (harness.extract_output_values(0), harness.extract_output_values(1)) == ([], [5, 6, 7])


def test_read_returns_the_records_since_the_last_call() -> None:
    harness = SourceTestHarness(CollectionSource(list("abcd")), max_records=2)
    assert (harness.read(1), harness.read_available()) == (["a", "b"], ["c", "d"])


def test_read_available_reads_also_the_splits_that_readers_ask_for() -> None:
    harness = SourceTestHarness(PulledSource([1, 2], [3], [4], ends=False))
    assert harness.read_available() == [1, 2, 3, 4]


def test_read_says_what_came_when_the_time_is_over() -> None:
    harness = SourceTestHarness(PulledSource([1, 2], ends=False))
    with pytest.raises(TimeoutError, match=r"expected 3 records within 0.02 s, got \[1, 2\]"):
        harness.read(3, timeout_s=0.02)


def test_records_come_when_the_clock_says_so() -> None:
    harness = SourceTestHarness(DataGeneratorSource(str, None, RateLimiterStrategy.per_second(2)))
    assert harness.read_available() == ["0"]
    harness.advance_processing_time(1000)
    assert harness.read_available() == ["1", "2"]


def test_clock_of_the_machine_cannot_be_moved() -> None:
    harness = SourceTestHarness(CollectionSource([1]), clock=SystemClock())
    with pytest.raises(InvalidProgramError, match="the harness has a SystemClock"):
        harness.advance_processing_time(1)


def test_watermarks_follow_the_records_and_the_end() -> None:
    strategy = WatermarkStrategy.for_monotonous_timestamps()
    harness = SourceTestHarness(ScriptedSource([At(10, "a"), At(20, "b")]), strategy)
    harness.read(2)
    harness.advance_processing_time(200)
    harness.read_all()
    records = [StreamRecord("a", 10), StreamRecord("b", 20)]
    assert harness.get_output() == [*records, Watermark(19), Watermark(MAX_WATERMARK)]


@pytest.mark.parametrize("parallelism", [1, 2, 3, 5])
def test_snapshot_is_restored_at_any_parallelism(parallelism: int) -> None:
    source = PulledSource([1, 2, 3, 4], [5, 6, 7], [8, 9])
    before = SourceTestHarness(source, parallelism=2)
    taken = before.read(3)
    after = SourceTestHarness(source, parallelism=parallelism, restore=before.snapshot())
    assert sorted(taken + after.read_all()) == list(range(1, 10))


def test_snapshot_does_not_change_with_the_harness() -> None:
    harness = SourceTestHarness(PulledSource([1, 2, 3]))
    harness.read(1)
    snapshot = harness.snapshot()
    harness.read_all()
    assert [[split.values for split in splits] for splits in snapshot.splits] == [[(3,)]]


def test_restored_harness_counts_checkpoints_and_attempts_on() -> None:
    first = SourceTestHarness(NumberSequenceSource(0, 1)).snapshot(7)
    second = SourceTestHarness(NumberSequenceSource(0, 1), restore=first).snapshot()
    assert (first.attempt, second.attempt, second.checkpoint_id) == (1, 2, 8)


def test_readers_are_notified_of_the_checkpoint_that_was_taken() -> None:
    harness = SourceTestHarness(PulledSource([1]))
    harness.snapshot(3)
    harness.notify_checkpoint_complete()
    with pytest.raises(UserFunctionError, match="AssertionError"):
        harness.notify_checkpoint_complete(4)  # PulledSource refuses one for which it was not asked


def test_something_else_than_a_source_is_refused() -> None:
    source: Any = [1, 2]
    with pytest.raises(InvalidProgramError, match=r"takes a Source, not \[1, 2\]"):
        SourceTestHarness(source)
