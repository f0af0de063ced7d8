"""The folder in which this user's drivers tell of their jobs, so that other processes find them.

    <job-id>.json    what the job is; written when its socket listens
    <job-id>.sock    where its driver takes commands
    <job-id>.ended   what has become of it, for the last few

Nobody else may enter the folder. Files of a driver that died are removed by whoever lists the jobs.
"""

from __future__ import annotations

import fcntl
import json
import os
import socket
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Final, Optional

from pyrite.common.clock import SystemClock
from pyrite.common.errors import PyriteError

FOLDER_VARIABLE: Final = "PYRITE_CONTROL_DIR"
GONE: Final = "GONE"
"""How a job ended whose driver died, or left it behind."""
_ENDED_KEPT = 20
_CONNECT_S = 5.0


@dataclass(frozen=True)
class JobEntry:
    """What a job's file tells."""

    job_id: str
    name: str
    pid: int
    started_ms: int
    parallelism: int
    storage: str = ""
    """The URI of its checkpoints, `jobmanager` for the driver's memory; empty: it takes none."""
    status: str = ""
    """How it ended; empty as long as it runs."""
    ended_ms: int = 0

    def succeeds(self, other: JobEntry) -> bool:
        """Whether this is the same job gone on with: in this process, or by a driver that has taken its log over.

        The older driver may still be there, asleep; it can do nothing any more but end.
        """
        return other.pid == self.pid or (other.storage == self.storage and "://" in self.storage)


class ControlFolder:
    """One such folder. Made for this user alone when a driver needs it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def make(self) -> None:
        """Makes the folder. PyriteError: it cannot be made, or others may enter it."""
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise PyriteError(f"{self.path} cannot be made: {error.strerror}") from None
        self.check()

    def check(self) -> None:
        """PyriteError: it is not a folder of this user's alone."""
        found = self.path.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
            raise PyriteError(
                f"{self.path} is not a folder that only this user can enter (owner {found.st_uid}, mode "
                f"{stat.S_IMODE(found.st_mode):o}): chmod 700 it, or name another one by {FOLDER_VARIABLE}"
            )

    def listen(self, entry: JobEntry) -> socket.socket:
        """The socket of a job, listening; from here on the job can be found."""
        with self._locked():
            found = self._read(self._file(entry.job_id, "json"))
            if found is not None and not entry.succeeds(found) and self._is_alive(found.job_id):
                raise PyriteError(f"process {found.pid} runs a job of the same id, {found.job_id}")
            place = self._file(entry.job_id, "sock")
            place.unlink(missing_ok=True)
            listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                with _address(place) as address:
                    listener.bind(address)
                listener.listen(16)
                self._write("json", entry)
            except BaseException:
                listener.close()
                place.unlink(missing_ok=True)
                raise
            return listener

    def connect(self, job_id: str) -> socket.socket:
        """A connection to a job's driver; OSError if nobody listens there."""
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.settimeout(_CONNECT_S)
        try:
            with _address(self._file(job_id, "sock")) as address:
                connection.connect(address)
        except BaseException:
            connection.close()
            raise
        return connection

    def forget(self, entry: JobEntry) -> None:
        """The job has ended, as the entry says: it is not among the running ones any more."""
        with self._locked():
            self._forget(entry)

    def _forget(self, entry: JobEntry) -> None:
        found = self._read(self._file(entry.job_id, "json"))
        if found is not None and found.pid != entry.pid:
            return  # another driver goes on with the job
        self._write("ended", entry)
        for kind in ("json", "sock"):
            self._file(entry.job_id, kind).unlink(missing_ok=True)
        ended = sorted(self.path.glob("*.ended"), key=lambda path: path.stat().st_mtime)
        for old in ended[:-_ENDED_KEPT]:
            old.unlink(missing_ok=True)

    def holds(self, job_id: str) -> bool:
        """Whether a job's files are still there: a log-out or a sweep of old files can remove them."""
        return all(self._file(job_id, kind).exists() for kind in ("json", "sock"))

    def running(self) -> list[JobEntry]:
        """The jobs that run, oldest first. Removes what dead drivers have left."""
        found = [entry for path in self.path.glob("*.json") if (entry := self._read(path)) is not None]
        alive = [entry for entry in found if self._is_alive(entry.job_id)]
        if len(alive) < len(found) or self._lone_sockets():
            self._sweep()
        return sorted(alive, key=lambda entry: (entry.started_ms, entry.job_id))

    def ended(self) -> list[JobEntry]:
        """The last jobs that have ended, oldest first."""
        found = [self._read(path) for path in self.path.glob("*.ended")]
        return sorted((entry for entry in found if entry is not None), key=lambda entry: entry.ended_ms)

    def _sweep(self) -> None:
        with (
            self._locked()
        ):  # a driver that is about to listen holds the lock, so that its files are not taken for dead
            for path in self.path.glob("*.json"):
                entry = self._read(path)
                if entry is not None and not self._is_alive(entry.job_id):
                    self._forget(replace(entry, status=GONE, ended_ms=SystemClock().now_ms()))
            for path in self._lone_sockets():
                path.unlink(missing_ok=True)

    def _lone_sockets(self) -> list[Path]:
        return [path for path in self.path.glob("*.sock") if not path.with_suffix(".json").exists()]

    def _is_alive(self, job_id: str) -> bool:
        """Whether somebody listens. Unlike a look at the process's number, this is right across containers too."""
        try:
            self.connect(job_id).close()
        except (ConnectionRefusedError, FileNotFoundError):
            return False
        except OSError:
            return True  # too busy to answer
        return True

    def _file(self, job_id: str, kind: str) -> Path:
        return self.path / f"{job_id}.{kind}"

    def _write(self, kind: str, entry: JobEntry) -> None:
        fresh = self._file(entry.job_id, f"{kind}.new")
        fresh.write_text(json.dumps(asdict(entry)))
        fresh.replace(self._file(entry.job_id, kind))

    def _read(self, path: Path) -> Optional[JobEntry]:
        try:
            found = json.loads(path.read_text())
            return JobEntry(**{field.name: found[field.name] for field in fields(JobEntry) if field.name in found})
        except (OSError, ValueError, TypeError):
            return None  # gone meanwhile, or not a job's

    @contextmanager
    def _locked(self) -> Iterator[None]:
        lock = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)


@contextmanager
def _address(path: Path) -> Iterator[str]:
    """A socket's address. The kernel takes about 100 bytes; a longer path is named by way of its open folder."""
    if len(os.fsencode(path)) < 100:
        yield str(path)
        return
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)
