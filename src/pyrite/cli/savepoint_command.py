"""`pyrite savepoint`: takes a savepoint of a running job, or deletes one."""

from __future__ import annotations

from typing import Optional

import click

from pyrite.cli.invocation import Invocation
from pyrite.cli.option_types import Location
from pyrite.cli.options import job_argument, settings_option
from pyrite.control.job_connection import absolute, ask_job


@click.command("savepoint")
@job_argument(required=False)
@click.argument(
    "directory",
    required=False,
    type=Location(),
    metavar="[DIR]",
    help="Path or URI below which it is made; else the job's execution.checkpointing.savepoint-dir.",
)
@click.option("-d", "--dispose", type=Location(), metavar="PATH", help="Delete this savepoint, and nothing else.")
@settings_option("A setting of the storage that PATH is in, say s3.endpoint.")
@click.pass_obj
def savepoint_command(
    invocation: Invocation, job: Optional[str], directory: Optional[str], dispose: Optional[str]
) -> None:
    """Take a savepoint of a running job, or delete one.

    Prints the savepoint's path; the job keeps running. With -d, deletes the savepoint at PATH.
    """
    if (dispose is None) == (job is None):
        raise click.UsageError("expected either JOB [DIR], or -d PATH")
    if dispose is None:
        _, answer = ask_job(str(job), "savepoint", directory=absolute(directory))
        click.echo(answer["path"])
        return
    from pyrite.checkpoint.savepoint import dispose as delete

    delete(dispose, invocation.configuration)
    click.echo(f"deleted {dispose}")
