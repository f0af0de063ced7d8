"""`pyrite ui`: opens the web page of the JobManager of this user on this machine."""

from __future__ import annotations

import webbrowser

import click

from pyrite.control.job_manager.instances import instances
from pyrite.control.job_manager.job_store import JobStore
from pyrite.core.errors import PyriteError


@click.command("ui")
@click.option("--print", "is_printed", is_flag=True, help="Print the page's address, and open no browser.")
def ui_command(is_printed: bool) -> None:
    """Open the web page of this user's JobManager on this machine.

    Of several, it is the oldest. The page asks for a token: pyrite security token.
    """
    running = instances(JobStore.of_user())
    if not running:
        raise PyriteError("no JobManager of this user runs on this machine: pyrite jobmanager start")
    address = f"{running[0].own_url}/"
    if is_printed:
        click.echo(address)
    elif webbrowser.open(address):
        click.echo(f"opened {address}")
    else:
        raise PyriteError(f"this machine has no browser that could be opened: open {address} in another one")
