"""Where drivers register their jobs: who may enter, how a job is found, what dead drivers leave."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from pyrite.control import running_jobs
from pyrite.control.job_directory import FOLDER_VARIABLE, GONE, ControlFolder, JobEntry
from pyrite.control.rest_id import rest_id
from pyrite.control.running_jobs import find_job, known_folders, own_folder
from pyrite.core.errors import AmbiguousJobError, JobNotRunningError, JobRefusedError, PyriteError


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ControlFolder:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "control"))
    return own_folder()


def entry(job_id: str, name: str = "words", started_ms: int = 1, pid: int = 1) -> JobEntry:
    return JobEntry(job_id, name, pid, started_ms, 2, "file:///checkpoints")


def names(folder: ControlFolder) -> list[str]:
    return sorted(path.name for path in folder.path.iterdir())


def test_folder_is_made_for_this_user_only(folder: ControlFolder) -> None:
    assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700


@pytest.mark.parametrize("mode", [0o755, 0o701, 0o770])
def test_folder_that_others_may_enter_is_refused(folder: ControlFolder, mode: int) -> None:
    folder.path.chmod(mode)
    for use in (own_folder, known_folders):
        with pytest.raises(
            PyriteError, match=rf"control is not a folder that only this user.*mode {mode:o}.*chmod 700"
        ):
            use()


def test_link_in_place_of_the_folder_is_refused(
    folder: ControlFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "link").symlink_to(folder.path)
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "link"))
    with pytest.raises(PyriteError, match="link is not a folder"):
        own_folder()


def test_folder_is_in_the_sessions_own_and_else_in_the_temporary_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "session").mkdir(0o700)
    monkeypatch.delenv(FOLDER_VARIABLE, raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "session"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert own_folder().path == tmp_path / "session" / "pyrite"
    (tmp_path / "session" / "pyrite").rmdir()
    (tmp_path / "session").rmdir()  # as a log-out does
    assert own_folder().path == tmp_path / f"pyrite-control-{os.getuid()}"


def test_jobs_are_found_in_both_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "session").mkdir(0o700)
    monkeypatch.delenv(FOLDER_VARIABLE, raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "session"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    folders = running_jobs._candidates()
    for folder in folders:
        folder.make()
    assert [folder.path for folder in known_folders()] == [folder.path for folder in folders]
    with folders[1].listen(entry("aaa")):
        assert find_job("aaa")[0].path == folders[1].path


def test_job_that_listens_is_among_the_running_ones(folder: ControlFolder) -> None:
    with folder.listen(entry("bbb", started_ms=2)), folder.listen(entry("aaa", started_ms=3)):
        assert folder.running() == [entry("bbb", started_ms=2), entry("aaa", started_ms=3)]


def test_files_of_a_dead_driver_are_swept(folder: ControlFolder) -> None:
    folder.listen(entry("aaa")).close()
    with folder.listen(entry("bbb")):
        assert [job.job_id for job in folder.running()] == ["bbb"]
        assert names(folder) == ["aaa.ended", "bbb.json", "bbb.sock"]
    assert [(job.job_id, job.status) for job in folder.ended()] == [("aaa", GONE)]


def test_job_id_is_locked_for_one_process(folder: ControlFolder) -> None:
    first = folder.lock("aaa")
    with pytest.raises(JobRefusedError, match=f"job aaa is running already: process {os.getpid()}"):
        folder.lock("aaa")
    folder.lock("bbb").give_up()
    first.give_up()
    folder.lock("aaa").give_up()
    assert names(folder) == []


def test_lock_ends_with_its_process(folder: ControlFolder) -> None:
    code = "import os, sys; from pathlib import Path; from pyrite.control.job_directory import ControlFolder"
    code += "; lock = ControlFolder(Path(sys.argv[1])).lock('aaa'); os.kill(os.getpid(), 9)"
    subprocess.run([sys.executable, "-c", code, str(folder.path)], check=False)
    assert names(folder) == ["aaa.lock"]
    folder.lock("aaa").give_up()


def test_files_that_no_entry_names_stay(folder: ControlFolder) -> None:
    for name in ("database.sock", "mine.json", "notes.ended"):
        (folder.path / name).write_text(json.dumps(asdict(entry("another"))))
    folder.listen(entry("aaa")).close()
    assert (folder.running(), names(folder)) == ([], ["aaa.ended", "database.sock", "mine.json", "notes.ended"])


def test_file_that_is_no_jobs_is_left_alone(folder: ControlFolder) -> None:
    (folder.path / "x.json").write_text("{")
    assert (folder.running(), names(folder)) == ([], ["x.json"])


def test_id_of_a_job_of_another_process_that_runs_is_refused(folder: ControlFolder) -> None:
    with folder.listen(entry("aaa", pid=1)), pytest.raises(PyriteError, match="process 1 runs a job of the same id"):
        folder.listen(replace(entry("aaa", pid=2), storage="file:///others"))


def test_driver_that_took_the_job_over_is_found_though_the_older_one_is_there(folder: ControlFolder) -> None:
    older = entry("aaa", pid=1)
    with folder.listen(older), folder.listen(entry("aaa", pid=2)):
        folder.forget(replace(older, status="FAILED"))
        assert ([job.pid for job in folder.running()], folder.ended()) == ([2], [])


def test_id_of_a_dead_driver_can_be_used_again(folder: ControlFolder) -> None:
    folder.listen(entry("aaa", pid=1)).close()
    with folder.listen(entry("aaa", pid=2)):
        assert [job.pid for job in folder.running()] == [2]


def test_path_of_a_socket_may_be_longer_than_the_kernel_takes(tmp_path: Path) -> None:
    folder = ControlFolder(tmp_path / ("x" * 120))
    folder.make()
    with folder.listen(entry("j" * 64)) as listener, folder.connect("j" * 64) as connection:
        accepted, _ = listener.accept()
        accepted.close()
        assert connection.recv(1) == b""


def test_only_the_last_ended_jobs_are_kept(folder: ControlFolder) -> None:
    for number in range(25):
        folder.forget(replace(entry(f"job{number}"), ended_ms=number))
    assert sorted(job.job_id for job in folder.ended()) == sorted(f"job{number}" for number in range(5, 25))


# By what a user calls a job -------------------------------------------------------------------------------------------


@pytest.fixture
def three_jobs(folder: ControlFolder) -> Iterator[None]:
    with (
        folder.listen(entry("abc1", "words")),
        folder.listen(entry("abd2", "words")),
        folder.listen(entry("fff3", "abc1")),
    ):
        yield


@pytest.mark.usefixtures("three_jobs")
@pytest.mark.parametrize(
    ("word", "job_id"),
    [("abc1", "abc1"), ("abd", "abd2"), ("f", "fff3"), ("fff3", "fff3"), ("abc", "abc1"), (rest_id("fff3"), "fff3")],
)
def test_job_is_found_by_id_or_name_or_beginning(word: str, job_id: str) -> None:
    assert find_job(word)[1].job_id == job_id


@pytest.mark.usefixtures("three_jobs")
@pytest.mark.parametrize("word", ["words", "ab"])
def test_word_for_several_jobs_is_refused_with_their_ids(word: str) -> None:
    with pytest.raises(AmbiguousJobError, match=rf"'{word}' matches 2 jobs(?s:.)*abc1  words\n  abd2  words$"):
        find_job(word)


@pytest.mark.usefixtures("three_jobs")
@pytest.mark.parametrize("word", ["nobody", "", "ABC1"])
def test_unknown_job_is_refused_with_what_runs(word: str) -> None:
    with pytest.raises(JobNotRunningError, match=rf"no job '{word}'. Running:\n  abc1  words\n"):
        find_job(word)


def test_unknown_job_is_refused_when_none_runs(folder: ControlFolder) -> None:
    with pytest.raises(JobNotRunningError, match="no job of this user is running"):
        find_job("words")
