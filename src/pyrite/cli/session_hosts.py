"""SessionHosts: what Flink's files conf/masters and conf/workers say."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Optional

from pyrite.core.errors import InvalidProgramError

_LOCAL: Final = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True)
class SessionHosts:
    """Where a session's processes are to run."""

    master: Optional[str]
    """The address of the JobManager; None: the configuration's."""
    port: Optional[int]
    """The port of its REST; None: the configuration's."""
    workers: int
    """How many are to run on this machine."""

    @staticmethod
    def of_folder(folder: Optional[Path]) -> SessionHosts:
        """Reads the files. InvalidProgramError: there are none, or they name another machine."""
        if folder is None or not (folder / "workers").is_file():
            where = "there is no folder of the configuration" if folder is None else f"{folder} has no file 'workers'"
            raise InvalidProgramError(
                f"how many workers? {where}: say --workers N, or write a line for each worker there"
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
        for name in (host, *workers):
            if name not in _LOCAL:
                raise InvalidProgramError(
                    f"{folder} names '{name}': only localhost is supported. On other machines start Spark's own "
                    "workers, and run jobs there by --master spark://HOST:PORT"
                )
        if port and not (port.isdecimal() and int(port) < 1 << 16):
            raise InvalidProgramError(f"{folder / 'masters'}: expected HOST or HOST:PORT, not '{masters[0]}'")
        return SessionHosts("127.0.0.1" if port else None, int(port) if port else None, len(workers))


def _lines(file: Path) -> list[str]:
    """The lines of a file that say something; none if it is not there."""
    text = file.read_text() if file.is_file() else ""
    return [line for full in text.splitlines() if (line := full.partition("#")[0].strip())]
