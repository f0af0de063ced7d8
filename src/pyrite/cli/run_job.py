"""Running a job's script in the foreground, with a progress display."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pyrite.cli.cluster import job_settings
from pyrite.cli.progress import show_progress
from pyrite.cli.script import run_script
from pyrite.cli.sql_client import read_file
from pyrite.cli.sql_session import run_sql_script
from pyrite.graph.executor import ExecutionContext


def run_job(path: str, arguments: Sequence[str], settings: Mapping[str, str]) -> None:
    """Runs a program, or a script of SQL, and returns at its end."""
    settings = job_settings(settings)
    if path.endswith(".sql"):
        run_sql_script(read_file(path), settings)
    else:
        run_script(path, arguments, ExecutionContext(settings, watch=show_progress))
