"""`pyrite stop`: ends a running job with a savepoint, from which it can be resumed."""

from __future__ import annotations

from typing import Optional

import click

from pyrite.cli.asking import ask
from pyrite.cli.invocation import Invocation
from pyrite.cli.job_manager_option import job_manager_option
from pyrite.cli.option_types import Location
from pyrite.cli.options import job_argument, json_option
from pyrite.control.job_connection import absolute
from pyrite.core.readable import printable


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
@job_manager_option()
@json_option("Print the savepoint's path and how the job ended as a JSON object.")
@click.pass_obj
def stop_command(invocation: Invocation, job: str, drain: bool, directory: Optional[str], as_json: bool) -> None:
    """End a running job with a savepoint.

    Prints the savepoint's path; pyrite run -s PATH resumes from there.
    """
    asked = ask(invocation, job, "stop", drain=drain, directory=absolute(directory))
    if as_json:
        asked.print_json()
        return
    click.echo(asked.answer["path"])
    if asked.answer["status"] != "FINISHED":
        click.echo(f"job '{printable(asked.name)}' has a savepoint, but ended as {asked.answer['status']}")
