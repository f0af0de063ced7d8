"""The order in which the JobMaster's thread takes events and ticks."""

from __future__ import annotations

from pyrite.common import Configuration
from pyrite.runtime import job_events
from pyrite.runtime.spark.job_master import JobMaster
from tests.graph.programs import counting, execution_graph

OVERDUE = 0.0


def master() -> JobMaster:
    return JobMaster(execution_graph(counting()), Configuration(), batch=False)


def test_overdue_tick_comes_after_all_that_has_happened_before() -> None:
    job = master()
    alive = [job_events.AliveEvent((0, pid)) for pid in range(2)]
    for event in alive:
        job._on_attempt_event(0, event)
    taken = [job._next_event(OVERDUE)[1] for _ in range(3)]
    assert taken == [*alive, job_events.TickEvent()]


def test_overdue_tick_does_not_wait_for_what_comes_later() -> None:
    job = master()
    job._on_attempt_event(0, job_events.AliveEvent((0, 0)))
    assert isinstance(job._next_event(OVERDUE)[1], job_events.AliveEvent)
    job._on_attempt_event(0, job_events.AliveEvent((0, 1)))
    assert isinstance(job._next_event(OVERDUE)[1], job_events.TickEvent)
    assert isinstance(job._next_event(OVERDUE)[1], job_events.AliveEvent)
