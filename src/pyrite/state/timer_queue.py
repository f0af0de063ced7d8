"""Timer queues: the timers of one time domain, at most one for each key and time."""

from __future__ import annotations

import heapq
from abc import ABC, abstractmethod
from typing import Final, Optional

from pyrite.core.state_key import StateKey
from pyrite.state.key_notes import KeyNotes

SLACK: Final = 1000
"""The number of deleted timers that the heap may contain in excess of the live timers."""

TimerEntry = tuple[StateKey, int]
"""A key and the time of one of its timers."""


class TimerQueue(ABC):
    """The timers of one time domain. They fire in the order of their times."""

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def register(self, key: StateKey, timestamp_ms: int) -> None: ...

    @abstractmethod
    def delete(self, key: StateKey, timestamp_ms: int) -> None: ...

    @abstractmethod
    def next_ms(self) -> Optional[int]:
        """The time of the first timer."""

    @abstractmethod
    def pop_due(self, until_ms: int) -> Optional[tuple[int, StateKey]]:
        """Removes and returns the first timer at or before `until_ms`."""

    @abstractmethod
    def snapshot(self) -> list[tuple[int, StateKey]]:
        """All timers in firing order."""

    @abstractmethod
    def clear(self) -> None: ...


class HeapTimerQueue(TimerQueue):
    """Timers in memory; timers of the same time fire in the order of registration."""

    def __init__(self) -> None:
        self._heap: list[tuple[int, int, StateKey]] = []
        self.live: dict[TimerEntry, int] = {}
        """Every timer with its number, which orders timers of the same time."""
        self._next_number = 0

    def __len__(self) -> int:
        return len(self.live)

    def register(self, key: StateKey, timestamp_ms: int) -> None:
        if (key, timestamp_ms) not in self.live:
            self.live[key, timestamp_ms] = number = self._next_number
            self._next_number = number + 1
            heapq.heappush(self._heap, (timestamp_ms, number, key))

    def delete(self, key: StateKey, timestamp_ms: int) -> None:
        self.live.pop((key, timestamp_ms), None)
        if len(self._heap) > 2 * len(self.live) + SLACK:
            self._rebuild()

    def _rebuild(self) -> None:
        self._heap = [(timestamp_ms, number, key) for (key, timestamp_ms), number in self.live.items()]
        heapq.heapify(self._heap)

    def next_ms(self) -> Optional[int]:
        heap, live = self._heap, self.live
        while heap and live.get((heap[0][2], heap[0][0])) != heap[0][1]:
            heapq.heappop(heap)
        return heap[0][0] if heap else None

    def pop_due(self, until_ms: int) -> Optional[tuple[int, StateKey]]:
        due = self.next_ms()
        if due is None or due > until_ms:
            return None
        timestamp_ms, _, key = heapq.heappop(self._heap)
        del self.live[key, timestamp_ms]
        return timestamp_ms, key

    def snapshot(self) -> list[tuple[int, StateKey]]:
        ordered = sorted((timestamp_ms, number, key) for (key, timestamp_ms), number in self.live.items())
        return [(timestamp_ms, key) for timestamp_ms, _, key in ordered]

    def clear(self) -> None:
        self._heap.clear()
        self.live.clear()

    def restore(self, live: dict[TimerEntry, int]) -> None:
        """Restores timers with their numbers; numbers from several subtasks may be duplicates."""
        if len(set(live.values())) < len(live):
            ordered = sorted(live.items(), key=lambda item: item[1])
            live = {entry: number for number, (entry, _) in enumerate(ordered)}
        self.live = live
        self._next_number = max(live.values(), default=-1) + 1
        self._rebuild()


class TrackedTimerQueue(HeapTimerQueue):
    """Notes added and removed timers, for checkpoints."""

    def __init__(self, notes: KeyNotes) -> None:
        super().__init__()
        self._notes = notes

    def register(self, key: StateKey, timestamp_ms: int) -> None:
        if (key, timestamp_ms) not in self.live:
            self._notes.touch((key, timestamp_ms))
            super().register(key, timestamp_ms)

    def delete(self, key: StateKey, timestamp_ms: int) -> None:
        if (key, timestamp_ms) in self.live:
            self._notes.touch((key, timestamp_ms))
            super().delete(key, timestamp_ms)

    def pop_due(self, until_ms: int) -> Optional[tuple[int, StateKey]]:
        due = self.next_ms()
        if due is None or due > until_ms:
            return None
        timestamp_ms, _, key = heapq.heappop(self._heap)
        self._notes.touch((key, timestamp_ms))
        del self.live[key, timestamp_ms]
        return timestamp_ms, key

    def clear(self) -> None:
        for timer in self.live:
            self._notes.touch(timer)
        super().clear()
