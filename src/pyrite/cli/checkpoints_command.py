"""`pyrite checkpoints`: looks at checkpoints."""

from __future__ import annotations

import click

from pyrite.cli.invocation import Invocation
from pyrite.cli.option_types import Location
from pyrite.cli.options import InOrderGroup, settings_option


@click.group("checkpoints", cls=InOrderGroup)
def checkpoints_command() -> None:
    """Look at checkpoints."""


@checkpoints_command.command("show")
@click.argument("path", type=Location(), help="Its folder (.../chk-7) or its _metadata: path or URI.")
@settings_option("A setting of the storage, say s3.endpoint.")
@click.pass_obj
def _show(invocation: Invocation, path: str) -> None:
    """Show a checkpoint or savepoint: source positions, operators, states, sizes, files."""
    from pyrite.cli.show_checkpoint import show_checkpoint

    click.echo(show_checkpoint(path, invocation.configuration), nl=False)
