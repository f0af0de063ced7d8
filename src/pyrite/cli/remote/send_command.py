"""Sends a command to a job: to its driver on this machine, or through a JobManager's REST."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, replace
from typing import Any, Generic, Optional, TypeVar

import click

from pyrite.cli.invocation import Invocation
from pyrite.cli.output.spinner import spinner
from pyrite.control.driver_client import DriverClient
from pyrite.control.job_manager.driver_process import cancel_driver
from pyrite.control.job_manager.job_store import JobStore
from pyrite.control.job_manager.starting_jobs import find_starting_job
from pyrite.control.running_jobs import find_job
from pyrite.core.errors import JobNotRunningError
from pyrite.core.job.commands import Cancel, Command, JobEnd
from pyrite.core.job.job_event import command_line
from pyrite.core.job.job_status import JobStatus
from pyrite.core.json_dataclasses import to_json
from pyrite.core.text_formatting import printable

A = TypeVar("A")


@dataclass(frozen=True)
class CommandResult(Generic[A]):
    """A job, and the answer to a command on it."""

    job_id: str
    name: str
    answer: A

    @property
    def job(self) -> str:
        """A sentence that names the job."""
        return f"job '{printable(self.name)}'"

    def print(self, as_json: bool, *lines: str) -> None:
        """Prints lines for people, or JSON for programs."""
        content = {"job_id": self.job_id, "name": self.name, **to_json(self.answer)}
        click.echo(json.dumps(content) if as_json else "\n".join(lines))


def send_command(invocation: Invocation, word: str, command: Command[A]) -> CommandResult[A]:
    """Sends a command to the job that a word stands for, and waits until it is done."""
    command = replace(command, requested_by=command_line())
    with spinner(f"{command.name} of {word}"):
        if invocation.job_manager:
            from pyrite.cli.remote.job_manager_client import JobManagerClient

            with JobManagerClient(invocation.job_manager, invocation.configuration) as client:
                job = client.find(word)
                return CommandResult(job["job-id"], job["name"], client.send(job["jid"], command))
        try:
            return _send_to_driver(word, command)
        except JobNotRunningError:
            result = _send_to_starting_job(word, command)
            if result is None:
                raise
            return result


def _send_to_driver(word: str, command: Command[A]) -> CommandResult[A]:
    """Sends the command to the driver. Ctrl-C ends the waiting, not the command."""
    folder, entry = find_job(word)
    try:
        return CommandResult(entry.job_id, entry.name, DriverClient(folder, entry).send(command))
    except KeyboardInterrupt:
        sys.stderr.write(f"no longer waiting: '{entry.name}' completes the command\n")
        raise SystemExit(130) from None


def _send_to_starting_job(word: str, command: Command[A]) -> Optional[CommandResult[A]]:
    """A job that starts can only be canceled. None: the word stands for no such job."""
    job = find_starting_job(JobStore.of_user(), word)
    if job is None:
        return None
    if command != Cancel():
        what = f"job {job.job_id} is {job.status} and accepts no command but cancel"
        raise JobNotRunningError(f"{what}: {job.waits_for}" if job.waits_for else what) from None
    cancel_driver(job.folder)
    outcome = job.folder.outcome()
    status = JobStatus.CANCELED if outcome is None else JobStatus[outcome.status]
    end: Any = JobEnd(None, status)
    return CommandResult(job.job_id, job.name, end)
