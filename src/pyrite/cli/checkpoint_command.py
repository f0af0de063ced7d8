"""`pyrite checkpoint`: takes a checkpoint of a running job at once."""

from __future__ import annotations

import click

from pyrite.cli.asking import ask
from pyrite.cli.invocation import Invocation
from pyrite.cli.job_manager_option import job_manager_option
from pyrite.cli.options import job_argument, json_option
from pyrite.core.readable import printable


@click.command("checkpoint")
@job_argument()
@job_manager_option()
@json_option("Print its number as a JSON object.")
@click.pass_obj
def checkpoint_command(invocation: Invocation, job: str, as_json: bool) -> None:
    """Take a checkpoint of a running job at once.

    It is one of the job's own, from which the job is restored; it counts as the one that would have been taken next.
    """
    asked = ask(invocation, job, "checkpoint")
    if as_json:
        asked.print_json()
    else:
        click.echo(f"checkpoint {asked.answer['checkpoint_id']} of job '{printable(asked.name)}' is complete")
