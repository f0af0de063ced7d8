"""The cases of `make chaos-points`: every fault point in the processes where it occurs, and faults of files."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from pyrite.storage.fault_points import POINTS

_NOT_IN_TASKS = {"disk.link.before", "disk.link.after", "disk.unlink.before", "disk.unlink.after"}
"""Tasks write under unique names, so they rename; and they remove no file that they have handed in."""
_FIRST = (
    "master.begin",
    "storage.attempt",
    "storage.restore",
    "storage.sweep",
    "log.append",
    "log.create",
    "disk.read",
)
"""The fault points of a starting driver, in order: each is hit in the driver that follows the last."""


@dataclass(frozen=True)
class Case:
    """One fault in one kind of process."""

    kind: str
    point: str
    action: str = "kill"

    def __str__(self) -> str:
        return f"{self.kind}/{self.point}" + ("" if self.action == "kill" else f":{self.action}")

    def plan(self) -> str:
        kind = "" if self.kind == "merge" else f"{self.kind}/"
        return f"{kind}{self.point}:1:{self.action}"

    @property
    def followers(self) -> str:
        """The kind of process that follows the plan: processes that merge files inherit it from their task."""
        return "driver" if self.kind == "driver" else "task"

    @property
    def at_end(self) -> bool:
        """Whether the point is passed only when the job ends."""
        return self.point.startswith("storage.end")

    @property
    def needs_abort(self) -> bool:
        """Whether the point is passed only when a checkpoint is aborted."""
        return "discard" in self.point

    @property
    def needs_savepoint(self) -> bool:
        """Whether the point is passed only when a savepoint is taken."""
        return "savepoint" in self.point

    @property
    def while_running(self) -> bool:
        """Whether the fault should strike a driver that takes checkpoints: at its start, it writes other files too."""
        return (
            self.kind == "driver" and not self.at_end and not (self.action == "kill" and self.point.startswith(_FIRST))
        )

    @property
    def at_start(self) -> bool:
        """Whether the point is passed only when an attempt begins."""
        return self.point.startswith(_FIRST[:4]) or ".re" in self.point


def all_cases(choose: random.Random) -> list[Case]:
    """Points in the best order: tasks, starting drivers, running drivers, the job's end."""
    cases = [Case(kind, point.name) for point in POINTS for kind in _kinds(point.name)]
    faults = _file_faults(choose)
    tasks = [case for case in cases + faults if case.kind != "driver"]
    drivers = [case for case in cases if case.kind == "driver"]
    starting = [case for case in drivers if case.point.startswith(_FIRST)]
    ending = [case for case in drivers if case.at_end]
    running = [case for case in drivers if case not in starting and case not in ending]
    return [*tasks, *[case for case in faults if case.kind == "driver"], *starting, *running, *ending]


def a_tenth(cases: list[Case], choose: random.Random) -> list[Case]:
    """Some of them, in the same order."""
    sample = set(choose.sample(cases, math.ceil(len(cases) / 10)))
    return [case for case in cases if case in sample]


def _kinds(point: str) -> tuple[str, ...]:
    layer = point.split(".")[0]
    if point.startswith("files.merge"):
        return ("merge",)
    if layer == "disk":
        return ("driver",) if point in _NOT_IN_TASKS else ("driver", "task")
    return ("task",) if layer in ("files", "task") else ("driver",)


def _file_faults(choose: random.Random) -> list[Case]:
    return [
        Case(kind, point, action)
        for kind in ("task", "driver")
        for point, action in (
            ("disk.fsync.before", "fsync-fails"),
            ("disk.fsync_dir.before", "fsync-fails"),
            ("disk.write.before", f"cut-{512 * choose.randrange(4)}"),
            ("disk.write.before", "full"),
            ("disk.rename.before" if kind == "task" else "disk.link.before", "rename-fails"),
            ("disk.read", "garbage"),
        )
    ]
