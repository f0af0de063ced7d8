"""How often a pattern occurs, how its events must follow each other, and the span that a time limit measures."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Optional


class ConsumingStrategy(Enum):
    """How an event must follow the previously taken event."""

    STRICT = "next"
    SKIP_TILL_NEXT = "followed by"
    SKIP_TILL_ANY = "followed by any"
    NOT_FOLLOW = "not followed by"
    NOT_NEXT = "not next"

    @property
    def is_not(self) -> bool:
        """Whether the step requires the absence of an event."""
        return self in (ConsumingStrategy.NOT_FOLLOW, ConsumingStrategy.NOT_NEXT)


class WithinType(Enum):
    """The span that a time limit measures."""

    FIRST_AND_LAST = "from the first event to the last"
    PREVIOUS_AND_CURRENT = "from the event before to this one"


@dataclass(frozen=True)
class Quantifier:
    """From `least` to `most` events, or, if optional, no event. `most` is None for any number."""

    least: int = 1
    most: Optional[int] = 1
    is_explicit: bool = False
    """Whether the user has set the quantifier."""
    is_optional: bool = False
    is_greedy: bool = False
    inner: ConsumingStrategy = ConsumingStrategy.SKIP_TILL_NEXT
    """How the events of the pattern must follow each other."""
    gap_ms: Optional[int] = None
    """The exclusive time limit between two of its events."""

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
