"""`pyrite jobmanager`: controls the process that starts drivers, lists all jobs and serves REST."""

from __future__ import annotations

from typing import Optional

import click

from pyrite.cli.commands.options import InOrderGroup, settings_option
from pyrite.cli.invocation import Invocation
from pyrite.core.config.cluster_options import MAX_PORT
from pyrite.core.config.memory.memory_table import memory_text
from pyrite.core.extras import load

_host = click.argument("host", required=False, help="The address to listen on (default: rest.bind-address).")
_port = click.argument(
    "webui_port",
    required=False,
    metavar="[WEBUI-PORT]",
    type=click.IntRange(0, MAX_PORT),
    help="The port of REST and dashboard (default: rest.bind-port, 8081); 0 for any free one.",
)
_settings = settings_option("A setting of the JobManager, before conf/config.yaml.")


@click.group("jobmanager", cls=InOrderGroup)
def jobmanager_command() -> None:
    """Run a JobManager on this machine.

    It runs submitted programs, each as a driver and a separate Spark application, restarts drivers that die, and lists
    and controls all jobs of this user on this machine through REST. Jobs outlive it, and a restarted JobManager has
    them again. Clients prove their role by a token (pyrite security token), and it listens on loopback by default.
    Its files are in ~/.pyrite/jobmanager, or in the folder of PYRITE_JOBMANAGER_DIR.
    """


def check_packages() -> None:
    """Fails early: the core works without these packages, and the error names the extra."""
    for module in ("starlette", "uvicorn", "python_multipart"):
        load(module, "jobmanager", "a JobManager")


def _show_memory(invocation: Invocation) -> None:
    """Prints the division of memory, if its size is configured."""
    if sums := memory_text(invocation.configuration):
        click.echo(sums)


@jobmanager_command.command("start")
@_host
@_port
@_settings
@click.pass_obj
def _start(invocation: Invocation, host: Optional[str], webui_port: Optional[int]) -> None:
    """Start a JobManager in the background."""
    check_packages()
    from pyrite.cli.cluster.jobmanager import start_job_manager

    _show_memory(invocation)
    click.echo(start_job_manager(host, webui_port, invocation.settings))


@jobmanager_command.command("start-foreground")
@_host
@_port
@_settings
@click.pass_obj
def _start_foreground(invocation: Invocation, host: Optional[str], webui_port: Optional[int]) -> None:
    """Run a JobManager in this process, until Ctrl-C or SIGTERM."""
    check_packages()
    from pyrite.cli.cluster.jobmanager import run_job_manager

    _show_memory(invocation)
    run_job_manager(host, webui_port, invocation.settings)


@jobmanager_command.command("stop")
def _stop() -> None:
    """Stop the JobManager that was started last. Its jobs keep running."""
    check_packages()
    from pyrite.cli.cluster.jobmanager import stop_job_managers

    click.echo(stop_job_managers(all_of_them=False))


@jobmanager_command.command("stop-all")
def _stop_all() -> None:
    """Stop all JobManagers of this user on this machine. Their jobs keep running."""
    check_packages()
    from pyrite.cli.cluster.jobmanager import stop_job_managers

    click.echo(stop_job_managers(all_of_them=True))
