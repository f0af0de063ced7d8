"""`pyrite logs`: shows the log of a job in the background, running or ended."""

from __future__ import annotations

from typing import Optional

import click

from pyrite.cli.commands.options import job_argument


@click.command("logs")
@job_argument(", or an ended one")
@click.argument("task", required=False, help="Only the log of this task: its name, or a part of it.")
@click.option("-f", "--follow", is_flag=True, help="Follow the log until the job's driver ends.")
@click.option("--out", is_flag=True, help="Show the standard output of the program, or of TASK, instead.")
@click.option("--spark", is_flag=True, help="Show the log of Spark's JVM instead.")
def logs_command(job: str, task: Optional[str], follow: bool, out: bool, spark: bool) -> None:
    """Show the log of a job in the background.

    It has the logs of the driver and of all tasks, and the error of each failed attempt. A job in the foreground logs
    to its terminal.
    """
    from pyrite.cli.output.job_logs import show_logs

    if spark and (out or task is not None):
        raise click.UsageError("--spark is for the whole job: neither TASK nor --out goes with it")
    show_logs(job, task, follow, out, spark)
