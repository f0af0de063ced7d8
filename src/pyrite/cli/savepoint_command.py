"""`pyrite savepoint`: takes a savepoint of a running job, or deletes one."""

from __future__ import annotations

import json
from typing import Optional

import click

from pyrite.cli.asking import ask
from pyrite.cli.invocation import Invocation
from pyrite.cli.job_manager_option import job_manager_option
from pyrite.cli.option_types import Location
from pyrite.cli.options import job_argument, json_option, settings_option
from pyrite.control.job_connection import absolute


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
@click.option(
    "-type",
    "--type",
    "format_type",
    type=click.Choice(["canonical", "native"], case_sensitive=False),
    help="Flink's kinds. There is one here, which any state backend reads: both take it.",
)
@job_manager_option()
@settings_option("A setting of the storage that PATH is in, say s3.endpoint.")
@json_option("Print the savepoint's path as a JSON object.")
@click.pass_obj
def savepoint_command(
    invocation: Invocation,
    job: Optional[str],
    directory: Optional[str],
    dispose: Optional[str],
    format_type: Optional[str],
    as_json: bool,
) -> None:
    """Take a savepoint of a running job, or delete one.

    Prints the savepoint's path; the job keeps running. With -d, deletes the savepoint at PATH.
    """
    if (dispose is None) == (job is None):
        raise click.UsageError("expected either JOB [DIR], or -d PATH")
    if dispose is None:
        asked = ask(invocation, str(job), "savepoint", directory=absolute(directory))
        if as_json:
            asked.print_json()
        else:
            click.echo(asked.answer["path"])
        return
    from pyrite.checkpoint.savepoint import dispose as delete

    delete(dispose, invocation.configuration)
    click.echo(json.dumps({"deleted": dispose}) if as_json else f"deleted {dispose}")
