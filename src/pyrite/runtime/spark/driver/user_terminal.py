"""UserTerminal: writes the printed output of tasks to the program's standard output and error.

For jobs in the background, the output of each task goes to a separate file, as in Flink's TaskManagers.

Output that cannot be written (a closed pipe, a closed terminal, a full disk) is dropped, counted and reported: it must
not block or fail the job.
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
    """The terminal of one job. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._dropped = {False: 0, True: 0}

    @property
    def dropped_lines(self) -> int:
        """The number of lines that could not be written."""
        return sum(self._dropped.values())

    def write(self, text: str, to_stderr: bool, task: str = "") -> None:
        """Writes the text of a task, or drops it. Never raises."""
        folder = log_folder()
        with self._lock:
            try:
                if folder is not None and task:
                    _append(output_file(folder, task), text)
                else:
                    _write(sys.stderr if to_stderr else sys.stdout, text)
            except (OSError, ValueError) as error:  # ValueError: the program has closed the stream
                self._drop(text, to_stderr, error)

    def _drop(self, text: str, to_stderr: bool, error: Exception) -> None:
        is_first = not self._dropped[to_stderr]
        self._dropped[to_stderr] += max(1, text.count("\n"))
        if is_first:
            _log.warning(
                "%s cannot be written (%s): the output of tasks is dropped as long as this lasts; the job continues",
                "standard error" if to_stderr else "standard output",
                error,
            )

    def close(self) -> None:
        """Called at the job's end: reports how much was dropped."""
        for to_stderr, lines in self._dropped.items():
            if lines:
                _log.warning(
                    "%d lines of the job could not be written to standard %s",
                    lines,
                    "error" if to_stderr else "output",
                )


def _write(stream: Optional[TextIO], text: str) -> None:
    """Bypasses the stream's buffer, which would keep unwritable text until the program ends."""
    if stream is None:
        raise ValueError("the stream is closed")
    file = _file_of(stream)
    if file is None:
        stream.write(text)
        stream.flush()
        return
    stream.flush()
    remaining = memoryview(text.encode(stream.encoding or "utf-8", "backslashreplace"))
    while remaining:
        try:
            remaining = remaining[os.write(file, remaining) :]
        except BlockingIOError:
            select.select([], [file], [])


def _append(file: Path, text: str) -> None:
    """Appends to a file. A file that has become too large is rotated; one old file is kept."""
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
