"""`pyrite cancel`: ends a running job at once, or after a savepoint."""

from __future__ import annotations

from typing import Optional

import click

from pyrite.cli.options import job_argument
from pyrite.control.job_connection import absolute, ask_job
from pyrite.core.readable import printable

_DEFAULT = ""
"""The value of -s without a directory."""


@click.command("cancel")
@job_argument(required=False, metavar="JOB")
@click.option(
    "-s",
    "--with-savepoint",
    "directory",
    is_flag=False,
    flag_value=_DEFAULT,
    metavar="[DIR]",
    help="Take a savepoint first, below DIR or the job's execution.checkpointing.savepoint-dir; prints its path.",
)
@click.pass_context
def cancel_command(context: click.Context, job: Optional[str], directory: Optional[str]) -> None:
    """End a running job at once, or after a savepoint.

    After stop, unlike cancel, all that was processed is committed too.
    """
    if job is None:  # of `-s JOB`, the job was read as the directory
        job, directory = directory, _DEFAULT
    if not job:
        raise click.MissingParameter(ctx=context, param=context.command.params[0])
    if directory is None:
        entry, answer = ask_job(job, "cancel")
    else:
        entry, answer = ask_job(job, "cancel", directory=absolute(directory or None))
        click.echo(answer["path"])
    if answer["path"] is None or answer["status"] != "CANCELED":
        click.echo(f"job '{printable(entry.name)}' ({entry.job_id}) has ended: {answer['status']}")
