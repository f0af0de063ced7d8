"""`pyrite stop`: ends a running job with a savepoint, from which it can be resumed."""

from __future__ import annotations

from typing import Optional

import click

from pyrite.cli.option_types import Location
from pyrite.cli.options import job_argument
from pyrite.control.job_connection import absolute, ask_job


@click.command("stop")
@job_argument()
@click.option(
    "-d",
    "--drain",
    is_flag=True,
    help="Fire all windows and event-time timers first, as at the end of input; not if the job is to be resumed.",
)
@click.option(
    "-p",
    "--savepoint-path",
    "directory",
    type=Location(),
    metavar="DIR",
    help="Path or URI below which it is made; else the job's execution.checkpointing.savepoint-dir.",
)
def stop_command(job: str, drain: bool, directory: Optional[str]) -> None:
    """End a running job with a savepoint.

    Prints the savepoint's path; pyrite run -s PATH resumes from there.
    """
    entry, answer = ask_job(job, "stop", drain=drain, directory=absolute(directory))
    click.echo(answer["path"])
    if answer["status"] != "FINISHED":
        click.echo(f"job '{entry.name}' has a savepoint, but ended as {answer['status']}")
