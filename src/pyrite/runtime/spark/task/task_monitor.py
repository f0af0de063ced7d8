"""TaskMonitor: measures the time and memory of a task's process, and finds where it is stuck."""

from __future__ import annotations

import logging
import threading
from typing import Optional

from pyrite.core.clock import Clock
from pyrite.core.config.memory.process_memory import size_text
from pyrite.core.errors import TaskMemoryError
from pyrite.core.machine import resident_bytes
from pyrite.core.metrics.declared_metrics import (
    BACK_PRESSURED_TIME,
    BACK_PRESSURED_TIME_RATE,
    BUSY_TIME,
    BUSY_TIME_RATE,
    CURRENT_STEP_PLACE,
    CURRENT_STEP_TIME,
    IDLE_TIME,
    IDLE_TIME_RATE,
    INPUT_QUEUE_LENGTH,
    INPUT_QUEUE_SIZE,
    MEMORY_USED,
    MEMORY_USED_AT_START,
    MEMORY_USED_MAX,
)
from pyrite.core.metrics.metric_group import MetricGroup
from pyrite.core.metrics.metric_rate import Rate
from pyrite.runtime.spark.task.mailbox import Mailbox
from pyrite.runtime.spark.task.task_ending import place_of
from pyrite.runtime.task.chain.async_loop import ThreadedEventLoop
from pyrite.runtime.task.metrics.stopwatch import Stopwatch

_log = logging.getLogger(__name__)
_LONG_MS = 3000
"""Longer steps of the main loop are reported with their location."""


class TaskMonitor:
    """Monitors the process of one task. Must be created in its main thread; used by other threads."""

    def __init__(self, clock: Clock) -> None:
        self._memory_limit_bytes = 0
        self._clock = clock
        self._main_thread = threading.get_ident()
        self._base_memory = resident_bytes()
        self._last_memory = self._peak_memory = self._base_memory
        self._reported_location = ""
        self.stopwatch = Stopwatch(clock)
        self.event_loop: Optional[ThreadedEventLoop] = None
        """The event loop of `async def` functions, if any."""

    def expose(self, metrics: MetricGroup, mailbox: Mailbox) -> None:
        """Adds the metrics of the process and of its input queue."""
        expose, spent_us = metrics.expose, self.stopwatch.spent_us
        expose(BUSY_TIME, lambda: spent_us()[0] / 1000)
        expose(IDLE_TIME, lambda: spent_us()[1] / 1000)
        expose(BACK_PRESSURED_TIME, lambda: spent_us()[2] / 1000)
        expose(BUSY_TIME_RATE, Rate(lambda: spent_us()[0] / 1000, self._clock))
        expose(IDLE_TIME_RATE, Rate(lambda: spent_us()[1] / 1000, self._clock))
        expose(BACK_PRESSURED_TIME_RATE, Rate(lambda: spent_us()[2] / 1000, self._clock))
        expose(INPUT_QUEUE_LENGTH, lambda: mailbox.queued_frames)
        expose(INPUT_QUEUE_SIZE, lambda: mailbox.queued_bytes)
        expose(MEMORY_USED, self._measure_memory)
        expose(MEMORY_USED_AT_START, lambda: self._base_memory)
        expose(MEMORY_USED_MAX, lambda: self._peak_memory)
        expose(CURRENT_STEP_TIME, lambda: self._stuck()[0])
        expose(CURRENT_STEP_PLACE, lambda: self._stuck()[1])

    def _measure_memory(self) -> int:
        self._last_memory = resident_bytes()
        self._peak_memory = max(self._peak_memory, self._last_memory)
        return self._last_memory

    def limit_memory(self, limit_bytes: int) -> None:
        """Limits the growth of the process from now on; 0: no limit."""
        self._memory_limit_bytes = limit_bytes

    def over_memory(self, task: str) -> Optional[TaskMemoryError]:
        """The error of a task that exceeded its memory limit at the last measurement."""
        limit_bytes, grown_bytes = self._memory_limit_bytes, self._last_memory - self._base_memory
        if not 0 < limit_bytes < grown_bytes:
            return None
        return TaskMemoryError(
            f"{task} uses {size_text(grown_bytes)} of memory, but its slot has {size_text(limit_bytes)}: raise "
            "taskmanager.memory.process.size, lower taskmanager.numberOfTaskSlots, keep state in RocksDB "
            "(state.backend.type), or raise the parallelism"
        )

    def _stuck(self) -> tuple[int, str]:
        """How long the main loop or the event loop has been in one step; for long steps also the location."""
        stuck_us, thread = 0, self._main_thread
        busy_since_us = self.stopwatch.busy_since_us()
        if busy_since_us is not None:
            stuck_us = self._clock.monotonic_us() - max(self.stopwatch.step_us, busy_since_us)
        loop = self.event_loop
        late_us = 0 if loop is None else loop.late_us()
        if loop is not None and late_us:
            stuck_us, thread = max(stuck_us, late_us), loop.thread  # the main loop may wait for it
        location = place_of(thread) if stuck_us > _LONG_MS * 1000 else ""
        if location and thread != self._main_thread and location != self._reported_location:
            self._reported_location = location
            _log.warning(
                "async functions made no progress for %d s: one of them blocks the event loop, %s",
                late_us // 10**6,
                location,
            )
        return stuck_us // 1000, location
