"""What a client can ask of a running job besides its end: savepoints, and another parallelism."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class After(Enum):
    """What the job does once a savepoint is complete."""

    CONTINUE = "continue"
    STOP = "stop"
    CANCEL = "cancel"


@dataclass(frozen=True)
class SavepointRequest:
    """A savepoint to take. It is answered under its `request_id`, once.

    Without a folder it is a checkpoint of the job's own, at which the job stops to resume with another graph.
    """

    request_id: int
    folder: str
    after: After = After.CONTINUE
    drain: bool = False
    """With STOP: the sources end first, event time goes to its end, and all timers fire."""

    @property
    def stops(self) -> bool:
        return self.after is After.STOP
