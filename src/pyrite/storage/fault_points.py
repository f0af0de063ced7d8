"""Fault points: named instants at which a test can kill this process or make a file operation fail.

A step before or after a point is a function with the decorator `@reaches`; `FaultyDisk` has the points of files.

    PYRITE_FAULT=driver/log.create.after:2           the driver dies by SIGKILL when it reaches the point the 2nd time
    PYRITE_FAULT=task/disk.fsync.before:1:fsync-fails    the first fsync of a task's file fails
    PYRITE_FAULT_ONCE=/tmp/marker                    only one process fails, and notes it in that file

Several faults are separated by commas. Without a plan, a point costs one call per file, message or checkpoint.
"""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, Final, NamedTuple, Optional, ParamSpec, Protocol, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")


class FaultPoint(NamedTuple):
    """The name of an instant, and its description."""

    name: str
    meaning: str


POINTS: Final[tuple[FaultPoint, ...]] = (
    FaultPoint("disk.write.before", "before a file's contents are written"),
    FaultPoint("disk.write.after", "the contents are written, not yet durable"),
    FaultPoint("disk.fsync.before", "before a file's fsync"),
    FaultPoint("disk.fsync.after", "the contents are durable"),
    FaultPoint("disk.link.before", "before a file is linked to its final name"),
    FaultPoint("disk.link.after", "the final name exists, not yet durable"),
    FaultPoint("disk.rename.before", "before a file is renamed to its final name"),
    FaultPoint("disk.rename.after", "the final name exists, not yet durable"),
    FaultPoint("disk.fsync_dir.before", "before a folder's fsync"),
    FaultPoint("disk.fsync_dir.after", "the folder's names are durable"),
    FaultPoint("disk.read", "before a file is read"),
    FaultPoint("disk.unlink.before", "before a file is removed"),
    FaultPoint("disk.unlink.after", "a file is removed"),
    FaultPoint("log.append.before", "before an entry of the log is created"),
    FaultPoint("log.create.after", "an entry is created, not yet confirmed as the last"),
    FaultPoint("log.append.after", "an entry is the last of the log"),
    FaultPoint("log.truncate.before", "before old entries are removed"),
    FaultPoint("log.truncate.after", "old entries are removed"),
    FaultPoint("storage.attempt.before", "before an attempt's entry"),
    FaultPoint("storage.attempt.after", "after an attempt's entry, before the search for its manifest"),
    FaultPoint("storage.restore.after", "the manifest to restore from is known"),
    FaultPoint("storage.manifest.before", "before a manifest is written"),
    FaultPoint("storage.commit.before", "the manifest is durable, the log does not name it yet"),
    FaultPoint("storage.commit.after", "the log names the manifest: the checkpoint is complete"),
    FaultPoint("storage.drop.before", "before checkpoints beyond the retained ones are removed"),
    FaultPoint("storage.drop.middle", "checkpoint folders are removed, shared files are not yet removed"),
    FaultPoint("storage.drop.after", "checkpoints beyond the retained ones are removed"),
    FaultPoint("storage.discard.before", "before an aborted checkpoint's files are removed"),
    FaultPoint("storage.discard.after", "an aborted checkpoint's files are removed"),
    FaultPoint("storage.end.before", "before the log says that the job has ended"),
    FaultPoint("storage.end.middle", "the log says that the job has ended, its files still exist"),
    FaultPoint("storage.end.after", "the job has ended, its files are removed"),
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
    FaultPoint("savepoint.manifest.before", "a savepoint is written except for its manifest"),
    FaultPoint("savepoint.manifest.after", "a savepoint is complete, the log does not name it yet"),
    FaultPoint("task.restore.before", "a task knows the state to restore, nothing is restored yet"),
    FaultPoint("task.restore.after", "a task's state is restored, pending committables are committed"),
    FaultPoint("task.freeze.before", "before a task takes part in a checkpoint"),
    FaultPoint("task.freeze.after", "a task's state is frozen, the barrier is not forwarded yet"),
    FaultPoint("task.barrier.after", "a task has handed the barrier to Spark, its upload is running"),
    FaultPoint("task.upload.before", "before a task's frozen state is written"),
    FaultPoint("task.upload.after", "a task's frozen state is written, but not acknowledged"),
    FaultPoint("task.acknowledge.before", "before a task acknowledges a checkpoint"),
    FaultPoint("task.acknowledge.after", "a task has acknowledged a checkpoint"),
    FaultPoint("task.commit.before", "a task knows that a checkpoint is complete, its sinks have not committed"),
    FaultPoint("task.commit.after", "a task's sinks have committed"),
    FaultPoint("master.begin.before", "before an attempt is requested"),
    FaultPoint("master.begin.after", "an attempt is requested"),
    FaultPoint("master.trigger.before", "before a source is triggered for a checkpoint"),
    FaultPoint("master.trigger.after", "one source is triggered for a checkpoint, others may not be"),
    FaultPoint("master.store.before", "all tasks have acknowledged, the checkpoint is not stored yet"),
    FaultPoint("master.store.after", "the request to complete a checkpoint is with storage"),
    FaultPoint("master.complete.before", "a checkpoint is complete, a task is not notified yet"),
    FaultPoint("master.complete.after", "one task is notified that a checkpoint is complete, others may not be"),
    FaultPoint("master.drop.before", "before checkpoints beyond the retained ones are dropped"),
    FaultPoint("master.drop.after", "the request to drop checkpoints is with storage"),
    FaultPoint("master.discard.before", "before an aborted checkpoint's files are discarded"),
    FaultPoint("master.discard.after", "the request to discard an aborted checkpoint's files is with storage"),
)

CARRIERS: Final[dict[str, list[str]]] = {}
"""The steps that reach each point, as `module:function`, in all imported modules."""
_NAMES: Final = frozenset(point.name for point in POINTS)

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
    hits: int = 0


class Plan(Protocol):
    """The faults planned for a process."""

    def reach(self, name: str) -> Optional[str]:
        """Called when the process is at a point; returns the action planned there, or None."""
        ...


@dataclass
class _Faults:
    """The plan of the environment's variables."""

    faults: list[_Fault]
    marker: str

    def reach(self, name: str) -> Optional[str]:
        for fault in self.faults:
            if fault.name == name and fault.kind in ("", _process_kind):
                fault.hits += 1
                if fault.hits == fault.nth and self._is_ours(fault):
                    if fault.action == KILL:
                        os.kill(os.getpid(), signal.SIGKILL)
                    return fault.action
        return None

    def _is_ours(self, fault: _Fault) -> bool:
        """Whether this process shall fail; writes each hit into the marker file."""
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
_plan: Optional[Plan] = None
_is_plan_set = False


def reach(name: str) -> Optional[str]:
    """Marks a fault point. Kills this process if planned; else returns the planned action, usually None."""
    if _plan is None:
        return None
    return _plan.reach(name)


def reaches(*names: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Makes a function reach fault points: points named `before` at the call, all others at the return.

    A generator returns when the request for an item after the last one ends it.
    """
    before = tuple(name for name in names if name.endswith(".before"))
    after = tuple(name for name in names if name not in before)

    def decorate(step: Callable[P, R]) -> Callable[P, R]:
        _note_carrier(step, names)

        @wraps(step)
        def carried(*args: P.args, **kwargs: P.kwargs) -> R:
            if _plan is None:
                return step(*args, **kwargs)
            for name in before:
                reach(name)
            result = step(*args, **kwargs)
            if isinstance(result, Generator):
                return cast(R, _reaching_at_end(result, after))
            for name in after:
                reach(name)
            return result

        return carried

    return decorate


def _reaching_at_end(items: Generator[Any, None, None], names: tuple[str, ...]) -> Iterator[Any]:
    yield from items
    for name in names:
        reach(name)


def reaches_with(points: Mapping[type, str]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Makes a function that sends messages reach the two points of a message's class; the message comes last."""

    def decorate(send: Callable[P, R]) -> Callable[P, R]:
        by_type = {kind: reaches(f"{point}.before", f"{point}.after")(send) for kind, point in points.items()}

        @wraps(send)
        def carried(*args: P.args, **kwargs: P.kwargs) -> R:
            return by_type.get(type(args[-1]), send)(*args, **kwargs)

        return carried

    return decorate


def _note_carrier(step: Callable[..., Any], names: tuple[str, ...]) -> None:
    for name in names:
        if name not in _NAMES:
            raise ValueError(f"fault point {name!r} is not declared in POINTS")
        CARRIERS.setdefault(name, []).append(f"{step.__module__}:{step.__qualname__}")


def set_process_kind(kind: str) -> None:
    """Sets the kind of this process: `driver` or `task`."""
    global _process_kind
    _process_kind = kind


def load(environment: Mapping[str, str]) -> None:
    """Loads the plan from environment variables. At import, the process's environment is loaded."""
    text = environment.get("PYRITE_FAULT", "")
    marker = environment.get("PYRITE_FAULT_ONCE", "")
    follow(_Faults(list(map(_parse, text.split(","))), marker) if text else None)


def follow(plan: Optional[Plan]) -> None:
    """Makes this process follow a plan from now on; None: no faults."""
    global _plan, _is_plan_set
    _plan, _is_plan_set = plan, True


def is_fault_plan_set() -> bool:
    """Whether this process has or had a plan of faults, even an empty one."""
    return _is_plan_set


def _parse(text: str) -> _Fault:
    match = _FAULT.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"PYRITE_FAULT: expected [driver/|task/]name:nth[:action], got {text!r}")
    name = match["name"]
    if name not in _NAMES:
        raise ValueError(f"PYRITE_FAULT: unknown fault point {name!r}")
    return _Fault(match["kind"] or "", name, int(match["nth"]), match["action"] or KILL)


if "PYRITE_FAULT" in os.environ:
    load(os.environ)
