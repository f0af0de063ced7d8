"""Step: what a simulation's scheduler may choose to happen next."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from enum import Enum
from typing import NamedTuple


class StepKind(Enum):
    """What a step does."""

    MASTER = "the JobMaster takes an event"
    STORAGE = "the driver works on checkpoint storage"
    REPORT = "a task's message arrives at the driver"
    MESSAGE = "a message arrives at a task"
    FRAME = "a frame arrives at a task"
    WORK = "a task works"
    UPLOAD = "a task writes a snapshot"
    LOOP = "a task's event loop runs"
    OTHER = "a process starts, ends, or does anything else"


class Step(NamedTuple):
    """A step, and what it is a step of: steps of one kind and one `of` happen in order."""

    kind: StepKind
    of: Hashable
    run: Callable[[], object]
