"""Running a job's script in this process, as `python JOB.py` would."""

from __future__ import annotations

import runpy
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Optional

from pyrite.graph.executor import ExecutionContext, use_context


def run_script(path: str, arguments: Sequence[str], context: ExecutionContext) -> None:
    """Runs a script as `__main__`, with its folder first on `sys.path`.

    The context reaches every environment that the script makes. What the script raises comes out as it is; see
    `script_traceback`.
    """
    with use_context(context), _as_main_script(path, arguments):
        runpy.run_path(path, run_name="__main__")


def script_traceback(error: BaseException, path: str) -> Optional[TracebackType]:
    """The error's traceback from the script's first frame on: what `python JOB.py` would have shown."""
    traceback = error.__traceback__
    while traceback is not None and traceback.tb_frame.f_code.co_filename != path:
        traceback = traceback.tb_next
    if traceback is None and not (isinstance(error, SyntaxError) and error.filename == path):
        return error.__traceback__  # not the script's doing: hide nothing
    return traceback


def script_line(error: BaseException, path: str) -> Optional[int]:
    """The script's line that led to the error."""
    line = None
    frame = error.__traceback__
    while frame is not None:
        if frame.tb_frame.f_code.co_filename == path:
            line = frame.tb_lineno
        frame = frame.tb_next
    return line


@contextmanager
def _as_main_script(path: str, arguments: Sequence[str]) -> Iterator[None]:
    argv, folders = sys.argv, sys.path[:]
    sys.argv = [path, *arguments]
    sys.path.insert(0, str(Path(path).resolve().parent))
    try:
        yield
    finally:
        sys.argv, sys.path[:] = argv, folders
