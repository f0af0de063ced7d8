"""The queues of async I/O: records that wait for their results, and the marks between them."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Optional

from pyrite.operators.iteration.loop_events import LoopMark


class Entry:
    """A record and, once its call has ended, its results."""

    __slots__ = ("is_over", "key", "results", "segment", "task", "timer", "timestamp_ms", "value")

    def __init__(self, value: Any, timestamp_ms: int, key: Any = None) -> None:
        self.value = value
        self.timestamp_ms = timestamp_ms
        self.key = key
        """Entries with equal keys are called one after another."""
        self.results: Optional[list[Any]] = None
        self.segment: Optional[_Segment] = None
        self.task: Optional[asyncio.Task[None]] = None
        """The call; this and the following attributes belong to the event loop."""
        self.timer: Optional[asyncio.TimerHandle] = None
        self.is_over = False
        """Whether the call has reported its outcome: later results are ignored."""


@dataclass(frozen=True)
class WatermarkMark:
    watermark_ms: int


@dataclass(frozen=True)
class IdleMark:
    idle: bool


Mark = WatermarkMark | IdleMark | LoopMark
"""Marks must not be overtaken: they leave after all earlier records, and before all later ones."""


class AsyncQueue(ABC):
    """Records and marks in the order of arrival, until they leave."""

    @abstractmethod
    def __iter__(self) -> Iterator[Entry]:
        """The records that have not left."""

    @abstractmethod
    def __bool__(self) -> bool:
        """Whether anything has not left."""

    @abstractmethod
    def add(self, entries: list[Entry]) -> None: ...

    @abstractmethod
    def mark(self, mark: Mark) -> None: ...

    @abstractmethod
    def complete(self, entry: Entry) -> None:
        """The entry has its results."""

    @abstractmethod
    def take(self) -> list[list[Entry] | Mark]:
        """Removes and returns the items that may leave, in order."""


class OrderedQueue(AsyncQueue):
    """Results leave in the order of their records."""

    def __init__(self) -> None:
        self._items: deque[Entry | Mark] = deque()

    def __iter__(self) -> Iterator[Entry]:
        return (item for item in self._items if isinstance(item, Entry))

    def __bool__(self) -> bool:
        return bool(self._items)

    def add(self, entries: list[Entry]) -> None:
        self._items.extend(entries)

    def mark(self, mark: Mark) -> None:
        if self._items and isinstance(mark, WatermarkMark) and isinstance(self._items[-1], WatermarkMark):
            self._items.pop()  # no record between them
        self._items.append(mark)

    def complete(self, entry: Entry) -> None:
        """Nothing to do: the entry has its results."""

    def take(self) -> list[list[Entry] | Mark]:
        queue = self._items
        items: list[list[Entry] | Mark] = []
        run: list[Entry] = []
        while queue:
            first = queue[0]
            if isinstance(first, Entry):
                if first.results is None:
                    break
                run.append(first)
            else:
                if run:
                    items.append(run)
                    run = []
                items.append(first)
            queue.popleft()
        return [*items, run] if run else items


@dataclass(eq=False)
class _Segment:
    """Records between two marks, and the marks after them."""

    waiting: dict[Entry, None] = field(default_factory=dict)
    done: list[Entry] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)


class UnorderedQueue(AsyncQueue):
    """Results leave in the order of completion, but never overtake a mark."""

    def __init__(self) -> None:
        self._segments: deque[_Segment] = deque([_Segment()])

    def __iter__(self) -> Iterator[Entry]:
        return (entry for segment in self._segments for entry in (*segment.done, *segment.waiting))

    def __bool__(self) -> bool:
        first = self._segments[0]
        return len(self._segments) > 1 or bool(first.waiting or first.done or first.marks)

    def add(self, entries: list[Entry]) -> None:
        if entries and self._segments[-1].marks:
            self._segments.append(_Segment())
        last = self._segments[-1]
        for entry in entries:
            entry.segment = last
            last.waiting[entry] = None

    def mark(self, mark: Mark) -> None:
        marks = self._segments[-1].marks
        if marks and isinstance(mark, WatermarkMark) and isinstance(marks[-1], WatermarkMark):
            marks.pop()
        marks.append(mark)

    def complete(self, entry: Entry) -> None:
        assert entry.segment is not None
        del entry.segment.waiting[entry]
        entry.segment.done.append(entry)

    def take(self) -> list[list[Entry] | Mark]:
        items: list[list[Entry] | Mark] = []
        while True:
            first = self._segments[0]
            if first.done:
                items.append(first.done)
                first.done = []
            if first.waiting:
                return items
            items.extend(first.marks)
            first.marks = []
            if len(self._segments) == 1:
                return items
            self._segments.popleft()
