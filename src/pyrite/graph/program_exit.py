"""The end of a program that `python` runs: it waits for the jobs that still run, or cancels them.

Python says nowhere how a program ends, so `sys.exit` is replaced by a function that remembers its argument. All this
happens before Python waits for other threads, which may wait for a job themselves, and before functions of `atexit`,
when threads can no longer be started.
"""

from __future__ import annotations

import atexit
import contextlib
import dis
import functools
import os
import sys
import threading
import traceback
from types import FrameType
from typing import Any, NoReturn, Optional

from pyrite.core.errors import JobCancelledError, PyriteError
from pyrite.core.job.attach import SuspendedExit
from pyrite.graph.program_jobs import ProgramJobs, described, why_to_cancel, write_line

_CANCELLED = 130


def at_exit(jobs: ProgramJobs) -> None:
    """Has the end of this process wait for a program's jobs."""
    program = _Program(jobs)
    try:
        threading._register_atexit(program.end)  # type: ignore[attr-defined]
    except RuntimeError:  # it ends already, and this is one of its threads
        jobs.is_over = True


class _Program:
    def __init__(self, jobs: ProgramJobs) -> None:
        self._jobs = jobs
        self._process = os.getpid()
        self._frame = _first_frame()
        self._exit_argument: Any = None
        exit = sys.exit

        @functools.wraps(exit)
        def remembering_exit(status: Any = None, /) -> NoReturn:
            self._exit_argument = status
            exit(status)

        sys.exit = remembering_exit

    def end(self) -> None:
        if os.getpid() != self._process:  # a fork has no jobs
            return
        if why := self._why_to_cancel():
            self._jobs.cancel(why)
            return
        for job in self._jobs.left():
            if not (job.finished.done() or job.finished.is_read):
                write_line(f"the program has ended, and waits for {described(job)}; Ctrl-C cancels it")
        try:
            self._jobs.wait()
        except SuspendedExit as exit:
            _exit_with(exit.code)
        except JobCancelledError as error:
            write_line(str(error))
            _exit_with(_CANCELLED)
        except PyriteError as error:
            write_line("".join(traceback.format_exception_only(error)).rstrip())
            _exit_with(1)

    def _why_to_cancel(self) -> str:
        """Empty: the program has ended well."""
        if hasattr(sys, "ps1") or sys.flags.interactive:
            return "the interpreter ends"
        if self._has_returned():
            return ""  # an error or an exit before was caught
        error: Optional[BaseException] = getattr(sys, "last_value", None)  # what the interpreter has shown
        return why_to_cancel(error or SystemExit(self._exit_argument))

    def _has_returned(self) -> bool:
        """Whether the program came to its last line."""
        frame = self._frame
        if frame is None or frame.f_lasti < 0:
            return False
        return dis.opname[frame.f_code.co_code[frame.f_lasti]].startswith("RETURN")


def _first_frame() -> Optional[FrameType]:
    """The frame of the main thread in which the program runs."""
    frame = sys._current_frames().get(threading.main_thread().ident or 0)
    while frame is not None and frame.f_back is not None:
        frame = frame.f_back
    return frame


def _exit_with(code: int) -> None:
    """Ends the process with a code once Python has done all that it does at the end."""

    def exit() -> NoReturn:  # registered last, so it is called first
        atexit.unregister(exit)
        atexit._run_exitfuncs()
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError, AttributeError):
                stream.flush()
        os._exit(code)

    atexit.register(exit)
