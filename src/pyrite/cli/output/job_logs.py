"""Prints and follows the logs of a job's folder."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import BinaryIO, Final, Optional

import click

from pyrite.control.job_log import LOG, SPARK_LOG, output_file
from pyrite.control.job_manager.driver_process import OUTPUT, driver_pid
from pyrite.control.job_manager.job_store import JobFolder, JobStore
from pyrite.control.rest_id import rest_id
from pyrite.control.running_jobs import running_jobs
from pyrite.core.errors import AmbiguousJobError, JobNotRunningError, PyriteError

_POLL_S: Final = 0.2
_RECORD: Final = re.compile(r"\d{4}-\d\d-\d\dT\S+Z [A-Z]+ +(?:\[(?P<task>.*?) #\d+ on \S+\] )?")


def show_logs(job: str, task: Optional[str], follow: bool, out: bool, spark: bool = False) -> None:
    """Prints the log or the output of a job, or Spark's log; only the part of one task, if `task` is set."""
    folder = find_folder(job)
    if spark:
        lines = _lines(folder, folder.path / SPARK_LOG, follow)
    elif out:
        file = folder.path / OUTPUT if task is None else _output_of(folder, task)
        lines = _lines(folder, file, follow)
    else:
        lines = _lines(folder, folder.path / LOG, follow)
        if task is not None:
            lines = filter(OfTask(task), lines)
    for line in lines:
        click.echo(line, nl=False)


def find_folder(word: str) -> JobFolder:
    """Finds a job's folder by its id, its own or REST's, by its name, or by a unique prefix of its id, in this order.

    A name stands for its latest job.
    """
    store = JobStore.of_user()
    ids = store.job_ids()
    exact = [job_id for job_id in ids if word in (job_id, rest_id(job_id))]
    matching = [job_id for job_id in ids if _name(store.job(job_id)) == word]
    begins = [job_id for job_id in ids if word and job_id.startswith(word)]
    if exact:
        return store.job(exact[0])
    if matching:
        return max(map(store.job, matching), key=lambda folder: folder.path.stat().st_mtime)
    if len(begins) > 1:
        raise AmbiguousJobError(f"'{word}' matches {len(begins)} jobs: {', '.join(begins)}")
    if begins:
        return store.job(begins[0])
    if any(word in (entry.job_id, entry.name) for _, entry in running_jobs()):
        raise PyriteError(f"job '{word}' was started in the foreground: it logs to its terminal")
    raise JobNotRunningError(f"there is no log of a job '{word}' in {store.path}")


def _name(folder: JobFolder) -> str:
    return str(folder.read("job").get("name", ""))


def _output_of(folder: JobFolder, task: str) -> Path:
    """The output file of a task."""
    exact = output_file(folder.path, task)
    part = exact.stem.lower()
    files = sorted((folder.path / "tasks").glob("*.out"))
    matching = [file for file in files if part in file.stem.lower()]
    if exact in files or len(matching) == 1:
        return exact if exact in files else matching[0]
    what = f"'{task}' matches {len(matching)} tasks" if matching else f"no task '{task}' has printed anything"
    names = "\n".join(f"  {file.stem}" for file in matching or files)
    raise PyriteError(f"{what}. Tasks with output:\n{names}" if names else what)


class OfTask:
    """Whether a line, of text or JSON, belongs to a task's record. Further lines belong to the record before them."""

    def __init__(self, task: str) -> None:
        self._task = task.lower()
        self._belongs = False

    def __call__(self, line: str) -> bool:
        if line.startswith("{"):
            return self._task in str(json.loads(line).get("task", "")).lower()
        record = _RECORD.match(line)
        if record is not None:
            self._belongs = record["task"] is not None and self._task in record["task"].lower()
        return self._belongs


def _lines(folder: JobFolder, file: Path, follow: bool) -> Iterator[str]:
    """The lines of a log: from older files, then from this one, and new lines while the job runs."""
    older = [file.with_name(f"{file.name}.{number}") for number in range(1, 100)]
    for path in reversed([path for path in older if path.exists()]):
        with path.open(encoding="utf-8", errors="replace") as lines:
            yield from lines
    if follow:
        yield from follow_file(file, lambda: driver_pid(folder) is not None)
    elif file.exists():
        with file.open(encoding="utf-8", errors="replace") as lines:
            yield from lines


def follow_file(file: Path, is_written: Callable[[], bool]) -> Iterator[str]:
    """The lines of a file as they are written, across rotations, until its writer has ended."""
    while is_written() or file.exists():
        if not file.exists():
            time.sleep(_POLL_S)
            continue
        with file.open("rb") as lines:
            is_replaced = yield from _follow_open(lines, file, is_written)
        if not is_replaced:
            return


def _follow_open(lines: BinaryIO, file: Path, is_written: Callable[[], bool]) -> Generator[str, None, bool]:
    """Whole lines, until the writer has ended or another file has taken the path; returns True for the latter."""
    part = b""
    while True:
        was_written = is_written()
        is_replaced = not file.exists() or file.stat().st_ino != os.fstat(lines.fileno()).st_ino
        while line := lines.readline():
            part += line
            if part.endswith(b"\n"):
                yield part.decode(errors="replace")
                part = b""
        if is_replaced or not was_written:
            if part:
                yield part.decode(errors="replace")
            return is_replaced
        time.sleep(_POLL_S)
