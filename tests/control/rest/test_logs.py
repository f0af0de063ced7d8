"""Logs of the JobManager and of executors."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from pyrite.control.rest.services import RestSettings
from pyrite.storage.file_lock import lock_file
from tests.control.rest.memory_gateway import RUNNING, MemoryGateway, rest_client

EXECUTOR = f"/taskmanagers/{RUNNING}-executor"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "log").mkdir()
    (tmp_path / "log" / "jobmanager.log").write_text("it is up\n")
    (tmp_path / "jobs" / RUNNING / "tasks").mkdir(parents=True)
    (tmp_path / "jobs" / RUNNING / "job.log").write_text("it starts\n")
    (tmp_path / "jobs" / RUNNING / "spark.log").write_text("spark starts\n")
    os.utime(tmp_path / "jobs" / RUNNING / "job.log", (1.0, 1.0))  # older than Spark's
    (tmp_path / "jobs" / RUNNING / "submission.json").write_text("{}")
    (tmp_path / "jobs" / RUNNING / "tasks" / "Map_subtask_1_1.out").write_text("printed\n")
    return tmp_path


def ask(folder: Path, path: str) -> Any:
    async def main() -> Any:
        settings = RestSettings(log_folder=folder / "log", job_folder=folder / "jobs")
        async with rest_client(MemoryGateway(), settings) as client:
            answer = await client.get(path)
            assert answer.status_code == 200, answer.text
            return answer.json() if "json" in answer.headers["content-type"] else answer.text

    return asyncio.run(main())


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("/jobmanager/log", "it is up\n"),
        ("/jobmanager/logs/jobmanager.log", "it is up\n"),
        ("/jobmanager/stdout", ""),
        (f"{EXECUTOR}/log", "it starts\n"),
        (f"{EXECUTOR}/stdout", "printed\n"),
        (f"{EXECUTOR}/logs/Map_subtask_1_1.out", "printed\n"),
        (f"/jobs/{RUNNING}/logs/job.log", "it starts\n"),
        (f"/jobs/{RUNNING}/logs/spark.log", "spark starts\n"),
    ],
)
def test_log_is_shown(folder: Path, path: str, text: str) -> None:
    assert ask(folder, path) == text


def test_logs_of_a_job_are_its_own_and_sparks(folder: Path) -> None:
    assert [log["name"] for log in ask(folder, f"/jobs/{RUNNING}/logs")["logs"]] == ["job.log", "spark.log"]


def test_logs_of_an_executor_are_those_of_its_job_and_tasks(folder: Path) -> None:
    logs = ask(folder, f"{EXECUTOR}/logs")["logs"]
    assert [(log["name"], log["size"]) for log in logs] == [
        ("Map_subtask_1_1.out", 8),
        ("job.log", 10),
        ("spark.log", 13),
    ]


def test_threads_of_the_server_are_shown(folder: Path) -> None:
    threads = ask(folder, "/jobmanager/thread-dump")["threadInfos"]
    assert any("test_logs.py" in thread["stringifiedThreadInfo"] for thread in threads)


def test_output_of_a_job_is_read_in_whole_lines(folder: Path) -> None:
    job, path = folder / "jobs" / RUNNING, f"/jobs/{RUNNING}/output"
    (job / "job.out").write_text("one\ntwo\nth")
    lock = lock_file(job / "driver")  # its driver runs
    try:
        listed = ask(folder, path)
        assert [(file["name"], file["size"]) for file in listed["files"]] == [
            ("Map_subtask_1_1.out", 8),
            ("job.out", 10),
        ]
        assert not listed["complete"]
        assert ask(folder, f"{path}/job.out?from=4") == {"text": "two\n", "next": 8}
        assert ask(folder, f"{path}/job.out?from=8") == {"text": "", "next": 8}
    finally:
        os.close(lock)
    assert ask(folder, path)["complete"]
    assert ask(folder, f"{path}/job.out?from=8") == {"text": "th", "next": 10}
