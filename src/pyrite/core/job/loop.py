"""A loop of a program: what is known of it before anything runs."""

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
    """A loop as the program has it. Without `max_iterations` it is a stream's, which has no supersteps."""

    loop: str
    """Its name in the job."""
    max_wait_ms: int = 0
    """A stream's: how long it must have been empty before it ends."""
    max_iterations: int = 0
    has_termination: bool = False
    """Whether it ends when the termination set is empty."""
    ends_when_empty: bool = False
    """Whether it ends when nothing is fed back."""
    gives_last: bool = False
    """Whether what the last superstep feeds back is the result; else it is dropped."""
    aggregators: Mapping[str, AggregateFunction] = field(default_factory=dict)

    @property
    def has_supersteps(self) -> bool:
        return self.max_iterations > 0
