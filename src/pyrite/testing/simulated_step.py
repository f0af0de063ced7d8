"""Step: a possible next step of a simulation."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from enum import Enum
from typing import NamedTuple


class StepKind(Enum):
    """The kinds of steps."""

    MASTER = "the JobMaster takes an event"
    STORAGE = "the driver works on checkpoint storage"
    REPORT = "a task's message arrives at the driver"
    MESSAGE = "a message arrives at a task"
    FRAME = "a frame arrives at a task"
    WORK = "a task works"
    UPLOAD = "a task writes a snapshot"
    LOOP = "a task's event loop runs"
    OTHER = "a process starts, ends, or does other work"


class Step(NamedTuple):
    """A step with its object: steps of one kind and one object occur in order."""

    kind: StepKind
    of: Hashable
    run: Callable[[], object]
