"""The faults of a soak: each kind kills, or stops, some process of the job."""

from __future__ import annotations

import random
import signal
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Optional, Protocol

from chaos import processes
from chaos.processes import Process, send_signal


class Target(Protocol):
    """The target of faults: a run with its driver and, if there is one, its cluster."""

    def executor_processes(self) -> Mapping[int, Process]:
        """The parents of tasks: processes of the driver, or of the cluster."""
        ...

    def driver_processes(self) -> Mapping[int, Process]: ...

    def driver_pid(self) -> Optional[int]: ...

    def pause_driver(self) -> bool: ...

    def kill_cluster_worker(self, choose: random.Random) -> Optional[int]: ...

    def kill_server(self, choose: random.Random) -> Optional[int]: ...


Strike = Callable[[Target, random.Random], Optional[str]]
"""Injects the fault; returns a description of the hit, or None if there was no target."""


@dataclass(frozen=True)
class FaultKind:
    """A kind of fault and its frequency."""

    name: str
    weight: float
    strike: Strike


def _kill_one(find: Callable[[Mapping[int, Process]], list[int]], of_driver: bool = False) -> Strike:
    def strike(target: Target, choose: random.Random) -> Optional[str]:
        found = find(target.driver_processes() if of_driver else target.executor_processes())
        if not found:
            return None
        pid = choose.choice(sorted(found))
        return f"pid {pid} of {len(found)}" if send_signal(pid, signal.SIGKILL) else None

    return strike


def _kill_driver(target: Target, choose: random.Random) -> Optional[str]:
    pid = target.driver_pid()
    return f"pid {pid}" if pid is not None and send_signal(pid, signal.SIGKILL) else None


def _pause_driver(target: Target, choose: random.Random) -> Optional[str]:
    pid = target.driver_pid()
    return f"pid {pid}" if target.pause_driver() else None


def _kill_worker(target: Target, choose: random.Random) -> Optional[str]:
    pid = target.kill_cluster_worker(choose)
    return None if pid is None else f"pid {pid}"


def _kill_server(target: Target, choose: random.Random) -> Optional[str]:
    pid = target.kill_server(choose)
    return None if pid is None else f"pid {pid}"


LOCAL_KINDS = (
    FaultKind("task", 6, _kill_one(processes.tasks)),
    FaultKind("watchdog", 1, _kill_one(processes.watchdogs)),
    FaultKind("daemon", 2, _kill_one(processes.daemons)),
    FaultKind("jvm", 1, _kill_one(processes.jvms, of_driver=True)),
    FaultKind("driver", 2, _kill_driver),
    FaultKind("pause", 0.7, _pause_driver),
)
CLUSTER_KINDS = (
    *LOCAL_KINDS,
    FaultKind("executor", 3, _kill_one(processes.executors)),
    FaultKind("worker", 2, _kill_worker),
)
SERVER_KINDS = (FaultKind("server", 1.5, _kill_server),)
"""For runs with a server."""


def choose_kind(kinds: tuple[FaultKind, ...], choose: random.Random) -> FaultKind:
    return choose.choices(kinds, [kind.weight for kind in kinds])[0]
