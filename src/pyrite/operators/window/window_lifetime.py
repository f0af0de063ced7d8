"""WindowLifetime: until when a window takes records, and when what it holds goes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pyrite.core.clock import Clock
from pyrite.core.state_key import StateKey
from pyrite.core.time.time import MAX_WATERMARK
from pyrite.operators.timers import KeyedTimerService
from pyrite.state.timer_queue import TimerQueue


@dataclass(frozen=True)
class WindowLifetime:
    """By the watermark and an allowed lateness in event time, by the clock in processing time."""

    is_event_time: bool
    allowed_lateness_ms: int
    timers: KeyedTimerService
    clock: Clock

    @property
    def queue(self) -> TimerQueue:
        """The timers of the windows' own time."""
        return self.timers.event_time if self.is_event_time else self.timers.processing_time

    def cleanup_ms(self, window: Any) -> int:
        """When nothing of a window stays; MAX_WATERMARK: never."""
        if not self.is_event_time:
            return int(window.max_timestamp())
        return min(int(window.max_timestamp()) + self.allowed_lateness_ms, MAX_WATERMARK)

    def is_late(self, window: Any) -> bool:
        """Whether a record comes too late for the window; in processing time none does."""
        return self.is_event_time and self.cleanup_ms(window) <= self.timers.watermark_ms

    def is_record_late(self, time_ms: int) -> bool:
        """Whether a record that got into no window is one that comes too late."""
        return self.is_event_time and time_ms + self.allowed_lateness_ms <= self.timers.watermark_ms

    def is_over(self, window: Any) -> bool:
        if self.is_event_time:
            return self.is_late(window)
        return int(window.max_timestamp()) <= self.clock.now_ms()

    def check_not_past(self, window: Any) -> None:
        """Raises where windows merge to one that is over."""
        if self.is_over(window):
            raise RuntimeError(f"{window!r} is over: windows must not merge to one that ends in the past")

    def register_cleanup(self, key: StateKey, window: Any) -> None:
        cleanup_ms = self.cleanup_ms(window)
        if cleanup_ms != MAX_WATERMARK:
            self.queue.register((key, window), cleanup_ms)

    def delete_cleanup(self, key: StateKey, window: Any) -> None:
        self.queue.delete((key, window), self.cleanup_ms(window))
