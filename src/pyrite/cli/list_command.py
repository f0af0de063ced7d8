"""`pyrite list`: the jobs of this user on this machine."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pyrite.checkpoint.job_log import text_of_time
from pyrite.control.job_connection import ask
from pyrite.control.job_directory import ControlFolder, JobEntry
from pyrite.control.running_jobs import known_folders, running_jobs
from pyrite.core.errors import PyriteError
from pyrite.graph.render.graphs import printable

_ANSWER_S = 5.0
_NO_ANSWER = "NO ANSWER"


@dataclass(frozen=True)
class _Job:
    entry: JobEntry
    status: str
    parallelism: int


def add_list_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    summary = "list this user's jobs on this machine"
    parser = commands.add_parser("list", help=summary, description=summary.capitalize(), allow_abbrev=False)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("-r", "--running", action="store_true", help="those in state RUNNING only")
    which.add_argument("-a", "--all", action="store_true", help="also the last ones that have ended")
    parser.set_defaults(command=_list, job="")


def _list(options: argparse.Namespace) -> None:
    jobs = [_asked(folder, entry) for folder, entry in running_jobs()]
    shown = [job for job in jobs if job.status == "RUNNING" or not options.running]
    if shown:
        print(_table(("started", "job id", "status", "parallelism", "process", "name"), list(map(_cells, shown))))
    else:
        print("No job is running")
    ended = [entry for folder in known_folders() for entry in folder.ended()] if options.all else []
    if ended:
        print(f"\n{_table(('ended', 'job id', 'status', 'name'), list(map(_ended_cells, ended)))}")


def _asked(folder: ControlFolder, entry: JobEntry) -> _Job:
    try:
        answer: dict[str, Any] = ask(folder, entry, {"command": "status"}, _ANSWER_S)
        return _Job(entry, str(answer["status"]), int(answer["parallelism"]))
    except (OSError, PyriteError):
        return _Job(entry, _NO_ANSWER, entry.parallelism)


def _cells(job: _Job) -> tuple[str, ...]:
    entry = job.entry
    started = text_of_time(entry.started_ms)
    return started, entry.job_id, job.status, str(job.parallelism), str(entry.pid), printable(entry.name)


def _ended_cells(entry: JobEntry) -> tuple[str, ...]:
    return text_of_time(entry.ended_ms), entry.job_id, entry.status, printable(entry.name)


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in (header, *rows)]
    return "\n".join(line.rstrip() for line in lines)
