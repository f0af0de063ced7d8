"""WatermarkMerge: the watermark of several inputs."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from heapq import heapify, heappop, heappush, heapreplace
from typing import Optional

from pyrite.core.time.time import MIN_WATERMARK


class _Input:
    """An input's watermark, and whether it counts."""

    __slots__ = ("is_behind", "is_idle", "is_queued", "number", "watermark_ms")

    def __init__(self, number: int) -> None:
        self.number = number
        self.watermark_ms = MIN_WATERMARK
        self.is_idle = False
        self.is_behind = False
        self.is_queued = False

    @property
    def counts(self) -> bool:
        return not (self.is_idle or self.is_behind)


class WatermarkMerge:
    """The watermark of several inputs: the minimum of the inputs that count. Never goes back.

    An idle input does not count; nor does an input that was idle and is still behind the merged watermark, until it has
    caught up. When the last input becomes idle, the merged watermark advances to the highest of all.

    The cost of a call depends on its changes, not on the number of inputs: the queue contains every counting input
    once, at a watermark that the input had then or has passed since.
    """

    def __init__(self, inputs: Iterable[Hashable] = ()) -> None:
        self._inputs: dict[Hashable, _Input] = {}
        self._queue: list[tuple[int, int, _Input]] = []
        self._numbers = 0
        self._idle_count = 0
        self._highest_ms = MIN_WATERMARK
        """An upper bound of the watermarks of all inputs."""
        self.watermark_ms = MIN_WATERMARK
        for source in inputs:
            self._add(source)

    def update(self, source: Hashable, watermark_ms: int) -> Optional[int]:
        """Updates an input's watermark, which ends its idleness; returns the merged watermark if it advanced."""
        each = self._inputs.get(source) or self._add(source)
        if watermark_ms > each.watermark_ms:
            each.watermark_ms = watermark_ms
            self._highest_ms = max(self._highest_ms, watermark_ms)
        self._wake(each)
        return self._moved()

    def set_idle(self, source: Hashable, idle: bool) -> Optional[int]:
        """Marks an input as idle or not; returns the merged watermark if it advanced."""
        each = self._inputs.get(source) or self._add(source)
        if not idle:
            self._wake(each)
            return self._moved()
        was_least = each.watermark_ms <= self.watermark_ms
        self._idle_count += not each.is_idle
        each.is_idle, each.is_behind = True, False
        return self._advance(self._highest()) if self.all_idle and was_least else self._moved()

    def keep_idle(self, source: Hashable, watermark_ms: int) -> None:
        """Updates the watermark of an input and marks it as idle."""
        each = self._inputs.get(source)
        if each is None or not each.is_idle or watermark_ms > each.watermark_ms:
            self.update(source, watermark_ms)
            self.set_idle(source, True)

    def remove(self, source: Hashable) -> Optional[int]:
        """Removes an input; returns the merged watermark if it advanced."""
        each = self._inputs.pop(source, None)
        if each is None:
            return None
        self._idle_count -= each.is_idle
        each.is_behind = True
        if len(self._queue) > 2 * len(self._inputs) + 8:
            self._drop_removed()
        return self._moved()

    @property
    def all_idle(self) -> bool:
        return bool(self._inputs) and self._idle_count == len(self._inputs)

    def _add(self, source: Hashable) -> _Input:
        self._numbers += 1
        added = self._inputs[source] = _Input(self._numbers)
        self._enqueue(added)
        return added

    def _wake(self, each: _Input) -> None:
        if each.is_idle:
            self._idle_count -= 1
            each.is_idle, each.is_behind = False, True
        if each.is_behind and each.watermark_ms >= self.watermark_ms:
            each.is_behind = False
            self._enqueue(each)

    def _enqueue(self, each: _Input) -> None:
        if not each.is_queued:
            each.is_queued = True
            heappush(self._queue, (each.watermark_ms, each.number, each))

    def _drop_removed(self) -> None:
        for _, _, each in self._queue:
            each.is_queued = each.counts
        self._queue = [entry for entry in self._queue if entry[2].is_queued]
        heapify(self._queue)

    def _moved(self) -> Optional[int]:
        queue = self._queue
        while queue:
            queued_ms, number, each = queue[0]
            if not each.counts:
                heappop(queue)
                each.is_queued = False
            elif each.watermark_ms > queued_ms:
                heapreplace(queue, (each.watermark_ms, number, each))
            else:
                return self._advance(queued_ms)
        return None

    def _highest(self) -> int:
        """The highest watermark of all inputs, if the merged watermark is lower."""
        if self._highest_ms > self.watermark_ms:
            self._highest_ms = max(each.watermark_ms for each in self._inputs.values())
        return self._highest_ms

    def _advance(self, watermark_ms: int) -> Optional[int]:
        if watermark_ms <= self.watermark_ms:
            return None
        self.watermark_ms = watermark_ms
        return watermark_ms
