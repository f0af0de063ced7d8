"""`pyrite checkpoints`: shows checkpoints."""

from __future__ import annotations

from typing import Optional

import click

from pyrite.cli.commands.job_manager_option import job_manager_option
from pyrite.cli.commands.option_types import Location
from pyrite.cli.commands.options import InOrderGroup, job_argument, json_option, settings_option
from pyrite.cli.invocation import Invocation


class _JobOrCommand(InOrderGroup):
    """`pyrite checkpoints JOB` stands for `pyrite checkpoints list JOB`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in (*self.commands, *ctx.help_option_names):
            args = ["list", *args]
        return super().parse_args(ctx, args)


@click.group("checkpoints", cls=_JobOrCommand)
def checkpoints_command() -> None:
    """Show checkpoints: `pyrite checkpoints JOB`, or one of these commands."""


@checkpoints_command.command("list")
@job_argument(", or a job that has ended on this machine")
@click.option("--id", "checkpoint_id", type=int, metavar="N", help="One checkpoint, by vertex and subtask.")
@job_manager_option()
@json_option("Print them as JSON.")
@click.pass_obj
def _list(invocation: Invocation, job: str, checkpoint_id: Optional[int], as_json: bool) -> None:
    """List a job's last checkpoints: times, duration of each part, sizes.

    For the synchronous and asynchronous part, the alignment and the start delay, the table shows the maximum over all
    subtasks.
    """
    from pyrite.cli.output.checkpoint_tables import show_checkpoints

    show_checkpoints(invocation, job, checkpoint_id, as_json)


@checkpoints_command.command("show")
@click.argument("path", type=Location(), help="The checkpoint's folder (.../chk-7) or its _metadata: path or URI.")
@settings_option("A setting of the storage, for example s3.endpoint.")
@click.pass_obj
def _show(invocation: Invocation, path: str) -> None:
    """Show a checkpoint or savepoint: source positions, operators, states, sizes, files."""
    from pyrite.cli.output.checkpoint_tables import show_checkpoint

    click.echo(show_checkpoint(path, invocation.configuration), nl=False)


@checkpoints_command.command("sign")
@click.argument("path", type=Location(), help="The folder of a savepoint or checkpoint, or its _metadata: path or URI.")
@settings_option("A setting, for example state.signing-key-file.")
@click.pass_obj
def _sign(invocation: Invocation, path: str) -> None:
    """Sign a savepoint or checkpoint that you trust, with the key of state.signing-key-file.

    For one that was written before signing was on. Its state is not unpickled here, but in the jobs that restore it,
    with any code in it.
    """
    from pyrite.checkpoint.savepoint import sign
    from pyrite.storage.open_store import FolderOpener

    sign(path, FolderOpener(invocation.configuration))
    click.echo(f"{path} is signed. A job resumes from it with -s, not by its id")
