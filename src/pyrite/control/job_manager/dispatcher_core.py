"""DispatcherCore: a JobManager's decisions about its jobs and their drivers. Pure.

As long as a driver answers, it reports the status of its job. Without an answering driver, the Dispatcher sets the
status: INITIALIZING: a started driver has not answered yet; RECONCILING: this JobManager has just started and has not
reached the driver yet; RESTARTING: the driver died, and the next one starts after a delay.

`TRANSITIONS`, at the end, lists the handler of each event in each status; a missing pair means that nothing changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from random import Random
from typing import Any, Final, Optional

from pyrite.control.job_manager.dispatcher_events import (
    AdoptedEvent,
    CancelEvent,
    DriverDiedEvent,
    DriverRefusedEvent,
    DriverStartedEvent,
    EndedEvent,
    Event,
    ReportedEvent,
    SlotFreeEvent,
    StrategyEvent,
    SubmittedEvent,
    TickEvent,
)
from pyrite.control.job_manager.dispatcher_instructions import (
    CancelDriver,
    EndDriver,
    Instruction,
    QueueDriver,
    RecordEvent,
    StartDriver,
    StoreRecord,
)
from pyrite.control.job_manager.job_record import JobRecord
from pyrite.core.job.job_event import STRATEGY, DriverDied, JobEnded, JobRestarts, JobSubmitted, RestartRefused
from pyrite.core.job.job_status import JobStatus
from pyrite.core.job.job_summary import JobSummary


class DispatcherCore:
    """Decides for all jobs of one JobManager. `handle` is the only entry point."""

    def __init__(self, random: Optional[Random] = None) -> None:
        self.jobs: dict[str, JobRecord] = {}
        self._random = random or Random()
        self._now_ms = 0
        self._last_queued_ms = 0

    def handle(self, event: Event, now_ms: int) -> list[Instruction]:
        """Handles an event; returns the instructions to execute, in this order."""
        self._now_ms = now_ms
        if isinstance(event, TickEvent):
            due = [job_id for job_id, job in self.jobs.items() if _is_due(job, now_ms)]
            return [instruction for job_id in due for instruction in self._restart(job_id)]
        job = self.jobs.get(event.job_id)
        handler = TRANSITIONS.get((None if job is None else job.status, type(event)))
        return [] if handler is None else handler(self, event)

    def next_due_ms(self) -> Optional[int]:
        """The time at which the next TickEvent is due."""
        return min((job.restart_ms for job in self.jobs.values() if job.restart_ms is not None), default=None)

    def queued(self) -> list[str]:
        """The jobs that wait for a start slot, in the order in which their drivers start."""
        waiting = [(job.queued_ms, job_id) for job_id, job in self.jobs.items() if job.queued_ms is not None]
        return [job_id for _, job_id in sorted(waiting)]

    def forget(self, job_id: str) -> None:
        """Drops a job that has ended."""
        assert self.jobs[job_id].status.is_terminal_state()
        del self.jobs[job_id]

    def validate(self) -> None:
        """Raises AssertionError if the records contradict each other."""
        for job_id, job in self.jobs.items():
            assert job_id == job.summary.job_id
            job.validate()

    # New jobs ---------------------------------------------------------------------------------------------------------

    def _on_submitted(self, event: SubmittedEvent) -> list[Instruction]:
        """Also handles an ended job, which starts again with the same id, and resumes if its job log allows it."""
        summary = JobSummary(event.job_id, event.name, JobStatus.INITIALIZING, self._now_ms, modified_ms=self._now_ms)
        self.jobs[event.job_id] = JobRecord(summary, is_supervised=True)
        submitted = JobSubmitted(self._now_ms, event.name, requested_by=event.requested_by)
        return [RecordEvent(event.job_id, submitted), *self._queue(event.job_id, self._now_ms)]

    def _on_adopted(self, event: AdoptedEvent) -> list[Instruction]:
        job = _record_of(event)
        job.summary = replace(job.summary, restarts=max(job.summary.restarts, event.restarts))
        self.jobs[event.job_id] = job
        if job.status.is_terminal_state() or job.restart_ms is not None:
            return []
        if job.queued_ms is not None:
            return self._queue(event.job_id, job.queued_ms)
        if not event.has_driver_started:
            job.become(JobStatus.INITIALIZING, self._now_ms)
            return self._queue(event.job_id, event.submitted_ms)
        if not job.is_cancelled:
            job.become(JobStatus.RECONCILING, self._now_ms)
        return []

    def _on_discovered(self, event: ReportedEvent) -> list[Instruction]:
        """A driver answers that no JobManager has started: its job is new, or has ended before."""
        former, is_over = self.jobs.get(event.job_id), event.summary.status.is_terminal_state()
        if former is None or not (is_over or former.summary.pid == event.summary.pid):  # else: a late report
            self.jobs[event.job_id] = JobRecord(
                event.summary, is_supervised=False, is_resumable=event.is_resumable, is_reachable=not is_over
            )
        return []

    # Drivers ----------------------------------------------------------------------------------------------------------

    def _queue(self, job_id: str, since_ms: int) -> list[Instruction]:
        """Queues a job's driver. The number of each job is greater than that of all jobs that were queued before it."""
        job = self.jobs[job_id]
        if job.queued_ms is None:
            job.queued_ms = max(since_ms, self._last_queued_ms + 1)
        self._last_queued_ms = max(self._last_queued_ms, job.queued_ms)
        return [StoreRecord(job_id), QueueDriver(job_id, job.queued_ms)]

    def _on_slot_free(self, event: SlotFreeEvent) -> list[Instruction]:
        if self.jobs[event.job_id].queued_ms is None:
            return []
        self.jobs[event.job_id].queued_ms = None
        return [StoreRecord(event.job_id), StartDriver(event.job_id)]

    def _on_driver_started(self, event: DriverStartedEvent) -> list[Instruction]:
        job = self.jobs[event.job_id]
        job.queued_ms = None
        job.summary = replace(job.summary, pid=event.pid)
        return [StoreRecord(event.job_id)]

    def _on_refused(self, event: DriverRefusedEvent) -> list[Instruction]:
        """The program is missing: no restart strategy applies."""
        return self._end_here(event.job_id, JobStatus.FAILED, event.cause)

    def _on_strategy(self, event: StrategyEvent) -> list[Instruction]:
        self.jobs[event.job_id].use_strategy(event.settings, event.is_checkpointed)
        return []

    def _on_reported(self, event: ReportedEvent) -> list[Instruction]:
        job, before = self.jobs[event.job_id], self.jobs[event.job_id].status
        reported = event.summary
        if reported.status.is_terminal_state():
            self._take(job, reported)
            return self._end(event.job_id, reported.status, reported.cause)
        asks = job.is_cancelled and not job.is_reachable
        job.is_reachable, job.is_resumable, job.restart_ms, job.queued_ms = True, event.is_resumable, None, None
        self._take(job, reported)
        if job.is_cancelled:
            job.become(JobStatus.CANCELLING, self._now_ms)
        stored: list[Instruction] = (
            [StoreRecord(event.job_id)] if job.is_supervised and job.status is not before else []
        )
        return [*stored, CancelDriver(event.job_id)] if asks else stored

    def _take(self, job: JobRecord, reported: JobSummary) -> None:
        """Takes over a driver's report. Its count of restarts continues that of the job's recorded events."""
        if job.is_supervised:
            restarts = max(reported.restarts, job.summary.restarts)
            reported = replace(reported, start_ms=job.summary.start_ms, restarts=restarts)
        job.summary = reported

    def _on_ended(self, event: EndedEvent) -> list[Instruction]:
        return self._end_here(event.job_id, event.status, event.cause)

    def _on_died(self, event: DriverDiedEvent) -> list[Instruction]:
        job = self.jobs[event.job_id]
        if job.restart_ms is not None or job.queued_ms is not None:
            return []  # already recorded
        if not job.is_supervised:
            status = JobStatus.SUSPENDED if job.is_resumable else JobStatus.FAILED
            return self._end(event.job_id, JobStatus.CANCELED if job.is_cancelled else status, event.cause)
        process = event.process or job.summary.pid
        died = DriverDied(event.at_ms or self._now_ms, process, event.signal, event.exit_code, event.reason)
        return [RecordEvent(event.job_id, died), *self._after_death(event)]

    def _after_death(self, event: DriverDiedEvent) -> list[Instruction]:
        job = self.jobs[event.job_id]
        if job.is_cancelled:
            return self._end_here(event.job_id, JobStatus.CANCELED, event.cause)
        delay_ms = job.next_delay_ms(self._now_ms, self._random)
        if delay_ms is None:
            refused = RestartRefused(self._now_ms, job.strategy_text, event.cause, requested_by=STRATEGY)
            return [RecordEvent(event.job_id, refused), *self._end_here(event.job_id, JobStatus.FAILED, event.cause)]
        job.is_reachable, job.restart_ms = False, self._now_ms + delay_ms
        job.become(JobStatus.RESTARTING, self._now_ms, event.cause)
        restarts = job.summary.restarts + 1
        job.summary = replace(job.summary, pid=0, tasks={}, restarts=restarts)
        restart = JobRestarts(self._now_ms, "driver", restarts, delay_ms, event.cause, requested_by=STRATEGY)
        return [RecordEvent(event.job_id, restart), StoreRecord(event.job_id)]

    def _restart(self, job_id: str) -> list[Instruction]:
        job = self.jobs[job_id]
        job.restart_ms = None
        job.become(JobStatus.INITIALIZING, self._now_ms, job.summary.cause)
        return self._queue(job_id, self._now_ms)

    # Users ------------------------------------------------------------------------------------------------------------

    def _on_cancel(self, event: CancelEvent) -> list[Instruction]:
        job = self.jobs[event.job_id]
        if job.restart_ms is not None:
            job.restart_ms = None
            return self._end_here(event.job_id, JobStatus.CANCELED, "", event.requested_by)
        if job.queued_ms is not None:
            ended = self._end_here(event.job_id, JobStatus.CANCELED, "", event.requested_by)
            return [*ended, EndDriver(event.job_id)]
        job.is_cancelled, job.cancelled_by = True, event.requested_by
        job.become(JobStatus.CANCELLING, self._now_ms)
        if not job.is_supervised:
            return [CancelDriver(event.job_id)] if job.is_reachable else []
        ends = CancelDriver(event.job_id) if job.is_reachable else EndDriver(event.job_id)
        return [StoreRecord(event.job_id), ends]

    def _end_here(self, job_id: str, status: JobStatus, cause: str, requested_by: str = "") -> list[Instruction]:
        """Ends a supervised job whose driver has not recorded the end."""
        ended = self._end(job_id, status, cause)
        job = self.jobs[job_id]
        by = requested_by or job.cancelled_by
        event = JobEnded(self._now_ms, job.status, job.summary.cause, requested_by=by)
        return [RecordEvent(job_id, event), *ended]

    def _end(self, job_id: str, status: JobStatus, cause: str) -> list[Instruction]:
        """Ends a job. A canceled job is CANCELED, unless it had finished before."""
        job = self.jobs[job_id]
        if job.is_cancelled and status is not JobStatus.FINISHED:
            status, cause = JobStatus.CANCELED, ""
        job.is_reachable, job.queued_ms = False, None
        job.become(status, self._now_ms, cause)
        return [StoreRecord(job_id)] if job.is_supervised else []


def _is_due(job: JobRecord, now_ms: int) -> bool:
    return job.restart_ms is not None and now_ms >= job.restart_ms


def _record_of(event: AdoptedEvent) -> JobRecord:
    """The earlier JobManager's record; if it cannot be parsed, a new record of a job that has not been polled yet."""
    try:
        return JobRecord.of_json(event.record)
    except (KeyError, TypeError, ValueError):
        at_ms = event.submitted_ms
        summary = JobSummary(event.job_id, event.name, JobStatus.INITIALIZING, at_ms, modified_ms=at_ms)
        return JobRecord(summary, is_supervised=True)


Handler = Callable[[DispatcherCore, Any], list[Instruction]]
_LIVE: Final = tuple(status for status in JobStatus if not status.is_terminal_state())
_OVER: Final = tuple(status for status in JobStatus if status.is_terminal_state())


def _in(statuses: Iterable[Optional[JobStatus]], handlers: Mapping[type[Any], Handler]) -> dict[Any, Handler]:
    return {(status, kind): handler for status in statuses for kind, handler in handlers.items()}


TRANSITIONS: Final[Mapping[tuple[Optional[JobStatus], type[Any]], Handler]] = {
    **_in(
        [None, *_OVER],
        {SubmittedEvent: DispatcherCore._on_submitted, ReportedEvent: DispatcherCore._on_discovered},
    ),
    (None, AdoptedEvent): DispatcherCore._on_adopted,
    **_in(
        _LIVE,
        {
            ReportedEvent: DispatcherCore._on_reported,
            StrategyEvent: DispatcherCore._on_strategy,
            EndedEvent: DispatcherCore._on_ended,
            DriverDiedEvent: DispatcherCore._on_died,
        },
    ),
    **_in(
        [status for status in _LIVE if status is not JobStatus.CANCELLING],
        {CancelEvent: DispatcherCore._on_cancel},
    ),
    **_in(
        [JobStatus.INITIALIZING, JobStatus.CANCELLING],
        {DriverStartedEvent: DispatcherCore._on_driver_started, DriverRefusedEvent: DispatcherCore._on_refused},
    ),
    (JobStatus.INITIALIZING, SlotFreeEvent): DispatcherCore._on_slot_free,
}
"""The handler of an event in a status; status None: the job is unknown."""
