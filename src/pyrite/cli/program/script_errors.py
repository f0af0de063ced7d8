"""The lines of a script in tracebacks."""

from __future__ import annotations

from types import TracebackType
from typing import Optional


def script_traceback(error: BaseException, path: str) -> Optional[TracebackType]:
    """The error's traceback from the script's first frame on, as `python JOB.py` would print it."""
    traceback = error.__traceback__
    while traceback is not None and traceback.tb_frame.f_code.co_filename != path:
        traceback = traceback.tb_next
    if traceback is None and not (isinstance(error, SyntaxError) and error.filename == path):
        return error.__traceback__  # no frame of the script: the whole traceback is shown
    return traceback


def script_line(error: BaseException, path: str) -> Optional[int]:
    """The line of the script that led to the error."""
    line = None
    frame = error.__traceback__
    while frame is not None:
        if frame.tb_frame.f_code.co_filename == path:
            line = frame.tb_lineno
        frame = frame.tb_next
    return line
