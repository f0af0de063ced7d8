"""Running a job's script in this process, as `python JOB.py` would."""

from __future__ import annotations

import runpy
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from pyrite.graph.executor import ExecutionContext, use_context


def run_script(path: str, arguments: Sequence[str], context: ExecutionContext) -> None:
    """Runs a script as `__main__`, with its folder first on `sys.path`.

    The context reaches every environment that the script makes. What the script raises comes out as it is. Its jobs
    are waited for, or cancelled if it fails.
    """
    with use_context(context), _as_main_script(path, arguments), context.jobs.awaited(context.watch):
        runpy.run_path(path, run_name="__main__")


@contextmanager
def _as_main_script(path: str, arguments: Sequence[str]) -> Iterator[None]:
    argv, folders = sys.argv, sys.path[:]
    sys.argv = [path, *arguments]
    sys.path.insert(0, str(Path(path).resolve().parent))
    try:
        yield
    finally:
        sys.argv, sys.path[:] = argv, folders
