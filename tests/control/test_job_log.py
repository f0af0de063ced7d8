"""The log of a job in the background: its forms, what always goes into it, and where tasks print to."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from pyrite.control import job_log
from pyrite.control.job_log import ERRORS, TaskLogRecord, output_file, start_job_log
from pyrite.core.config.configuration import Configuration
from pyrite.runtime.spark.driver.job_results import JobResults
from pyrite.runtime.spark.task.task_output import Text

RECORD = TaskLogRecord(1.5, logging.WARNING, "mine", "late\nby 3 s", "'Map', subtask 1/2", 7, "host1")


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    for handler in root.handlers:
        if handler not in handlers:
            handler.close()
    root.handlers[:], job_log._folder = handlers, None
    root.setLevel(level)


def log_of(folder: Path, **settings: str) -> list[str]:
    """What is logged by a driver and one of its tasks."""
    start_job_log(folder, Configuration({f"env.log.{key}": value for key, value in settings.items()}))
    logging.getLogger("driver").info("the job starts")
    JobResults().take(RECORD)
    logging.getLogger(ERRORS).info("attempt 7 failed", exc_info=ValueError("no such key"))
    return (folder / "job.log").read_text().splitlines()


def test_log_has_the_drivers_records_and_the_tasks(tmp_path: Path) -> None:
    driver, *task = log_of(tmp_path)[:3]
    assert driver.endswith("Z INFO  driver: the job starts")
    assert task == ["1970-01-01T00:00:01.500Z WARNING ['Map', subtask 1/2 #7 on host1] mine: late", "    by 3 s"]


def test_log_is_one_json_object_a_line_when_asked_for(tmp_path: Path) -> None:
    driver, task, error = map(json.loads, log_of(tmp_path, format="json"))
    assert (driver["level"], driver["message"], "task" in driver) == ("INFO", "the job starts", False)
    assert {key: task[key] for key in ("time", "message", "task", "attempt", "host")} == {
        "time": "1970-01-01T00:00:01.500+00:00",
        "message": "late\nby 3 s",
        "task": "'Map', subtask 1/2",
        "attempt": 7,
        "host": "host1",
    }
    assert error["message"] == "attempt 7 failed\nValueError: no such key"


def test_errors_of_attempts_are_logged_at_any_level(tmp_path: Path) -> None:
    lines = log_of(tmp_path, level="ERROR")
    assert [line.partition(": ")[2] for line in lines] == ["attempt 7 failed", "no such key"]


def test_log_is_rotated(tmp_path: Path) -> None:
    log_of(tmp_path, size="200 b", max="2")
    for number in range(50):
        logging.getLogger("driver").info("line %d", number)
    files = sorted(path.name for path in tmp_path.glob("job.log*"))
    assert files == ["job.log", "job.log.1", "job.log.2"]
    assert "line 49" in (tmp_path / "job.log").read_text()


def test_task_prints_to_a_file_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log_of(tmp_path)
    results = JobResults()
    results.take(Text("out\n", False, "'Map', subtask 1/2"))
    results.take(Text("error\n", True, "'Map', subtask 1/2"))
    assert output_file(tmp_path, "'Map', subtask 1/2").read_text() == "out\nerror\n"
    assert output_file(tmp_path, "'Map', subtask 1/2").name == "Map_subtask_1_2.out"
    assert capsys.readouterr() == ("", "")


def test_task_prints_and_logs_to_the_terminal_in_the_foreground(capsys: pytest.CaptureFixture[str]) -> None:
    results = JobResults()
    results.take(Text("out\n", False, "'Map', subtask 1/2"))
    results.take(RECORD)
    out, err = capsys.readouterr()
    assert (out, err.partition(" WARNING ")[2]) == ("out\n", "mine: late\nby 3 s\n")
