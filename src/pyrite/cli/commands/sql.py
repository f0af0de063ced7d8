"""`pyrite sql`: a client for SQL."""

from __future__ import annotations

from typing import Optional

import click

from pyrite.cli.commands.options import ExclusiveOption, master_option, parallelism_option, settings_option
from pyrite.cli.invocation import Invocation

_SCRIPT = click.Path(exists=True, dir_okay=False, allow_dash=True)


@click.command("sql")
@click.option(
    "-f", "--file", type=_SCRIPT, metavar="FILE", help="Run the statements of a script, '-' for standard input."
)
@click.option("-q", "--query", cls=ExclusiveOption, not_with="file", metavar="SQL", help="Run these statements.")
@click.option("-i", "--init", type=_SCRIPT, metavar="FILE", help="Run a script first: CREATE, SET, USE ...")
@master_option
@parallelism_option
@settings_option("A setting of the session.")
@click.pass_obj
def sql_command(invocation: Invocation, file: Optional[str], query: Optional[str], init: Optional[str]) -> None:
    """Run SQL: from a prompt, a script or the command line."""
    from pyrite.cli.sql.sql_session import run_sql

    run_sql(query, file, init, invocation.settings)
