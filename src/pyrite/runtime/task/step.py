"""Step: what a task does next, and which frames it takes before that."""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple


class Act(Enum):
    """What the next call of `work` does."""

    RESUME = "the paused call continues"
    WAKE_BESIDE = "operators without a part in the paused call take what has come for them"
    WAKE = "operators take what has come for them"
    BLOCK = "the head processes a slice of the current block"
    DEFERRED_FRAME = "a frame that has waited for its turn is taken"
    REPLAY = "the head processes a gathered block of a batch task"
    POLL = "the source is polled"
    AWAIT_EVENT = "nothing: the task waits for a frame, a message or a time"
    AWAIT_ROOM = "nothing: an operator is full or a receiver is behind, and a message says when they have room"


class Intake(Enum):
    """Which frames may be received before the step."""

    NONE = "no frame: other work comes first, or there is no room"
    ONE = "one frame"
    ALL = "every frame that has arrived: an unaligned checkpoint waits for the barriers among them"


IDLE_ACTS: Final = (Act.AWAIT_EVENT, Act.AWAIT_ROOM)


class Step(NamedTuple):
    """What `TaskCore.next_step` answers. A tuple: one is made for each frame, and for each slice of work."""

    act: Act
    intake: Intake

    @property
    def works(self) -> bool:
        """Whether `work` has something to do without a new frame."""
        return self.act not in IDLE_ACTS

    @property
    def drains(self) -> bool:
        """Whether frames are to be received as fast as they come, before any work."""
        return self.intake is Intake.ALL
