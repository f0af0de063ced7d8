"""The JobManagers of this user on this machine. One of them is the leader: it alone starts drivers.

Each holds a lock on its own file as long as it lives. A second JobManager lists and controls the same jobs, and
becomes the leader when the first one has exited.
"""

from __future__ import annotations

import json
import os
import socket
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Optional
from urllib.parse import urlsplit

from pyrite.control.job_manager.job_store import JobStore
from pyrite.storage.file_lock import held_text, lock_file, write_locked


@dataclass(frozen=True)
class Instance:
    """A running JobManager."""

    pid: int
    url: str
    started_ms: int

    @property
    def is_everywhere(self) -> bool:
        """Whether it listens on all addresses of this machine."""
        return urlsplit(self.url).hostname in ("0.0.0.0", "::")

    @property
    def own_url(self) -> str:
        """The address at which no other user's server can listen, `localhost` being another one for some clients.

        With TLS, its certificate proves who it is, under this machine's name.
        """
        url = urlsplit(self.url)
        if not self.is_everywhere:
            return self.url
        return f"{url.scheme}://{socket.gethostname() if url.scheme == 'https' else '127.0.0.1'}:{url.port}"


class InstanceLock:
    """The registration of this process as a JobManager."""

    def __init__(self, store: JobStore, instance: Instance) -> None:
        self._path = store.path / "instances" / str(instance.pid)
        self._file = lock_file(self._path)
        try:
            write_locked(self._file, json.dumps(asdict(instance)))
        except OSError:
            self.give_up()
            raise

    def give_up(self) -> None:
        self._path.unlink(missing_ok=True)
        os.close(self._file)


class Leadership:
    """The lock of the leader."""

    def __init__(self, store: JobStore) -> None:
        self._store = store
        self._path = store.path / "leader"
        self._file: Optional[int] = None

    @property
    def is_leader(self) -> bool:
        return self._file is not None

    def try_to_lead(self) -> bool:
        """Whether this process is the leader now. A leader stays one until its end."""
        if self._file is None and held_text(self._path) is None:
            try:
                self._file = lock_file(self._path)
            except BlockingIOError:
                return False
            write_locked(self._file, str(os.getpid()))
        return self.is_leader

    def leader(self) -> str:
        """The leading process, with its address if it has registered one."""
        pid = held_text(self._path) or ""
        instance = next((each for each in instances(self._store) if str(each.pid) == pid), None)
        return f"process {pid}" if instance is None else f"the one at {instance.url} (process {pid})"

    def give_up(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def instances(store: JobStore) -> list[Instance]:
    """The running JobManagers, oldest first. Removes the files of dead ones."""
    folder = store.path / "instances"
    running = [_read(path) for path in folder.iterdir()] if folder.is_dir() else []
    present = [instance for instance in running if instance is not None]
    return sorted(present, key=lambda instance: (instance.started_ms, instance.pid))


def _read(path: Path) -> Optional[Instance]:
    text = held_text(path)
    if text is None:
        path.unlink(missing_ok=True)
        return None
    try:
        return Instance(**json.loads(text))
    except (ValueError, TypeError):
        return None  # it is just starting
