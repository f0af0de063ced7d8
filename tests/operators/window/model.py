"""Windows as plainly as possible: what fires for records and watermarks in a given order. No cleverness."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from pyrite.core.time.time import MIN_WATERMARK
from tests.operators.window.transcript import Record

Span: TypeAlias = tuple[int, int]
Firing: TypeAlias = tuple[str, Span, tuple[float, ...]]
"""Key, window, and its numbers in order of size."""


@dataclass
class Model:
    """Windows by key and span, each with its numbers. `spans` and `gap`: which of the two is used makes the kind."""

    size: int = 0
    slide: int = 0
    offset: int = 0
    gap: int = 0
    lateness: int = 0
    watermark: int = MIN_WATERMARK
    windows: dict[tuple[str, Span], list[float]] = field(default_factory=dict)
    dropped: int = 0
    cleared: list[tuple[str, Span]] = field(default_factory=list)

    def record(self, record: Record) -> list[Firing]:
        """What fires at once: windows that are over and still kept."""
        key, time, number = record
        fired = []
        was_taken = False
        for span in self.spans_of(time):
            if self.gap:
                span = self.with_neighbours(key, span)
            if self.is_gone(span):
                continue
            was_taken = True
            if self.gap:
                self.unite(key, span)
            self.windows.setdefault((key, span), []).append(number)
            if span[1] - 1 <= self.watermark:
                fired.append(self.firing(key, span))
        if not was_taken and time + self.lateness <= self.watermark:
            self.dropped += 1
        return fired

    def advance(self, watermark: int) -> list[Firing]:
        """What fires when the watermark moves: windows that are over now and were not before."""
        before, self.watermark = self.watermark, watermark
        fired = [self.firing(key, span) for key, span in self.windows if before < span[1] - 1 <= watermark]
        for key, span in list(self.windows):
            if self.is_gone(span):
                del self.windows[key, span]
                self.cleared.append((key, span))
        return fired

    def spans_of(self, time: int) -> list[Span]:
        if self.gap:
            return [(time, time + self.gap)]
        starts = range(time - self.size - self.slide, time + self.slide + 1)
        return [
            (start, start + self.size)
            for start in starts
            if (start - self.offset) % self.slide == 0 and start <= time < start + self.size
        ]

    def neighbours(self, key: str, span: Span) -> list[Span]:
        return [other for owner, other in self.windows if owner == key and other[0] <= span[1] and span[0] <= other[1]]

    def with_neighbours(self, key: str, span: Span) -> Span:
        """The session that a new one becomes part of."""
        every = [span, *self.neighbours(key, span)]
        return min(one[0] for one in every), max(one[1] for one in every)

    def unite(self, key: str, whole: Span) -> None:
        together = [number for span in self.neighbours(key, whole) for number in self.windows.pop((key, span))]
        if together:
            self.windows[key, whole] = together

    def is_gone(self, span: Span) -> bool:
        return span[1] - 1 + self.lateness <= self.watermark

    def firing(self, key: str, span: Span) -> Firing:
        return key, span, tuple(sorted(self.windows[key, span]))
