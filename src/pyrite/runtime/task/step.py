"""Step: the next action of a task, and which frames it may receive before."""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple


class Act(Enum):
    """The effect of the next call of `work`."""

    RESUME = "the paused call continues"
    WAKE_BESIDE = "operators that take no part in the paused call handle awaited results"
    WAKE = "operators handle awaited results"
    BLOCK = "the head processes a slice of the current block"
    DEFERRED_FRAME = "the next deferred frame is processed"
    REPLAY = "the head processes a gathered block of a batch task"
    POLL = "the source is polled"
    AWAIT_EVENT = "nothing: the task waits for a frame, a message or a time"
    AWAIT_ROOM = (
        "nothing: an operator is full or a receiver has granted no credit; a message reports when there is room"
    )


class Intake(Enum):
    """Which frames may be received before the step."""

    NONE = "no frame: other work comes first, or there is no room"
    ONE = "one frame"
    ALL = "every frame that has arrived: an unaligned checkpoint waits for the barriers among them"


IDLE_ACTS: Final = (Act.AWAIT_EVENT, Act.AWAIT_ROOM)


class Step(NamedTuple):
    """The result of `TaskCore.next_step`. A tuple, since one is created for each frame and each slice of work."""

    act: Act
    intake: Intake

    @property
    def works(self) -> bool:
        """Whether `work` has something to do without a new frame."""
        return self.act not in IDLE_ACTS

    @property
    def drains(self) -> bool:
        """Whether all arrived frames must be received before any work."""
        return self.intake is Intake.ALL
