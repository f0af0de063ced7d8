"""Running a job's script in this process, as `python JOB.py` would."""

from __future__ import annotations

import json
import os
import runpy
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Optional

from pyrite.datastream.stream_execution_environment import RUN_SETTINGS


def run_script(path: str, arguments: Sequence[str], settings: Mapping[str, str]) -> None:
    """Runs a script as `__main__`, with its folder first on `sys.path`.

    `settings` are configuration keys with values: they reach every environment that the script makes, and apply where
    the script says nothing. What the script raises comes out as it is; see `script_traceback`.
    """
    with _in_environment(settings), _as_main_script(path, arguments):
        runpy.run_path(path, run_name="__main__")


def script_traceback(error: BaseException, path: str) -> Optional[TracebackType]:
    """The error's traceback from the script's first frame on: what `python JOB.py` would have shown."""
    found = error.__traceback__
    while found is not None and found.tb_frame.f_code.co_filename != path:
        found = found.tb_next
    if found is None and not (isinstance(error, SyntaxError) and error.filename == path):
        return error.__traceback__  # not the script's doing: hide nothing
    return found


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
def _in_environment(settings: Mapping[str, str]) -> Iterator[None]:
    """The settings where `StreamExecutionEnvironment.get_execution_environment` looks for them."""
    before = os.environ.get(RUN_SETTINGS)
    os.environ[RUN_SETTINGS] = json.dumps(dict(settings))
    try:
        yield
    finally:
        if before is None:
            del os.environ[RUN_SETTINGS]
        else:
            os.environ[RUN_SETTINGS] = before


@contextmanager
def _as_main_script(path: str, arguments: Sequence[str]) -> Iterator[None]:
    argv, folders = sys.argv, sys.path[:]
    sys.argv = [path, *arguments]
    sys.path.insert(0, str(Path(path).resolve().parent))
    try:
        yield
    finally:
        sys.argv, sys.path[:] = argv, folders
