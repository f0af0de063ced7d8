"""Commands with -m that only look: list, logs, checkpoints. The JobManager holds documents, its server is real."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pyrite.cli.main import main
from pyrite.control.job_manager.job_store import FOLDER_VARIABLE, JobStore
from pyrite.control.rest.app import make_app
from pyrite.control.rest.services import RestSettings
from pyrite.control.rest_id import rest_id
from pyrite.core.job.job_status import JobStatus
from pyrite.core.job.job_summary import JobSummary
from tests.control.rest.access import ACCESS, served
from tests.control.rest.memory_gateway import FINISHED, RUNNING, MemoryGateway, documents, summary_of

Captured = pytest.CaptureFixture[str]
NAMED = JobSummary("words", "word counts", JobStatus.INITIALIZING, 1000, queue_position=2, waits_for="its turn")


@pytest.fixture
def gateway() -> MemoryGateway:
    gateway = MemoryGateway()
    running = replace(summary_of(documents()[RUNNING]), pid=4711, parallelism=3)
    gateway.summaries = [running, NAMED, summary_of(documents()[FINISHED])]
    return gateway


@pytest.fixture
def address(gateway: MemoryGateway, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "store"))
    app = make_app(gateway, RestSettings(job_folder=tmp_path, document_age_s=0.0), ACCESS)
    with served(app, JobStore.of_user()) as address:
        yield address


@pytest.fixture
def job_folder(tmp_path: Path) -> Path:
    folder = tmp_path / RUNNING
    (folder / "tasks").mkdir(parents=True)
    (folder / "job.log.1").write_text("2026-01-01T00:00:00.000Z INFO  driver: first\n")
    (folder / "job.log").write_text("2026-01-01T00:00:01.000Z INFO  ['Map', subtask 1/2 #1 on host1] mine: second\n")
    (folder / "spark.log").write_text("the JVM\n")
    (folder / "job.out").write_text("main prints\n")
    for number in (1, 2):
        (folder / "tasks" / f"Map_subtask_{number}_2.out").write_text(f"subtask {number} prints\n")
    return folder


def test_list_shows_own_ids_parallelism_processes_and_the_queue(address: str, capsys: Captured) -> None:
    assert main(["list", "-a", "-m", address]) == 0
    rows = [re.split(r"  +", row)[1:] for row in capsys.readouterr().out.splitlines() if " UTC " in row]
    assert rows == [
        [RUNNING, "RUNNING", "3", "4711", "sums"],
        ["words", "QUEUED", "-", "-", "word counts"],
        [FINISHED, "FINISHED", "sums"],
    ]


@pytest.mark.parametrize("word", ["words", "wor", rest_id("words"), rest_id("words")[:8], "word counts"])
def test_job_is_found_by_each_of_its_ids_and_reported_by_its_own(
    address: str, gateway: MemoryGateway, capsys: Captured, word: str
) -> None:
    gateway.summaries = [replace(NAMED, status=JobStatus.RUNNING)]
    assert main(["savepoint", "--json", "-m", address, word]) == 0
    assert json.loads(capsys.readouterr().out)["job_id"] == "words"
    assert [job_id for job_id, _ in gateway.commands] == ["words"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            [],
            "T00:00:00.000Z INFO  driver: first\nT00:00:01.000Z INFO  ['Map', subtask 1/2 #1 on host1] mine: second\n",
        ),
        (["map"], "T00:00:01.000Z INFO  ['Map', subtask 1/2 #1 on host1] mine: second\n"),
        (
            ["-f"],
            "T00:00:00.000Z INFO  driver: first\nT00:00:01.000Z INFO  ['Map', subtask 1/2 #1 on host1] mine: second\n",
        ),
        (["--spark"], "the JVM\n"),
        (["--out"], "main prints\n"),
        (["map", "--out"], "==> Map_subtask_1_2 <==\nsubtask 1 prints\n==> Map_subtask_2_2 <==\nsubtask 2 prints\n"),
        (["subtask_2", "--out"], "subtask 2 prints\n"),
    ],
)
def test_logs_are_read_from_the_job_manager(
    address: str, job_folder: Path, capsys: Captured, words: list[str], expected: str
) -> None:
    assert main(["logs", "-m", address, RUNNING, *words]) == 0
    assert capsys.readouterr().out.replace("2026-01-01", "") == expected


def test_logs_of_a_large_file_are_whole(address: str, job_folder: Path, capsys: Captured) -> None:
    lines = [f"{number:07d} {'x' * 120}\n" for number in range(20_000)]  # more than a part
    (job_folder / "job.out").write_text("".join(lines))
    assert main(["logs", "-m", address, "--out", RUNNING]) == 0
    assert capsys.readouterr().out == "".join(lines)


def test_checkpoints_are_read_from_the_job_manager(address: str, capsys: Captured) -> None:
    assert main(["checkpoints", "-m", address, RUNNING]) == 0
    assert capsys.readouterr().out.startswith("job 'sums': ")
    assert main(["checkpoints", "list", "-m", address, "--json", RUNNING]) == 0
    history = json.loads(capsys.readouterr().out)["history"]
    assert [one["id"] for one in history] == [one.id for one in documents()[RUNNING].checkpoints.history]
    assert main(["checkpoints", "-m", address, "clicks"]) == 1
    assert "has no job 'clicks'" in capsys.readouterr().err
