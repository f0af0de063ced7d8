"""UserTerminal: writes what tasks print to the program's standard output and error, for as long as these take it.

What tasks of a job in the background print goes to a file for each task, as Flink's TaskManagers have them.

Output that nobody can read (a pipe whose reader has gone, a terminal that was closed, a full disk) is dropped, counted
and reported: it must not hold up or fail the data.
"""

from __future__ import annotations

import contextlib
import io
import logging
import os
import select
import sys
import threading
from pathlib import Path
from typing import Final, Optional, TextIO

from pyrite.control.job_log import log_folder, output_file

_LARGEST_FILE: Final = 100 << 20
_log = logging.getLogger(__name__)


class UserTerminal:
    """One for each job. Threads may call it at the same time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._dropped = {False: 0, True: 0}

    @property
    def dropped_lines(self) -> int:
        """How many lines could not be written."""
        return sum(self._dropped.values())

    def write(self, text: str, to_stderr: bool, task: str = "") -> None:
        """Writes text of a task, or drops it. Never raises."""
        folder = log_folder()
        with self._lock:
            try:
                if folder is not None and task:
                    _append(output_file(folder, task), text)
                else:
                    _write(sys.stderr if to_stderr else sys.stdout, text)
            except (OSError, ValueError) as error:  # ValueError: the program has closed it
                self._drop(text, to_stderr, error)

    def _drop(self, text: str, to_stderr: bool, error: Exception) -> None:
        is_first = not self._dropped[to_stderr]
        self._dropped[to_stderr] += max(1, text.count("\n"))
        if is_first:
            _log.warning(
                "%s cannot be written (%s): what tasks print to it is dropped while that is so, and the job runs on",
                "standard error" if to_stderr else "standard output",
                error,
            )

    def close(self) -> None:
        """Call it at the job's end: says how much was dropped."""
        for to_stderr, lines in self._dropped.items():
            if lines:
                _log.warning(
                    "%d lines of the job could not be written to standard %s",
                    lines,
                    "error" if to_stderr else "output",
                )


def _write(stream: Optional[TextIO], text: str) -> None:
    """Past the stream's buffer, in which text that cannot be written would stay until the program ends."""
    if stream is None:
        raise ValueError("it is closed")
    file = _file_of(stream)
    if file is None:
        stream.write(text)
        stream.flush()
        return
    stream.flush()
    left = memoryview(text.encode(stream.encoding or "utf-8", "backslashreplace"))
    while left:
        try:
            left = left[os.write(file, left) :]
        except BlockingIOError:
            select.select([], [file], [])


def _append(file: Path, text: str) -> None:
    """Appends to a file. One that has become too large begins again; what it had is kept once."""
    with file.open("ab") as output:
        output.write(text.encode("utf-8", "backslashreplace"))
        is_full = output.tell() > _LARGEST_FILE
    if is_full:
        file.replace(file.with_suffix(".out.1"))


def _file_of(stream: TextIO) -> Optional[int]:
    """The stream's file descriptor, if it is a plain stream over one."""
    if isinstance(stream, io.TextIOWrapper):
        with contextlib.suppress(OSError):
            return stream.fileno()
    return None
