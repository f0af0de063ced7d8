"""Starts and ends drivers: processes that outlive the JobManager which started them.

The JobManager takes a driver's lock before it starts the driver, and passes the open file on. So the lock is held
exactly as long as the driver lives, however it ends, and no process can start a second driver for the job.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Final, Optional

from pyrite.control.job_manager.job_store import JobFolder
from pyrite.control.job_manager_gateway import SubmissionRefusedError
from pyrite.core.errors import PyriteError
from pyrite.storage.file_lock import held_text, lock_file, write_locked

MODULE: Final = "pyrite.cli.program.driver"
LOCK_VARIABLE: Final = "PYRITE_DRIVER_LOCK"
"""The environment variable with the lock's file descriptor."""
OUTPUT: Final = "job.out"
"""The file of a driver's standard output and error, and of its tasks' output."""
_SHOWN_LINES: Final = 10


class DriverRunsError(PyriteError):
    """The job already has a driver."""


def start_driver(folder: JobFolder) -> subprocess.Popen[bytes]:
    """Starts a driver for a submitted job. DriverRunsError: it has one; PyriteError: the driver cannot start."""
    submission = folder.submission()
    if submission is None:
        raise PyriteError(f"the submission in {folder.path} cannot be read: submit the program again")
    program = submission.program
    if not Path(program.path).exists():
        raise PyriteError(f"the program does not exist: {program.path}")
    cwd = program.folder or str(Path(program.path).parent)
    lock = _take_lock(folder)
    try:
        folder.drop("outcome")  # from an earlier driver
        with (folder.path / OUTPUT).open("ab") as output:
            process = subprocess.Popen(
                [sys.executable, "-P", "-m", MODULE, str(folder.path)],
                cwd=cwd,
                env={**os.environ, LOCK_VARIABLE: str(lock)},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
                pass_fds=(lock,),
            )
        write_locked(lock, str(process.pid))
        return process
    except OSError as error:
        raise PyriteError(f"the driver cannot be started in {cwd}: {error}") from error
    finally:
        os.close(lock)  # the driver has a copy


def keep_lock() -> None:
    """Called in the driver: processes that it starts must not hold the lock after its end."""
    lock = os.environ.pop(LOCK_VARIABLE, None)
    if lock is not None:
        os.set_inheritable(int(lock), False)
        write_locked(int(lock), str(os.getpid()))
        os.register_at_fork(after_in_child=lambda: _close(int(lock)))


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
    if outcome is None:
        lines = (folder.path / OUTPUT).read_text(errors="replace").splitlines()[-_SHOWN_LINES:]
        raise SubmissionRefusedError("\n".join(["the driver died before it started the job", *lines]))
    raise SubmissionRefusedError(f"the program did not start a job: {outcome.trace or outcome.cause}")


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
