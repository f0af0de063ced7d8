"""Running a job's script in the foreground, with a progress display."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from pyrite.cli.cluster import job_settings
from pyrite.cli.progress import show_progress
from pyrite.cli.script import run_script
from pyrite.cli.sql_session import SqlScript, run_sql_scripts
from pyrite.core.errors import InvalidProgramError
from pyrite.graph.executor import ExecutionContext


def run_job(path: str, arguments: Sequence[str], settings: Mapping[str, str]) -> None:
    """Runs a program, or a script of SQL, and returns at its end."""
    context = ExecutionContext(job_settings(settings, Path(path).parent), watch=show_progress)
    if not path.endswith(".sql"):
        run_script(path, arguments, context)
        return
    if arguments:
        raise InvalidProgramError(f"a script of SQL takes no arguments, but got {' '.join(arguments)}")
    run_sql_scripts([SqlScript.of_file(path)], context)
