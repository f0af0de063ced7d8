"""Waits for jobs in the foreground, and handles the signals that end them."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, wait
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final, Optional

from pyrite.core.job.job_client import JobHandle
from pyrite.core.job.job_execution_result import JobExecutionResult

Watch = Callable[[], Callable[[], None]]
"""Starts to show jobs; the returned function ends that."""
_WARNED_S: Final = 1.0
"""How long a warning must have been visible before a further Ctrl-C counts, since a user may hold the key down."""


class SuspendedExit(SystemExit):
    """A signal has suspended the jobs. Ends the program with a shell's exit code for the signal, 143 or 129."""

    code: int


def attach(job: JobHandle, watch: Optional[Watch] = None) -> JobExecutionResult:
    """Waits for a job's end.

    Signal handlers are installed before `watch` is called, so a user who sees the job can end it.

    The first Ctrl-C cancels the job, the second warns, the third kills the program. SIGTERM and SIGHUP suspend the job,
    and end the program with SuspendedExit.
    """
    attach_all([job], watch)
    return job.finished.result()


def attach_all(
    jobs: Sequence[JobHandle],
    watch: Optional[Watch] = None,
    on_end: Optional[Callable[[JobHandle], None]] = None,
    is_ending: bool = False,
) -> None:
    """Waits for the end of all jobs, however they end; signals apply to all of them.

    `on_end` is called with each job as it ends. `is_ending`: the jobs are already being canceled.
    """
    with _signals(jobs, is_ending) as received:
        end_watch = None if watch is None else watch()
        try:
            _wait_for_all(jobs, on_end)
            if received and (errors := [error for job in jobs if (error := job.finished.exception()) is not None]):
                with contextlib.suppress(OSError):  # the terminal may have been closed
                    sys.stderr.write("".join(f"{received[0].name}: {error}\n" for error in errors))
                raise SuspendedExit(128 + received[0])
        finally:
            if end_watch is not None:
                end_watch()


def _wait_for_all(jobs: Sequence[JobHandle], on_end: Optional[Callable[[JobHandle], None]]) -> None:
    running = list(jobs)
    while running:
        wait([job.finished for job in running], 0.2, FIRST_COMPLETED)  # short, so that signal handlers can run
        for job in [job for job in running if job.finished.done()]:
            running.remove(job)
            if on_end is not None:
                on_end(job)


class _Interrupts:
    """Ctrl-C: the first cancels the jobs, the second warns, a later one kills the driver.

    At its end, a canceled job commits pending committables of its last checkpoint and rolls back later output. So a key
    that is pressed twice, or held down, must not kill the driver meanwhile.
    """

    def __init__(self, jobs: Sequence[JobHandle], is_ending: bool) -> None:
        self._jobs = jobs
        self._is_ending = is_ending
        self._warned_s: Optional[float] = None

    def on_interrupt(self, is_suspending: bool) -> None:
        resumable = [job.job_id for job in self._jobs if job.is_resumable and not job.finished.done()]
        if not self._is_ending:
            self._is_ending = True
            for job in self._jobs:
                job.cancel()
            if resumable and not is_suspending:  # a job that is being suspended is not canceled
                stops = " or ".join(f"`pyrite stop {job_id}`" for job_id in resumable)
                _write_line(
                    f"canceling the job: it cannot be resumed. To keep a job, end it with {stops}, "
                    f"or suspend it with `kill {os.getpid()}`"
                )
        elif self._warned_s is None:
            self._warned_s = time.monotonic()
            ids = " or ".join(f"--job-id {job_id}" for job_id in resumable)
            until = f" until the job is started again with {ids}" if ids else ""
            _write_line(
                "the job is ending: its sinks commit and clean up. Another Ctrl-C kills the driver; then prepared "
                f"output stays pending{until}"
            )
        elif time.monotonic() - self._warned_s >= _WARNED_S:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            signal.raise_signal(signal.SIGINT)


def _write_line(text: str) -> None:
    with contextlib.suppress(OSError):
        os.write(2, f"{text}\n".encode())  # not through sys.stderr: the signal may have interrupted a write to it


@contextmanager
def _signals(jobs: Sequence[JobHandle], is_ending: bool) -> Iterator[list[signal.Signals]]:
    """Handles signals for the jobs while open; yields the signals that end the program, as they arrive."""
    received: list[signal.Signals] = []
    if threading.current_thread() is not threading.main_thread():
        yield received
        return

    interrupts = _Interrupts(jobs, is_ending)

    def cancel(signum: int, frame: Optional[FrameType]) -> None:
        interrupts.on_interrupt(is_suspending=bool(received))

    def suspend(signum: int, frame: Optional[FrameType]) -> None:
        received.append(signal.Signals(signum))
        for job in jobs:
            job.suspend()

    handlers = {signal.SIGINT: cancel, signal.SIGTERM: suspend, signal.SIGHUP: suspend}
    before: dict[signal.Signals, Any] = {}
    for number, handler in handlers.items():
        if number is not signal.SIGHUP or signal.getsignal(number) is not signal.SIG_IGN:  # nohup ignores SIGHUP
            before[number] = signal.signal(number, handler)
    try:
        yield received
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
