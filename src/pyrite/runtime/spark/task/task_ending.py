"""TaskEnding: how a task closes its functions when it is canceled or has failed, within a time limit.

Functions are closed in the main thread, the only thread that ever calls them. A signal interrupts the main thread, even
in a function that sleeps or waits for a socket. The watchdog kills a main thread that does not start closing within a
second, or that closes for longer than `task.cancellation.timeout`.
"""

from __future__ import annotations

import contextlib
import logging
import mmap
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import NoReturn, Optional

_log = logging.getLogger(__name__)
_SIGNAL = signal.SIGUSR2
_REPORT_AFTER_S = 1.0
"""How long the report of a failure waits for close(), which may fail as well."""


class TaskCancelled(BaseException):
    """Interrupts the main thread of a task. User functions should not catch it."""


class ClosingMark:
    """A byte shared by a task and its watchdog: whether the task is closing its functions."""

    def __init__(self) -> None:
        self._shared = mmap.mmap(-1, 1)
        self._pipe: Optional[int] = None

    def set(self) -> None:
        self._shared[0] = 1
        if self._pipe is not None:
            with contextlib.suppress(OSError):  # that watchdog was killed, too
                os.write(self._pipe, b"1")

    def add_pipe(self, pipe: int) -> None:
        """For a watchdog that replaces another one, and does not share the byte."""
        former, self._pipe = self._pipe, pipe
        if former is not None:
            os.close(former)
        if self.is_set:
            self.set()

    @property
    def is_set(self) -> bool:
        return self._shared[0] == 1


class TaskEnding:
    """The end of a task by cancellation or failure."""

    def __init__(self, mark: ClosingMark, limit_s: float, close: Callable[[], None]) -> None:
        self._mark = mark
        self._limit_s = limit_s
        self._close = close
        self._main_thread = threading.get_ident()
        self._is_ending = False
        self._has_closed = threading.Event()
        self.is_cancelled = False
        self.is_handing_over = False
        """Whether the main thread is in Spark's code, which takes the task's frames: no user function is running."""
        signal.signal(_SIGNAL, self._interrupt)

    def cancel(self) -> NoReturn:
        """Called by the thread that receives the cancellation. Never returns, and ends the process in time."""
        self.is_cancelled = True
        signal.pthread_kill(self._main_thread, _SIGNAL)
        if not self._has_closed.wait(self._limit_s):
            _log.warning(
                "close() did not return within %g s after the task was canceled: %s", self._limit_s, self._location()
            )
        os._exit(0)

    def disconnected(self) -> NoReturn:
        """The JobMaster has disconnected: closes functions until the watchdog kills the task."""
        self._mark = ClosingMark()  # not shared with the watchdog, which grants no more time
        self.cancel()

    def _interrupt(self, signal_number: int, frame: Optional[FrameType]) -> None:
        if self._is_ending:
            return
        if self.is_handing_over:
            self.close_and_exit()
        raise TaskCancelled

    def close_and_exit(self) -> NoReturn:
        """In the main thread: closes the functions, and exits."""
        self._is_ending = True
        self._mark.set()
        try:
            self._close()
        except BaseException as error:
            _log.warning("the task was canceled, and then close() raised %s: %s", type(error).__name__, error)
        finally:
            os._exit(0)

    def close_after(self, error: BaseException, report: Callable[[], None]) -> None:
        """Closes the functions after an error, and adds their errors to it as notes; calls `report` once, soon."""
        self._is_ending = True
        self._mark.set()
        once = _Once(report)

        def is_late() -> None:
            error.add_note(f"then close() did not return within {_REPORT_AFTER_S:g} s: it was {self._location()}")
            once()

        timer = threading.Timer(_REPORT_AFTER_S, is_late)
        timer.daemon = True
        timer.start()
        try:
            self._close()
        except BaseException as closing:
            error.add_note(f"then close() raised {type(closing).__name__}: {closing}")
        timer.cancel()
        once()
        self._has_closed.set()

    def leave(self) -> None:
        """The task ends regularly: it is no longer interrupted."""
        self._is_ending = True

    def has_left(self) -> None:
        """The task has ended regularly."""
        self._has_closed.set()

    def _location(self) -> str:
        return place_of(self._main_thread)


class _Once:
    """Calls a function once, from the first of two threads; the other waits for it."""

    def __init__(self, call: Callable[[], None]) -> None:
        self._call: Optional[Callable[[], None]] = call
        self._lock = threading.Lock()

    def __call__(self) -> None:
        with self._lock:
            call, self._call = self._call, None
            if call is not None:
                call()


def place_of(thread: int) -> str:
    """The current line of a thread, in the user's function if one is running."""
    frame = sys._current_frames().get(thread)
    if frame is None:
        return ""
    here = traceback.extract_stack(frame)
    own = [line for line in here if "pyrite" not in Path(line.filename).parts] or here
    return f"in {own[-1].name}, {own[-1].filename}:{own[-1].lineno}"
