"""Fault points: named instants at which a test can have this process killed, or a file operation go wrong.

    PYRITE_FAULT=driver/log.create.after:2           the driver dies by SIGKILL the 2nd time that it gets there
    PYRITE_FAULT=task/disk.fsync.before:1:fsync-fails    the first fsync of a task's file fails
    PYRITE_FAULT_ONCE=/tmp/marker                    only one process in all does, and says so in that file

Several faults are separated by commas. Off, a point costs one comparison.
"""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Optional


class FaultPoint(NamedTuple):
    """A name and what happens there."""

    name: str
    meaning: str


POINTS: Final[tuple[FaultPoint, ...]] = (
    FaultPoint("disk.write.before", "before a file's contents are written"),
    FaultPoint("disk.write.after", "the contents are written, not yet durable"),
    FaultPoint("disk.fsync.before", "before a file's fsync"),
    FaultPoint("disk.fsync.after", "the contents are durable"),
    FaultPoint("disk.link.before", "before a file is linked to its final name"),
    FaultPoint("disk.link.after", "the final name is there, not yet durable"),
    FaultPoint("disk.rename.before", "before a file is renamed to its final name"),
    FaultPoint("disk.rename.after", "the final name is there, not yet durable"),
    FaultPoint("disk.fsync_dir.before", "before a folder's fsync"),
    FaultPoint("disk.fsync_dir.after", "the folder's names are durable"),
    FaultPoint("disk.read", "before a file is read"),
    FaultPoint("disk.unlink.before", "before a file is removed"),
    FaultPoint("disk.unlink.after", "a file is removed"),
    FaultPoint("log.append.before", "before an entry of the log is created"),
    FaultPoint("log.create.after", "an entry is created, not yet checked to be the last"),
    FaultPoint("log.append.after", "an entry is the last of the log"),
    FaultPoint("log.truncate.before", "before old entries are removed"),
    FaultPoint("log.truncate.after", "old entries are removed"),
    FaultPoint("storage.attempt.before", "before an attempt's entry"),
    FaultPoint("storage.attempt.after", "after an attempt's entry, before its manifest is looked for"),
    FaultPoint("storage.restore.after", "the manifest to restore from is known"),
    FaultPoint("storage.manifest.before", "before a manifest is written"),
    FaultPoint("storage.commit.before", "the manifest is durable, the log does not name it yet"),
    FaultPoint("storage.commit.after", "the log names the manifest: the checkpoint is complete"),
    FaultPoint("storage.drop.before", "before what is no longer retained is removed"),
    FaultPoint("storage.drop.middle", "checkpoint folders are removed, shared files are not"),
    FaultPoint("storage.drop.after", "what is no longer retained is removed"),
    FaultPoint("storage.discard.before", "before an aborted checkpoint's files are removed"),
    FaultPoint("storage.discard.after", "an aborted checkpoint's files are removed"),
    FaultPoint("storage.end.before", "before the log says that the job has ended"),
    FaultPoint("storage.end.middle", "the log says that the job has ended, its files are still there"),
    FaultPoint("storage.end.after", "the job has ended, its files are gone"),
    FaultPoint("storage.sweep.before", "before orphans are removed"),
    FaultPoint("storage.sweep.after", "orphans are removed"),
    FaultPoint("files.write.before", "before a task writes a file of a checkpoint"),
    FaultPoint("files.write.after", "a task has written a file of a checkpoint"),
    FaultPoint("files.read.before", "before a task reads a file of a checkpoint"),
    FaultPoint("files.read.after", "a task has read a file of a checkpoint"),
    FaultPoint("files.merge.before", "before a merged chain is written"),
    FaultPoint("files.merge.after", "a merged chain is written"),
    FaultPoint("files.savepoint.before", "before a task writes a file of a savepoint"),
    FaultPoint("files.savepoint.after", "a task has written a file of a savepoint"),
    FaultPoint("savepoint.manifest.before", "all of a savepoint is written but its manifest"),
    FaultPoint("savepoint.manifest.after", "a savepoint is complete, the log does not know of it"),
    FaultPoint("task.restore.before", "a task knows what to restore, nothing of it is back"),
    FaultPoint("task.restore.after", "a task's state is back, what its sinks owed is committed"),
    FaultPoint("task.freeze.before", "it is a task's turn to take part in a checkpoint"),
    FaultPoint("task.freeze.after", "a task's state is frozen, the barrier is not passed on"),
    FaultPoint("task.barrier.after", "a task has handed the barrier to Spark, its upload is under way"),
    FaultPoint("task.upload.before", "before a task's frozen state is written"),
    FaultPoint("task.upload.after", "a task's frozen state is written, nobody knows"),
    FaultPoint("task.acknowledge.before", "before a task acknowledges a checkpoint"),
    FaultPoint("task.acknowledge.after", "a task has acknowledged a checkpoint"),
    FaultPoint("task.commit.before", "a task knows that a checkpoint is complete, its sinks have not committed"),
    FaultPoint("task.commit.after", "a task's sinks have committed"),
    FaultPoint("master.begin.before", "before an attempt is asked for"),
    FaultPoint("master.begin.after", "an attempt is asked for"),
    FaultPoint("master.trigger.before", "before a source hears of a checkpoint"),
    FaultPoint("master.trigger.after", "a source has heard of a checkpoint, others may not"),
    FaultPoint("master.store.before", "all have acknowledged, nothing of it is stored"),
    FaultPoint("master.store.after", "storage is asked to make a checkpoint complete"),
    FaultPoint("master.complete.before", "a checkpoint is complete, a task does not know yet"),
    FaultPoint("master.complete.after", "a task knows that a checkpoint is complete, others may not"),
    FaultPoint("master.drop.before", "before storage is asked to remove what is not retained"),
    FaultPoint("master.drop.after", "storage is asked to remove what is not retained"),
    FaultPoint("master.discard.before", "before storage is asked to remove what an aborted checkpoint left"),
    FaultPoint("master.discard.after", "storage is asked to remove what an aborted checkpoint left"),
)

KILL: Final = "kill"
FSYNC_FAILS: Final = "fsync-fails"
FULL: Final = "full"
RENAME_FAILS: Final = "rename-fails"
GARBAGE: Final = "garbage"
CUT: Final = "cut-"
_FAULT: Final = re.compile(
    r"(?:(?P<kind>driver|task)/)?(?P<name>[\w.]+):(?P<nth>\d+)"
    r"(?::(?P<action>kill|fsync-fails|full|rename-fails|garbage|cut-\d+))?"
)


@dataclass
class _Fault:
    kind: str
    name: str
    nth: int
    action: str
    reached: int = 0


@dataclass
class _Plan:
    """What is to go wrong in this process."""

    faults: list[_Fault]
    marker: str
    names: frozenset[str] = field(default_factory=lambda: frozenset(point.name for point in POINTS))

    def reach(self, name: str) -> Optional[str]:
        if name not in self.names:
            raise ValueError(f"fault point {name!r} is not declared in POINTS")
        for fault in self.faults:
            if fault.name == name and fault.kind in ("", _process_kind):
                fault.reached += 1
                if fault.reached == fault.nth and self._is_ours(fault):
                    if fault.action == KILL:
                        os.kill(os.getpid(), signal.SIGKILL)
                    return fault.action
        return None

    def _is_ours(self, fault: _Fault) -> bool:
        """Whether this process is the one to fail; writes each hit into the marker file."""
        if not self.marker:
            return True
        try:
            descriptor, first = os.open(self.marker, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_APPEND, 0o600), True
        except FileExistsError:
            descriptor, first = os.open(self.marker, os.O_WRONLY | os.O_APPEND), False
        outcome = fault.action if first else "passed"
        try:
            os.write(descriptor, f"{fault.name} {fault.nth} {_process_kind or '-'} {os.getpid()} {outcome}\n".encode())
        finally:
            os.close(descriptor)
        return first


_process_kind = ""
_plan: Optional[_Plan] = None


def reach(name: str) -> Optional[str]:
    """This process is at a fault point. Kills it if that is planned; else returns what is to go wrong, mostly None."""
    if _plan is None:
        return None
    return _plan.reach(name)


def set_process_kind(kind: str) -> None:
    """Says what this process is: `driver` or `task`."""
    global _process_kind
    _process_kind = kind


def load(environment: Mapping[str, str]) -> None:
    """Reads the plan again; at import it is read from the process's environment."""
    global _plan
    text = environment.get("PYRITE_FAULT", "")
    _plan = _Plan(list(map(_parse, text.split(","))), environment.get("PYRITE_FAULT_ONCE", "")) if text else None


def _parse(text: str) -> _Fault:
    match = _FAULT.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"PYRITE_FAULT: expected [driver/|task/]name:nth[:action], got {text!r}")
    name = match["name"]
    if name not in {point.name for point in POINTS}:
        raise ValueError(f"PYRITE_FAULT: no fault point is called {name!r}")
    return _Fault(match["kind"] or "", name, int(match["nth"]), match["action"] or KILL)


load(os.environ)
