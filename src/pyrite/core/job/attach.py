"""Waiting for a job in the foreground, where signals end it."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import wait
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final, Optional

from pyrite.core.errors import PyriteError
from pyrite.core.job.job_client import JobHandle
from pyrite.core.job.job_execution_result import JobExecutionResult

_WARNED_S: Final = 1.0
"""How long a warning must have been there before a further Ctrl-C counts: a key may be kept down."""


def attach(job: JobHandle, watch: Callable[[], Callable[[], None]] = lambda: _nothing) -> JobExecutionResult:
    """Waits for a job's end. `watch` begins to show the job, and returns what ends that.

    Signals reach the job before `watch` is called: whoever is shown a job can end it.

    Ctrl-C cancels the job, a second one warns, a third one kills the program. SIGTERM and SIGHUP suspend it, and end
    the program by SystemExit with the code that a shell gives to that signal, 143 or 129.
    """
    with _signals(job) as received:
        end_watch = watch()
        try:
            while not job.finished.done():
                wait([job.finished], timeout=0.2)  # short, so that signal handlers get their turn
            return job.finished.result()
        except PyriteError as error:
            if not received:
                raise
            with contextlib.suppress(OSError):  # the terminal may be what has gone away
                sys.stderr.write(f"{received[0].name}: {error}\n")
            raise SystemExit(128 + received[0]) from None
        finally:
            end_watch()


def _nothing() -> None:
    """Ends a watch that was never begun."""


class _Interrupts:
    """Ctrl-C, once or more often: the first cancels the job, the second warns, one after that kills the driver.

    The end of a cancelled job commits what is pending in its last checkpoint and rolls back what came after. So a key
    that is pressed twice, or kept down, must not kill the driver meanwhile.
    """

    def __init__(self, job: JobHandle) -> None:
        self._job = job
        self._is_ending = False
        self._warned_s: Optional[float] = None

    def on_interrupt(self, is_suspending: bool) -> None:
        if not self._is_ending:
            self._is_ending = True
            self._job.cancel()
            if self._job.is_resumable and not is_suspending:  # a job that is being suspended stays
                _write_line(
                    "cancelling the job: it cannot be resumed. To keep a job, end it by "
                    f"`pyrite stop {self._job.job_id}`, or suspend it by `kill {os.getpid()}`"
                )
        elif self._warned_s is None:
            self._warned_s = time.monotonic()
            until = f" until the job is started again with --job-id {self._job.job_id}"
            _write_line(
                "the job is ending: its sinks commit and clean up. Another Ctrl-C kills the driver; then what they "
                f"have prepared stays{until if self._job.is_resumable else ''}"
            )
        elif time.monotonic() - self._warned_s >= _WARNED_S:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            signal.raise_signal(signal.SIGINT)


def _write_line(text: str) -> None:
    with contextlib.suppress(OSError):
        os.write(2, f"{text}\n".encode())  # not by sys.stderr: the signal may have come amid a write to it


@contextmanager
def _signals(job: JobHandle) -> Iterator[list[signal.Signals]]:
    """Lets signals end the job while open; yields those that ask the program to go away, as they come."""
    received: list[signal.Signals] = []
    if threading.current_thread() is not threading.main_thread():
        yield received
        return

    interrupts = _Interrupts(job)

    def cancel(signum: int, frame: Optional[FrameType]) -> None:
        interrupts.on_interrupt(is_suspending=bool(received))

    def suspend(signum: int, frame: Optional[FrameType]) -> None:
        received.append(signal.Signals(signum))
        job.suspend()

    handlers = {signal.SIGINT: cancel, signal.SIGTERM: suspend, signal.SIGHUP: suspend}
    before: dict[signal.Signals, Any] = {}
    for number, handler in handlers.items():
        if number is not signal.SIGHUP or signal.getsignal(number) is not signal.SIG_IGN:  # nohup ignores it
            before[number] = signal.signal(number, handler)
    try:
        yield received
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
