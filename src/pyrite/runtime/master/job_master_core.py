"""JobMasterCore: the life of a job, decided purely: attempts one after another, until one ends well or none is left.

With checkpoints every attempt is first entered into the job's log, and restores the last complete checkpoint. A job
is rescaled by an attempt that stops at a checkpoint, and a next one with another graph that restores that checkpoint.
A region that restarts alone does so within the attempt, if the restart strategy lets it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Optional

from pyrite.core.errors import (
    CheckpointError,
    CommittableLostError,
    CorruptStateError,
    FencedError,
    InvalidProgramError,
    JobCancelledError,
    JobRefusedError,
    PermanentFunctionError,
    StateUnreadableError,
    UnsendableRecordError,
)
from pyrite.core.job.job_metrics import JobMetrics
from pyrite.core.job.job_status import JobStatus
from pyrite.graph.execution_graph import ExecutionGraph
from pyrite.graph.physical_graph import PhysicalGraph
from pyrite.runtime.master.attempt_core import AttemptCore
from pyrite.runtime.master.attempt_settings import AttemptSettings
from pyrite.runtime.master.checkpoint_coordinator import CheckpointCoordinator
from pyrite.runtime.master.job_events import (
    AttemptBegunEvent,
    AttemptRefusedEvent,
    CancelEvent,
    Event,
    RescaleEvent,
    SavepointEvent,
    StartEvent,
    StopEvent,
    SuspendEvent,
    TaskId,
    TickEvent,
)
from pyrite.runtime.master.job_instructions import (
    AbortHere,
    Answer,
    BeginAttempt,
    DiscardCheckpoint,
    EndJob,
    Instruction,
    NoteCommitted,
)
from pyrite.runtime.master.region_attempt import RegionAttempt
from pyrite.runtime.master.restart_strategy import NoRestart, RestartStrategy
from pyrite.runtime.master.task_state import TaskState
from pyrite.runtime.wire.requests import After, SavepointRequest

_FINAL = (
    FencedError,
    JobRefusedError,
    InvalidProgramError,
    StateUnreadableError,
    CommittableLostError,
    PermanentFunctionError,
    UnsendableRecordError,
)
"""Errors that no further attempt would change."""


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
        self.last_error: Optional[Exception] = None
        """Why the last attempt failed, which may follow from the first cause, or be another trouble."""
        self._is_given_up = False
        """Whether the restart strategy has refused to restart a region, so that the job fails."""
        self._broken: dict[int, str] = {}
        self._stopping = False
        self._cancelling_to: Optional[JobStatus] = None
        """How the job is to end, CANCELED or SUSPENDED, once that was asked for."""
        self._open: set[int] = set()
        """Requests that are not answered yet."""
        self._deferred: list[SavepointRequest] = []
        """Those that wait until every task runs."""
        self._stopped: Optional[SavepointRequest] = None
        """The savepoint with which the job has stopped, or is to once more."""
        self._rescaling: Optional[RescaleEvent] = None
        self._paused_ms: Optional[int] = None
        """Since when a job that is being rescaled has done nothing."""
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
            case AttemptBegunEvent(region=None):
                return self._begin(event)
            case AttemptRefusedEvent(error, None):
                return self._failed(error)
            case AttemptRefusedEvent(error, region) if self._has_begun:
                return self._after(self._attempt.fail(error, region))
            case CancelEvent() | SuspendEvent():
                if isinstance(event, SuspendEvent):  # also of a job that is being cancelled: what is kept can still go
                    self._cancelling_to = JobStatus.SUSPENDED
                self._cancelling_to = self._cancelling_to or JobStatus.CANCELED
                if not self._has_begun:
                    return self._cancel_between_attempts()
                event = CancelEvent()  # an attempt ends the same way for both
            case StopEvent():
                self._stopping = True
            case SavepointEvent(request):
                return self._ask(request)
            case RescaleEvent(request_id):
                if self._rescaling is not None:
                    return [Answer(request_id, error=CheckpointError("the job is being rescaled already"))]
                self._rescaling = event
                return self._ask(SavepointRequest(request_id, "", After.STOP))
            case TickEvent() if self._restart_ms is not None:
                return self._next_attempt() if now_ms >= self._restart_ms else []
        if not self._has_begun:
            return []
        return self._after(self._attempt.handle(event, now_ms))

    # Requests ---------------------------------------------------------------------------------------------------------

    def _ask(self, request: SavepointRequest) -> list[Instruction]:
        """Asks the attempt, now or when all of its tasks run."""
        self._open.add(request.request_id)
        self._deferred.append(request)
        return self._after([]) if self._has_begun else []

    def _submit_pending_savepoints(self) -> list[Instruction]:
        out: list[Instruction] = []
        if self._deferred and (self._settings.batch or self._attempt.is_under_way):
            requests, self._deferred = self._deferred, []
            for request in requests:
                out += self._attempt.handle(SavepointEvent(request), self._now_ms)
        return out

    def _noting_answers(self, out: list[Instruction]) -> list[Instruction]:
        for instruction in out:
            if isinstance(instruction, Answer):
                self._open.discard(instruction.request_id)
                if self._rescaling is not None and instruction.request_id == self._rescaling.request_id:
                    self._rescaling = None
        return out

    def _give_up(self, why: str) -> list[Instruction]:
        """Answers the open requests of an attempt that is over. A committed stop is answered at the job's end."""
        deferred = {request.request_id for request in self._deferred}
        if self._stopped is not None:
            deferred.add(self._stopped.request_id)
        answers = [Answer(n, error=CheckpointError(why)) for n in sorted(self._open - deferred)]
        self._paused_ms = None
        return self._noting_answers([*answers])

    def _ending_savepoints(self, coordinator: CheckpointCoordinator, resumes: bool) -> list[Instruction]:
        """Savepoints that no checkpoint has followed: when the job resumes, sinks may remove what they prepared."""
        ended: list[Instruction] = []
        for checkpoint_id, request in coordinator.unconfirmed.items():
            if resumes:
                ended.append(DiscardCheckpoint(checkpoint_id, request.folder))
            else:
                ended.append(Answer(request.request_id, request.folder))
        return self._noting_answers(ended)

    def _forget_stop(self, begun: AttemptBegunEvent) -> list[Instruction]:
        """The last attempt failed while it stopped the job: the log knows whether the stop was committed."""
        if self._stopped is None or (begun.manifest and begun.manifest.stopped_at == self._stopped.folder):
            return []
        self._stopped = None
        return self._give_up("the job failed before the savepoint was complete, and keeps running")

    def _rescale(self, rescaling: RescaleEvent, paused_ms: int) -> list[Instruction]:
        self._graph, self._paused_ms = rescaling.graph, paused_ms
        return self._next_attempt()

    def _answer_rescale(self) -> list[Instruction]:
        """The job runs again, as another graph."""
        if self._paused_ms is None or self._rescaling is None or not self._attempt.is_under_way:
            return []
        paused_ms, self._paused_ms = self._now_ms - self._paused_ms, None
        return self._noting_answers([Answer(self._rescaling.request_id, paused_ms)])

    # Attempts ---------------------------------------------------------------------------------------------------------

    def _next_attempt(self) -> list[Instruction]:
        self._restart_ms = None
        if self._settings.checkpoints is not None and not self._settings.batch:
            return [BeginAttempt(dict(self._broken))]
        return self._begin(AttemptBegunEvent(self._attempt.newest_number + (1 if self.restarts else 0), None, 1))

    def _begin(self, begun: AttemptBegunEvent) -> list[Instruction]:
        if self._cancelling_to is not None:
            return self._end_cancelled(self._cancelling_to)
        try:
            self._attempt = AttemptCore(replace(self._graph, attempt=begun.attempt), self._settings, begun)
            started = self._attempt.start(self._now_ms)
        except Exception as error:
            return self._failed(error)
        self._has_begun = True
        self.status = JobStatus.RUNNING
        started += self._forget_stop(begun)
        if self._stopping:
            started += self._attempt.handle(StopEvent(), self._now_ms)
        return self._after(started)

    def _after(self, out: list[Instruction]) -> list[Instruction]:
        """Reacts to the attempt's state after the event."""
        for region in self._attempt.regions_to_judge():
            out = out + self._judge(region)
        if self._attempt.outcome is None:
            out = out + self._submit_pending_savepoints()
        self._noting_answers(out)
        outcome = self._attempt.outcome
        if outcome is None:
            self.status = JobStatus.RESTARTING if self._attempt.is_restarting else self._attempt.status
            return out + self._answer_rescale()
        self._has_begun = False
        coordinator = self._attempt.coordinator
        if coordinator is not None:
            self._first_cause = None if coordinator.has_completed_checkpoint else self._first_cause
            self._stopped = coordinator.stopping_savepoint() or self._stopped
            resumes = outcome is JobStatus.FAILED or self._cancelling_to is JobStatus.SUSPENDED
            out = [*out, *self._ending_savepoints(coordinator, resumes)]
        if outcome is not JobStatus.FINISHED and (given_up := self._attempt.given_up()):
            out = [*out, AbortHere(given_up)]
        if outcome is JobStatus.FAILED:
            assert self._attempt.cause is not None
            return out + self._failed(self._attempt.cause)
        rescaling = self._rescaling
        if outcome is JobStatus.FINISHED and rescaling is not None and coordinator is not None:
            stopped = coordinator.stopped
            if stopped is not None and stopped.request_id == rescaling.request_id:
                return out + self._rescale(rescaling, coordinator.stopping_ms)
        if outcome is JobStatus.CANCELED:
            return out + self._end_cancelled(self._cancelling_to or JobStatus.CANCELED)
        return out + self._end(outcome, self._attempt.cause)

    def _judge(self, region: RegionAttempt) -> list[Instruction]:
        """A region has failed: it restarts, or cannot, and then the whole attempt fails with it."""
        coordinator, error, number = self._attempt.coordinator, region.cause, region.region.number
        assert error is not None
        if coordinator is not None:
            self._first_cause = None if coordinator.has_completed_checkpoint else self._first_cause
            coordinator.has_completed_checkpoint = False
        self._first_cause = self._first_cause or error
        self.last_error = error
        if isinstance(error, (*_FINAL, CorruptStateError)):
            return self._attempt.fail(error, number)
        delay_ms = self._restart.next_delay_ms(self._now_ms)
        if delay_ms is None:
            self._is_given_up = True
            return self._attempt.fail(error, number)
        self.restarts += 1
        region.restart_at(self._now_ms + delay_ms)
        return []

    def _failed(self, error: Exception) -> list[Instruction]:
        """Tries again, or gives up. The error reported then is the first cause since the last completed checkpoint."""
        answers = self._give_up(f"the job failed meanwhile: {error}")
        if isinstance(error, CorruptStateError) and self._attempt.restored_id not in (None, *self._broken):
            assert self._attempt.restored_id is not None
            self._broken[self._attempt.restored_id] = str(error)  # an older one is looked for at once
            return answers + self._next_attempt()
        self._first_cause = self._first_cause or error
        self.last_error = error
        if self._attempt.restart_is_granted:
            return answers + self._next_attempt()
        final = isinstance(error, _FINAL)
        if self._cancelling_to is JobStatus.SUSPENDED and not final:
            return answers + self._end_cancelled(JobStatus.SUSPENDED)
        delay_ms = None if final or self._is_given_up else self._restart.next_delay_ms(self._now_ms)
        if delay_ms is None:
            return answers + self._end(JobStatus.FAILED, error if final else self._first_cause)
        if self._cancelling_to is not None:
            return answers + self._end_cancelled(self._cancelling_to)
        self.status = JobStatus.RESTARTING
        self.restarts += 1
        self._restart_ms = self._now_ms + delay_ms
        return answers

    def _cancel_between_attempts(self) -> list[Instruction]:
        if self._restart_ms is None:  # an attempt is being entered into the log: when that is done
            return []
        self._restart_ms = None
        assert self._cancelling_to is not None
        return self._end_cancelled(self._cancelling_to)

    def _end_cancelled(self, status: JobStatus) -> list[Instruction]:
        suspended = status is JobStatus.SUSPENDED
        return self._end(status, None if suspended else JobCancelledError("the job was cancelled"))

    def _end(self, status: JobStatus, cause: Optional[Exception]) -> list[Instruction]:
        self.status = status
        self._first_cause = None if status is JobStatus.FINISHED else cause
        answers: list[Instruction] = []
        coordinator = self._attempt.coordinator
        stopped = None if coordinator is None else coordinator.stopped
        savepoint = self._attempt.stopped_at if stopped is None else stopped.folder
        why = f"the job has ended: {status.name}"
        if status is JobStatus.FINISHED:
            if savepoint:
                answers.append(NoteCommitted(savepoint))
            if self._stopped is not None and self._stopped.request_id in self._open:
                answers.append(Answer(self._stopped.request_id, self._stopped.folder))
        elif status is JobStatus.FAILED:
            why += f": {cause}"
            if savepoint:
                why += f"\nThe savepoint is complete, and owes what could not be committed: {savepoint}"
        self._stopped = None
        self._deferred.clear()
        self._noting_answers(answers)
        return [*answers, *self._give_up(why), EndJob(status, self._first_cause)]

    # Looking ----------------------------------------------------------------------------------------------------------

    def next_due_ms(self) -> Optional[int]:
        """When a TickEvent is wanted, besides the usual ones."""
        if self._restart_ms is not None:
            return self._restart_ms
        return self._attempt.next_due_ms() if self._has_begun else None

    @property
    def cause(self) -> Optional[Exception]:
        """Why the job restarts, or has ended: the first cause since its last completed checkpoint."""
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

    def metrics(self) -> JobMetrics:
        return self._attempt.metrics()
