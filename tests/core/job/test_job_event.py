"""Events of a job: their JSON, records of several writers that are merged, and what follows from a record."""

from __future__ import annotations

import json

import pytest

from pyrite.core.job.job_document import EventDocument
from pyrite.core.job.job_event import (
    AttemptFailed,
    AttemptStarted,
    DriverDied,
    DriverStarted,
    JobEnded,
    JobEvent,
    JobRescaled,
    JobRestarts,
    JobSubmitted,
    RestartRefused,
    SavepointEnded,
    bounded,
    event_of,
    lost_driver,
    merged,
    rescaled_to,
    restarts_of,
    shortened,
    this_run,
)
from pyrite.core.job.job_parallelism import JobParallelism
from pyrite.core.job.job_status import JobStatus
from pyrite.core.json_dataclasses import of_json, to_json

ONE_OF_EACH: tuple[JobEvent, ...] = (
    JobSubmitted(1, "words.py", requested_by="REST", writer="manager", number=1),
    DriverStarted(2, 4711, "host-7"),
    DriverDied(3, 4711, "SIGKILL"),
    DriverDied(3, 4711, None, 1),
    AttemptStarted(4, 3, 7, 2, ("Count",)),
    AttemptFailed(
        5, 3, "builtins.ValueError", "bad", "Traceback", "Map (1/2) - execution #0", "abc", 0, "host-7", "0", 5
    ),
    JobRestarts(6, "job", 4, 100, "bad"),
    RestartRefused(7, "no restarts", "bad"),
    JobRescaled(8, 3, 9, JobParallelism(3, {"abc": 4}, 2)),
    SavepointEnded(9, 10, "savepoint", "file:///savepoints/one"),
    JobEnded(10, JobStatus.FAILED, "bad"),
)


@pytest.mark.parametrize("event", ONE_OF_EACH, ids=lambda event: event.kind)
def test_event_is_read_again_as_it_was_written(event: JobEvent) -> None:
    content = json.loads(json.dumps(to_json(event.document())))
    assert event_of(of_json(EventDocument, content)) == event
    assert event.text


def test_event_of_a_kind_of_a_later_version_is_left_out() -> None:
    assert event_of(EventDocument("LEADER_CHANGED", 1, "", "manager", 1)) is None
    assert event_of(EventDocument("DRIVER_STARTED", 1, "", "manager", 1, {"process": "none"})) is None


def numbered(writer: str, *at_ms: int) -> list[JobEvent]:
    return [DriverStarted(at, 1, "host", writer=writer, number=number) for number, at in enumerate(at_ms)]


def test_records_of_several_writers_are_merged_by_time_and_each_event_counts_once() -> None:
    one, two = numbered("one", 1, 4), numbered("two", 2, 3)
    assert [event.at_ms for event in merged(one, two, [*one, *two])] == [1, 2, 3, 4]


def test_record_is_bounded_and_keeps_the_last_restart_and_the_last_rescale() -> None:
    rescaled, restart = JobRescaled(1, 3, 9, JobParallelism(3)), JobRestarts(2, "job", 77, 0, "bad")
    failures = [AttemptFailed(10 + number, number, "E", "bad", "x" * 8000) for number in range(100)]
    events = bounded([rescaled, restart, *failures, *numbered("one", *range(1000, 2000))])
    assert events[:2] == (rescaled, restart)
    assert len(events) <= 302
    assert sum(isinstance(event, AttemptFailed) for event in bounded(failures)) == 20
    assert restarts_of(events) == 77


def test_restarts_count_from_the_last_start_of_the_job() -> None:
    first = [JobSubmitted(1), JobRestarts(2, "driver", 1, 0, "bad"), JobEnded(3, JobStatus.FAILED)]
    assert restarts_of(first) == 1
    again = [*first, JobSubmitted(4), DriverStarted(5, 1, "host")]
    assert restarts_of(again) == 0
    assert [event.at_ms for event in this_run(again)] == [4, 5]


def test_suspended_job_continues_its_run() -> None:
    events = [JobRestarts(1, "job", 2, 0, "bad"), JobEnded(2, JobStatus.SUSPENDED), DriverStarted(3, 1, "host")]
    assert restarts_of(events) == 2


def test_driver_without_an_end_is_lost() -> None:
    started = DriverStarted(1, 4711, "host")
    assert lost_driver([started, JobRestarts(2, "job", 1, 0, "bad")]) is started
    assert lost_driver([started, DriverDied(2, 4711, "SIGKILL")]) is None
    assert lost_driver([started, JobEnded(2, JobStatus.SUSPENDED)]) is None
    assert lost_driver([]) is None


def test_last_rescale_of_this_run_counts() -> None:
    rescales = [JobRescaled(number, number, 9, JobParallelism(number)) for number in (2, 3)]
    assert rescaled_to(rescales) == JobParallelism(3)
    assert rescaled_to([*rescales, JobEnded(4, JobStatus.CANCELED), JobSubmitted(5)]) == JobParallelism()


def test_long_stack_trace_is_shortened_in_its_middle() -> None:
    trace = shortened("begin" + "x" * 100_000 + "ValueError: end")
    assert len(trace) < 9000
    assert trace.startswith("begin") and trace.endswith("ValueError: end") and "92020 characters" in trace
