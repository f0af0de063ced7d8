"""`pyrite list`: the jobs of this user on this machine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Optional

import click

from pyrite.cli.commands.job_manager_option import job_manager_option
from pyrite.cli.commands.options import ExclusiveOption, json_option
from pyrite.cli.invocation import Invocation
from pyrite.cli.output.table import print_table
from pyrite.control.driver_client import DriverClient
from pyrite.control.job_directory import ControlFolder, JobEntry
from pyrite.control.job_manager.job_store import JobStore
from pyrite.control.job_manager.starting_jobs import QUEUED, starting_jobs
from pyrite.control.running_jobs import known_folders, running_jobs
from pyrite.core.errors import PyriteError
from pyrite.core.job.commands import Status
from pyrite.core.text_formatting import printable, text_of_time

_ANSWER_S = 5.0
_NO_ANSWER = "NO ANSWER"


_SCHEDULED = (QUEUED, "INITIALIZING", "CREATED")


@dataclass(frozen=True)
class _Job:
    """One line of the list."""

    job_id: str
    name: str
    status: str
    started_ms: int
    parallelism: Optional[int]
    """None: unknown."""
    pid: Optional[int]
    ended_ms: int = 0
    waits_for: str = ""
    """What a job waits for that has not started."""


@click.command("list")
@click.option("-r", "--running", is_flag=True, help="Only jobs in state RUNNING.")
@click.option(
    "-s", "--scheduled", is_flag=True, help="Only jobs that have not started: QUEUED, INITIALIZING or CREATED."
)
@click.option(
    "-a",
    "--all",
    "with_ended",
    cls=ExclusiveOption,
    not_with="running",
    is_flag=True,
    help="Also the last ended jobs.",
)
@job_manager_option("List the jobs of the JobManager at this address, not this user's jobs on this machine.")
@json_option("Print the jobs as a JSON list.")
@click.pass_obj
def list_command(invocation: Invocation, running: bool, scheduled: bool, with_ended: bool, as_json: bool) -> None:
    """List this user's jobs on this machine, or a JobManager's."""
    jobs = _jobs_of(invocation) if invocation.job_manager else _jobs_here(with_ended)
    states = [*(["RUNNING"] if running else []), *(_SCHEDULED if scheduled else [])]
    live = [job for job in jobs if not job.ended_ms and (not states or job.status in states)]
    ended = [job for job in jobs if job.ended_ms] if with_ended else []
    if as_json:
        click.echo(json.dumps([asdict(job) for job in (*live, *ended)]))
        return
    if live:
        print_table(("started", "job id", "status", "parallelism", "process", "name"), map(_cells, live))
    else:
        click.echo("No job is running")
    if ended:
        click.echo()
        print_table(("ended", "job id", "status", "name"), map(_ended_cells, ended))


def _jobs_here(with_ended: bool) -> list[_Job]:
    """The jobs of running drivers on this machine, of starting drivers, and the last ended jobs."""
    jobs = [_poll(folder, entry) for folder, entry in running_jobs()]
    ended = [entry for folder in known_folders() for entry in folder.ended()]
    jobs += _starting({job.job_id for job in jobs}, {entry.pid for entry in ended})
    if with_ended:
        live = {job.job_id for job in jobs}
        jobs += [
            _Job(entry.job_id, entry.name, entry.status, entry.started_ms, entry.parallelism, None, entry.ended_ms)
            for entry in ended
            if entry.job_id not in live  # its former driver has ended
        ]
    return jobs


def _starting(registered: set[str], over: set[int]) -> Iterator[_Job]:
    """Jobs whose drivers have not registered yet, without ended jobs, whose drivers may still be exiting."""
    for job in starting_jobs(JobStore.of_user()):
        if job.job_id not in registered and job.pid not in over:
            yield _Job(job.job_id, job.name, job.status, job.submitted_ms, None, job.pid, waits_for=job.waits_for)


def _jobs_of(invocation: Invocation) -> list[_Job]:
    from pyrite.cli.remote.job_manager_client import JobManagerClient

    with JobManagerClient(invocation.job_manager, invocation.configuration) as client:
        return [
            _Job(
                job["job-id"],
                job["name"],
                QUEUED if "queue-position" in job else job["state"],
                job["start-time"],
                job.get("parallelism"),
                job.get("process"),
                max(0, job["end-time"]),
                job.get("waits-for", ""),
            )
            for job in client.jobs()
        ]


def _poll(folder: ControlFolder, entry: JobEntry) -> _Job:
    try:
        summary = DriverClient(folder, entry).send(Status(), _ANSWER_S)
        status, parallelism, started_ms = summary.status.name, summary.parallelism, summary.start_ms
    except (OSError, PyriteError):
        status, parallelism, started_ms = _NO_ANSWER, entry.parallelism, entry.started_ms
    return _Job(entry.job_id, entry.name, status, started_ms, parallelism, entry.pid)


def _cells(job: _Job) -> tuple[str, ...]:
    numbers = ("-" if number is None else str(number) for number in (job.parallelism, job.pid))
    return text_of_time(job.started_ms), job.job_id, job.status, *numbers, printable(job.name)


def _ended_cells(job: _Job) -> tuple[str, ...]:
    return text_of_time(job.ended_ms), job.job_id, job.status, printable(job.name)
