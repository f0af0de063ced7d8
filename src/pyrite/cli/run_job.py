"""Running a job's program in the foreground, with a progress display."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from pyrite.cli.cluster import job_settings
from pyrite.cli.program import run_program
from pyrite.cli.progress import show_progress
from pyrite.graph.executor import ExecutionContext


def run_job(path: str, entry: str, arguments: Sequence[str], settings: Mapping[str, str]) -> None:
    """Runs a program, or a script of SQL, and returns at its end."""
    folder = Path(path).parent
    context = ExecutionContext(job_settings(settings, folder), watch=show_progress, folder=folder)
    run_program(path, entry, arguments, context)
