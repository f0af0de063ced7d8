"""TaskFiles: the files of one subtask."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from pyrite.checkpoint.task_storage import TaskFiles
from pyrite.core.errors import CheckpointError, CorruptStateError
from pyrite.state.handles import FileRef, StateReader, StateWriter
from pyrite.storage.disk import OsDisk
from pyrite.storage.store import CheckpointStore, LocalStore, MemoryStore
from pyrite.testing.simulated_disk import SimulatedDisk


def local(path: Path) -> LocalStore:
    return LocalStore(OsDisk(), str(path))


def files_of(store: CheckpointStore, attempt: int = 3, inline_limit: int = 10) -> TaskFiles:
    return TaskFiles(store, "job", attempt, "vertex", 1, inline_limit)


def test_task_files_read_what_they_wrote(store: CheckpointStore, tmp_path: Path) -> None:
    files = files_of(store)
    reader: StateReader = files
    writer: StateWriter = files.for_checkpoint(7)
    (tmp_path / "sst").write_bytes(b"z" * 3_000_000)
    refs = [writer.write(b"x" * size, is_shared) for size in (0, 10, 11, 5000) for is_shared in (True, False)]
    refs += [writer.upload(tmp_path / "sst"), files.merged(b"y" * 100)]
    for ref, contents in zip(refs, [0, 0, 10, 10, 11, 11, 5000, 5000, 3_000_000, 100], strict=True):
        assert len(reader.read(ref)) == ref.size == contents
        reader.download(ref, tmp_path / "copy")
        assert (tmp_path / "copy").read_bytes() == reader.read(ref)


def test_task_files_names_carry_attempt_and_checkpoint(tmp_path: Path) -> None:
    files = files_of(local(tmp_path))
    writer = files.for_checkpoint(7)
    assert writer.write(b"x" * 11, is_shared=True).path == "shared/a3-c7-vvertex-1-0"
    assert writer.write(b"x" * 11, is_shared=False).path == "chk-7/a3-vvertex-1-1"
    assert files.merged(b"x" * 11).path.startswith("shared/a3-m0-")
    assert files.merged(b"x" * 11).path.startswith("shared/a3-m1-")
    assert files.for_checkpoint(7).write(b"x" * 11, is_shared=True).path == "shared/a3-c7-vvertex-1-4"


def test_task_files_keep_short_data_in_the_handle(tmp_path: Path) -> None:
    store = local(tmp_path)
    ref = files_of(store).for_checkpoint(7).write(b"x" * 10, is_shared=True)
    assert (ref.path, ref.data) == ("", b"x" * 10)
    assert store.list("job") == []


def test_task_files_count_written_bytes(tmp_path: Path) -> None:
    writer = files_of(local(tmp_path)).for_checkpoint(7)
    (tmp_path / "sst").write_bytes(b"z" * 100)
    writer.write(b"x" * 5, is_shared=True)
    writer.write(b"x" * 50, is_shared=False)
    writer.upload(tmp_path / "sst")
    assert writer.written_bytes == 155
    writer.stage(b"x" * 30, inline=False)
    writer.stage(b"x" * 7, inline=True)
    assert writer.written_bytes == 192


def test_task_files_keep_everything_in_handles_when_the_store_is_the_drivers_memory(tmp_path: Path) -> None:
    files = files_of(MemoryStore(limit_bytes=1000))
    (tmp_path / "sst").write_bytes(b"z" * 1000)
    assert files.for_checkpoint(7).upload(tmp_path / "sst").data == b"z" * 1000
    with pytest.raises(CheckpointError, match=r"1001 bytes.*execution\.checkpointing\.dir"):
        files.for_checkpoint(7).write(b"z" * 1001, is_shared=True)


@pytest.mark.parametrize("damage", ["cut", "changed", "gone"])
def test_task_files_name_a_damaged_file(tmp_path: Path, damage: str) -> None:
    store = local(tmp_path / "store")
    files = files_of(store)
    ref = files.for_checkpoint(7).write(b"x" * 1000, is_shared=True)
    path = tmp_path / "store" / "job" / ref.path
    if damage == "gone":
        path.unlink()
    else:
        path.write_bytes(b"x" * 512 if damage == "cut" else b"y" * 1000)
    for read in (lambda: files.read(ref), lambda: files.download(ref, tmp_path / "copy")):
        with pytest.raises(CorruptStateError, match=rf"store/job/{ref.path}.*expected 1000 bytes"):
            read()


def test_task_files_find_damage_in_the_handle() -> None:
    ref = FileRef("", 3, 1, b"abc")
    with pytest.raises(CorruptStateError, match="data in the manifest: expected 3 bytes with checksum 00000001"):
        files_of(MemoryStore()).read(ref)


def test_task_files_read_a_file_again_after_a_bad_read(tmp_path: Path) -> None:
    disk = SimulatedDisk(random.Random(1))
    files = files_of(LocalStore(disk, "/root", token="t"))
    ref = files.for_checkpoint(7).write(b"x" * 1000, is_shared=True)
    disk.fail("garbage")
    assert files.read(ref) == b"x" * 1000
    disk.fail("garbage")
    files.download(ref, tmp_path / "copy")
    assert (tmp_path / "copy").read_bytes() == b"x" * 1000


def test_task_files_drop_only_their_own_merged_files(tmp_path: Path) -> None:
    store = local(tmp_path)
    files = files_of(store)
    merged, is_shared = files.merged(b"x" * 100), files.for_checkpoint(1).write(b"x" * 100, is_shared=True)
    files_of(store, attempt=4).drop_merged(merged)
    files.drop_merged(is_shared)
    assert len(store.list("job/shared")) == 2
    files.drop_merged(merged)
    assert len(store.list("job/shared")) == 1
