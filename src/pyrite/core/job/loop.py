"""LoopSpec: a loop of a program, before it runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from pyrite.core.functions.functions import AggregateFunction


class LoopRole(Enum):
    """An operator's part in a loop."""

    HEAD = "head"
    BODY = "body"
    TAIL = "tail"
    TERMINATION = "termination"


@dataclass(frozen=True)
class LoopSpec:
    """A loop of a program. Without `max_iterations` it is a streaming loop, which has no supersteps."""

    loop: str
    """The loop's name, unique in the job."""
    max_wait_ms: int = 0
    """For a streaming loop: how long it must be empty before it ends."""
    max_iterations: int = 0
    has_termination: bool = False
    """Whether the loop ends when the termination set is empty."""
    ends_when_empty: bool = False
    """Whether the loop ends when no record is fed back."""
    gives_last: bool = False
    """Whether the feedback of the last superstep is the result; otherwise it is dropped."""
    aggregators: Mapping[str, AggregateFunction] = field(default_factory=dict)

    @property
    def has_supersteps(self) -> bool:
        return self.max_iterations > 0
