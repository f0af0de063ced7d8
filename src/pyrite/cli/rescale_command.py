"""`pyrite rescale`: changes the parallelism of a running job."""

from __future__ import annotations

import click

from pyrite.cli.asking import ask
from pyrite.cli.invocation import Invocation
from pyrite.cli.job_manager_option import job_manager_option
from pyrite.cli.options import job_argument, json_option
from pyrite.core.readable import printable


@click.command("rescale")
@job_argument()
@click.option("-p", "--parallelism", type=click.IntRange(min=1), required=True, metavar="N", help="Subtasks.")
@job_manager_option()
@json_option("Print parallelism, checkpoint and pause as a JSON object.")
@click.pass_obj
def rescale_command(invocation: Invocation, job: str, parallelism: int, as_json: bool) -> None:
    """Change the parallelism of a running job.

    The job stops at a checkpoint and resumes with the other parallelism. Nothing is lost or doubled; the pause is
    printed. Operators that name a parallelism of their own keep it.
    """
    asked = ask(invocation, job, "rescale", parallelism=parallelism)
    if as_json:
        asked.print_json()
        return
    answer = asked.answer
    click.echo(
        f"job '{printable(asked.name)}' runs with parallelism {answer['parallelism']}, from checkpoint "
        f"{answer['checkpoint_id']} on, after a pause of {answer['pause_ms'] / 1000:.2f} s"
    )
