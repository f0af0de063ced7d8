"""`pyrite checkpoints JOB`: the last checkpoints of a job, and one by vertex and subtask."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pyrite.checkpoint.manifest import CheckpointMetrics
from pyrite.cli.main import main
from pyrite.control import control_socket
from pyrite.control.job_control import serve_job
from pyrite.control.job_directory import FOLDER_VARIABLE
from pyrite.graph.execution_graph import Subtask
from pyrite.runtime.wire.checkpoint_outcome import CheckpointOutcome, SubtaskPart
from pyrite.runtime.wire.job_view import CheckpointsView
from tests.control.fake_job import FakeJob

Captured = pytest.CaptureFixture[str]
METRICS = CheckpointMetrics(sync_ms=2, async_ms=30, alignment_ms=4, start_delay_ms=5, written_bytes=600, full_bytes=700)
DONE = CheckpointOutcome(7, 1000, 1080, completed=True, subtasks={Subtask(0, 1): SubtaskPart(METRICS, 1060)})
FAILED = CheckpointOutcome(8, 2000, 2500, completed=False, why="the disk is full")


@pytest.fixture
def job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeJob]:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "control"))
    job = FakeJob()
    job.view = replace(job.view, checkpoints=CheckpointsView(1, 1, history=(DONE, FAILED)))
    serve_job(job, "")
    yield job
    if not job.finished.done():
        job.end()
    control_socket.close_all()


def cells(line: str) -> list[str]:
    return re.split(r"  +", line)


@pytest.mark.parametrize("words", [["checkpoints", "words"], ["checkpoints", "list", "abc123"]])
def test_last_checkpoints_are_listed_the_newest_first(job: FakeJob, capsys: Captured, words: list[str]) -> None:
    assert main(words) == 0
    counts, header, newest, oldest, failure = capsys.readouterr().out.splitlines()
    assert counts == "job 'words': 1 complete, 1 failed"
    assert cells(newest)[:3] == ["8", "checkpoint", "FAILED"]
    shown = dict(zip(cells(header), cells(oldest), strict=True))
    assert (shown["took"], shown["acknowledged"]) == ("80 ms", "1/4")
    assert [shown[name] for name in ("sync", "async", "alignment", "start delay")] == ["2 ms", "30 ms", "4 ms", "5 ms"]
    assert (shown["written"], shown["state"]) == ("600", "700")
    assert failure == "checkpoint 8 failed: the disk is full"


def test_one_checkpoint_is_shown_by_subtask(job: FakeJob, capsys: Captured) -> None:
    assert main(["checkpoints", "words", "--id", "7"]) == 0
    _, header, row = capsys.readouterr().out.splitlines()
    shown = dict(zip(cells(header), cells(row), strict=True))
    assert (shown["subtask"], shown["end to end"], shown["start delay"]) == ("2/3", "60 ms", "5.0 ms")


def test_checkpoints_are_printed_as_json(job: FakeJob, capsys: Captured) -> None:
    assert main(["checkpoints", "words", "--json"]) == 0
    content = json.loads(capsys.readouterr().out)
    assert [one["id"] for one in content["history"]] == [7, 8]


def test_checkpoints_of_a_job_that_has_ended_are_shown(job: FakeJob, capsys: Captured) -> None:
    job.end()
    control_socket.close_all()
    assert main(["checkpoints", "words"]) == 0
    assert "1 complete, 1 failed" in capsys.readouterr().out


def test_unknown_checkpoint_names_the_known_ones(job: FakeJob, capsys: Captured) -> None:
    assert main(["checkpoints", "words", "--id", "3"]) == 1
    assert "known checkpoints: 7, 8" in capsys.readouterr().err
