"""CompletedCheckpoints: which checkpoints are kept, and which files they need."""

from __future__ import annotations

from dataclasses import replace

from pyrite.checkpoint.completed_checkpoints import CompletedCheckpoints
from pyrite.checkpoint.job_log import CHECKPOINT, LogEntry
from pyrite.checkpoint.manifest import Manifest
from pyrite.checkpoint.recovery_search import CompleteCheckpoint
from pyrite.storage.store import MemoryStore
from tests.checkpoint.jobs import Driver


def checkpoints_of(num_retained: int, *ids: int) -> tuple[CompletedCheckpoints, list[LogEntry]]:
    """Complete checkpoints of one attempt; index 10 * id in the log."""
    checkpoints = CompletedCheckpoints(num_retained)
    checkpoints.begin_attempt(1, 1, [])
    entries = [entry_of(checkpoint_id) for checkpoint_id in ids]
    for entry in entries:
        checkpoints.add(entry, manifest_of(entry.checkpoint_id))
    return checkpoints, entries


def entry_of(checkpoint_id: int) -> LogEntry:
    return LogEntry(10 * checkpoint_id, "one", CHECKPOINT, 1, checkpoint_id, "", 0, "", 0, "host", 1, 0, [])


def manifest_of(checkpoint_id: int) -> Manifest:
    driver = Driver(MemoryStore(), "one")
    driver.start()
    return replace(driver.snapshot(), checkpoint_id=checkpoint_id)


def test_retained_checkpoints_stay_and_older_ones_are_forgotten() -> None:
    checkpoints, entries = checkpoints_of(2, 1, 2, 3)
    checkpoints.renew(None)
    assert checkpoints.indexes == [20, 30]
    assert (checkpoints.newest_intact, checkpoints.first_retained_index) == (entries[-1], 20)
    assert (1 in checkpoints, 2 in checkpoints) == (False, True)


def test_bases_of_a_checkpoint_in_flight_stay() -> None:
    checkpoints, _ = checkpoints_of(1, 1, 2, 3)
    checkpoints.renew(2)
    assert (checkpoints.indexes, checkpoints.first_retained_index) == ([20, 30], 30)
    assert checkpoints.holdings.base_id == 2


def test_damaged_checkpoint_is_kept_until_the_next_is_complete() -> None:
    checkpoints = CompletedCheckpoints(1)
    suspect = CompleteCheckpoint(entry_of(2), frozenset({"file"}), suspect=True)
    checkpoints.begin_attempt(2, 3, [CompleteCheckpoint(entry_of(1), frozenset()), suspect])
    assert (checkpoints.indexes, checkpoints.intact_indexes, checkpoints.newest_id) == ([10, 20], [10], 2)
    assert checkpoints.newest_intact == entry_of(1)
    checkpoints.add(entry_of(3), manifest_of(3))
    assert 2 not in checkpoints


def test_failed_job_without_kept_checkpoints_needs_no_files() -> None:
    checkpoints, _ = checkpoints_of(1, 1)
    checkpoints.end_failed(2, 2, keep=False)
    assert (checkpoints.indexes, checkpoints.named_paths, checkpoints.first_retained_index) == ([], frozenset(), None)
    assert (checkpoints.holdings.attempt, checkpoints.holdings.newest_id) == (2, 0)
