"""The processes of a run, found by a mark in their environment, and their roles."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

MARK = "PYRITE_CHAOS_MARK"
_POLL_S = 0.05


@dataclass(frozen=True)
class Process:
    """A live process."""

    pid: int
    parent: int
    group: int
    command: str


def processes_with(mark: str, variable: str = MARK) -> dict[int, Process]:
    """Live processes that have inherited a mark, by pid."""
    marked = f"{variable}={mark}".encode()
    found: dict[int, Process] = {}
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit() or int(folder.name) == os.getpid():
            continue
        try:
            if marked not in (folder / "environ").read_bytes().split(b"\0"):
                continue
            state, parent, group = (folder / "stat").read_text().rpartition(")")[2].split()[:3]
            command = (folder / "cmdline").read_text(errors="replace").replace("\0", " ")
        except OSError:
            continue  # another user's process, or a process that has just ended
        if state != "Z":
            found[int(folder.name)] = Process(int(folder.name), int(parent), int(group), command)
    return found


def daemons(found: Mapping[int, Process]) -> list[int]:
    """PySpark's daemons: each leads the process group of its Python workers."""
    return [p.pid for p in found.values() if _is_python(p) and p.pid == p.group]


def tasks(found: Mapping[int, Process]) -> list[int]:
    """Python workers: children of a daemon, or orphans if that is dead."""
    others = {p.pid for p in found.values() if _is_python(p) and p.pid != p.group}
    return [pid for pid in others if found[pid].parent not in others]


def watchdogs(found: Mapping[int, Process]) -> list[int]:
    """Children of a Python worker."""
    parents = set(tasks(found))
    return [p.pid for p in found.values() if p.parent in parents]


def jvms(found: Mapping[int, Process]) -> list[int]:
    """The driver's JVM, which in local mode is also the executor."""
    return [p.pid for p in found.values() if "java" in p.command and "SparkSubmit" in p.command]


def executors(found: Mapping[int, Process]) -> list[int]:
    """Executors of a standalone cluster."""
    return [p.pid for p in found.values() if "CoarseGrainedExecutorBackend" in p.command]


def _is_python(process: Process) -> bool:
    return any(name in process.command for name in ("pyspark.daemon", "pyrite.runtime.spark.task.daemon"))


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def send_signal(pid: int, number: signal.Signals) -> bool:
    """Sends a signal; returns whether the process existed."""
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return False
    return True


def kill_all(mark: str) -> None:
    """Kills all remaining processes of a run."""
    for pid in processes_with(mark):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def wait_until(condition: Callable[[], bool], timeout_s: float) -> bool:
    """Waits for a condition; returns whether it became true in time."""
    give_up = time.monotonic() + timeout_s
    while not condition():
        if time.monotonic() > give_up:
            return False
        time.sleep(_POLL_S)
    return True
