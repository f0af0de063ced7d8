"""`pyrite run` and `pyrite info`: the commands on a job's script."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Optional

import click

from pyrite.cli.invocation import Invocation
from pyrite.cli.option_types import EnumName, Location, job_id
from pyrite.cli.options import ExclusiveOption, master_option, parallelism_option, sets, settings_option
from pyrite.cli.script_command import ScriptCommand
from pyrite.control.job_connection import absolute
from pyrite.core.config.checkpoint_options import (
    JOB_ID,
    STATE_RECOVERY_CLAIM_MODE,
    STATE_RECOVERY_IGNORE_UNCLAIMED,
    STATE_RECOVERY_PATH,
    RecoveryClaimMode,
)

_WHERE_OPTIONS_GO: Final = (
    "Options of pyrite stand before JOB or directly after it. What follows, from the first word that is none of them, "
    "goes to the script untouched; a '--' after JOB ends pyrite's options, for a script that has a -p itself."
)
_script = click.argument(
    "job",
    type=click.Path(exists=True, dir_okay=False),
    help="The script that builds and executes the job: JOB.py, or JOB.sql.",
)
_words = click.argument("arguments", nargs=-1, type=click.Path(), help="What the script gets as its arguments.")
_settings = settings_option("A setting that applies where the script says nothing.")


@click.command("run", cls=ScriptCommand, epilog=_WHERE_OPTIONS_GO)
@_script
@_words
@parallelism_option
@_settings
@master_option
@sets(
    JOB_ID,
    "--job-id",
    type=job_id,
    metavar="ID",
    help="The job's id: with that of a job that was cut off, it resumes.",
)
@sets(
    STATE_RECOVERY_PATH,
    "-s",
    "--from-savepoint",
    text=lambda path: str(absolute(path)),
    type=Location(),
    metavar="PATH",
    help="The savepoint or retained checkpoint to restore: its folder or its _metadata, path or URI.",
)
@sets(
    STATE_RECOVERY_IGNORE_UNCLAIMED,
    "-n",
    "--allow-non-restored-state",
    text=lambda _: "true",
    is_flag=True,
    help="Skip state in it that belongs to no operator of the job.",
)
@sets(
    STATE_RECOVERY_CLAIM_MODE,
    "--claim-mode",
    text=lambda mode: str(mode.name),
    type=EnumName(RecoveryClaimMode),
    metavar="MODE",
    help="NO_CLAIM (default): it stays yours; CLAIM: the job deletes it when it needs it no more.",
)
@click.pass_obj
def run_command(invocation: Invocation, job: str, arguments: tuple[str, ...]) -> None:
    """Run a job's script and wait for its end."""
    from pyrite.cli.run_job import run_job

    invocation.script = job
    run_job(job, "", arguments, invocation.settings)


@click.command("info", cls=ScriptCommand, epilog=_WHERE_OPTIONS_GO)
@_script
@_words
@parallelism_option
@_settings
@click.option("--json", "as_json", is_flag=True, help="Print the graphs and numbers as one JSON object.")
@click.option(
    "--svg",
    cls=ExclusiveOption,
    not_with="as_json",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the graphs, below each other, as one SVG picture.",
)
@click.pass_obj
def info_command(
    invocation: Invocation, job: str, arguments: tuple[str, ...], as_json: bool, svg: Optional[Path]
) -> None:
    """Show a job's graphs, slots and cores without running it."""
    from pyrite.cli.info import InfoOptions, info

    invocation.script = job
    click.echo(info(job, arguments, InfoOptions(invocation.settings, as_json, svg)))
