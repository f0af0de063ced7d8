"""Resources that a job must not leave behind: processes, sockets, and files of checkpoints beyond its log."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Optional

from chaos.chaos_cluster import ChaosCluster
from chaos.processes import processes_with, wait_until
from chaos.run_folder import RunFolder

_SOON_S = 60.0
_LOG = "_log"
_EVENTS = "_events"


def leftovers(folder: RunFolder, mark: str, cluster: Optional[ChaosCluster]) -> list[str]:
    """Waits for up to a minute; returns the remaining resources."""

    def all_processes() -> list[str]:
        found = dict(processes_with(mark))
        if cluster is not None:
            found |= cluster.job_processes()
        return [f"process {pid}: {process.command[:150]}" for pid, process in found.items()]

    wait_until(lambda: not all_processes() and not _sockets(folder.root), _SOON_S)
    return [*all_processes(), *_sockets(folder.root), *_files(folder.checkpoints)]


def _sockets(root: Path) -> list[str]:
    """Open Unix sockets below a folder. (TCP sockets belong to a process, which would be found.)"""
    lines = Path("/proc/net/unix").read_text().splitlines()
    return [f"socket {line.split()[-1]}" for line in lines if f"{root}/" in line]


def _files(checkpoints: Path) -> Iterator[str]:
    """By default a job that has finished, or was stopped, keeps no checkpoint, only its log and its events."""
    for path in sorted(checkpoints.rglob("*")):
        relative = path.relative_to(checkpoints)
        in_log = relative.parts[1:2] == (_LOG,) and all(part.isdigit() for part in relative.parts[2:])
        in_events = relative.parts[1:2] == (_EVENTS,) and len(relative.parts) <= 3
        if len(relative.parts) > 1 and not in_log and not in_events:
            yield f"file checkpoints/{relative}"
