"""`pyrite historyserver`: shows ended jobs, from their archives."""

from __future__ import annotations

import click

from pyrite.cli.commands.options import InOrderGroup, settings_option
from pyrite.cli.invocation import Invocation
from pyrite.core.extras import load

_settings = settings_option("A setting of the history server, before conf/config.yaml.")


@click.group("historyserver", cls=InOrderGroup)
def historyserver_command() -> None:
    """Show ended jobs through the JobManager's REST API.

    Drivers archive their jobs in the folder jobmanager.archive.fs.dir; the history server reads the folders or URIs of
    historyserver.archive.fs.dir, and needs no JobManager, no driver and no Spark.
    """


def _check_packages() -> None:
    for module in ("starlette", "uvicorn", "python_multipart"):
        load(module, "jobmanager", "a history server")


@historyserver_command.command("start")
@_settings
@click.pass_obj
def _start(invocation: Invocation) -> None:
    """Start a history server in the background."""
    _check_packages()
    from pyrite.cli.cluster.historyserver import start_history_server

    click.echo(start_history_server(invocation.settings))


@historyserver_command.command("start-foreground")
@_settings
@click.pass_obj
def _start_foreground(invocation: Invocation) -> None:
    """Run a history server in this process, until Ctrl-C or SIGTERM."""
    _check_packages()
    from pyrite.cli.cluster.historyserver import run_history_server

    run_history_server(invocation.settings)


@historyserver_command.command("stop")
def _stop() -> None:
    """Stop the history server of this user on this machine."""
    from pyrite.cli.cluster.historyserver import stop_history_server

    click.echo(stop_history_server())
