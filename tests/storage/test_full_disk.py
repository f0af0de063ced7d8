"""A full disk is reported with its folder and its free space."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from pyrite.storage.full_disk import full_disk_note, is_full_disk


def test_note_names_the_folder_and_the_free_space(tmp_path: Path) -> None:
    note = full_disk_note(OSError(errno.ENOSPC, "No space left on device", str(tmp_path / "chk-1" / "part")))
    assert str(tmp_path) in note
    assert "MB free" in note


def test_note_finds_the_path_in_the_text_of_rocksdb(tmp_path: Path) -> None:
    note = full_disk_note(Exception(f"IO error: No space left on device: While appending to file: {tmp_path}/1.sst"))
    assert f"({tmp_path} has " in note


@pytest.mark.parametrize("error", [OSError(errno.EACCES, "Permission denied", "/x"), ValueError("full")])
def test_other_errors_have_no_note(error: Exception) -> None:
    assert not is_full_disk(error)
    assert full_disk_note(error) == ""
