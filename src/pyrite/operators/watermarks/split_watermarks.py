"""SplitWatermarks: the watermarks of a source's splits, merged, and which of the splits are idle."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Optional

from pyrite.core.time.time import MIN_WATERMARK
from pyrite.core.time.watermark_strategy import WatermarkTracker
from pyrite.operators.watermarks.watermark_merge import WatermarkMerge


class SplitWatermarks:
    """One tracker for each split that has not ended.

    A source may have 100,000 splits and reads one of them at a time, so `settle`, called at every watermark interval,
    only visits splits with records since the last call, splits that have become idle since, and splits whose generator
    must be called at every interval.
    """

    def __init__(self, idle_timeout_ms: Optional[int]) -> None:
        self._idle_timeout_us = None if idle_timeout_ms is None else idle_timeout_ms * 1000
        self._trackers: dict[str, WatermarkTracker] = {}
        self._timed: dict[str, WatermarkTracker] = {}
        self._changed: dict[str, WatermarkTracker] = {}
        self._active_since_us: OrderedDict[str, int] = OrderedDict()
        """The times at which splits last had records, the oldest first, without splits that are idle by the timeout."""
        self._merge = WatermarkMerge()

    def __len__(self) -> int:
        return len(self._trackers)

    @property
    def watermark_ms(self) -> int:
        return self._merge.watermark_ms

    @property
    def all_idle(self) -> bool:
        return self._merge.all_idle

    def get(self, split_id: str) -> Optional[WatermarkTracker]:
        return self._trackers.get(split_id)

    def add(self, split_id: str, tracker: WatermarkTracker, now_us: int) -> None:
        """Adds a split, which holds the watermark back until its first records, or replaces its tracker."""
        self._trackers[split_id] = tracker
        self._timed.pop(split_id, None)
        if tracker.is_timed:
            self._timed[split_id] = tracker
        self._merge.update(split_id, MIN_WATERMARK)
        self.note_records(split_id, now_us)

    def remove(self, split_id: str) -> None:
        """Removes a split that has ended."""
        for by_split in (self._trackers, self._timed, self._changed, self._active_since_us):
            by_split.pop(split_id, None)
        self._merge.remove(split_id)

    def note_records(self, split_id: str, now_us: int) -> None:
        """A split has had records: it is not idle, and its watermark may have changed."""
        self._changed[split_id] = self._trackers[split_id]
        if self._idle_timeout_us is not None:
            self._active_since_us[split_id] = now_us
            self._active_since_us.move_to_end(split_id)

    def update(self, split_id: str, watermark_ms: int) -> None:
        """Updates a split's watermark before the end of the interval."""
        self._merge.update(split_id, watermark_ms)

    def settle(self, now_us: int, watermark_of: Callable[[WatermarkTracker], int], may_become_idle: bool) -> None:
        """Merges the changes since the last call; `watermark_of` returns the watermark of a tracker."""
        due, self._changed = self._timed | self._changed, {}
        for split_id, tracker in due.items():
            watermark_ms = watermark_of(tracker)
            if tracker.idle or self._is_timed_out(split_id):
                self._merge.keep_idle(split_id, watermark_ms)
            else:
                self._merge.update(split_id, watermark_ms)
        if self._idle_timeout_us is None or not may_become_idle:
            return
        while self._active_since_us:
            split_id, since_us = next(iter(self._active_since_us.items()))
            if now_us - since_us < self._idle_timeout_us:
                return
            del self._active_since_us[split_id]
            self._merge.set_idle(split_id, True)

    def _is_timed_out(self, split_id: str) -> bool:
        return self._idle_timeout_us is not None and split_id not in self._active_since_us
