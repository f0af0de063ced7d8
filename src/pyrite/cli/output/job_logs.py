"""Reading the logs of a job's folder, and following them."""

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
    """Prints the log of a job, its printed output or Spark's log; with `task`, the part of that task."""
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
    """The folder of the job of an id, its own or REST's, of a name, or of the only id that begins so.

    If several jobs have had the name, it is the last one's.
    """
    store = JobStore.of_user()
    ids = store.job_ids()
    exact = [job_id for job_id in ids if word in (job_id, rest_id(job_id))]
    named = [job_id for job_id in ids if _name(store.job(job_id)) == word]
    begins = [job_id for job_id in ids if word and job_id.startswith(word)]
    if exact:
        return store.job(exact[0])
    if named:
        return max(map(store.job, named), key=lambda folder: folder.path.stat().st_mtime)
    if len(begins) > 1:
        raise AmbiguousJobError(f"'{word}' stands for {len(begins)} jobs: {', '.join(begins)}")
    if begins:
        return store.job(begins[0])
    if any(word in (entry.job_id, entry.name) for _, entry in running_jobs()):
        raise PyriteError(f"job '{word}' was started in the foreground: it logs to its terminal")
    raise JobNotRunningError(f"there is no log of a job '{word}' in {store.path}")


def _name(folder: JobFolder) -> str:
    return str(folder.read("job").get("name", ""))


def _output_of(folder: JobFolder, task: str) -> Path:
    """The file of what a task prints."""
    exact = output_file(folder.path, task)
    wanted = exact.stem.lower()
    files = sorted((folder.path / "tasks").glob("*.out"))
    matching = [file for file in files if wanted in file.stem.lower()]
    if exact in files or len(matching) == 1:
        return exact if exact in files else matching[0]
    what = f"'{task}' stands for {len(matching)} tasks" if matching else f"no task '{task}' has printed anything"
    names = "\n".join(f"  {file.stem}" for file in matching or files)
    raise PyriteError(f"{what}. Those that have:\n{names}" if names else what)


class OfTask:
    """Whether a line belongs to a record of a task: of text, or JSON. Further lines belong to the one before."""

    def __init__(self, task: str) -> None:
        self._wanted = task.lower()
        self._belongs = False

    def __call__(self, line: str) -> bool:
        if line.startswith("{"):
            return self._wanted in str(json.loads(line).get("task", "")).lower()
        record = _RECORD.match(line)
        if record is not None:
            self._belongs = record["task"] is not None and self._wanted in record["task"].lower()
        return self._belongs


def _lines(folder: JobFolder, file: Path, follow: bool) -> Iterator[str]:
    """The lines of a log: those of older files first, then of this one, and what comes, for as long as the job runs."""
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
    """The lines of a file as they come, also when another one takes its place, until nobody writes it."""
    while is_written() or file.exists():
        if not file.exists():
            time.sleep(_POLL_S)
            continue
        with file.open("rb") as lines:
            is_replaced = yield from _follow_open(lines, file, is_written)
        if not is_replaced:
            return


def _follow_open(lines: BinaryIO, file: Path, is_written: Callable[[], bool]) -> Generator[str, None, bool]:
    """Whole lines; returns when nobody writes it, or another file has taken its place, which is said."""
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
