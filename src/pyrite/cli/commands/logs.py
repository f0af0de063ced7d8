"""`pyrite logs`: the log of a job that runs, or ran, in the background."""

from __future__ import annotations

from typing import Optional

import click

from pyrite.cli.commands.options import job_argument


@click.command("logs")
@job_argument(", or one that has ended")
@click.argument("task", required=False, help="Only what this task has logged: its name, or a part of it.")
@click.option("-f", "--follow", is_flag=True, help="Show what is added, until the job's driver has ended.")
@click.option("--out", is_flag=True, help="What was printed instead: by the program, or by TASK.")
@click.option("--spark", is_flag=True, help="What Spark's own process has written instead.")
def logs_command(job: str, task: Optional[str], follow: bool, out: bool, spark: bool) -> None:
    """Show the log of a job in the background.

    It has what the driver and all tasks log, and why each attempt has failed. A job that was started in the foreground
    logs to its terminal.
    """
    from pyrite.cli.output.job_logs import show_logs

    if spark and (out or task is not None):
        raise click.UsageError("--spark is for the whole job: neither TASK nor --out goes with it")
    show_logs(job, task, follow, out, spark)
