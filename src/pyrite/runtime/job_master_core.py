"""JobMasterCore: the life of a job, decided purely: attempts one after another, until one ends well or none is left.

With checkpoints every attempt is first entered into the job's log, and goes on from the last complete checkpoint.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Optional

from pyrite.common.errors import CorruptStateError, FencedError, InvalidProgramError, JobCancelledError, JobRefusedError
from pyrite.common.job_status import JobStatus
from pyrite.graph.execution_graph import ExecutionGraph
from pyrite.graph.physical_graph import PhysicalGraph
from pyrite.runtime.attempt_core import AttemptCore, AttemptSettings
from pyrite.runtime.job_events import (
    AttemptBegunEvent,
    AttemptRefusedEvent,
    CancelEvent,
    Event,
    StartEvent,
    StopEvent,
    TaskId,
    TickEvent,
)
from pyrite.runtime.job_instructions import BeginAttempt, EndJob, Instruction
from pyrite.runtime.restart_strategy import NoRestart, RestartStrategy
from pyrite.runtime.task_state import TaskState


class JobMasterCore:
    """Decides for one job. `handle` is its only way in."""

    def __init__(
        self, graph: ExecutionGraph, settings: AttemptSettings, restart: Optional[RestartStrategy] = None
    ) -> None:
        self.status = JobStatus.CREATED
        self.restarts = 0
        self._settings = settings
        self._restart = restart or NoRestart()
        self._graph = graph
        self._attempt = AttemptCore(graph, settings, AttemptBegunEvent(graph.attempt, None, 1))
        self._has_begun = False
        self._restart_ms: Optional[int] = None
        self._first_cause: Optional[Exception] = None
        self._broken: set[int] = set()
        self._stopping = False
        self._cancelling = False
        self._now_ms = 0

    def handle(self, event: Event, now_ms: int) -> list[Instruction]:
        """Takes an event; returns what is to be done, in this order."""
        self._now_ms = now_ms
        if self.status.is_terminal_state():
            return []
        match event:
            case StartEvent():
                self.status = JobStatus.RUNNING
                return self._next_attempt()
            case AttemptBegunEvent():
                return self._begin(event)
            case AttemptRefusedEvent(error):
                return self._failed(error)
            case CancelEvent():
                self._cancelling = True
                if not self._has_begun:
                    return self._cancel_between_attempts()
            case StopEvent():
                self._stopping = True
            case TickEvent() if self._restart_ms is not None:
                return self._next_attempt() if now_ms >= self._restart_ms else []
        if not self._has_begun:
            return []
        return self._after(self._attempt.handle(event, now_ms))

    # Attempts ---------------------------------------------------------------------------------------------------------

    def _next_attempt(self) -> list[Instruction]:
        self._restart_ms = None
        if self._settings.checkpoints is not None and not self._settings.batch:
            return [BeginAttempt(frozenset(self._broken))]
        return self._begin(AttemptBegunEvent(self.graph.attempt + (1 if self.restarts else 0), None, 1))

    def _begin(self, begun: AttemptBegunEvent) -> list[Instruction]:
        if self._cancelling:
            return self._end(JobStatus.CANCELED, JobCancelledError("the job was cancelled"))
        try:
            self._attempt = AttemptCore(replace(self._graph, attempt=begun.attempt), self._settings, begun)
            started = self._attempt.start(self._now_ms)
        except Exception as error:
            return self._failed(error)
        self._has_begun = True
        self.status = JobStatus.RUNNING
        if self._stopping:
            started += self._attempt.handle(StopEvent(), self._now_ms)
        return self._after(started)

    def _after(self, out: list[Instruction]) -> list[Instruction]:
        """Looks at what the event has made of the attempt."""
        outcome = self._attempt.outcome
        if outcome is None:
            self.status = self._attempt.status
            return out
        self._has_begun = False
        coordinator = self._attempt.coordinator
        if coordinator is not None and coordinator.got_on:
            self._first_cause = None
        if outcome is JobStatus.FAILED:
            assert self._attempt.cause is not None
            return out + self._failed(self._attempt.cause)
        return out + self._end(outcome, self._attempt.cause)

    def _failed(self, error: Exception) -> list[Instruction]:
        """Tries again, or gives up. What is told then is the first cause since the job last got on."""
        if isinstance(error, CorruptStateError) and self._attempt.restored_id not in (None, *self._broken):
            assert self._attempt.restored_id is not None
            self._broken.add(self._attempt.restored_id)  # the next attempt goes on from an older one, at once
            return self._next_attempt()
        self._first_cause = self._first_cause or error
        final = isinstance(error, (FencedError, JobRefusedError, InvalidProgramError))  # no attempt would change it
        delay_ms = None if final else self._restart.next_delay_ms(self._now_ms)
        if delay_ms is None:
            return self._end(JobStatus.FAILED, error if final else self._first_cause)
        if self._cancelling:
            return self._end(JobStatus.CANCELED, JobCancelledError("the job was cancelled"))
        self.status = JobStatus.RESTARTING
        self.restarts += 1
        self._restart_ms = self._now_ms + delay_ms
        return []

    def _cancel_between_attempts(self) -> list[Instruction]:
        if self._restart_ms is None:  # an attempt is being entered into the log: when that is done
            return []
        self._restart_ms = None
        return self._end(JobStatus.CANCELED, JobCancelledError("the job was cancelled"))

    def _end(self, status: JobStatus, cause: Optional[Exception]) -> list[Instruction]:
        self.status = status
        self._first_cause = None if status is JobStatus.FINISHED else cause
        return [EndJob(status, self._first_cause)]

    # Looking ----------------------------------------------------------------------------------------------------------

    def next_due_ms(self) -> Optional[int]:
        """When a TickEvent is wanted, besides the usual ones."""
        if self._restart_ms is not None:
            return self._restart_ms
        coordinator = self._attempt.coordinator
        return coordinator.next_due_ms() if self._has_begun and coordinator is not None else None

    @property
    def cause(self) -> Optional[Exception]:
        """Why the job starts anew, or has ended: the first cause since it last got on."""
        return self._first_cause or (self._attempt.cause if self._has_begun else None)

    @property
    def graph(self) -> ExecutionGraph:
        """The present attempt's."""
        return self._attempt.graph

    @property
    def attempt(self) -> AttemptCore:
        """The present attempt, or the last one."""
        return self._attempt

    @property
    def tasks(self) -> dict[TaskId, TaskState]:
        return self._attempt.tasks

    def describe(self, task: TaskId) -> str:
        return self._attempt.describe(task)

    def physical_graph(self) -> PhysicalGraph:
        return self._attempt.physical_graph()

    def accumulators(self) -> dict[str, Any]:
        return self._attempt.accumulators()

    def metrics(self) -> dict[str, Any]:
        return self._attempt.metrics()
