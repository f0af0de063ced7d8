"""Instant: a point in time with nanosecond resolution."""

from __future__ import annotations

from dataclasses import dataclass

from pyrite.core.persistence.persisted import persisted


@persisted("instant/1")
@dataclass(frozen=True, order=True, slots=True, repr=False)
class Instant:
    """A point in time: seconds since 1970-01-01T00:00:00Z, and nanoseconds after that second.

    >>> Instant.of_epoch_milli(1_500)
    Instant<1, 500000000>
    """

    seconds: int
    nanos: int

    def to_epoch_milli(self) -> int:
        """Milliseconds since 1970-01-01T00:00:00Z, rounded down."""
        return self.seconds * 1000 + self.nanos // 1_000_000

    @staticmethod
    def of_epoch_milli(epoch_milli: int) -> Instant:
        """The instant this many milliseconds after 1970-01-01T00:00:00Z."""
        seconds, millis = divmod(epoch_milli, 1000)
        return Instant(seconds, millis * 1_000_000)

    def __reduce__(self) -> tuple[type[Instant], tuple[int, int]]:
        return Instant, (self.seconds, self.nanos)

    def __repr__(self) -> str:
        return f"Instant<{self.seconds}, {self.nanos}>"
