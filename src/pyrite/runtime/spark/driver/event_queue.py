"""EventQueue: the events of a job, for the one thread that handles them, and a tick when one is due."""

from __future__ import annotations

import queue
import time
from typing import Optional

from pyrite.core.clock import SteadyClock
from pyrite.runtime.master import job_events
from pyrite.runtime.spark.driver.attempt_runner import AttemptRunner

_TICK_S = 0.5


class EventQueue:
    """Queues the events of all threads. Events of an attempt come with their runner."""

    def __init__(self, clock: SteadyClock) -> None:
        self._clock = clock
        self._events: queue.SimpleQueue[tuple[Optional[AttemptRunner], job_events.Event]] = queue.SimpleQueue()
        self._next_tick = time.monotonic() + _TICK_S
        self._before_tick: Optional[int] = None
        """The number of events that arrived before a tick was due, and must be handled before it."""

    def put(self, event: job_events.Event) -> None:
        self._events.put((None, event))

    def put_of(self, runner: AttemptRunner, event: job_events.Event) -> None:
        self._events.put((runner, event))

    def take(self, due_ms: Optional[int]) -> tuple[Optional[AttemptRunner], job_events.Event]:
        """Returns the next event, or a tick: at `due_ms`, or twice a second."""
        wait_s = self._next_tick - time.monotonic()
        if due_ms is not None:
            wait_s = min(wait_s, (due_ms - self._clock.now_ms()) / 1000)
        if wait_s <= 0:
            if self._before_tick is None:  # events come first: a tick detects silent tasks
                self._before_tick = self._events.qsize()
            if self._before_tick == 0:
                return self._tick()
            self._before_tick -= 1
            return self._events.get()
        self._before_tick = None
        try:
            return self._events.get(timeout=wait_s)
        except queue.Empty:
            return self._tick()

    def _tick(self) -> tuple[None, job_events.TickEvent]:
        self._before_tick = None
        self._next_tick = time.monotonic() + _TICK_S
        return None, job_events.TickEvent()
