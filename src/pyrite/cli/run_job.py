"""Running a job's program in the foreground, with a progress display."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pyrite.cli.cluster import job_settings
from pyrite.cli.program import run_program
from pyrite.cli.progress import show_progress
from pyrite.graph.executor import ExecutionContext


def run_job(path: str, entry: str, arguments: Sequence[str], settings: Mapping[str, str]) -> None:
    """Runs a program, or a script of SQL, and returns at its end."""
    run_program(path, entry, arguments, ExecutionContext(job_settings(settings), watch=show_progress))
