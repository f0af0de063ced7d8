"""`pyrite run` and `pyrite info`: the commands on a job's program."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Optional, TypeVar

import click

from pyrite.cli.commands.job_manager_option import job_manager_option
from pyrite.cli.commands.option_types import EnumName, Location, Target, absolute, job_id
from pyrite.cli.commands.options import (
    ExclusiveOption,
    json_option,
    master_option,
    parallelism_option,
    sets,
    settings_option,
)
from pyrite.cli.commands.program_options import program_options
from pyrite.cli.commands.script_command import IS_MODULE, ScriptCommand
from pyrite.cli.invocation import Invocation
from pyrite.cli.output.port_table import HEADER, port_rows
from pyrite.cli.output.table import print_table
from pyrite.control.job_manager_gateway import SubmittedProgram
from pyrite.core.config.checkpoint_options import (
    JOB_ID,
    STATE_RECOVERY_CLAIM_MODE,
    STATE_RECOVERY_IGNORE_UNCLAIMED,
    STATE_RECOVERY_PATH,
    RecoveryClaimMode,
)
from pyrite.core.config.cluster_options import SHUTDOWN_ON_ATTACHED_EXIT

F = TypeVar("F", bound=Callable[..., Any])
_WHERE_OPTIONS_GO: Final = (
    "The options of pyrite come before JOB or directly after it. All words from the first unknown one on "
    "are arguments of the program; a '--' after JOB ends pyrite's options, for programs with their own -p."
)
_settings = settings_option("A setting, unless the program sets it itself.")
_RUN_OPTIONS: Final = (
    program_options,
    parallelism_option,
    _settings,
    master_option,
    click.option(
        "-t",
        "--target",
        type=Target(),
        metavar="TARGET",
        help="The deployment target. local (default): this machine; remote: the JobManager of -m or of the "
        "configuration; collection: this process without Spark, for tests and notebooks.",
    ),
    job_manager_option("Run the program at this JobManager; implies -t remote."),
    sets(
        JOB_ID,
        "--job-id",
        type=job_id,
        metavar="ID",
        help="The job's id; the id of an interrupted job resumes it.",
    ),
    sets(
        STATE_RECOVERY_PATH,
        "-s",
        "--from-savepoint",
        text=lambda path: str(absolute(path)),
        type=Location(),
        metavar="PATH",
        help="The savepoint or retained checkpoint to restore: its folder or its _metadata, path or URI.",
    ),
    sets(
        STATE_RECOVERY_IGNORE_UNCLAIMED,
        "-n",
        "--allow-non-restored-state",
        text=lambda _: "true",
        is_flag=True,
        help="Skip state of the savepoint that belongs to no operator of the job.",
    ),
    sets(
        STATE_RECOVERY_CLAIM_MODE,
        "--claim-mode",
        text=lambda mode: str(mode.name),
        type=EnumName(RecoveryClaimMode),
        metavar="MODE",
        help="NO_CLAIM (default): the savepoint stays; CLAIM: the job deletes it when it no longer needs it.",
    ),
)


def _run_options(command: F) -> F:
    for option in reversed(_RUN_OPTIONS):
        command = option(command)
    return command


@click.command("run", cls=ScriptCommand, epilog=_WHERE_OPTIONS_GO)
@_run_options
@click.option("-d", "--detached", is_flag=True, help="Return when the job has started, and print its id.")
@sets(
    SHUTDOWN_ON_ATTACHED_EXIT,
    "-sae",
    "--shutdown-on-attached-exit",
    text=lambda _: "true",
    is_flag=True,
    help="At a JobManager, without -d: Ctrl-C cancels the job.",
)
@json_option("With -d: print the id as a JSON object.")
@click.pass_context
def run_command(
    context: click.Context,
    job: str,
    arguments: tuple[str, ...],
    entry: str,
    target: Optional[str],
    detached: bool,
    as_json: bool,
) -> None:
    """Run a job's program, and wait for its end.

    Without -d, progress and results are shown until the job ends. Ctrl-C cancels it; with -m it only ends the waiting,
    unless -sae is set. With -d, the driver runs in the background: use pyrite list, logs, stop and cancel for it. A
    JobManager on this machine restarts the driver if it dies.
    """
    _run(context, job, arguments, entry, target, detached, as_json)


@click.command("run-application", cls=ScriptCommand, epilog=_WHERE_OPTIONS_GO)
@_run_options
@json_option("Print the id as a JSON object.")
@click.pass_context
def run_application_command(
    context: click.Context, job: str, arguments: tuple[str, ...], entry: str, target: Optional[str], as_json: bool
) -> None:
    """Run a job's program in the background: the same as run -d."""
    _run(context, job, arguments, entry, target, True, as_json)


def _run(
    context: click.Context,
    job: str,
    arguments: tuple[str, ...],
    entry: str,
    target: Optional[str],
    detached: bool,
    as_json: bool,
) -> None:
    invocation: Invocation = context.obj
    is_module, is_remote = bool(context.meta.get(IS_MODULE)), target == "remote" or bool(invocation.job_manager)
    if is_module and entry:
        raise click.UsageError("expected either -c ENTRY JOB, or -pym MODULE")
    if target == "collection" and (detached or is_remote):
        raise click.UsageError("-t collection runs in this process and cannot be combined with -d or -m")
    if target == "local" and is_remote:
        raise click.UsageError("-m is not allowed with -t local")
    from pyrite.cli.program.program_file import local_program

    path, entry = ("", job) if is_module else (local_program(job, invocation.settings), entry)
    program = SubmittedProgram(path, entry, arguments, invocation.settings, str(Path.cwd()))
    if is_remote:
        from pyrite.cli.remote.remote_run import run_remote

        run_remote(program, invocation, detached, as_json)
        return
    from pyrite.cli.program.run_job import run_attached, run_collection, run_detached

    if detached:
        run_detached(program, as_json)
    else:
        invocation.script = path or entry
        (run_collection if target == "collection" else run_attached)(program)


class _InfoCommand(ScriptCommand):
    """Needs no JOB after --ports."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        (job,) = (param for param in self.params if param.name == "job")
        job.required = False

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return click.Command.parse_args(self, ctx, args) if args[:1] == ["--ports"] else super().parse_args(ctx, args)


@click.command("info", cls=_InfoCommand, epilog=_WHERE_OPTIONS_GO)
@program_options
@parallelism_option
@_settings
@json_option("Print the graphs and numbers as one JSON object.")
@click.option(
    "--svg",
    cls=ExclusiveOption,
    not_with="as_json",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the graphs into one SVG file.",
)
@click.option(
    "--ports",
    is_flag=True,
    help="List all listening sockets instead, with their addresses, ports and what they ask for. Needs no JOB.",
)
@click.pass_context
def info_command(
    context: click.Context,
    job: Optional[str],
    arguments: tuple[str, ...],
    entry: str,
    as_json: bool,
    svg: Optional[Path],
    ports: bool,
) -> None:
    """Show a job's graphs, slots and cores without running it."""
    from pyrite.cli.program.info import InfoOptions, info, take_plan
    from pyrite.cli.program.program_file import local_program

    invocation: Invocation = context.obj
    if ports and job is None:
        print_table(HEADER, port_rows(invocation.configuration))
        return
    if job is None:
        raise click.MissingParameter(ctx=context, param_hint="'JOB'", param_type="argument")
    path, entry = ("", job) if context.meta.get(IS_MODULE) else (local_program(job, invocation.settings), entry)
    invocation.script = job
    if ports:
        print_table(HEADER, port_rows(take_plan(path, arguments, invocation.settings, entry).configuration))
        return
    click.echo(info(path, arguments, InfoOptions(invocation.settings, as_json, svg, entry)))
