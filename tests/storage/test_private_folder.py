"""Folders that only this user can use."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

import pytest

from pyrite.core.errors import PyriteError
from pyrite.storage import private_folder
from pyrite.storage.private_folder import PrivateFolder, home_path, runtime_paths, user_cache


def test_folder_is_made_for_its_user_only(tmp_path: Path) -> None:
    path = PrivateFolder(tmp_path / "a" / "b").make()
    assert stat.S_IMODE(path.stat().st_mode) == 0o700


@pytest.mark.parametrize(("mode", "is_closed"), [(0o755, True), (0o701, True), (0o720, False), (0o702, False)])
def test_folder_that_is_open_to_others_is_refused(tmp_path: Path, mode: int, is_closed: bool) -> None:
    tmp_path.chmod(mode)
    with pytest.raises(PyriteError, match=rf"mode {mode:o}\): chmod 700 it, or name another one by HERE$"):
        PrivateFolder(tmp_path, is_closed, "HERE").make()
    assert stat.S_IMODE(tmp_path.stat().st_mode) == mode


def test_folder_that_others_may_only_enter_is_used_unless_it_is_closed(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    assert PrivateFolder(tmp_path, is_closed=False).make() == tmp_path


def test_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path)
    with pytest.raises(PyriteError, match="is not a folder"):
        PrivateFolder(tmp_path / "link").make()


def test_file_in_its_place_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(PyriteError, match="file cannot be created: File exists"):
        PrivateFolder(tmp_path / "file").make()


def test_missing_folder_raises_file_not_found(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        PrivateFolder(tmp_path / "missing").check()


def test_runtime_paths_are_the_sessions_and_the_temporary_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HERE", raising=False)
    tmp_path.chmod(0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    session, beside = runtime_paths("HERE")
    assert (session, beside.parent) == (tmp_path / "pyrite", Path(tempfile.gettempdir()))


@pytest.mark.filterwarnings("error")
def test_runtime_path_of_a_session_that_is_open_to_others_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("HERE", raising=False)
    tmp_path.chmod(0o777)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert [path.parent for path in runtime_paths("HERE")] == [Path(tempfile.gettempdir())]


@pytest.mark.parametrize("paths", [runtime_paths, lambda variable: [home_path("x", variable)]])
def test_variable_names_another_path(paths: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HERE", str(tmp_path))
    assert callable(paths)
    assert paths("HERE") == [tmp_path]


def test_cache_is_in_the_temporary_folder_when_the_users_cache_is_unusable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    folder = user_cache()
    assert folder is not None
    assert folder.parent == tmp_path


def test_user_without_a_home_has_temporary_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HERE", "HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os, "getuid", lambda: 54321)
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    assert runtime_paths("HERE") == [tmp_path / "pyrite-control-54321"]
    assert home_path("jobmanager", "HERE") == tmp_path / "pyrite-jobmanager-54321"


def test_user_without_a_home_has_a_temporary_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def user_cache_path(_name: str) -> Path:
        raise RuntimeError("could not determine the home directory")

    monkeypatch.setattr(private_folder, "user_cache_path", user_cache_path)
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    assert user_cache() == tmp_path / f"pyrite-cache-{os.getuid()}"


def test_home_that_cannot_be_written_to_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HERE", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "missing"))
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    assert home_path("jobmanager", "HERE") == tmp_path / f"pyrite-jobmanager-{os.getuid()}"
    monkeypatch.setenv("HOME", str(tmp_path))
    assert home_path("jobmanager", "HERE") == tmp_path / ".pyrite" / "jobmanager"
