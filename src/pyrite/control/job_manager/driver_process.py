"""Starts and ends drivers: processes that outlive the JobManager which started them.

A driver is the child of `driver_parent`, a small process that records the signal or exit code with which it ends.

The JobManager takes a driver's lock before it starts the driver, and passes the open file on. So the lock is held
exactly as long as the driver lives, however it ends, and no process can start a second driver for the job.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final, Optional

from pyrite.control.job_manager.driver_parent import EXIT
from pyrite.control.job_manager.job_store import JobFolder, Outcome
from pyrite.control.job_manager_gateway import SubmissionRefusedError
from pyrite.core.clock import SystemClock
from pyrite.core.errors import PyriteError
from pyrite.core.job.job_status import JobStatus
from pyrite.core.json_dataclasses import of_json
from pyrite.storage.file_lock import held_text, lock_file, write_locked

PARENT: Final = "pyrite.control.job_manager.driver_parent"
LOCK_VARIABLE: Final = "PYRITE_DRIVER_LOCK"
"""The environment variable with the lock's file descriptor."""
SLOT_VARIABLE: Final = "PYRITE_DRIVER_SLOT"
"""The environment variable with the start slot's file descriptor."""
OUTPUT: Final = "job.out"
"""The file of a driver's standard output and error, and of its tasks' output."""
CANCEL: Final = "cancel"
"""The file that a command writes into a job's folder before it ends a driver: no driver of the job follows."""
START: Final = "start"
"""The file of a job's folder with the position of its program, until the program has started the job."""
LOSS: Final = "loss"
"""The file of a job's folder in which a driver that cannot continue says why."""
_SHOWN_LINES: Final = 10
_END_S: Final = 10.0
_POLL_S: Final = 0.05
_driven: Optional[JobFolder] = None
"""The folder of the job whose driver this process is."""


class DriverRunsError(PyriteError):
    """The job already has a driver."""


class JobWithdrawnError(SubmissionRefusedError):
    """The job was canceled before its driver started."""


def start_driver(folder: JobFolder, slot: Optional[int] = None) -> subprocess.Popen[bytes]:
    """Starts a driver for a submitted job. DriverRunsError: it has one; PyriteError: the driver cannot start.

    `slot`: its start slot, which is closed here.
    """
    try:
        return _start_driver(folder, slot)
    finally:
        if slot is not None:
            os.close(slot)  # the driver has it


def _start_driver(folder: JobFolder, slot: Optional[int]) -> subprocess.Popen[bytes]:
    submission = folder.submission()
    if submission is None:
        raise PyriteError(f"the submission in {folder.path} cannot be read: submit the program again")
    program = submission.program
    if not Path(program.path).exists():
        raise PyriteError(f"the program does not exist: {program.path}")
    cwd = program.folder or str(Path(program.path).parent)
    lock = _take_lock(folder)
    inherited = {LOCK_VARIABLE: lock} if slot is None else {LOCK_VARIABLE: lock, SLOT_VARIABLE: slot}
    try:
        if folder.read(CANCEL):
            raise JobWithdrawnError("the job was canceled before its driver started")
        folder.drop("outcome")  # from an earlier driver
        folder.drop(EXIT)
        folder.drop(LOSS)
        with (folder.path / OUTPUT).open("ab") as output:
            process = subprocess.Popen(
                [sys.executable, "-P", "-m", PARENT, str(folder.path)],
                cwd=cwd,
                env={**os.environ, **{name: str(file) for name, file in inherited.items()}},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
                pass_fds=tuple(inherited.values()),
            )
        write_locked(lock, str(process.pid))
        return process
    except OSError as error:
        raise PyriteError(f"the driver cannot be started in {cwd}: {error}") from error
    finally:
        os.close(lock)  # the driver has a copy


def keep_lock(folder: JobFolder) -> None:
    """Called in the driver of a folder's job: processes that it starts must not hold the lock after its end."""
    global _driven
    lock = os.environ.pop(LOCK_VARIABLE, None)
    if lock is not None:
        _driven = folder
        os.set_inheritable(int(lock), False)
        write_locked(int(lock), str(os.getpid()))
        os.register_at_fork(after_in_child=lambda: _close(int(lock)))


def give_way(reason: str) -> None:
    """Ends this process if it is the driver of a submitted job: it has died, and the restart strategy applies to it."""
    if _driven is None:
        return
    sys.stderr.write(f"the driver ends: {reason}\n")
    sys.stderr.flush()
    with contextlib.suppress(OSError):
        _driven.write(LOSS, {"process": os.getpid(), "reason": reason})
    os._exit(1)


class StartSlot:
    """The start slot of this process, which is a driver. Processes that it starts do not keep the slot."""

    def __init__(self) -> None:
        slot = os.environ.pop(SLOT_VARIABLE, None)
        self._file = None if slot is None else int(slot)
        if self._file is not None:
            os.set_inheritable(self._file, False)
            os.register_at_fork(after_in_child=self.release)

    def release(self) -> None:
        """The next driver may start."""
        file, self._file = self._file, None
        if file is not None:
            _close(file)


def driver_pid(folder: JobFolder) -> Optional[int]:
    """The pid of the running driver; None if none runs; 0 if it is just starting."""
    text = held_text(_lock_path(folder))
    return None if text is None else int(text or "0")


def has_started(folder: JobFolder) -> bool:
    """Whether a driver was started at least once."""
    try:
        return bool(_lock_path(folder).read_text()) or driver_pid(folder) is not None
    except FileNotFoundError:
        return False


def has_job_started(folder: JobFolder) -> bool:
    """Whether the driver's program has started its job. SubmissionRefusedError: the program ended before that."""
    is_alive = driver_pid(folder) is not None
    if folder.read("job"):
        return True
    if is_alive:
        return False
    outcome = folder.outcome()
    if outcome is None and folder.read(CANCEL):
        raise JobWithdrawnError("the job was canceled before its program started it")
    if outcome is None:
        lines = (folder.path / OUTPUT).read_text(errors="replace").splitlines()[-_SHOWN_LINES:]
        raise SubmissionRefusedError("\n".join(["the driver died before it started the job", *lines]))
    if outcome.status == JobStatus.CANCELED.name and not outcome.cause:
        raise JobWithdrawnError("the job was canceled before its program started it")
    raise SubmissionRefusedError(f"the program did not start a job: {outcome.trace or outcome.cause}")


def start_wait(folder: JobFolder) -> str:
    """What the driver of a job that has not started waits for; empty if it has no driver."""
    pid = driver_pid(folder)
    if pid is None:
        return ""
    where = folder.read(START).get("where", "")
    if folder.read("job"):
        return f"its driver, process {pid}, starts Spark or waits for slots"
    if where:
        return f"its program, process {pid}, has not started a job yet; it is at {where}"
    return f"its driver, process {pid}, starts"


def withdraw_driver(folder: JobFolder) -> bool:
    """Ends a job that has no driver, as CANCELED: no process may start one any more. False: it has a driver."""
    folder.write(CANCEL, {"requested_ms": SystemClock().now_ms()})
    try:
        lock = _take_lock(folder)
    except DriverRunsError:
        return False
    try:
        outcome = folder.outcome()
        if outcome is None or outcome.status not in (JobStatus.FINISHED.name, JobStatus.CANCELED.name):
            folder.write("outcome", asdict(Outcome(JobStatus.CANCELED.name, "")))
    finally:
        os.close(lock)
    return True


def cancel_driver(folder: JobFolder, takes_commands: Callable[[], bool] = lambda: False) -> None:
    """Cancels a job whose driver takes no commands yet: ends the driver, by SIGKILL if SIGTERM does not end it.

    A driver that `takes_commands` meanwhile is not killed: it cancels the job itself.
    """
    until, number = time.monotonic() + _END_S, signal.SIGTERM
    while not withdraw_driver(folder) and not takes_commands():
        end_driver(folder, number)
        while driver_pid(folder) is not None and time.monotonic() < until:
            time.sleep(_POLL_S)
        number = signal.SIGKILL


@dataclass(frozen=True)
class DriverExit:
    """The end of a driver's process. Its parent has observed the signal or exit code; both are None if it died too."""

    process: int = 0
    signal: Optional[str] = None
    exit_code: Optional[int] = None
    at_ms: int = 0
    """0: unknown."""
    reason: str = ""
    """What the driver itself has written before it ended."""

    def __str__(self) -> str:
        if self.reason:
            return f"ended: {self.reason}"
        if self.signal is not None:
            return f"was killed by {self.signal}"
        return "died" if self.exit_code is None else f"died with exit code {self.exit_code}"


def driver_exit(folder: JobFolder) -> DriverExit:
    """The end of the last driver of a job, which runs no more."""
    try:
        end = of_json(DriverExit, folder.read(EXIT))
        loss = folder.read(LOSS)
        reason = str(loss["reason"]) if loss.get("process") == end.process else ""
        return replace(end, at_ms=int((folder.path / f"{EXIT}.json").stat().st_mtime * 1000), reason=reason)
    except (ValueError, OSError):
        return DriverExit()


def end_driver(folder: JobFolder, number: signal.Signals) -> bool:
    """Sends a signal to a job's driver, if it has one: SIGTERM suspends the job, SIGKILL only ends the process."""
    pid = driver_pid(folder)
    if not pid:
        return False
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)
    return True


def _take_lock(folder: JobFolder) -> int:
    try:
        return lock_file(_lock_path(folder))
    except BlockingIOError:
        raise DriverRunsError(f"the job already has a driver: process {driver_pid(folder)}") from None


def _lock_path(folder: JobFolder) -> Path:
    return folder.path / "driver"


def _close(file: int) -> None:
    with contextlib.suppress(OSError):
        os.close(file)
