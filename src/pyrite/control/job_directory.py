"""The folder in which this user's drivers register their jobs, so that other processes find them.

  <job-id>.json    the job's entry; written when its socket listens
  <job-id>.sock    the driver's control socket
  <job-id>.ended   the final status, for the last few jobs
  <job-id>.document   the JobDocument at the job's end, for the same jobs
  <job-id>.lock    locked by its driver, if its checkpoints are in no folder

The folder is private to the user. Listing the jobs removes the files of drivers that died. Files without an entry do
not belong to Pyrite and stay.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, Final, Optional

from pyrite.core.clock import SystemClock
from pyrite.core.errors import JobRefusedError, PyriteError
from pyrite.core.machine import socket_address
from pyrite.storage.private_folder import PrivateFolder

FOLDER_VARIABLE: Final = "PYRITE_CONTROL_DIR"
GONE: Final = "GONE"
"""The final status of a job whose driver died or abandoned it."""
_ENDED_KEPT = 20
_CONNECT_S = 5.0


@dataclass(frozen=True)
class JobEntry:
    """The contents of a job's file."""

    job_id: str
    name: str
    pid: int
    started_ms: int
    parallelism: int
    storage: str = ""
    """The URI of its checkpoints, `jobmanager` for the driver's memory; empty: it takes none."""
    status: str = ""
    """The final status; empty while the job runs."""
    ended_ms: int = 0

    @property
    def is_resumable(self) -> bool:
        """Whether another driver can resume the job: its checkpoints outlive this driver."""
        return "://" in self.storage

    def succeeds(self, other: JobEntry) -> bool:
        """Whether this is the same job resumed, in this process or by a driver that has taken over its log.

        The older driver's process may still be alive but stalled; all it can still do is exit.
        """
        return other.pid == self.pid or (other.storage == self.storage and self.is_resumable)


class ControlFolder:
    """One such folder, created with access for this user only when a driver needs it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._private = PrivateFolder(path, variable=FOLDER_VARIABLE)

    def make(self) -> None:
        """Creates the folder. PyriteError: it cannot be created, or other users have access to it."""
        self._private.make()

    def check(self) -> None:
        """PyriteError: it is not a private folder of this user."""
        self._private.check()

    def listen(self, entry: JobEntry) -> socket.socket:
        """Opens the listening socket of a job, and registers the job: from here on other processes can reach it."""
        with self._locked():
            former = self._read(self._file(entry.job_id, "json"))
            if former is not None and not entry.succeeds(former) and self._is_alive(former.job_id):
                raise PyriteError(f"process {former.pid} runs a job of the same id, {former.job_id}")
            place = self._file(entry.job_id, "sock")
            listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                self._write("json", entry)  # first: a socket without its entry would stay when the driver dies
                place.unlink(missing_ok=True)
                with socket_address(place) as address:
                    listener.bind(address)
                listener.listen(16)
            except BaseException:
                listener.close()
                self._remove(entry.job_id)
                raise
            return listener

    def lock(self, job_id: str) -> JobLock:
        """Claims a job's id for the lifetime of this process; JobRefusedError if another process holds it."""
        try:
            return JobLock(self._file(job_id, "lock"), job_id)
        except OSError as error:
            raise PyriteError(f"{self.path} is not writable: {error.strerror}") from None

    def connect(self, job_id: str) -> socket.socket:
        """A connection to a job's driver; OSError if no process listens."""
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.settimeout(_CONNECT_S)
        try:
            with socket_address(self._file(job_id, "sock")) as address:
                connection.connect(address)
        except BaseException:
            connection.close()
            raise
        return connection

    def forget(self, entry: JobEntry) -> None:
        """Moves an ended job from the running jobs to the ended ones. The entry has its final status."""
        with self._locked():
            self._forget(entry)

    def _forget(self, entry: JobEntry) -> None:
        current = self._read(self._file(entry.job_id, "json"))
        if current is not None and current.pid != entry.pid:
            return  # another driver has resumed the job
        with contextlib.suppress(OSError):  # a full disk loses the final status only
            self._write("ended", entry)
        self._remove(entry.job_id)
        for old in self.ended()[:-_ENDED_KEPT]:
            for kind in ("ended", "document"):
                self._file(old.job_id, kind).unlink(missing_ok=True)

    def keep_document(self, job_id: str, document: Mapping[str, Any]) -> None:
        """Writes the JobDocument of a job that is about to end."""
        self._replace(job_id, "document", json.dumps(document))

    def document(self, job_id: str) -> Optional[dict[str, Any]]:
        """The JobDocument of one of the last ended jobs, if its driver could write it."""
        try:
            content: dict[str, Any] = json.loads(self._file(job_id, "document").read_text())
        except (OSError, ValueError):
            return None
        return content

    def _remove(self, job_id: str) -> None:
        for kind in ("sock", "json"):  # the entry last: by it, the next listing removes what a kill here leaves
            self._file(job_id, kind).unlink(missing_ok=True)

    def holds(self, job_id: str) -> bool:
        """Whether a job's files still exist: a log-out or a cleaner of old files can remove them."""
        return all(self._file(job_id, kind).exists() for kind in ("json", "sock"))

    def registered(self) -> list[JobEntry]:
        """The registered jobs, including jobs of drivers that have died."""
        return [entry for path in self.path.glob("*.json") if (entry := self._read(path)) is not None]

    def running(self) -> list[JobEntry]:
        """The running jobs, oldest first. Removes the files of dead drivers."""
        entries = self.registered()
        alive = [entry for entry in entries if self._is_alive(entry.job_id)]
        if len(alive) < len(entries):
            self._sweep()
        return sorted(alive, key=lambda entry: (entry.started_ms, entry.job_id))

    def ended(self) -> list[JobEntry]:
        """The last ended jobs, oldest first."""
        entries = [self._read(path) for path in self.path.glob("*.ended")]
        return sorted((entry for entry in entries if entry is not None), key=lambda entry: entry.ended_ms)

    def _sweep(self) -> None:
        with self._locked():  # a driver that is about to listen holds the lock
            for path in self.path.glob("*.json"):
                entry = self._read(path)
                if entry is not None and not self._is_alive(entry.job_id):
                    self._forget(replace(entry, status=GONE, ended_ms=SystemClock().now_ms()))

    def _is_alive(self, job_id: str) -> bool:
        """Whether a process listens on the socket. A check of the process id would not work across containers."""
        try:
            self.connect(job_id).close()
        except (ConnectionRefusedError, FileNotFoundError):
            return False
        except OSError:
            return True  # too busy to accept
        return True

    def _file(self, job_id: str, kind: str) -> Path:
        return self.path / f"{job_id}.{kind}"

    def _write(self, kind: str, entry: JobEntry) -> None:
        self._replace(entry.job_id, kind, json.dumps(asdict(entry)))

    def _replace(self, job_id: str, kind: str, text: str) -> None:
        fresh = self._file(job_id, f"{kind}.new")
        try:
            fresh.write_text(text)
            fresh.replace(self._file(job_id, kind))
        except OSError:
            fresh.unlink(missing_ok=True)
            raise

    def _read(self, path: Path) -> Optional[JobEntry]:
        try:
            content = json.loads(path.read_text())
            entry = JobEntry(**{field.name: content[field.name] for field in fields(JobEntry) if field.name in content})
        except (OSError, ValueError, TypeError):
            return None  # removed meanwhile, or not an entry
        return entry if entry.job_id == path.stem else None

    @contextmanager
    def _locked(self) -> Iterator[None]:
        lock = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)


def is_running_already(job_id: str, pid: str) -> JobRefusedError:
    """The error of a second driver for a running job."""
    return JobRefusedError(
        f"job {job_id} is running already: process {pid or 'unknown'}. Cancel that job first, or give this one "
        "another pipeline.job-id"
    )


class JobLock:
    """A job's id, held by one process. The kernel releases the lock when the process ends, however it ends."""

    def __init__(self, path: Path, job_id: str) -> None:
        self._path = path
        while True:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                owner = os.read(self._file, 20).decode()
                os.close(self._file)
                raise is_running_already(job_id, owner) from None
            if self._is_at(path):
                break
            os.close(self._file)  # the last owner has just removed the file
        os.truncate(self._file, 0)
        os.write(self._file, str(os.getpid()).encode())

    def _is_at(self, path: Path) -> bool:
        try:
            return path.stat().st_ino == os.fstat(self._file).st_ino
        except FileNotFoundError:
            return False

    def give_up(self) -> None:
        self._path.unlink(missing_ok=True)
        os.close(self._file)
