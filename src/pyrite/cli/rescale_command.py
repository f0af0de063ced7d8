"""`pyrite rescale`: changes the parallelism of a running job."""

from __future__ import annotations

import click

from pyrite.cli.options import job_argument
from pyrite.control.job_connection import ask_job
from pyrite.core.readable import printable


@click.command("rescale")
@job_argument()
@click.option("-p", "--parallelism", type=click.IntRange(min=1), required=True, metavar="N", help="Subtasks.")
def rescale_command(job: str, parallelism: int) -> None:
    """Change the parallelism of a running job.

    The job stops at a checkpoint and resumes with the other parallelism. Nothing is lost or doubled; the pause is
    printed. Operators that name a parallelism of their own keep it.
    """
    entry, answer = ask_job(job, "rescale", parallelism=parallelism)
    click.echo(
        f"job '{printable(entry.name)}' runs with parallelism {answer['parallelism']}, from checkpoint "
        f"{answer['checkpoint_id']} on, after a pause of {answer['pause_ms'] / 1000:.2f} s"
    )
