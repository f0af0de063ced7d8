"""ProgramJobs: the jobs that a program has started, which its end waits for or cancels."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from types import ModuleType
from typing import Optional

from pyrite.core.errors import JobCancelledError
from pyrite.core.job.attach import SuspendedExit, attach_all
from pyrite.core.job.job_client import JobHandle
from pyrite.graph.running_job import RunningJob

Watcher = Callable[[Sequence[RunningJob]], Callable[[], None]]
"""Begins to watch jobs and returns a function that is called once they have ended."""


class ProgramJobs:
    """The jobs of one program that run, or have failed while the program did not look. Any thread may add one."""

    def __init__(self, when_first: Callable[[ProgramJobs], None] = lambda jobs: None) -> None:
        """`when_first` is called with the first job that is added."""
        self._when_first: Optional[Callable[[ProgramJobs], None]] = when_first
        self._jobs: list[RunningJob] = []
        self._lock = threading.Lock()
        self._main = sys.modules["__main__"]
        self._behind: Optional[ModuleType] = None
        self.is_over = False
        """Whether the program has ended. A job that one of its threads starts then is waited for in a thread."""

    def add(self, job: RunningJob) -> None:
        """A job has started."""
        with self._lock:
            when_first, self._when_first = self._when_first, None
            self._jobs.append(job)
            if (main := sys.modules["__main__"]) is not self._behind:
                self._main = main
        job.finished.add_done_callback(lambda _: self.left())
        if when_first is not None:
            when_first(self)
        if self.is_over:
            write_line(f"the program has ended, and waits for {described(job)}")
            threading.Thread(target=self.wait, name="wait-for-job").start()  # the interpreter waits for this thread

    def left(self) -> list[RunningJob]:
        """The jobs whose end the program has not seen."""
        with self._lock:
            self._jobs = [job for job in self._jobs if not _is_settled(job)]
            return list(self._jobs)

    @contextmanager
    def awaited(self, watch: Optional[Watcher] = None) -> Iterator[None]:
        """While open, the program runs; then its jobs are waited for. If it fails, they are canceled."""
        self.is_over = False
        with self._main_module():
            try:
                yield
            except SuspendedExit:
                self._end(lambda job: job.suspend())
                raise
            except BaseException as error:
                if why := why_to_cancel(error):
                    self.cancel(why)
                else:
                    self.wait(watch)
                raise
            self.wait(watch)

    @contextmanager
    def _main_module(self) -> Iterator[None]:
        """While open, `__main__` has what the program had there when it started a job, also when `runpy` has put the
        former module back: what jobs send to the driver, and what the driver sends to them, may name its classes."""
        before = self._main = sys.modules["__main__"]
        behind = self._behind = ModuleType("__main__")
        own = {name: value for name, value in vars(before).items() if name.startswith("__")}
        vars(behind).update(own, __getattr__=lambda name: getattr(self._main, name))
        sys.modules["__main__"] = behind
        try:
            yield
        finally:
            sys.modules["__main__"] = before

    def wait(self, watch: Optional[Watcher] = None) -> None:
        """Waits for the jobs. Raises the error of one that has failed, else of one that was canceled from outside."""
        errors: list[BaseException] = []
        while (jobs := self.left()) or not self.is_over:
            self.is_over = not jobs  # then one more look: a thread may have started a job meanwhile
            unread = [job for job in jobs if not job.finished.is_read]
            display = partial(watch, unread) if watch is not None and unread else None
            attach_all(jobs, display, _write_error if len(jobs) > 1 else None)
            errors += [error for job in unread if (error := job.finished.exception()) is not None]
        if errors:
            raise next((error for error in errors if not isinstance(error, JobCancelledError)), errors[0])

    def cancel(self, why: str) -> None:
        """Cancels the jobs, and returns when they have ended."""

        def cancel(job: RunningJob) -> None:
            write_line(f"canceling {described(job)}: {why}")
            job.cancel()

        self._end(cancel)

    def _end(self, how: Callable[[RunningJob], None]) -> None:
        self.is_over = True
        jobs = self.left()
        for job in jobs:
            if not job.finished.done():
                how(job)
        attach_all(jobs, on_end=_write_error, is_ending=True)
        for job in jobs:
            job.finished.is_read = True


def _is_settled(job: RunningJob) -> bool:
    return job.finished.done() and (job.finished.is_read or job.finished.error is None)


def why_to_cancel(error: BaseException) -> str:
    """Why jobs of a program that has ended by an error are canceled; empty: it is an exit with success."""
    if isinstance(error, SystemExit):
        return "" if error.code in (None, 0) else f"the program has exited with {error.code!r}"
    return "the program was interrupted" if isinstance(error, KeyboardInterrupt) else "the program has failed"


def described(job: RunningJob) -> str:
    """A job in messages."""
    return f"job '{job.view.name}' ({job.job_id})"


def _write_error(job: JobHandle) -> None:
    if not isinstance(job.finished.error, (type(None), JobCancelledError)):
        write_line(f"error: {job.finished.error}")


def write_line(text: str) -> None:
    """Writes a line to standard error, which may be closed."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()
