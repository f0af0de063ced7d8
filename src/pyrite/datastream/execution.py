"""Running a program in the foreground, and looking at it without running it."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import wait
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, Any, Optional

from pyrite.common.configuration import Configuration
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
    """Waits for a job's end. The first Ctrl-C or SIGTERM cancels the job, a second Ctrl-C kills the program."""
    with _cancelling_signals(master):
        endings = [watcher(master) for watcher in _watchers]
        try:
            while not master.finished.done():
                wait([master.finished], timeout=0.2)  # short, so that signal handlers get their turn
            return master.finished.result()
        finally:
            for end in endings:
                end()


@contextmanager
def _cancelling_signals(master: JobMaster) -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def cancel(signum: int, frame: Optional[FrameType]) -> None:
        master.cancel()
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    before: dict[signal.Signals, Any] = {}
    for number in (signal.SIGINT, signal.SIGTERM):
        before[number] = signal.signal(number, cancel)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
