"""`pyrite jobmanager`: the process that starts drivers, sees all jobs and serves REST."""

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

    It starts programs that are submitted to it, each as a driver and a Spark application of its own, restarts drivers
    that die, and shows and controls all jobs of this user on this machine through REST. Jobs outlive it: started again,
    it has them all. Whoever can reach its port can run code as this user, so it listens on loopback only, unless you
    say otherwise. What it keeps lies in ~/.pyrite/jobmanager, or where PYRITE_JOBMANAGER_DIR says.
    """


def check_packages() -> None:
    """The core does without them: the error names the extra."""
    for module in ("starlette", "uvicorn", "python_multipart"):
        load(module, "jobmanager", "a JobManager")


def _show_memory(invocation: Invocation) -> None:
    """How memory is divided, if its size is configured."""
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
