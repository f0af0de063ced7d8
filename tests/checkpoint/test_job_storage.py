"""JobStorage: a driver's access to a job's folder."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from pyrite.checkpoint.file_names import named_files
from pyrite.checkpoint.job_storage import needs_origin, rescaled_parallelism
from pyrite.checkpoint.manifest import Manifest
from pyrite.checkpoint.manifest_codec import decode_manifest
from pyrite.checkpoint.savepoint import read_manifest
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import CheckpointError, FencedError, JobRefusedError
from pyrite.core.job.job_parallelism import JobParallelism
from pyrite.storage.disk import OsDisk
from pyrite.storage.open_store import FolderOpener
from pyrite.storage.store import CheckpointStore, LocalStore, MemoryStore
from pyrite.testing.simulated_disk import SimulatedDisk
from tests.checkpoint.jobs import JOB, Driver, folders, manifest_of, read_all, shared_files, storage_of


@pytest.fixture
def disk() -> SimulatedDisk:
    return SimulatedDisk(random.Random(1))


@pytest.fixture
def store(disk: SimulatedDisk) -> LocalStore:
    return LocalStore(disk, "/root", token="t")


def started(store: CheckpointStore, writer: str = "one", num_retained: int = 1) -> Driver:
    driver = Driver(store, writer, num_retained)
    driver.start()
    return driver


def stored(store: CheckpointStore, checkpoint_id: int) -> Manifest:
    return decode_manifest(store.read(f"{JOB}/chk-{checkpoint_id}/_metadata"), "_metadata", store.signing_key)


def restored(store: CheckpointStore, writer: str = "two", num_retained: int = 1) -> Manifest:
    manifest = Driver(store, writer, num_retained).start().manifest
    assert manifest is not None
    return manifest


class CountingStore(MemoryStore):
    """Counts reads."""

    def __init__(self) -> None:
        super().__init__()
        self.reads = 0

    def read(self, path: str) -> bytes:
        self.reads += 1
        return super().read(path)


@pytest.mark.parametrize("checkpoints", [0, 5])
def test_attempt_reads_no_more_after_many_attempts_than_after_few(checkpoints: int) -> None:
    store = CountingStore()
    driver = started(store, num_retained=2)
    for _ in range(checkpoints):
        driver.checkpoint()
        driver.storage.drop_unneeded()
    counts = []
    for _ in range(50):
        store.reads = 0
        recovery = driver.storage.begin_attempt()
        counts.append(store.reads)
    assert counts[-1] == counts[2] <= 10
    assert (recovery.manifest.checkpoint_id if recovery.manifest else 0) == checkpoints


def test_first_attempt_begins_from_nothing(store: LocalStore) -> None:
    recovery = storage_of(store, "one").begin_attempt()
    assert (recovery.attempt, recovery.manifest, recovery.next_checkpoint_id, recovery.skip_reasons) == (1, None, 1, ())


def test_job_resumes_from_its_origin_until_its_first_checkpoint(store: LocalStore) -> None:
    assert needs_origin(store, JOB)
    driver = started(store)
    assert needs_origin(store, JOB)
    driver.checkpoint()
    assert not needs_origin(store, JOB)


def test_rescale_is_in_every_later_entry_of_the_log(store: LocalStore) -> None:
    rescaled = JobParallelism(3, {"count": 5}, program_default=2)
    driver = started(store)
    assert rescaled_parallelism(store, JOB) == JobParallelism()
    driver.storage.begin_attempt(parallelism=rescaled)
    assert rescaled_parallelism(store, JOB) == rescaled
    driver.storage.end("FAILED", keep=True)
    assert rescaled_parallelism(store, JOB) == rescaled
    storage_of(store, "two").begin_attempt()
    assert rescaled_parallelism(store, JOB) == rescaled


@pytest.mark.parametrize(("status", "needs"), [("FINISHED", False), ("CANCELED", False), ("FAILED", True)])
def test_job_that_has_ended_without_a_checkpoint_needs_a_start_only_if_it_failed(
    store: LocalStore, status: str, needs: bool
) -> None:
    driver = started(store)
    driver.checkpoint()
    driver.storage.end(status, keep=False)
    assert needs_origin(store, JOB) is needs


def test_next_attempt_begins_from_the_newest_checkpoint(store: LocalStore) -> None:
    first = started(store)
    first.checkpoint()
    first.checkpoint()
    recovery = Driver(store, "two").start()
    assert recovery.manifest is not None
    assert (recovery.attempt, recovery.manifest.checkpoint_id, recovery.next_checkpoint_id) == (2, 2, 3)
    assert read_all(store, recovery.manifest)


def test_same_driver_begins_one_attempt_after_another(store: LocalStore) -> None:
    driver = started(store)
    driver.checkpoint()
    assert [driver.start().attempt for _ in range(3)] == [2, 3, 4]
    assert driver.checkpoint() == 2
    assert restored(store).attempt == 4


def test_next_checkpoint_id_is_above_every_folder(store: LocalStore) -> None:
    started(store)
    store.write(f"{JOB}/chk-41/a1-vtask-0-0", b"")
    assert Driver(store, "two").start().next_checkpoint_id == 42


def test_next_checkpoint_id_never_falls_when_folders_are_swept(store: LocalStore) -> None:
    started(store)
    store.write(f"{JOB}/chk-41/a1-vtask-0-0", b"")
    started(store, "two").storage.sweep()
    assert folders(store) == []
    assert Driver(store, "three").start().next_checkpoint_id == 42


def test_damaged_checkpoint_is_skipped_and_named(store: LocalStore) -> None:
    driver = started(store, num_retained=3)
    for _ in range(3):
        driver.checkpoint()
    store.write(f"{JOB}/chk-3/_metadata", b"garbage")
    ref = next(ref for ref in named_files(stored(store, 2)) if ref.path.startswith("chk-2"))
    store.write(f"{JOB}/{ref.path}", b"short")
    recovery = Driver(store, "two", 3, recover_from_older=True).start()
    assert recovery.manifest is not None
    assert recovery.manifest.checkpoint_id == 1
    assert "checkpoint 3: file:///root/job/chk-3/_metadata: expected checksum" in recovery.skip_reasons[0]
    assert f"checkpoint 2: file:///root/job/{ref.path}: expected {ref.size} bytes, got 5" in recovery.skip_reasons[1]


def test_damaged_checkpoint_refuses_the_job_and_names_the_output_that_a_fallback_would_repeat(
    store: LocalStore,
) -> None:
    driver = started(store, num_retained=3)
    for _ in range(4):
        driver.checkpoint()
    for checkpoint_id in (3, 4):
        store.write(f"{JOB}/chk-{checkpoint_id}/_metadata", b"garbage")
    second = Driver(store, "two", 3)
    with pytest.raises(JobRefusedError) as error:
        second.start()
    assert "checkpoint 4: file:///root/job/chk-4/_metadata: expected checksum" in str(error.value)
    assert "resume from checkpoint 2 with execution.checkpointing.recover-from-older" in str(error.value)
    assert "repeats all output that was committed for later ones, up to checkpoint 4" in str(error.value)
    assert folders(store) == ["chk-1", "chk-2", "chk-3", "chk-4"], "all are kept, to be repaired"


def test_file_that_a_task_found_damaged_is_named(store: LocalStore) -> None:
    driver = started(store, num_retained=2)
    driver.checkpoint()
    driver.checkpoint()
    with pytest.raises(JobRefusedError, match=r"damaged: checkpoint 2: shared/x: expected checksum 1.*checkpoint 1"):
        driver.storage.begin_attempt({2: "shared/x: expected checksum 1"})


def test_missing_files_are_named(store: LocalStore) -> None:
    driver = started(store, num_retained=3)
    driver.checkpoint()
    driver.checkpoint()
    store.delete(f"{JOB}/chk-2/_metadata")
    recovery = Driver(store, "two", 3, recover_from_older=True).start()
    assert recovery.skip_reasons == ("checkpoint 2: file:///root/job/chk-2/_metadata is missing",)
    assert recovery.manifest is not None


def test_no_intact_checkpoint_is_an_error_that_names_all(store: LocalStore) -> None:
    driver = started(store, num_retained=2)
    driver.checkpoint()
    driver.checkpoint()
    store.delete_folder(f"{JOB}/shared")
    with pytest.raises(CheckpointError, match=r"none is intact; checkpoint 2: .*; checkpoint 1: .* it is missing"):
        Driver(store, "two", 2).start()


def test_failure_to_read_is_not_treated_as_damage(disk: SimulatedDisk, store: LocalStore) -> None:
    driver = started(store, num_retained=2)
    driver.checkpoint()
    driver.checkpoint()

    class Broken(LocalStore):
        def read(self, path: str) -> bytes:
            if "chk-2" in path:
                raise OSError("the disk is away")
            return super().read(path)

    with pytest.raises(OSError, match="the disk is away"):
        Driver(Broken(disk, "/root", token="u"), "two", 2).start()


def test_damaged_checkpoint_stays_until_the_next_one_is_complete(store: LocalStore) -> None:
    driver = started(store, num_retained=2)
    driver.checkpoint()
    driver.checkpoint()
    store.delete(f"{JOB}/{driver.chain[-1].path}")
    second = Driver(store, "two", 2, recover_from_older=True)
    second.start()
    second.storage.sweep()
    second.storage.drop_unneeded()
    assert folders(store) == ["chk-1", "chk-2"]
    second.checkpoint()
    second.storage.drop_unneeded()
    assert folders(store) == ["chk-1", "chk-3"]
    assert restored(store, "three").checkpoint_id == 3


def test_complete_refuses_an_id_whose_manifest_exists(store: LocalStore) -> None:
    driver = started(store)
    store.write(f"{JOB}/chk-1/_metadata", b"another's")
    with pytest.raises(CheckpointError, match="chk-1/_metadata exists already"):
        driver.storage.complete(manifest_of(1, 1))
    driver.storage.complete(manifest_of(2, 1))


def test_complete_refuses_a_checkpoint_that_was_overtaken_or_belongs_to_another_attempt(store: LocalStore) -> None:
    storage = started(store).storage
    storage.complete(manifest_of(5, 1))
    with pytest.raises(CheckpointError, match="checkpoint 4 of job job was overtaken by checkpoint 5"):
        storage.complete(manifest_of(4, 1))
    with pytest.raises(CheckpointError, match="belongs to attempt 9, the current attempt is 1"):
        storage.complete(manifest_of(6, 9))


def test_complete_refuses_a_manifest_that_names_a_removed_file(store: LocalStore) -> None:
    driver = started(store)
    for _ in range(5):  # the fifth builds on a merged chain
        driver.checkpoint()
    old = manifest_of(6, 1, (driver.files.for_checkpoint(3).write(b"x" * 600, is_shared=True),))
    driver.storage.drop_unneeded()
    with pytest.raises(CheckpointError, match=r"shared/a1-c3.* the file may be removed already"):
        driver.storage.complete(old)


def test_full_disk_fails_the_checkpoint_and_the_job_continues(disk: SimulatedDisk, store: LocalStore) -> None:
    driver = started(store)
    driver.checkpoint()
    for after in (0, 1):  # the manifest, then the log
        manifest = driver.snapshot()
        disk.fail("full", after)
        with pytest.raises(CheckpointError, match="no space left"):
            driver.storage.complete(manifest)
        driver.storage.discard(manifest.checkpoint_id, 1)
        assert folders(store) == ["chk-1"]
    assert driver.checkpoint() == 4
    assert restored(store).checkpoint_id == 4


def test_complete_whose_outcome_is_unknown_ends_the_attempt(store: LocalStore, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = started(store)
    manifest = driver.snapshot()
    create = store.create

    def lost_answer(path: str, data: bytes) -> bool:
        is_new = create(path, data)
        if "_log" in path:
            raise OSError("the connection was lost")
        return is_new

    with monkeypatch.context() as patch:
        patch.setattr(store, "create", lost_answer)
        with pytest.raises(OSError, match="the connection was lost"):
            driver.storage.complete(manifest)
    driver.storage.discard(1, 1)
    with pytest.raises(CheckpointError, match="not known whether 1 is complete"):
        driver.storage.complete(driver.snapshot())
    recovery = driver.start()
    assert recovery.manifest is not None
    assert read_all(store, recovery.manifest)


def test_only_retained_checkpoints_stay(store: LocalStore) -> None:
    driver = started(store, num_retained=2)
    manifests = []
    for _ in range(9):
        driver.checkpoint()
        manifests.append(stored(store, driver.completed_ids[-1]))
        driver.storage.drop_unneeded()
        paths = {ref.path for manifest in manifests[-2:] for ref in named_files(manifest)}
        assert shared_files(store) == {path for path in paths if path.startswith("shared/")}
        assert folders(store) == [f"chk-{number}" for number in driver.completed_ids[-2:]]
    assert len(store.list(f"{JOB}/_log")) <= 4


def test_files_of_the_base_stay_while_a_checkpoint_in_flight_may_build_on_it(store: LocalStore) -> None:
    driver = started(store)
    for _ in range(4):
        driver.checkpoint()
    base, chain = driver.completed_ids[-1], driver.chain
    driver.checkpoint()  # builds on a merged chain, so the old files are no longer named
    in_flight = manifest_of(6, 1, (*chain, driver.files.for_checkpoint(6).write(b"x" * 600, is_shared=True)))
    driver.storage.drop_unneeded(base_id=base)
    driver.storage.complete(in_flight)
    driver.storage.drop_unneeded()
    assert read_all(store, restored(store))


def test_merged_file_stays_until_a_checkpoint_has_named_it(store: LocalStore) -> None:
    driver = started(store)
    driver.checkpoint()
    merged_file = driver.files.merged(b"x" * 600)
    driver.storage.drop_unneeded()
    assert merged_file.path in shared_files(store)
    driver.chain = (merged_file,)
    driver.checkpoint()
    driver.chain = ()
    driver.checkpoint()
    driver.storage.drop_unneeded()
    assert merged_file.path not in shared_files(store)


def test_discard_removes_this_attempts_files_only(store: LocalStore) -> None:
    driver = started(store)
    store.write(f"{JOB}/chk-1/a9-vtask-0-0", b"")
    driver.abort()
    assert store.list(f"{JOB}/chk-1") == ["a9-vtask-0-0"]
    driver.abort()
    assert folders(store) == ["chk-1"]


def test_discard_leaves_complete_checkpoints_alone(store: LocalStore) -> None:
    driver = started(store)
    driver.checkpoint()
    driver.storage.discard(1, 1)
    assert read_all(store, restored(store))


def test_sweep_removes_files_of_older_attempts(disk: SimulatedDisk, store: LocalStore) -> None:
    first = started(store)
    first.checkpoint()
    first.snapshot()
    first.files.merged(b"x" * 600)
    for name in (
        "shared/.tmp-a1-c2-vtask-0-0-x",
        "chk-2/.tmp-a1-vtask-0-0-x",
        "chk-2/_metadata",
        "_log/.tmp-0000000001-x",
    ):
        disk.write(f"/root/{JOB}/{name}", b"")
    second = started(store, "two")
    second.storage.sweep()
    assert folders(store) == ["chk-1"]
    assert shared_files(store) == {ref.path for ref in first.chain}
    assert [store.leftovers(f"{JOB}/{folder}") for folder in ("shared", "chk-2", "_log")] == [[], [], []]


def test_sweep_leaves_files_in_flight_newer_files_and_other_jobs(disk: SimulatedDisk, store: LocalStore) -> None:
    other = Driver(store, "other", job_id="job2")
    other.start()
    other.snapshot()
    driver = started(store)
    driver.checkpoint()
    driver.snapshot()
    for name in ("shared/a2-c3-vtask-0-0", "shared/.tmp-a1-c2-vtask-0-9-x", "chk-3/a2-vtask-0-0"):
        disk.makedirs(f"/root/{JOB}/chk-3")
        disk.write(f"/root/{JOB}/{name}", b"")
    before = {folder: disk.listdir(f"/root/{folder}") for folder in ("job/shared", "job/chk-2", "job/chk-3", "job2")}
    driver.storage.sweep()
    driver.storage.drop_unneeded()
    assert {folder: disk.listdir(f"/root/{folder}") for folder in before} == before


@pytest.mark.parametrize(("status", "word"), [("FINISHED", "finished"), ("CANCELED", "canceled")])
def test_ended_job_leaves_its_log_only_and_its_id_is_refused(store: LocalStore, status: str, word: str) -> None:
    driver = started(store)
    driver.checkpoint()
    driver.snapshot()
    assert driver.storage.end(status, keep=False) is None
    assert store.list(JOB) == ["_log"]
    with pytest.raises(CheckpointError, match=f"job job was {word} at 1970-01-01 00:00:01 UTC, its id cannot be used"):
        Driver(store, "two").start()


def test_ended_job_keeps_its_newest_checkpoint_on_request(store: LocalStore) -> None:
    driver = started(store, num_retained=2)
    driver.checkpoint()
    driver.checkpoint()
    driver.snapshot()
    assert driver.storage.end("CANCELED", keep=True) == "file:///root/job/chk-2"
    assert folders(store) == ["chk-2"]
    assert read_all(store, stored(store, 2))
    assert shared_files(store) == {ref.path for ref in driver.chain}
    with pytest.raises(CheckpointError, match="kept at file:///root/job/chk-2"):
        Driver(store, "two").start()


def test_failed_job_resumes_from_its_kept_checkpoint(store: LocalStore) -> None:
    driver = started(store)
    driver.checkpoint()
    assert driver.storage.end("FAILED", keep=True) == "file:///root/job/chk-1"
    assert restored(store).checkpoint_id == 1


def test_failed_job_starts_over_without_a_kept_checkpoint(store: LocalStore) -> None:
    driver = started(store)
    driver.checkpoint()
    driver.snapshot()
    assert driver.storage.end("FAILED", keep=False) is None
    assert folders(store) == []
    assert shared_files(store) == set()
    recovery = Driver(store, "two").start()
    assert (recovery.manifest, recovery.next_checkpoint_id, recovery.attempt) == (None, 3, 2)


def test_second_driver_takes_over_and_fences_the_first(store: LocalStore) -> None:
    first = started(store)
    first.checkpoint()
    second = started(store, "two")
    second.checkpoint()
    second.storage.drop_unneeded()
    in_flight = second.snapshot()
    for action in (
        lambda: first.checkpoint(),
        lambda: first.storage.end("CANCELED", keep=False),
        lambda: first.storage.begin_attempt(),
    ):
        with pytest.raises(FencedError, match="host-two"):
            action()
        first.storage.drop_unneeded()
        first.storage.sweep()
        first.storage.discard(in_flight.checkpoint_id, 1)
    second.storage.complete(in_flight)
    assert read_all(store, restored(store, "three"))


@pytest.mark.parametrize("job_id", ["", "../other", "a/b", ".hidden"])
def test_job_id_that_cannot_name_a_folder_is_refused(store: LocalStore, job_id: str) -> None:
    with pytest.raises(CheckpointError, match="cannot name a folder"):
        storage_of(store, "one", job_id=job_id)


def test_memory_keeps_a_job_across_attempts() -> None:
    store = MemoryStore()
    driver = started(store)
    for _ in range(6):
        driver.checkpoint()
        driver.storage.drop_unneeded()
    recovery = driver.start()
    assert recovery.manifest is not None
    assert len(read_all(store, recovery.manifest)) == 4
    assert folders(store) == ["chk-6"]


def test_memory_that_is_full_fails_the_checkpoint() -> None:
    driver = started(MemoryStore(limit_bytes=4000))
    with pytest.raises(CheckpointError, match="memory for checkpoints is full"):
        for _ in range(3):
            driver.checkpoint()


def test_load_reads_a_checkpoint_by_its_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = started(LocalStore(OsDisk(), str(tmp_path)))
    driver.checkpoint()
    uri = driver.storage.uri_of(1)
    monkeypatch.chdir(tmp_path / JOB / "chk-1")
    relative = ["_metadata", ".", "../chk-1"]
    for path in (uri, f"{uri}/", f"{uri}/_metadata", uri.removeprefix("file://"), *relative):
        assert read_manifest(path, FolderOpener(Configuration())).checkpoint_id == 1
    with pytest.raises(CheckpointError, match=r"no savepoint or checkpoint at .*chk-9"):
        read_manifest(f"{tmp_path}/{JOB}/chk-9", FolderOpener(Configuration()))


def test_older_checkpoint_is_restored_where_fewer_are_retained_than_before(store: LocalStore) -> None:
    driver = started(store, num_retained=2)
    driver.checkpoint()
    driver.checkpoint()
    store.delete(f"{JOB}/{driver.chain[-1].path}")
    recovery = Driver(store, "two", 1, recover_from_older=True).start()
    assert recovery.manifest is not None
    assert recovery.manifest.checkpoint_id == 1
