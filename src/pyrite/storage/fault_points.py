"""Fault points: named instants at which a test can have this process killed, or a file operation fail.

A step that a point precedes or follows is a function with the decorator `@reaches`; `FaultyDisk` has those of files.

    PYRITE_FAULT=driver/log.create.after:2           the driver dies by SIGKILL the 2nd time that it gets there
    PYRITE_FAULT=task/disk.fsync.before:1:fsync-fails    the first fsync of a task's file fails
    PYRITE_FAULT_ONCE=/tmp/marker                    only one process in all does, and says so in that file

Several faults are separated by commas. Off, a point costs one call for each file, message or checkpoint.
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
    FaultPoint("task.restore.after", "a task's state is restored, pending committables are committed"),
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

CARRIERS: Final[dict[str, list[str]]] = {}
"""The steps that reach each point, as `module:function`, of all modules that are imported."""
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
    reached: int = 0


class Plan(Protocol):
    """What is to go wrong in a process."""

    def reach(self, name: str) -> Optional[str]:
        """The process is at a point; returns what is to go wrong there."""
        ...


@dataclass
class _Faults:
    """The plan of the environment's variables."""

    faults: list[_Fault]
    marker: str

    def reach(self, name: str) -> Optional[str]:
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
_plan: Optional[Plan] = None
_asked_for = False


def reach(name: str) -> Optional[str]:
    """This process is at a fault point. Kills it if that is planned; else returns what is to go wrong, mostly None."""
    if _plan is None:
        return None
    return _plan.reach(name)


def reaches(*names: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Makes a function reach fault points: those called `before` when it is called, all others when it has returned.

    A generator has returned when its last item was taken and the next one is asked for.
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
    """Says what this process is: `driver` or `task`."""
    global _process_kind
    _process_kind = kind


def load(environment: Mapping[str, str]) -> None:
    """Reads the plan again; at import it is read from the process's environment."""
    text = environment.get("PYRITE_FAULT", "")
    marker = environment.get("PYRITE_FAULT_ONCE", "")
    follow(_Faults(list(map(_parse, text.split(","))), marker) if text else None)


def follow(plan: Optional[Plan]) -> None:
    """Has this process follow a plan from now on; None: nothing is to go wrong."""
    global _plan, _asked_for
    _plan, _asked_for = plan, True


def are_asked_for() -> bool:
    """Whether this process has, or has had, a plan of faults, even an empty one."""
    return _asked_for


def _parse(text: str) -> _Fault:
    match = _FAULT.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"PYRITE_FAULT: expected [driver/|task/]name:nth[:action], got {text!r}")
    name = match["name"]
    if name not in _NAMES:
        raise ValueError(f"PYRITE_FAULT: no fault point is called {name!r}")
    return _Fault(match["kind"] or "", name, int(match["nth"]), match["action"] or KILL)


if "PYRITE_FAULT" in os.environ:
    load(os.environ)
