"""After-match skip strategies: which partial matches may continue after a complete match."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Optional

from pyrite.core.errors import ArgumentTypeError, SkipError

TakenEvent = tuple[str, int]
"""The name of the pattern that took an event, and the event's number, in the order of arrival."""


class AfterMatchSkipStrategy(ABC):
    """Decides which partial matches end when a match is complete. Passed to `Pattern.begin`.

    With all strategies except `no_skip`, matches are emitted in the order in which they begin: a match waits while an
    earlier partial match is still open.
    """

    @staticmethod
    def no_skip() -> AfterMatchSkipStrategy:
        """Every match is emitted."""
        return _NO_SKIP

    @staticmethod
    def skip_to_next() -> AfterMatchSkipStrategy:
        """Ends partial matches that began with the match's first event: at most one match begins with each event."""
        return SkipToNextStrategy()

    @staticmethod
    def skip_past_last_event() -> AfterMatchSkipStrategy:
        """Ends partial matches that began before the match ended: matches do not overlap."""
        return SkipPastLastStrategy()

    @staticmethod
    def skip_to_first(pattern_name: str) -> SkipToElementStrategy:
        """Ends partial matches that began before the match's first event of the named pattern."""
        return SkipToElementStrategy(pattern_name, first=True)

    @staticmethod
    def skip_to_last(pattern_name: str) -> SkipToElementStrategy:
        """Ends partial matches that began before the match's last event of the named pattern."""
        return SkipToElementStrategy(pattern_name, first=False)

    skips = True
    """Whether the strategy ends any partial matches."""

    @property
    def skips_to(self) -> Optional[str]:
        """The name of the pattern to skip to."""
        return None

    @abstractmethod
    def ends_before(self, match: Sequence[TakenEvent]) -> int:
        """The number of the first event whose partial matches continue: those that began before it end."""


@dataclass(frozen=True)
class NoSkipStrategy(AfterMatchSkipStrategy):
    skips = False

    def ends_before(self, match: Sequence[TakenEvent]) -> int:
        return 0

    def __str__(self) -> str:
        return "no skip"


@dataclass(frozen=True)
class SkipToNextStrategy(AfterMatchSkipStrategy):
    def ends_before(self, match: Sequence[TakenEvent]) -> int:
        return match[0][1] + 1

    def __str__(self) -> str:
        return "skip to next"


@dataclass(frozen=True)
class SkipPastLastStrategy(AfterMatchSkipStrategy):
    def ends_before(self, match: Sequence[TakenEvent]) -> int:
        return match[-1][1] + 1

    def __str__(self) -> str:
        return "skip past last event"


@dataclass(frozen=True)
class SkipToElementStrategy(AfterMatchSkipStrategy):
    """Skips to the first or the last event of a pattern.

    A match without such an event skips nothing, or fails the job.
    """

    pattern_name: str
    first: bool
    throws: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.pattern_name, str):
            raise ArgumentTypeError(f"a skip strategy takes the name of a pattern, not {self.pattern_name!r}")

    def throw_exception_on_miss(self) -> SkipToElementStrategy:
        """Fails the job if a match has no such event, or begins with it, which would match repeatedly."""
        return replace(self, throws=True)

    @property
    def skips_to(self) -> Optional[str]:
        return self.pattern_name

    def ends_before(self, match: Sequence[TakenEvent]) -> int:
        numbers = [number for name, number in match if name == self.pattern_name]
        if not numbers:
            if self.throws:
                raise SkipError(f"cannot {self}: the match has no such event, only {_names(match)}")
            return 0
        number = numbers[0 if self.first else -1]
        if self.throws and number == match[0][1]:
            raise SkipError(f"cannot {self}: the match begins with that event")
        return number

    def __str__(self) -> str:
        return f"skip to {'first' if self.first else 'last'} '{self.pattern_name}'"


_NO_SKIP = NoSkipStrategy()


def _names(match: Sequence[TakenEvent]) -> str:
    return ", ".join(dict.fromkeys(name for name, _ in match))
