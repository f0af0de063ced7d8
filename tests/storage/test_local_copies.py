"""Local copies: only Pyrite's own folders are removed from the user's folder."""

from __future__ import annotations

import os
import shutil
import stat
import time
from pathlib import Path

import pytest

from pyrite.core.errors import CheckpointError
from pyrite.storage.local_copies import CopyingStore, copies_folder
from pyrite.storage.store import MemoryStore

MONTH_S = 30 * 24 * 3600


def age(folder: Path) -> None:
    then = time.time() - MONTH_S
    os.utime(folder, (then, then))


def store(root: Path, job_id: str = "job") -> CopyingStore:
    return CopyingStore(MemoryStore(), copies_folder(root, job_id, "source", 0))


def test_other_contents_of_the_users_folder_stay(tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "1.jpg").touch()
    age(tmp_path / "photos")
    store(tmp_path)
    assert (tmp_path / "photos" / "1.jpg").exists()


def test_mode_of_the_users_folder_stays(tmp_path: Path) -> None:
    tmp_path.chmod(0o775)
    copies = store(tmp_path)
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o775
    assert stat.S_IMODE(copies.folder.parent.stat().st_mode) == 0o700


def test_copies_of_a_job_that_ended_long_ago_are_removed(tmp_path: Path) -> None:
    old = store(tmp_path, "old").folder.parent
    age(old)
    store(tmp_path, "new")
    assert not old.exists()


def test_copies_of_a_job_of_this_week_stay(tmp_path: Path) -> None:
    recent = store(tmp_path, "recent").folder.parent
    store(tmp_path, "new")
    assert recent.exists()


def test_copies_of_a_job_that_runs_for_months_stay(tmp_path: Path) -> None:
    running = store(tmp_path, "running")
    running.write("running/shared/1", b"state")
    age(running.folder.parent)
    running.keep_only(["running/shared/1"])
    store(tmp_path, "new")
    assert running.read("running/shared/1") == b"state"


def test_subtask_runs_on_when_its_copies_were_removed(tmp_path: Path) -> None:
    copies = store(tmp_path)
    shutil.rmtree(tmp_path)
    copies.write("job/shared/1", b"state")
    copies.keep_only(["job/shared/1"])
    assert copies.read("job/shared/1") == b"state"


def test_folder_without_marker_is_not_used_for_copies(tmp_path: Path) -> None:
    mine = store(tmp_path).folder.parent
    mine.rename(tmp_path / "elsewhere")
    (mine / "source-0").mkdir(parents=True)
    (mine / "source-0" / "notes").touch()
    with pytest.raises(CheckpointError, match="was not made by Pyrite"):
        store(tmp_path)
    assert (mine / "source-0" / "notes").exists()


def test_folder_of_another_user_is_not_used_for_copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if os.getuid() == 0:
        os.chown(tmp_path, 4711, -1)
    else:
        monkeypatch.setattr(os, "getuid", lambda: 4711)
    with pytest.raises(CheckpointError, match="belongs to another user"):
        store(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_end_of_a_job_removes_its_copies_and_their_folder(tmp_path: Path) -> None:
    copies = store(tmp_path)
    copies.write("job/shared/1", b"state")
    copies.remove()
    assert list(tmp_path.iterdir()) == []


def test_end_of_one_subtask_leaves_the_copies_of_another(tmp_path: Path) -> None:
    first = store(tmp_path)
    other = CopyingStore(MemoryStore(), copies_folder(tmp_path, "job", "source", 1))
    other.write("job/shared/1", b"state")
    first.remove()
    assert other.read("job/shared/1") == b"state"
