"""`pyrite logs`: which job, which task, and what comes while it is followed."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from pyrite.cli.main import main
from pyrite.cli.output.job_logs import follow_file
from pyrite.control.job_directory import FOLDER_VARIABLE
from pyrite.control.job_manager.job_store import FOLDER_VARIABLE as STORE_VARIABLE
from pyrite.control.job_manager.job_store import JobFolder, JobStore, Submission
from pyrite.control.job_manager_gateway import SubmittedProgram
from pyrite.control.rest_id import rest_id

Captured = pytest.CaptureFixture[str]
_DRIVER = "2026-01-01T00:00:00.000Z INFO  driver: the job starts\n"
_MAP = "2026-01-01T00:00:01.000Z ERROR ['Map', subtask 1/2 #1 on host1] mine: failed\n    ValueError: no key\n"
_SINK = "2026-01-01T00:00:02.000Z INFO  ['Sink', subtask 1/1 #1 on host1] mine: written\n"
_BOTH_MAPS = "==> Map_subtask_1_2 <==\nMap_subtask_1_2 prints\n==> Map_subtask_2_2 <==\nMap_subtask_2_2 prints\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> JobFolder:
    monkeypatch.setenv(STORE_VARIABLE, str(tmp_path / "store"))
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "control"))
    store = JobStore.of_user()
    store.make()
    folder = store.add(Submission("abc123", SubmittedProgram("words.py"), 1))
    folder.write("job", {"name": "words"})
    (folder.path / "job.log").write_text(_DRIVER + _MAP + _SINK)
    (folder.path / "spark.log").write_text("spark starts\n")
    (folder.path / "job.out").write_text("main prints\n")
    (folder.path / "tasks").mkdir()
    for name in ("Map_subtask_1_2", "Map_subtask_2_2", "Sink_subtask_1_1"):
        (folder.path / "tasks" / f"{name}.out").write_text(f"{name} prints\n")
    return folder


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["abc123"], _DRIVER + _MAP + _SINK),
        ([rest_id("abc123"), "map"], _MAP),
        (["words", "map"], _MAP),
        (["abc", "Sink"], _SINK),
        (["abc", "-f"], _DRIVER + _MAP + _SINK),
        (["abc", "--out"], "main prints\n"),
        (["abc", "sink", "--out"], "Sink_subtask_1_1 prints\n"),
        (["abc", "--spark"], "spark starts\n"),
        (["abc", "'Map', subtask 2/2", "--out"], "Map_subtask_2_2 prints\n"),
        (["abc", "map", "--out"], _BOTH_MAPS),
        (["abc", "map", "--out", "-f"], _BOTH_MAPS),
    ],
)
def test_logs_shows_what_is_asked_for(folder: JobFolder, capsys: Captured, words: list[str], shown: str) -> None:
    assert main(["logs", *words]) == 0
    assert capsys.readouterr().out == shown


def test_logs_begins_with_the_oldest_file(folder: JobFolder, capsys: Captured) -> None:
    (folder.path / "job.log.1").write_text("second\n")
    (folder.path / "job.log.2").write_text("first\n")
    main(["logs", "words"])
    assert capsys.readouterr().out == f"first\nsecond\n{_DRIVER}{_MAP}{_SINK}"


def test_json_log_is_shown_by_task(folder: JobFolder, capsys: Captured) -> None:
    (folder.path / "job.log").write_text('{"message": "a", "task": "Map"}\n{"message": "b"}\n')
    main(["logs", "words", "map"])
    assert capsys.readouterr().out == '{"message": "a", "task": "Map"}\n'


@pytest.mark.parametrize(
    ("words", "reported"),
    [
        (["clicks"], "there is no log of a job 'clicks'"),
        (
            ["words", "Reduce", "--out"],
            "no task 'Reduce' has printed anything. Tasks with output:\n  Map_subtask_1_2\n  Map_subtask_2_2\n  Sink",
        ),
    ],
)
def test_what_there_is_not_is_reported(folder: JobFolder, capsys: Captured, words: list[str], reported: str) -> None:
    assert main(["logs", *words]) == 1
    assert reported in capsys.readouterr().err


def test_file_is_followed_when_another_takes_its_place(tmp_path: Path) -> None:
    file, is_over = tmp_path / "job.log", threading.Event()
    file.write_text("a\nb")
    lines = follow_file(file, lambda: not is_over.is_set())
    assert next(lines) == "a\n"
    with file.open("a") as more:
        more.write("c\n")
    assert next(lines) == "bc\n"
    file.rename(tmp_path / "job.log.1")
    file.write_text("d\n")
    assert next(lines) == "d\n"
    with file.open("a") as more:
        more.write("e")
    is_over.set()
    assert list(lines) == ["e"]
