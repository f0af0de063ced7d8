"""SessionHosts: what Flink's files conf/masters and conf/workers say."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Optional

from pyrite.core.errors import InvalidProgramError

_LOCAL: Final = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True)
class SessionHosts:
    """Where a session's processes are to run."""

    master: str
    """The address of Spark's master and of the JobManager, by which workers reach it."""
    port: Optional[int]
    """The port of the JobManager's REST; None: the configuration's."""
    workers: tuple[str, ...]
    """A host for each worker; one may be there more than once."""

    @property
    def here(self) -> int:
        """How many workers are to run on this machine."""
        return sum(is_local(host) for host in self.workers)

    @property
    def elsewhere(self) -> tuple[str, ...]:
        """The hosts of the others, which are started by ssh."""
        return tuple(host for host in self.workers if not is_local(host))

    @staticmethod
    def of_folder(folder: Optional[Path]) -> SessionHosts:
        """Reads the files. InvalidProgramError: there are none, or they contradict each other."""
        if folder is None or not (folder / "workers").is_file():
            file = f"{folder or 'conf'}/workers"
            raise InvalidProgramError(
                f"how many workers? There is no file {file}: say --workers N, or write it, with a line for each worker"
            )
        masters, workers = _lines(folder / "masters"), _lines(folder / "workers")
        if len(masters) > 1:
            raise InvalidProgramError(
                f"{folder / 'masters'} names {len(masters)} masters: one is supported. A second JobManager on this "
                "machine stands by: pyrite jobmanager start"
            )
        if not workers:
            raise InvalidProgramError(f"{folder / 'workers'} names no worker: write localhost, once for each")
        host, _, port = masters[0].partition(":") if masters else ("localhost", "", "")
        if port and not (port.isdecimal() and int(port) < 1 << 16):
            raise InvalidProgramError(f"{folder / 'masters'}: expected HOST or HOST:PORT, not '{masters[0]}'")
        hosts = SessionHosts(host, int(port) if port else None, tuple(workers))
        if is_local(host) and hosts.elsewhere:
            raise InvalidProgramError(
                f"{folder} names a worker on '{hosts.elsewhere[0]}', which cannot reach a master on {host}: write the "
                "name or the address by which others know this machine into 'masters'"
            )
        return hosts


def is_local(host: str) -> bool:
    """Whether a name stands for this machine wherever it is read."""
    return host in _LOCAL


def is_this_machine(host: str) -> bool:
    """Whether one can listen on that address here."""
    if is_local(host):
        return True
    try:
        family, _, _, _, address = socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM)[0]
        with socket.socket(family) as listener:
            listener.bind(address)
    except OSError:
        return False
    return True


def _lines(file: Path) -> list[str]:
    """The lines of a file that say something; none if it is not there."""
    text = file.read_text() if file.is_file() else ""
    return [line for full in text.splitlines() if (line := full.partition("#")[0].strip())]
