"""Savepoints on a disk: written, moved, disposed of and claimed."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from pyrite.checkpoint.file_names import named_files
from pyrite.checkpoint.savepoint import (
    dispose,
    load_savepoint,
    located,
    new_folder,
    note_committed,
    read_manifest,
    release,
)
from pyrite.checkpoint.show import describe
from pyrite.checkpoint.task_storage import TaskFiles
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import CheckpointError
from pyrite.core.file_uri import as_uri
from pyrite.state.handles import FileRef
from pyrite.storage.disk import OsDisk
from pyrite.storage.open_store import FolderOpener
from pyrite.storage.store import LocalStore
from tests.checkpoint.jobs import Driver, manifest_of, read_all

OPEN = FolderOpener(Configuration())


@pytest.fixture
def driver(tmp_path: Path) -> Driver:
    job_driver = Driver(LocalStore(OsDisk(), str(tmp_path / "checkpoints")), "one", num_retained=2)
    job_driver.start()
    return job_driver


@pytest.fixture
def savepoint(driver: Driver, tmp_path: Path) -> Path:
    driver.savepoint(str(tmp_path / "savepoint"))
    return tmp_path / "savepoint"


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_folder_has_a_unique_name_below_the_directory(tmp_path: Path) -> None:
    one, other = new_folder(str(tmp_path), "abcdefghij"), new_folder(f"{tmp_path}/", "abcdefghij")
    assert one != other
    assert one.startswith(f"file://{tmp_path}/savepoint-abcdef-")


@pytest.mark.parametrize("name", ["", "/", "/_metadata"])
def test_savepoint_is_read_by_its_folder_or_its_manifest(driver: Driver, savepoint: Path, name: str) -> None:
    manifest = load_savepoint(f"{savepoint}{name}", OPEN)
    assert manifest.savepoint
    assert read_all(driver.store, manifest) == [b"all of it " * 100]


@pytest.mark.parametrize("name", ["my data", "Größe", "run#1", "what?", "100%", "a%20b"])
def test_savepoint_and_checkpoint_are_in_the_given_folder(tmp_path: Path, name: str) -> None:
    driver = Driver(LocalStore(OsDisk(), str(tmp_path / name / "checkpoints")), "one", num_retained=2)
    driver.start()
    n = driver.checkpoint()
    driver.savepoint(new_folder(str(tmp_path / name), "abcdefghij"))
    assert names(tmp_path) == {name}
    (folder,) = (tmp_path / name).glob("savepoint-*")
    checkpoint = tmp_path / name / "checkpoints" / "job" / f"chk-{n}"
    for path in (folder, checkpoint):
        for spelling in (str(path), path.as_uri(), f"{path}/_metadata"):
            assert read_all(driver.store, load_savepoint(spelling, OPEN))


def test_savepoint_can_be_moved(driver: Driver, savepoint: Path, tmp_path: Path) -> None:
    new_folder = tmp_path / "elsewhere" / "renamed"
    new_folder.parent.mkdir()
    shutil.move(savepoint, new_folder)
    shutil.rmtree(tmp_path / "checkpoints")
    assert read_all(driver.store, load_savepoint(as_uri(str(new_folder)), OPEN)) == [b"all of it " * 100]


def test_retained_checkpoint_is_read_like_a_savepoint(driver: Driver, tmp_path: Path) -> None:
    driver.checkpoint()
    n = driver.checkpoint()
    manifest = load_savepoint(str(tmp_path / "checkpoints" / "job" / f"chk-{n}"), OPEN)
    other = LocalStore(OsDisk(), str(tmp_path / "other"))
    assert len(read_all(other, manifest)) == 3
    assert all(ref.is_elsewhere for ref in named_files(manifest))


def test_checkpoint_that_was_moved_is_refused(driver: Driver, tmp_path: Path) -> None:
    n = driver.checkpoint()
    shutil.copytree(tmp_path / "checkpoints" / "job" / f"chk-{n}", tmp_path / "copy")
    with pytest.raises(CheckpointError, match="moved out of its job's folder"):
        load_savepoint(str(tmp_path / "copy"), OPEN)


def test_folder_without_a_manifest_is_reported(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match="no savepoint or checkpoint at"):
        load_savepoint(str(tmp_path / "nothing"), OPEN)


def test_dispose_deletes_exactly_its_files(driver: Driver, savepoint: Path, tmp_path: Path) -> None:
    driver.checkpoint()
    (savepoint / "notes.txt").write_text("mine")
    dispose(str(savepoint))
    assert names(savepoint) == {"notes.txt"}
    assert driver.checkpoint() > 0


def test_dispose_leaves_nothing_of_a_savepoint(savepoint: Path) -> None:
    dispose(f"{savepoint}/_metadata")
    assert not savepoint.exists()


def test_savepoint_notes_that_its_committables_are_committed(savepoint: Path) -> None:
    assert not load_savepoint(str(savepoint), OPEN).committed
    for _ in range(2):  # by the driver that stopped the job, and by one that resumed the stop
        note_committed(OPEN(as_uri(str(savepoint))))
        assert load_savepoint(f"{savepoint}/_metadata", OPEN).committed
    assert "all committables are committed" in describe(read_manifest(str(savepoint), OPEN))
    dispose(str(savepoint))
    assert not savepoint.exists()


def test_dispose_refuses_other_folders(driver: Driver, tmp_path: Path) -> None:
    n = driver.checkpoint()
    checkpoint = tmp_path / "checkpoints" / "job" / f"chk-{n}"
    before = names(checkpoint)
    with pytest.raises(CheckpointError, match="is a checkpoint, not a savepoint"):
        dispose(str(checkpoint))
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "file").write_text("mine")
    with pytest.raises(CheckpointError, match="is not a savepoint"):
        dispose(str(tmp_path / "folder"))
    assert (names(checkpoint), names(tmp_path / "folder")) == (before, {"file"})


def test_claimed_savepoint_is_deleted(savepoint: Path) -> None:
    release(str(savepoint), OPEN)
    assert not savepoint.exists()
    release(str(savepoint), OPEN)


def test_file_of_someone_else_stays_in_a_claimed_savepoint(savepoint: Path) -> None:
    (savepoint / "notes.txt").write_text("mine")
    release(str(savepoint), OPEN)
    assert names(savepoint) == {"notes.txt"}


def test_claimed_checkpoint_is_deleted_except_for_files_that_others_need(driver: Driver, tmp_path: Path) -> None:
    first, second = driver.checkpoint(), driver.checkpoint()
    job = tmp_path / "checkpoints" / "job"
    release(str(job / f"chk-{second}"), OPEN)
    remaining = load_savepoint(str(job / f"chk-{first}"), OPEN)
    assert len(read_all(driver.store, remaining)) == 2
    assert not (job / f"chk-{second}").exists()
    assert len(names(job / "shared")) == 1


def test_absolute_uris_stay() -> None:
    ref = FileRef("s3://bucket/savepoint/file", 1, 2)
    manifest = located(manifest_of(1, 1, (ref, FileRef("other", 1, 2), FileRef("", 1, 2, b"x"))), "file:///here")
    assert [item.path for item in named_files(manifest)] == ["s3://bucket/savepoint/file", "file:///here/other"]


def test_savepoint_names_its_job_and_is_not_part_of_it(driver: Driver, savepoint: Path) -> None:
    manifest = load_savepoint(str(savepoint), OPEN)
    assert replace(manifest, operators={}) == replace(manifest_of(1, 1), operators={}, savepoint=True)
    files = TaskFiles(driver.store, "another job", 1, "task", 0, inline_limit=0)
    assert [files.read(ref) for ref in named_files(manifest)] == [b"all of it " * 100]
