"""The order in which the JobMaster's thread takes events and ticks."""

from __future__ import annotations

from pyrite.datastream import RuntimeExecutionMode
from pyrite.runtime.master import job_events
from pyrite.runtime.spark.job_master import JobMaster
from tests.graph.programs import counting

OVERDUE = 0.0


def master() -> JobMaster:
    job = counting().set_runtime_mode(RuntimeExecutionMode.STREAMING).get_job_spec()
    return JobMaster(job, job.plan().execution)


def test_overdue_tick_comes_after_all_that_has_happened_before() -> None:
    job = master()
    alive = [job_events.AliveEvent((0, pid)) for pid in range(2)]
    for event in alive:
        job._put(event)
    taken = [job._next_event(OVERDUE)[1] for _ in range(3)]
    assert taken == [*alive, job_events.TickEvent()]


def test_overdue_tick_does_not_wait_for_what_comes_later() -> None:
    job = master()
    job._put(job_events.AliveEvent((0, 0)))
    assert isinstance(job._next_event(OVERDUE)[1], job_events.AliveEvent)
    job._put(job_events.AliveEvent((0, 1)))
    assert isinstance(job._next_event(OVERDUE)[1], job_events.TickEvent)
    assert isinstance(job._next_event(OVERDUE)[1], job_events.AliveEvent)
