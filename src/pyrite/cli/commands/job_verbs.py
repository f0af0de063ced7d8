"""`pyrite savepoint, checkpoint, stop, cancel, rescale`: the commands that change a running job.

Each sends the command of the same name in `core/job/commands.py`. The options are named after the command's fields.
"""

from __future__ import annotations

import json
from typing import Final, Optional

import click

from pyrite.cli.commands.job_manager_option import job_manager_option
from pyrite.cli.commands.option_types import Location, absolute
from pyrite.cli.commands.options import job_argument, json_option, settings_option
from pyrite.cli.invocation import Invocation
from pyrite.cli.remote.send_command import send_command
from pyrite.core.job.commands import Cancel, Checkpoint, Rescale, Savepoint, Stop
from pyrite.core.job.job_status import JobStatus

_DEFAULT: Final = ""
"""The value of `cancel -s` without a directory."""


@click.command(Savepoint.name)
@job_argument(required=False)
@click.argument(
    "directory",
    required=False,
    type=Location(),
    metavar="[DIR]",
    help="Path or URI of the parent folder; default: the job's execution.checkpointing.savepoint-dir.",
)
@click.option("-d", "--dispose", type=Location(), metavar="PATH", help="Delete this savepoint instead of taking one.")
@click.option(
    "-type",
    "--type",
    "format_type",
    type=click.Choice(["canonical", "native"], case_sensitive=False),
    help="Flink's kinds. Both stand for Pyrite's only format, which every state backend can read.",
)
@job_manager_option()
@settings_option("A setting of the storage of PATH, for example s3.endpoint.")
@json_option("Print the savepoint's path as a JSON object.")
@click.pass_obj
def savepoint(
    invocation: Invocation,
    job: Optional[str],
    directory: Optional[str],
    dispose: Optional[str],
    format_type: Optional[str],
    as_json: bool,
) -> None:
    """Take a savepoint of a running job, or delete one.

    Prints the savepoint's path; the job keeps running. With -d, deletes the savepoint at PATH.
    """
    if (dispose is None) == (job is None):
        raise click.UsageError("expected either JOB [DIR], or -d PATH")
    if dispose is None:
        result = send_command(invocation, str(job), Savepoint(absolute(directory)))
        result.print(as_json, result.answer.path)
        return
    from pyrite.checkpoint.savepoint import dispose as delete

    delete(dispose, invocation.configuration)
    click.echo(json.dumps({"deleted": dispose}) if as_json else f"deleted {dispose}")


@click.command(Checkpoint.name)
@job_argument()
@job_manager_option()
@json_option("Print the checkpoint's number as a JSON object.")
@click.pass_obj
def checkpoint(invocation: Invocation, job: str, as_json: bool) -> None:
    """Take a checkpoint of a running job at once.

    It is an ordinary checkpoint: the job can be restored from it, and it counts as the next one of the schedule.
    """
    result = send_command(invocation, job, Checkpoint())
    result.print(as_json, f"checkpoint {result.answer.checkpoint_id} of {result.job} is complete")


@click.command(Stop.name)
@job_argument()
@click.option(
    "-d",
    "--drain",
    is_flag=True,
    help="First fire all windows and event-time timers, as at the end of input; not for a job that will be resumed.",
)
@click.option(
    "-p",
    "--savepoint-path",
    "directory",
    type=Location(),
    metavar="DIR",
    help="Path or URI of the parent folder; default: the job's execution.checkpointing.savepoint-dir.",
)
@job_manager_option()
@json_option("Print the savepoint's path and the job's final status as a JSON object.")
@click.pass_obj
def stop(invocation: Invocation, job: str, drain: bool, directory: Optional[str], as_json: bool) -> None:
    """End a running job with a savepoint.

    Prints the savepoint's path; pyrite run -s PATH resumes from there.
    """
    result = send_command(invocation, job, Stop(drain, absolute(directory)))
    lines = [str(result.answer.path)]
    if result.answer.status is not JobStatus.FINISHED:
        lines.append(f"{result.job} has a savepoint, but its final status is {result.answer.status.name}")
    result.print(as_json, *lines)


@click.command(Cancel.name)
@job_argument(required=False, metavar="JOB")
@click.option(
    "-s",
    "--with-savepoint",
    "savepoint",
    is_flag=False,
    flag_value=_DEFAULT,
    metavar="[DIR]",
    help="Take a savepoint first, below DIR or the job's execution.checkpointing.savepoint-dir; prints its path.",
)
@job_manager_option()
@json_option("Print the job's final status as a JSON object.")
@click.pass_context
def cancel(context: click.Context, job: Optional[str], savepoint: Optional[str], as_json: bool) -> None:
    """End a running job at once, or after a savepoint.

    Use stop instead of cancel to commit everything that was processed.
    """
    if job is None:  # click took the job of `-s JOB` for the directory
        job, savepoint = savepoint, _DEFAULT
    if not job:
        raise click.MissingParameter(ctx=context, param=context.command.params[0])
    before = None if savepoint is None else Savepoint(absolute(savepoint or None))
    result = send_command(context.obj, job, Cancel(before))
    path, status = result.answer.path, result.answer.status
    lines = [] if path is None else [path]
    if path is None or status is not JobStatus.CANCELED:
        lines.append(f"{result.job} ({result.job_id}) has ended: {status.name}")
    result.print(as_json, *lines)


@click.command(Rescale.name)
@job_argument()
@click.option("-p", "--parallelism", type=click.IntRange(min=1), required=True, metavar="N", help="Subtasks.")
@job_manager_option()
@json_option("Print parallelism, checkpoint and pause as a JSON object.")
@click.pass_obj
def rescale(invocation: Invocation, job: str, parallelism: int, as_json: bool) -> None:
    """Change the parallelism of a running job.

    The job stops at a checkpoint and resumes with the other parallelism. No record is lost or processed twice; the
    command prints the pause. Operators with an explicit parallelism keep it.
    """
    result = send_command(invocation, job, Rescale(parallelism))
    rescaled = result.answer
    result.print(
        as_json,
        f"{result.job} runs with parallelism {rescaled.parallelism}, from checkpoint {rescaled.checkpoint_id} on, "
        f"after a pause of {rescaled.pause_ms / 1000:.2f} s",
    )


JOB_VERBS: Final = (savepoint, checkpoint, stop, cancel, rescale)
