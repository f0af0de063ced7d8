"""`pyrite cancel`: ends a running job at once, or after a savepoint."""

from __future__ import annotations

from typing import Optional

import click

from pyrite.cli.asking import ask
from pyrite.cli.job_manager_option import job_manager_option
from pyrite.cli.options import job_argument, json_option
from pyrite.control.job_connection import absolute
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
@job_manager_option()
@json_option("Print how the job ended as a JSON object.")
@click.pass_context
def cancel_command(context: click.Context, job: Optional[str], directory: Optional[str], as_json: bool) -> None:
    """End a running job at once, or after a savepoint.

    After stop, unlike cancel, all that was processed is committed too.
    """
    if job is None:  # of `-s JOB`, the job was read as the directory
        job, directory = directory, _DEFAULT
    if not job:
        raise click.MissingParameter(ctx=context, param=context.command.params[0])
    savepoint = {} if directory is None else {"directory": absolute(directory or None)}
    asked = ask(context.obj, job, "cancel", **savepoint)
    path, status = asked.answer["path"], asked.answer["status"]
    if as_json:
        asked.print_json()
        return
    if path is not None:
        click.echo(path)
    if path is None or status != "CANCELED":
        click.echo(f"job '{printable(asked.name)}' ({asked.job_id}) has ended: {status}")
