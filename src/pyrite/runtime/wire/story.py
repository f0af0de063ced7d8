"""Story: the last transitions of a job and its attempts, in order, for errors and logs."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from typing import Final

_REMEMBERED: Final = 100
_LONGEST_REASON: Final = 200


@dataclass(frozen=True)
class Transition:
    """A change of phase of a job or an attempt."""

    number: int
    """The number of the transition, from 1."""
    at_ms: int
    subject: str
    before: str
    after: str
    why: str = ""

    def __str__(self) -> str:
        at = datetime.fromtimestamp(self.at_ms / 1000, UTC).strftime("%H:%M:%S.%f")[:-3]
        why = f" ({self.why})" if self.why else ""
        return f"{at} {self.subject}: {self.before} -> {self.after}{why}"


class Story:
    """The latest transitions of a job."""

    def __init__(self) -> None:
        self._transitions: deque[Transition] = deque(maxlen=_REMEMBERED)
        self._count = 0

    def note(self, at_ms: int, subject: str, before: Enum, after: Enum, why: object = "") -> None:
        reason = str(why).partition("\n")[0][:_LONGEST_REASON]
        self._count += 1
        self._transitions.append(Transition(self._count, at_ms, subject, before.name, after.name, reason))

    @property
    def transitions(self) -> tuple[Transition, ...]:
        """The transitions, the oldest first."""
        return tuple(self._transitions)
