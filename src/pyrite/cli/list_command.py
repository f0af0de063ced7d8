"""`pyrite list`: the jobs of this user on this machine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from pyrite.cli.options import ExclusiveOption
from pyrite.cli.table import print_table
from pyrite.control.job_connection import ask
from pyrite.control.job_directory import ControlFolder, JobEntry
from pyrite.control.running_jobs import known_folders, running_jobs
from pyrite.core.errors import PyriteError
from pyrite.core.readable import printable, text_of_time

_ANSWER_S = 5.0
_NO_ANSWER = "NO ANSWER"


@dataclass(frozen=True)
class _Job:
    entry: JobEntry
    status: str
    parallelism: int


@click.command("list")
@click.option("-r", "--running", is_flag=True, help="Those in state RUNNING only.")
@click.option(
    "-a",
    "--all",
    "with_ended",
    cls=ExclusiveOption,
    not_with="running",
    is_flag=True,
    help="Also the last ones that ended.",
)
def list_command(running: bool, with_ended: bool) -> None:
    """List this user's jobs on this machine."""
    jobs = [_asked(folder, entry) for folder, entry in running_jobs()]
    shown = [job for job in jobs if job.status == "RUNNING" or not running]
    if shown:
        print_table(("started", "job id", "status", "parallelism", "process", "name"), map(_cells, shown))
    else:
        click.echo("No job is running")
    ended = [entry for folder in known_folders() for entry in folder.ended()] if with_ended else []
    if ended:
        click.echo()
        print_table(("ended", "job id", "status", "name"), map(_ended_cells, ended))


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
