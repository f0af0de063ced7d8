"""The dense log: consecutive entries, each from exactly one driver."""

from __future__ import annotations

import pickle
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from pyrite.checkpoint.job_log import ATTEMPT, CHECKPOINT, JobLog, LogEntry
from pyrite.checkpoint.manifest_codec import seal
from pyrite.core.clock import ManualClock
from pyrite.core.errors import CheckpointError, CorruptStateError, FencedError
from pyrite.storage.disk import OsDisk
from pyrite.storage.store import CheckpointStore, LocalStore, NotWrittenError
from pyrite.testing.simulated_disk import SimulatedDisk


def log_of(store: CheckpointStore, writer: str) -> JobLog:
    log = JobLog(store, "job", writer, ManualClock(1_700_000_000_000), host=f"host-{writer}", process=42)
    log.read_last()
    return log


def local(path: Path) -> LocalStore:
    return LocalStore(OsDisk(), str(path))


def test_log_returns_what_was_appended(store: CheckpointStore) -> None:
    log = log_of(store, "one")
    assert log.read_last() is None
    assert log.entries() == []
    entries = [log.append(ATTEMPT, 1, 1), log.append(CHECKPOINT, 1, 1, "chk-1/_metadata", 77)]
    assert [entry.index for entry in entries] == [0, 1]
    assert log_of(store, "two").entries() == entries


def test_log_fences_the_slower_of_two_drivers(store: CheckpointStore) -> None:
    one, two = log_of(store, "one"), log_of(store, "two")
    one.append(ATTEMPT, 1)
    with pytest.raises(FencedError, match=r"process 42 on host-one at 2023-11-14 22:13:20 UTC, log entry 0") as error:
        two.append(ATTEMPT, 1)
    assert str(pickle.loads(pickle.dumps(error.value))) == str(error.value)
    assert len(one.entries()) == 1


def test_log_fences_a_driver_that_slept_even_when_its_index_is_free_again(tmp_path: Path) -> None:
    store = local(tmp_path)
    sleeper = log_of(store, "sleeper")
    sleeper.append(ATTEMPT, 1)
    other = log_of(store, "other")
    for number in range(6):
        other.append(CHECKPOINT, 2, number)
        other.truncate(keep_from=other.append(CHECKPOINT, 2, number).index)
    assert "0000000001" not in store.list("job/_log")
    with pytest.raises(FencedError, match="host-other"):
        sleeper.append(CHECKPOINT, 1, 99)
    assert [entry.checkpoint_id for entry in other.entries()] == [4, 5, 5]
    assert other.append(CHECKPOINT, 2, 6) in log_of(store, "new").entries()
    assert 99 not in [entry.checkpoint_id for entry in log_of(store, "new").entries()]


def test_log_fences_a_sleeper_when_the_listing_misses_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = local(tmp_path)
    sleeper = log_of(store, "sleeper")
    sleeper.append(ATTEMPT, 1)
    other = log_of(store, "other")
    for number in range(6):
        other.truncate(keep_from=other.append(CHECKPOINT, 2, number).index)
    monkeypatch.setattr(store, "list", lambda path: ["0000000001"])
    with pytest.raises(FencedError, match="removed old entries"):
        sleeper.append(CHECKPOINT, 1, 99)


def test_log_removes_an_entry_only_after_a_later_entry_has_recorded_it(tmp_path: Path) -> None:
    log = log_of(local(tmp_path), "one")
    for number in range(4):
        log.append(CHECKPOINT, 1, number)
    log.truncate(keep_from=2)
    assert len(log.entries()) == 4
    log.append(CHECKPOINT, 1, 4)
    log.truncate(keep_from=2)
    assert [entry.index for entry in log.entries()] == [2, 3, 4]
    log.truncate(keep_from=99)
    log.append(CHECKPOINT, 1, 5)
    log.truncate(keep_from=0)
    assert [entry.index for entry in log.entries()] == [4, 5]


def test_entry_names_the_live_checkpoints_from_the_first_kept_entry_on(tmp_path: Path) -> None:
    log = log_of(local(tmp_path), "one")
    for number in range(4):
        log.append(CHECKPOINT, 1, number)
    log.truncate(keep_from=2)
    assert log.append(CHECKPOINT, 1, 4, live=[1, 2, 3]).live == [2, 3, 4]
    assert log.append(ATTEMPT, 2, live=[2, 3, 4]).live == [2, 3, 4]


@pytest.mark.parametrize("is_written", [True, False])
def test_log_reads_back_an_append_whose_outcome_is_unknown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_written: bool
) -> None:
    store = local(tmp_path)
    log = log_of(store, "one")
    create, calls = store.create, []

    def lost_answer(path: str, data: bytes) -> bool:
        calls.append(path)
        if len(calls) > 1 or is_written:
            create(path, data)
        if len(calls) == 1:
            raise OSError("the connection was lost")
        return create(path, data)

    monkeypatch.setattr(store, "create", lost_answer)
    entry = log.append(ATTEMPT, 1)
    assert log.entries() == [entry]


def test_log_fences_when_the_unknown_append_was_somebody_elses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = local(tmp_path)
    log, other = log_of(store, "one"), log_of(local(tmp_path), "two")
    create = store.create

    def overtaken(path: str, data: bytes) -> bool:
        if not other.entries():
            other.append(ATTEMPT, 1)
            raise OSError("the connection was lost")
        return create(path, data)

    monkeypatch.setattr(store, "create", overtaken)
    with pytest.raises(FencedError, match="host-two"):
        log.append(ATTEMPT, 1)


def test_log_appends_nothing_more_while_an_outcome_is_unknown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = local(tmp_path)
    log = log_of(store, "one")

    def never(path: str, data: bytes) -> bool:
        raise OSError("the connection was lost")

    with monkeypatch.context() as patch:
        patch.setattr(store, "create", never)
        with pytest.raises(OSError, match="connection was lost"):
            log.append(ATTEMPT, 1)
    with pytest.raises(CheckpointError, match="not known"):
        log.append(ATTEMPT, 1)
    log.read_last()
    assert log.append(ATTEMPT, 1).index == 0


def test_log_reports_an_entry_that_is_certainly_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = local(tmp_path)
    log = log_of(store, "one")

    def full(path: str, data: bytes) -> bool:
        raise NotWrittenError("no space left")

    with monkeypatch.context() as patch:
        patch.setattr(store, "create", full)
        with pytest.raises(CheckpointError, match="no space left"):
            log.append(ATTEMPT, 1)
    assert log.append(ATTEMPT, 1).index == 0


def test_log_makes_an_entry_durable_that_it_finds_after_a_failed_fsync() -> None:
    for seed in range(20):
        disk = SimulatedDisk(random.Random(seed))
        log = log_of(LocalStore(disk, "/root", token="t"), "one")
        log.append(ATTEMPT, 1)
        disk.fail("fsync_dir")
        entry = log.append(CHECKPOINT, 1, 1)
        disk.crash()
        assert log_of(LocalStore(disk, "/root", token="u"), "two").read_last() == entry


@pytest.mark.parametrize("damage", [b"", b"garbage", None])
def test_log_names_an_entry_that_is_not_whole(tmp_path: Path, damage: bytes | None) -> None:
    store = local(tmp_path)
    log = log_of(store, "one")
    for number in range(3):
        log.append(CHECKPOINT, 1, number)
    path = "job/_log/0000000001"
    store.write(path, store.read(path)[:-5] if damage is None else damage)
    with pytest.raises(CorruptStateError, match=path):
        log.entries()


def test_log_names_an_entry_that_is_missing(tmp_path: Path) -> None:
    store = local(tmp_path)
    log = log_of(store, "one")
    for number in range(3):
        log.append(CHECKPOINT, 1, number)
    store.delete("job/_log/0000000001")
    with pytest.raises(CorruptStateError, match="0000000001"):
        log.entries()


def test_log_reads_an_entry_again_after_a_bad_read() -> None:
    disk = SimulatedDisk(random.Random(1))
    log = log_of(LocalStore(disk, "/root", token="t"), "one")
    entry = log.append(ATTEMPT, 1)
    disk.fail("garbage")
    assert log.read_last() == entry


def test_log_lists_temporary_files_of_existing_entries(tmp_path: Path) -> None:
    log = log_of(local(tmp_path), "one")
    log.append(ATTEMPT, 1)
    folder = tmp_path / "job" / "_log"
    for name in (".tmp-0000000000-x", ".tmp-0000000001-y"):
        (folder / name).write_bytes(b"")
    assert log.leftovers() == ["job/_log/.tmp-0000000000-x"]


def test_log_is_last_until_another_driver_appends(tmp_path: Path) -> None:
    one = log_of(local(tmp_path), "one")
    one.append(ATTEMPT, 1)
    assert one.is_last()
    two = log_of(local(tmp_path), "two")
    two.append(ATTEMPT, 2)
    assert not one.is_last()


def test_log_entry_with_unexpected_fields_is_corrupt(tmp_path: Path) -> None:
    store = local(tmp_path)
    content: dict[str, Any] = {"index": 0, "strange": 1}
    store.write("job/_log/0000000000", seal("pyrite-log", 1, content, store.signing_key))
    with pytest.raises(CorruptStateError, match="not an entry of a log"):
        JobLog(store, "job", "one").read_last()
    assert LogEntry(0, "w", ATTEMPT, 1).describe_writer().startswith("process 0")


@pytest.mark.parametrize("entries", [1, 3])
def test_driver_whose_log_was_removed_reports_that(tmp_path: Path, entries: int) -> None:
    log = log_of(local(tmp_path), "one")
    for _ in range(entries):
        log.append(ATTEMPT, 1)
    shutil.rmtree(tmp_path / "job")
    with pytest.raises(FencedError, match="the checkpoints of job job are gone: their folder was removed while"):
        log.append(CHECKPOINT, 1, 1, "chk-1/_metadata", 77)
