"""DriverStart: watches a driver until its program has started its job."""

from __future__ import annotations

import linecache
import logging
import os
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from types import FrameType
from typing import Final, Optional

from pyrite.control.job_manager.driver_process import START, StartSlot
from pyrite.control.job_manager.job_store import JobFolder, Outcome
from pyrite.core.config.cluster_options import DRIVER_START_TIMEOUT
from pyrite.core.job.job_status import JobStatus

_log = logging.getLogger("pyrite.driver")
_LOOK_S: Final = 0.5
_QUIET_S: Final = 2.0
"""How long a program may take before its position is written."""
_SLOT_S: Final = 60.0
"""How long a driver keeps its start slot at most: one that hangs, or waits for slots of Spark, delays no other."""


class DriverStart:
    """The start of one driver, watched by a thread. The program runs in the main thread.

    Until the program has started its job, the thread writes into the job's folder where the program is. If the program
    takes longer than the limit, the thread ends the process.
    """

    def __init__(
        self, folder: JobFolder, program: str, slot: StartSlot, exit_process: Callable[[int], object] = os._exit
    ) -> None:
        self._folder = folder
        self._program = program
        self._slot = slot
        self._exit = exit_process
        self._submits_job = threading.Event()
        self._is_over = threading.Event()
        self._main = threading.main_thread().ident or 0
        self._limit_s = 0.0

    def watch(self, limit_ms: int) -> None:
        """Begins. `limit_ms`: how long the program may take; 0: as long as it wants."""
        self._limit_s = limit_ms / 1000
        threading.Thread(target=self._watch, daemon=True, name="driver-start").start()

    def job_submitted(self) -> None:
        """The program has started its job, which Spark does not run yet."""
        self._submits_job.set()

    def over(self) -> None:
        """Spark runs the job, or the program has ended without one."""
        self._submits_job.set()
        self._is_over.set()
        self._slot.release()

    def _watch(self) -> None:
        begun_s, written = time.monotonic(), ""
        while not self._is_over.wait(_LOOK_S):
            elapsed_s = time.monotonic() - begun_s
            if elapsed_s > _SLOT_S:
                self._slot.release()
            if self._submits_job.is_set():
                continue
            where = self._where()
            if self._limit_s and elapsed_s > self._limit_s:
                self._give_up(where)
                return
            if elapsed_s > _QUIET_S and where != written:
                self._write(where)
                written = where

    def _where(self) -> str:
        frame = sys._current_frames().get(self._main)
        return "" if frame is None else place_of(frame, self._program)

    def _write(self, where: str) -> None:
        try:
            self._folder.write(START, {"where": where})
        except OSError as error:
            _log.warning("what the program waits for cannot be written to %s: %s", self._folder.path, error)

    def _give_up(self, where: str) -> None:
        cause = f"it has started none within {self._limit_s:g} s ({DRIVER_START_TIMEOUT.key}); it was at {where}"
        _log.error("the program did not start a job: %s", cause)
        if not self._folder.read("job"):  # else a driver before this one has started the job: its strategy decides
            self._folder.write("outcome", asdict(Outcome(JobStatus.FAILED.name, cause)))
        sys.stdout.flush()
        self._exit(1)


def place_of(innermost: FrameType, program: str) -> str:
    """Where a thread is: its line in the program's file or a file beside it, and the call in which it is."""
    folder = str(Path(program).resolve().parent) if program else ""
    frame: Optional[FrameType] = innermost
    while frame is not None and not _is_in(frame, folder):
        frame = frame.f_back
    own = innermost if frame is None else frame
    line = linecache.getline(own.f_code.co_filename, own.f_lineno).strip()
    place = _place(own)
    text = f"{place}: {line}" if line else place
    return text if own is innermost else f"{text} (in {_place(innermost)})"


def _is_in(frame: FrameType, folder: str) -> bool:
    path = frame.f_code.co_filename
    return bool(folder) and path.startswith(f"{folder}{os.sep}") and "site-packages" not in path


def _place(frame: FrameType) -> str:
    code = frame.f_code
    return f"{Path(code.co_filename).name}, line {frame.f_lineno}, in {code.co_name}"
