"""Running a program in the foreground, and looking at it without running it."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import wait
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, Any, Optional

from pyrite.common.configuration import Configuration
from pyrite.common.errors import PyriteError
from pyrite.common.job_execution_result import JobExecutionResult
from pyrite.graph.execution_graph import ExecutionGraph
from pyrite.graph.stream_graph import StreamGraph

if TYPE_CHECKING:
    from pyrite.runtime.spark.job_master import JobMaster

Watcher = Callable[["JobMaster"], Callable[[], None]]
"""Begins to watch a job; what it returns is called once the job has ended."""
_watchers: list[Watcher] = []
_plan_takers: list[Callable[[StreamGraph, ExecutionGraph, Configuration], None]] = []


class PlanTaken(BaseException):
    """Ends a program that is only looked at, at its first execute()."""


@contextmanager
def watch_jobs(watcher: Watcher) -> Iterator[None]:
    """While open, calls `watcher` with every job that runs in the foreground: a progress display."""
    _watchers.append(watcher)
    try:
        yield
    finally:
        _watchers.remove(watcher)


@contextmanager
def take_plan(taker: Callable[[StreamGraph, ExecutionGraph, Configuration], None]) -> Iterator[None]:
    """While open, execute() gives its graphs to `taker` and raises PlanTaken instead of running."""
    _plan_takers.append(taker)
    try:
        yield
    finally:
        _plan_takers.remove(taker)


def plan_was_asked_for(graph: StreamGraph, execution: ExecutionGraph, configuration: Configuration) -> None:
    if _plan_takers:
        _plan_takers[-1](graph, execution, configuration)
        raise PlanTaken


def attach(master: JobMaster) -> JobExecutionResult:
    """Waits for a job's end.

    Ctrl-C cancels the job, a second one kills the program. SIGTERM and SIGHUP suspend it, and end the program by
    SystemExit with the code that a shell gives to that signal, 143 or 129.
    """
    with _signals(master) as received:
        endings = [watcher(master) for watcher in _watchers]
        try:
            while not master.finished.done():
                wait([master.finished], timeout=0.2)  # short, so that signal handlers get their turn
            return master.finished.result()
        except PyriteError as error:
            if not received:
                raise
            with contextlib.suppress(OSError):  # the terminal may be what has gone away
                sys.stderr.write(f"{received[0].name}: {error}\n")
            raise SystemExit(128 + received[0]) from None
        finally:
            for end in endings:
                end()


@contextmanager
def _signals(master: JobMaster) -> Iterator[list[signal.Signals]]:
    """Lets signals end the job while open; yields those that ask the program to go away, as they come."""
    received: list[signal.Signals] = []
    if threading.current_thread() is not threading.main_thread():
        yield received
        return

    def cancel(signum: int, frame: Optional[FrameType]) -> None:
        master.cancel()
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        if master.is_resumable and not received:  # a job that is being suspended stays
            told = "cancelling the job: it cannot be resumed. To keep a job, end it by"
            told += f" `pyrite stop {master.job_id}`, or suspend it by `kill {os.getpid()}`\n"
            with contextlib.suppress(OSError):
                os.write(2, told.encode())  # not by sys.stderr: the signal may have come in the middle of a write to it

    def suspend(signum: int, frame: Optional[FrameType]) -> None:
        received.append(signal.Signals(signum))
        master.suspend()

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
