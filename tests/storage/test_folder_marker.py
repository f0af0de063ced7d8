"""Folder markers: a folder is Pyrite's, of one kind, only if its marker says so. Everything else is the user's."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from pyrite.storage.folder_marker import MARKER, mark_folder, owner_of, remove_marked


def test_marked_folder_has_its_owner(tmp_path: Path) -> None:
    mark_folder(tmp_path, "copies", "job-1")
    assert owner_of(tmp_path, "copies") == "job-1"
    assert [path.name for path in tmp_path.iterdir()] == [MARKER]


@pytest.mark.parametrize(
    "content",
    [
        {"made by": "another program", "kind": "copies", "owner": "job-1"},
        {"kind": "copies", "owner": "job-1"},
        {"made by": "pyrite", "kind": "scratch", "owner": "job-1"},
        ["made by", "pyrite"],
        "pyrite",
    ],
    ids=str,
)
def test_folder_with_another_marker_has_no_owner(tmp_path: Path, content: Any) -> None:
    (tmp_path / MARKER).write_text(json.dumps(content))
    assert owner_of(tmp_path, "copies") is None


def test_folder_with_an_unreadable_marker_has_no_owner(tmp_path: Path) -> None:
    (tmp_path / MARKER).write_text("{")
    assert owner_of(tmp_path, "copies") is None
    (tmp_path / MARKER).unlink()
    assert owner_of(tmp_path, "copies") is None


def test_link_to_a_marked_folder_has_no_owner(tmp_path: Path) -> None:
    folder, link = tmp_path / "folder", tmp_path / "link"
    folder.mkdir()
    mark_folder(folder, "copies", "job-1")
    link.symlink_to(folder)
    assert owner_of(link, "copies") is None


def test_folder_of_another_user_has_no_owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark_folder(tmp_path, "copies", "job-1")
    another_user = os.getuid() + 1
    monkeypatch.setattr(os, "getuid", lambda: another_user)
    assert owner_of(tmp_path, "copies") is None


def test_removal_follows_no_links(tmp_path: Path) -> None:
    folder, photos = tmp_path / "folder", tmp_path / "photos"
    (folder / "inside").mkdir(parents=True)
    photos.mkdir()
    (photos / "1.jpg").touch()
    mark_folder(folder, "copies", "job-1")
    (folder / "link").symlink_to(photos)
    remove_marked(folder)
    assert not folder.exists()
    assert (photos / "1.jpg").exists()
