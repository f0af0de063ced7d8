"""The order in which the JobMaster's thread takes events and ticks."""

from __future__ import annotations

from pyrite.core.clock import SteadyClock
from pyrite.runtime.master import job_events
from pyrite.runtime.spark.driver.event_queue import EventQueue

OVERDUE_MS = 0


def events() -> EventQueue:
    return EventQueue(SteadyClock())


def test_overdue_tick_comes_after_all_that_has_happened_before() -> None:
    queue = events()
    alive = [job_events.AliveEvent((0, pid)) for pid in range(2)]
    for event in alive:
        queue.put(event)
    taken = [queue.take(OVERDUE_MS)[1] for _ in range(3)]
    assert taken == [*alive, job_events.TickEvent()]


def test_overdue_tick_does_not_wait_for_what_comes_later() -> None:
    queue = events()
    queue.put(job_events.AliveEvent((0, 0)))
    assert isinstance(queue.take(OVERDUE_MS)[1], job_events.AliveEvent)
    queue.put(job_events.AliveEvent((0, 1)))
    assert isinstance(queue.take(OVERDUE_MS)[1], job_events.TickEvent)
    assert isinstance(queue.take(OVERDUE_MS)[1], job_events.AliveEvent)


def test_tick_comes_by_itself() -> None:
    assert events().take(None) == (None, job_events.TickEvent())
