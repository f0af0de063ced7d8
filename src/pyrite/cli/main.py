"""The `pyrite` command. Exit codes: 0 ok, 1 the job or script failed, 2 wrong usage, 130 canceled, 143 suspended."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Optional

import click
from click.shell_completion import shell_complete

from pyrite import __version__
from pyrite.cli.commands.checkpoints import checkpoints_command
from pyrite.cli.commands.cluster import cluster_command
from pyrite.cli.commands.completion import COMPLETION_VARIABLE, completion_command
from pyrite.cli.commands.config import config_command
from pyrite.cli.commands.events import events_command
from pyrite.cli.commands.historyserver import historyserver_command
from pyrite.cli.commands.job_verbs import JOB_VERBS
from pyrite.cli.commands.jobmanager import jobmanager_command
from pyrite.cli.commands.list import list_command
from pyrite.cli.commands.logs import logs_command
from pyrite.cli.commands.options import InOrderGroup, kebab_case
from pyrite.cli.commands.run import info_command, run_application_command, run_command
from pyrite.cli.commands.security import security_command
from pyrite.cli.commands.sql import sql_command
from pyrite.cli.commands.state import state_command
from pyrite.cli.commands.taskmanager import taskmanager_command
from pyrite.cli.commands.ui import ui_command
from pyrite.cli.invocation import Invocation
from pyrite.cli.program.script_errors import script_line, script_traceback
from pyrite.core.errors import InvalidProgramError, JobCancelledError, PyriteError

PROGRAM = "pyrite"


@click.group(
    PROGRAM,
    cls=InOrderGroup,
    context_settings={
        "help_option_names": ["-h", "--help"],
        "token_normalize_func": kebab_case,
        "max_content_width": 120,
    },
)
@click.version_option(__version__, prog_name=PROGRAM, message="%(prog)s %(version)s")
def pyrite() -> None:
    """Flink's model in Python, on Spark."""


for command in (
    run_command,
    run_application_command,
    info_command,
    sql_command,
    list_command,
    *JOB_VERBS,
    events_command,
    logs_command,
    state_command,
    checkpoints_command,
    config_command,
    cluster_command,
    jobmanager_command,
    ui_command,
    taskmanager_command,
    historyserver_command,
    security_command,
    completion_command,
):
    pyrite.add_command(command)


def main(argv: Optional[Sequence[str]] = None) -> int:
    """Runs the command and returns its exit code. Only a script's own sys.exit() raises SystemExit."""
    if instruction := os.environ.get(COMPLETION_VARIABLE):
        return shell_complete(pyrite, {}, PROGRAM, COMPLETION_VARIABLE, instruction)
    words = list(sys.argv[1:] if argv is None else argv)
    invocation = Invocation()
    try:
        with pyrite.make_context(PROGRAM, words, obj=invocation) as context:
            pyrite.invoke(context)
    except BrokenPipeError:
        return 1  # the reader of our output has closed the pipe
    except (JobCancelledError, KeyboardInterrupt):
        click.echo("canceled", err=True)
        return 130
    except Exception as error:
        return _report(error, invocation.script)
    return 0


def _report(error: Exception, script: str) -> int:
    """Prints the error that ended the command; returns the exit code. Errors of a script's code have a traceback."""
    if isinstance(error, PyriteError):
        click.echo(f"error: {error}{_in_script(error, script)}", err=True)
        return 1
    if not script and isinstance(error, click.exceptions.Exit):
        return error.exit_code
    if not script and isinstance(error, click.ClickException):
        error.show()
        return error.exit_code
    traceback = script_traceback(error, script)
    sys.excepthook(type(error), error.with_traceback(traceback), traceback)
    return 1


def _in_script(error: PyriteError, path: str) -> str:
    """The line at which the script built the failing operation."""
    line = script_line(error, path)
    return f"\n  {path}, line {line}" if isinstance(error, InvalidProgramError) and line is not None else ""


if __name__ == "__main__":
    sys.exit(main())
