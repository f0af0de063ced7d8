"""Prints and follows the logs of a job's folder."""

from __future__ import annotations

import json
import os
import queue
import re
import threading
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final, Optional, Protocol

import click

from pyrite.control.job_log import LOG, SPARK_LOG, output_file
from pyrite.control.job_manager.driver_process import OUTPUT, driver_pid
from pyrite.control.job_manager.job_store import JobFolder, JobStore
from pyrite.control.rest_id import rest_id
from pyrite.control.running_jobs import running_jobs
from pyrite.core.errors import AmbiguousJobError, JobNotRunningError, PyriteError

_POLL_S: Final = 0.2
_RECORD: Final = re.compile(r"\d{4}-\d\d-\d\dT\S+Z [A-Z]+ +(?:\[(?P<task>.*?) #\d+ on \S+\] )?")


@dataclass(frozen=True)
class LogSelection:
    """The options of `pyrite logs`."""

    task: Optional[str] = None
    follow: bool = False
    out: bool = False
    spark: bool = False


class JobLogs(Protocol):
    """The log files of one job, by name."""

    def task_outputs(self) -> list[str]:
        """The names of the tasks' output files."""

    def lines(self, name: str, follow: bool) -> Iterator[str]:
        """The lines of a file, of its rotated predecessors first; with `follow`, new lines while the job runs."""


def show_logs(logs: JobLogs, selection: LogSelection) -> None:
    """Prints the log or the output of a job, or Spark's log; only the part of one task, if a task is selected."""
    task = selection.task
    if selection.out and task is not None:
        _show_outputs(logs, _matching_outputs(logs.task_outputs(), task), selection.follow)
        return
    name = SPARK_LOG if selection.spark else OUTPUT if selection.out else LOG
    lines = logs.lines(name, selection.follow)
    for line in lines if task is None else filter(OfTask(task), lines):
        click.echo(line, nl=False)


def _show_outputs(logs: JobLogs, names: list[str], follow: bool) -> None:
    """Prints output files, with a title before the lines of each if there are several."""
    title = ""
    for name, line in _merged(logs, names) if follow else _in_turn(logs, names):
        if len(names) > 1 and name != title:
            click.echo(f"==> {Path(name).stem} <==")
            title = name
        click.echo(line, nl=False)


def _in_turn(logs: JobLogs, names: list[str]) -> Iterator[tuple[str, str]]:
    return ((name, line) for name in names for line in logs.lines(name, follow=False))


def _merged(logs: JobLogs, names: list[str]) -> Iterator[tuple[str, str]]:
    """Follows several files, each in a thread: lines in the order in which they are read."""
    lines: queue.SimpleQueue[Optional[tuple[str, str]]] = queue.SimpleQueue()

    def read(name: str) -> None:
        try:
            for line in logs.lines(name, follow=True):
                lines.put((name, line))
        finally:
            lines.put(None)

    for name in names:
        threading.Thread(target=read, args=(name,), daemon=True, name=f"follow {name}").start()
    ended = 0
    while ended < len(names):
        line = lines.get()
        if line is None:
            ended += 1
        else:
            yield line


class FolderLogs:
    """The logs of a job's folder on this machine."""

    def __init__(self, folder: JobFolder) -> None:
        self._folder = folder

    def task_outputs(self) -> list[str]:
        return sorted(file.name for file in (self._folder.path / "tasks").glob("*.out"))

    def lines(self, name: str, follow: bool) -> Iterator[str]:
        is_of_job = name in (LOG, SPARK_LOG, OUTPUT)
        return _lines(
            self._folder, self._folder.path / name if is_of_job else self._folder.path / "tasks" / name, follow
        )


def folder_logs(job: str) -> FolderLogs:
    """The logs of a job in its folder."""
    return FolderLogs(find_folder(job))


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


def _matching_outputs(names: list[str], task: str) -> list[str]:
    """The output files of all subtasks that a name, or a part of it, stands for."""
    exact = output_file(Path(), task).name
    part = Path(exact).stem.lower()
    matching = [exact] if exact in names else [name for name in names if part in Path(name).stem.lower()]
    if matching:
        return matching
    listed = "\n".join(f"  {Path(name).stem}" for name in names)
    what = f"no task '{task}' has printed anything"
    raise PyriteError(f"{what}. Tasks with output:\n{listed}" if names else what)


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
