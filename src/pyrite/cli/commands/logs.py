"""`pyrite logs`: shows the log of a job in the background, running or ended."""

from __future__ import annotations

from typing import Optional

import click

from pyrite.cli.commands.job_manager_option import job_manager_option
from pyrite.cli.commands.options import job_argument
from pyrite.cli.invocation import Invocation


@click.command("logs")
@job_argument(", or an ended one")
@job_manager_option("Read the logs from the JobManager there, not from this machine's folder.")
@click.argument("task", required=False, help="Only the log of this task: its name, or a part of it.")
@click.option("-f", "--follow", is_flag=True, help="Follow the log until the job's driver ends.")
@click.option("--out", is_flag=True, help="Show the standard output of the program, or of TASK, instead.")
@click.option("--spark", is_flag=True, help="Show the log of Spark's JVM instead.")
@click.pass_obj
def logs_command(invocation: Invocation, job: str, task: Optional[str], follow: bool, out: bool, spark: bool) -> None:
    """Show the log of a job in the background.

    It has the logs of the driver and of all tasks, and the error of each failed attempt. A job in the foreground logs
    to its terminal.
    """
    from pyrite.cli.output.job_logs import LogSelection, folder_logs, show_logs

    if spark and (out or task is not None):
        raise click.UsageError("--spark is for the whole job: neither TASK nor --out goes with it")
    selection = LogSelection(task, follow, out, spark)
    if not invocation.job_manager:
        show_logs(folder_logs(job), selection)
        return
    from pyrite.cli.remote.job_manager_client import JobManagerClient
    from pyrite.cli.remote.remote_logs import RemoteLogs

    with JobManagerClient(invocation.job_manager, invocation.configuration) as client:
        show_logs(RemoteLogs(client, client.find(job)["jid"]), selection)
