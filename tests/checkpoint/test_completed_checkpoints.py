"""CompletedCheckpoints: which are kept, and what is needed because of them."""

from __future__ import annotations

from dataclasses import replace

from pyrite.checkpoint.completed_checkpoints import CompletedCheckpoints
from pyrite.checkpoint.job_log import CHECKPOINT, LogEntry
from pyrite.checkpoint.manifest import Manifest
from pyrite.checkpoint.recovery_search import CompleteCheckpoint
from pyrite.storage.store import MemoryStore
from tests.checkpoint.jobs import Driver


def made(retained: int, *ids: int) -> tuple[CompletedCheckpoints, list[LogEntry]]:
    """Complete checkpoints of one attempt; index 10 * id in the log."""
    completed = CompletedCheckpoints(retained)
    completed.begin_attempt(1, 1, [])
    entries = [entry_of(checkpoint_id) for checkpoint_id in ids]
    for entry in entries:
        completed.add(entry, manifest_of(entry.checkpoint_id))
    return completed, entries


def entry_of(checkpoint_id: int) -> LogEntry:
    return LogEntry(10 * checkpoint_id, "one", CHECKPOINT, 1, checkpoint_id, "", 0, "", 0, "host", 1, 0, [])


def manifest_of(checkpoint_id: int) -> Manifest:
    driver = Driver(MemoryStore(), "one")
    driver.start()
    return replace(driver.snapshot(), checkpoint_id=checkpoint_id)


def test_retained_ones_stay_and_older_ones_are_forgotten() -> None:
    completed, entries = made(2, 1, 2, 3)
    completed.renew(None)
    assert completed.indexes == [20, 30]
    assert (completed.newest_intact, completed.first_retained_index) == (entries[-1], 20)
    assert (1 in completed, 2 in completed) == (False, True)


def test_those_that_one_in_flight_may_stand_on_stay() -> None:
    completed, _ = made(1, 1, 2, 3)
    completed.renew(2)
    assert (completed.indexes, completed.first_retained_index) == ([20, 30], 30)
    assert completed.holdings.base_id == 2


def test_damaged_one_is_kept_until_the_next_is_complete() -> None:
    completed = CompletedCheckpoints(1)
    damaged = CompleteCheckpoint(entry_of(2), frozenset({"file"}), suspect=True)
    completed.begin_attempt(2, 3, [CompleteCheckpoint(entry_of(1), frozenset()), damaged])
    assert (completed.indexes, completed.intact_indexes, completed.newest_id) == ([10, 20], [10], 2)
    assert completed.newest_intact == entry_of(1)
    completed.add(entry_of(3), manifest_of(3))
    assert 2 not in completed


def test_failed_job_that_keeps_none_needs_nothing() -> None:
    completed, _ = made(1, 1)
    completed.end_failed(2, 2, keep=False)
    assert (completed.indexes, completed.named, completed.first_retained_index) == ([], frozenset(), None)
    assert (completed.holdings.attempt, completed.holdings.newest_id) == (2, 0)
