"""SessionHosts: the contents of Flink's files conf/masters and conf/workers."""

from __future__ import annotations

import re
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Optional

from pyrite.core.errors import InvalidProgramError

_HOST: Final = re.compile(r"[A-Za-z0-9_\[:][\w.:%\[\]-]*", re.ASCII)
_LOCAL: Final = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True)
class SessionHosts:
    """The hosts of a session's processes."""

    master: str
    """The address of Spark's master and of the JobManager, as workers reach it."""
    port: Optional[int]
    """The port of the JobManager's REST server; None: from the configuration."""
    workers: tuple[str, ...]
    """The host of each worker; a host may occur several times."""

    @property
    def here(self) -> int:
        """The number of workers on this machine."""
        return sum(is_local(host) for host in self.workers)

    @property
    def elsewhere(self) -> tuple[str, ...]:
        """The hosts of the other workers, which ssh starts."""
        return tuple(host for host in self.workers if not is_local(host))

    @staticmethod
    def of_folder(folder: Optional[Path]) -> SessionHosts:
        """Parses the files. InvalidProgramError: the folder does not contain them, or they contradict each other."""
        if folder is None or not (folder / "workers").is_file():
            file = f"{folder or 'conf'}/workers"
            raise InvalidProgramError(
                f"the number of workers is unknown: set --workers N, or write a line for each worker into {file}"
            )
        masters, workers = _lines(folder / "masters"), _lines(folder / "workers")
        if len(masters) > 1:
            raise InvalidProgramError(
                f"{folder / 'masters'} has {len(masters)} masters, but only one is supported. A second "
                "JobManager on this machine is a standby: pyrite jobmanager start"
            )
        if not workers:
            raise InvalidProgramError(f"{folder / 'workers'} has no worker: write a line `localhost` for each")
        host, _, port = masters[0].partition(":") if masters else ("localhost", "", "")
        if port and not (port.isdecimal() and int(port) < 1 << 16):
            raise InvalidProgramError(f"{folder / 'masters'}: expected HOST or HOST:PORT, not '{masters[0]}'")
        hosts = SessionHosts(host, int(port) if port else None, tuple(workers))
        if is_local(host) and hosts.elsewhere:
            raise InvalidProgramError(
                f"{folder} has a worker on '{hosts.elsewhere[0]}', which cannot reach a master on {host}: write the "
                "name or the address by which others know this machine into 'masters'"
            )
        return hosts


def is_local(host: str) -> bool:
    """Whether a host name stands for the local machine on every machine."""
    return host in _LOCAL


def is_this_machine(host: str) -> bool:
    """Whether the address belongs to this machine, so that a process can listen on it."""
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
    """The lines of a file without comments and blank lines; empty if the file does not exist."""
    text = file.read_text() if file.is_file() else ""
    hosts = [line for full in text.splitlines() if (line := full.partition("#")[0].strip())]
    for host in hosts:
        if not _HOST.fullmatch(host):  # ssh would take a name that begins with - for an option, which can run commands
            raise InvalidProgramError(f"{file}: expected a host, not '{host}'")
    return hosts
