"""How often a pattern occurs, how its events must follow each other, and what a time limit measures."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Optional


class ConsumingStrategy(Enum):
    """How an event must follow the one that was taken before it."""

    STRICT = "next"
    SKIP_TILL_NEXT = "followed by"
    SKIP_TILL_ANY = "followed by any"
    NOT_FOLLOW = "not followed by"
    NOT_NEXT = "not next"

    @property
    def is_not(self) -> bool:
        """Whether the step asks for the absence of an event."""
        return self in (ConsumingStrategy.NOT_FOLLOW, ConsumingStrategy.NOT_NEXT)


class WithinType(Enum):
    """What a time limit measures."""

    FIRST_AND_LAST = "from the first event to the last"
    PREVIOUS_AND_CURRENT = "from the event before to this one"


@dataclass(frozen=True)
class Quantifier:
    """From `least` to `most` events, or, if it is optional, none at all. `most` is None: any number."""

    least: int = 1
    most: Optional[int] = 1
    is_explicit: bool = False
    """Whether the user has said how often."""
    is_optional: bool = False
    is_greedy: bool = False
    inner: ConsumingStrategy = ConsumingStrategy.SKIP_TILL_NEXT
    """How the events of the pattern must follow each other."""
    gap_ms: Optional[int] = None
    """Less than this lies between two of them."""

    @property
    def is_looping(self) -> bool:
        """Whether the step may take several events."""
        return self.most is None

    def __str__(self) -> str:
        return f"{self._times()}{' optional' * self.is_optional}{' greedy' * self.is_greedy}".strip()

    def _times(self) -> str:
        if self.most is None:
            return f"{self.least} or more"
        if self.most == self.least:
            return f"{self.least} times" if self.is_explicit else ""
        return f"{self.least} to {self.most} times"
