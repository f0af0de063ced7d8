"""JobMasterCore: the life of a job, decided purely: attempts one after another, until one ends well or none is left.

With checkpoints every attempt is first entered into the job's log, and restores the last complete checkpoint. A job
is rescaled by an attempt that stops at a checkpoint, and a next one with another graph that restores that checkpoint.
A region that restarts alone does so within the attempt, if the restart strategy lets it.

`TRANSITIONS`, at the end, has what is done with an event in each phase; what is not there is for the attempt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from enum import Enum
from typing import Any, Final, Optional

from pyrite.core.errors import (
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
from pyrite.core.job.job_status import JobStatus
from pyrite.core.job.restart_strategy import NoRestart, RestartStrategy
from pyrite.graph.execution_graph import ExecutionGraph
from pyrite.runtime.master.attempt_core import AttemptCore
from pyrite.runtime.master.attempt_phase import AttemptPhase
from pyrite.runtime.master.attempt_settings import AttemptSettings
from pyrite.runtime.master.client_requests import ClientRequests
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
    TickEvent,
)
from pyrite.runtime.master.job_history import JobHistory
from pyrite.runtime.master.job_instructions import BeginAttempt, EndJob, Instruction, NoteCommitted
from pyrite.runtime.master.region_attempt import RegionAttempt, RegionPhase
from pyrite.runtime.wire.job_view import CheckpointsView, CheckpointUnderWay, JobException, JobView

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


class JobPhase(Enum):
    """Where a job is in its sequence of attempts."""

    NEW = "it is to start"
    BEGINNING = "an attempt is being entered into the log"
    ATTEMPTING = "an attempt is under way, with a phase of its own"
    WAITING = "the next attempt waits for its time"
    ENDED = "it is over"


class JobMasterCore:
    """Decides for one job. `handle` is its only way in, `view` is what can be seen of it."""

    def __init__(
        self, graph: ExecutionGraph, settings: AttemptSettings, restart: Optional[RestartStrategy] = None
    ) -> None:
        self.phase = JobPhase.NEW
        self.status = JobStatus.INITIALIZING
        self.restarts = 0
        self.last_error: Optional[Exception] = None
        """Why the last attempt failed, which may follow from the first cause, or be another trouble."""
        self.history = JobHistory(settings.attempts_history)
        self._settings = settings
        self._restart = restart or NoRestart()
        self._graph = graph
        self._attempt = AttemptCore(graph, settings, AttemptBegunEvent(graph.attempt, None, 1), self.history)
        self._attempts = 0
        self._restart_ms = 0
        """With WAITING: when the next attempt is to begin."""
        self._first_cause: Optional[Exception] = None
        self._broken: dict[int, str] = {}
        """Checkpoints of which tasks have met a damaged file, with the error."""
        self._input_ends = False
        """Whether the sources of every attempt are to end."""
        self._cancelling_to: Optional[JobStatus] = None
        """How the job is to end, CANCELED or SUSPENDED, once that was asked for."""
        self._outcome = JobStatus.FAILED
        """With ENDED: how it has."""
        self._requests = ClientRequests()
        self._now_ms = 0

    def handle(self, event: Event, now_ms: int) -> list[Instruction]:
        """Takes an event; returns what is to be done, in this order."""
        self._now_ms = now_ms
        handler = TRANSITIONS.get((self.phase, type(event)))
        if handler is not None:
            out = handler(self, event)
        elif self.phase is JobPhase.ATTEMPTING:
            out = self._after(self._attempt.handle(event, now_ms))
        else:
            out = []
        self._update_status()
        return out

    def end_by_force(self, now_ms: int, error: Exception) -> None:
        """Whoever runs the job cannot continue, or could not deliver its results: it has failed."""
        self._now_ms, self.phase, self._outcome = now_ms, JobPhase.ENDED, JobStatus.FAILED
        self._first_cause = self._first_cause or error
        self._update_status()

    def _update_status(self) -> None:
        """The one place where the job's status is assigned."""
        status = self._status_now()
        if status is not self.status:
            why = self.cause if status in (JobStatus.FAILING, JobStatus.FAILED, JobStatus.RESTARTING) else None
            self.history.note_status(self._now_ms, self.status, status, why or "")
            self.status = status

    def _status_now(self) -> JobStatus:
        if self.phase is JobPhase.ENDED:
            return self._outcome
        if self.phase is JobPhase.ATTEMPTING:
            return JobStatus.RESTARTING if self._attempt.is_restarting else self._attempt.phase.job_status
        if self._cancelling_to is not None:
            return JobStatus.CANCELLING
        if self.phase is JobPhase.NEW:
            return JobStatus.INITIALIZING
        return JobStatus.RESTARTING if self._attempts or self.restarts else JobStatus.CREATED

    def validate(self) -> None:
        """Raises AssertionError where what it holds contradicts itself. The simulation calls it after every step."""
        is_over = self.phase is JobPhase.ENDED
        assert self.status is self._status_now()
        assert self.status.is_terminal_state() == is_over
        self._requests.validate(is_over)
        if self.phase is JobPhase.ATTEMPTING:
            assert not self._attempt.phase.is_over, "the attempt is over, and nothing followed"
            assert not self._attempt.regions_to_judge(), "a region is down, and nothing was decided about it"
            self._attempt.validate()
        if self.phase is JobPhase.WAITING:
            assert self._cancelling_to is None, "a cancelled job waits for its next attempt"

    # Requests ---------------------------------------------------------------------------------------------------------

    def _on_savepoint(self, event: SavepointEvent) -> list[Instruction]:
        """Asks the attempt, now or when all of its tasks run."""
        self._requests.ask(event.request)
        return self._after([]) if self.phase is JobPhase.ATTEMPTING else []

    def _on_rescale(self, event: RescaleEvent) -> list[Instruction]:
        refused = self._requests.rescale(event)
        return refused if refused or self.phase is not JobPhase.ATTEMPTING else self._after([])

    def _on_stop(self, event: StopEvent) -> list[Instruction]:
        self._input_ends = True
        is_attempting = self.phase is JobPhase.ATTEMPTING
        return self._after(self._attempt.handle(event, self._now_ms)) if is_attempting else []

    def _on_cancel(self, event: CancelEvent | SuspendEvent) -> list[Instruction]:
        """Of an attempt that is being entered into the log, it is thought when that is done."""
        if isinstance(event, SuspendEvent):  # also of a job that is being cancelled: what is kept can still go
            self._cancelling_to = JobStatus.SUSPENDED
        self._cancelling_to = self._cancelling_to or JobStatus.CANCELED
        if self.phase is JobPhase.WAITING:
            return self._end_cancelled(self._cancelling_to)
        if self.phase is JobPhase.ATTEMPTING:  # it ends the same way for both
            return self._after(self._attempt.handle(CancelEvent(), self._now_ms))
        return []

    # Attempts ---------------------------------------------------------------------------------------------------------

    def _next_attempt(self, event: Optional[StartEvent] = None) -> list[Instruction]:
        self.phase = JobPhase.BEGINNING
        if self._settings.checkpoints is not None and not self._settings.batch:
            return [BeginAttempt(dict(self._broken))]
        number = self._attempt.roster.newest_number + (1 if self._attempts else 0)
        return self._begin(AttemptBegunEvent(number, None, 1))

    def _on_tick_while_waiting(self, event: TickEvent) -> list[Instruction]:
        return self._next_attempt() if self._now_ms >= self._restart_ms else []

    def _begin(self, begun: AttemptBegunEvent) -> list[Instruction]:
        if begun.region is not None:
            return []  # of an attempt that has failed meanwhile
        if self._cancelling_to is not None:
            return self._end_cancelled(self._cancelling_to)
        if self._attempts:
            self.history.note_former(self.graph, self._attempt.roster.tasks(), self._now_ms)
        self._attempts += 1
        self._attempt.is_restart_granted = None
        try:
            graph = replace(self._graph, attempt=begun.attempt)
            self._attempt = AttemptCore(graph, self._settings, begun, self.history)
            started = self._attempt.start(self._now_ms)
        except Exception as error:
            return self._failed(error)
        self.phase = JobPhase.ATTEMPTING
        self.history.note_restore(self._attempt.restored_id, self._now_ms)
        started += self._requests.attempt_begins(begun)
        if self._input_ends:
            started += self._attempt.handle(StopEvent(), self._now_ms)
        return self._after(started)

    def _on_refused(self, event: AttemptRefusedEvent) -> list[Instruction]:
        if self.phase is JobPhase.ATTEMPTING:
            return self._after(self._attempt.fail(event.error, event.region))
        return [] if event.region is not None else self._failed(event.error)

    def _after(self, out: list[Instruction]) -> list[Instruction]:
        """Reacts to the attempt's state after the event."""
        attempt = self._attempt
        for region in attempt.regions_to_judge():
            out = out + self._judge(region)
        if not attempt.phase.is_over and attempt.roster.is_under_way:
            for request in self._requests.take_deferred():
                out = out + attempt.handle(SavepointEvent(request), self._now_ms)
        self._requests.note_answers(out)
        if not attempt.phase.is_over:
            return out + self._requests.all_run(self._now_ms) if attempt.roster.is_under_way else out
        coordinator = attempt.coordinator
        if coordinator is not None:
            self._first_cause = None if coordinator.has_completed_checkpoint else self._first_cause
            resumes = attempt.phase is AttemptPhase.FAILED or self._cancelling_to is JobStatus.SUSPENDED
            out = out + self._requests.attempt_ended(coordinator, resumes)
        if attempt.phase is AttemptPhase.FAILED:
            assert attempt.cause is not None
            return out + self._failed(attempt.cause)
        if attempt.phase is AttemptPhase.CANCELED:
            return out + self._end_cancelled(self._cancelling_to or JobStatus.CANCELED)
        if (graph := self._requests.rescaled_graph(coordinator)) is not None:
            self._graph = graph
            return out + self._next_attempt()
        return out + self._end(JobStatus.FINISHED, attempt.cause)

    def _judge(self, region: RegionAttempt) -> list[Instruction]:
        """A region has failed: it restarts, or cannot, and then the whole attempt fails with it."""
        coordinator, error, number = self._attempt.coordinator, region.cause, region.region.number
        assert error is not None
        if coordinator is not None:
            self._first_cause = None if coordinator.has_completed_checkpoint else self._first_cause
            coordinator.has_completed_checkpoint = False
        self._first_cause = self._first_cause or error
        self.last_error = error
        lost = {task: state for task, state in region.tasks.items() if not state.finished}
        self.history.note_former(self.graph, region.former_tasks or lost, self._now_ms)
        if isinstance(error, (*_FINAL, CorruptStateError)):
            return self._attempt.fail(error, number)
        delay_ms = self._restart.next_delay_ms(self._now_ms)
        if delay_ms is None:
            self._attempt.is_restart_granted = False
            return self._attempt.fail(error, number)
        self.restarts += 1
        names = tuple(vertex.name for vertex in region.region.vertices)
        self.history.note_exception(JobException(self._now_ms, region.number, error, names))
        region.restart_at(self._now_ms + delay_ms)
        return []

    def _failed(self, error: Exception) -> list[Instruction]:
        """Tries again, or gives up. The error reported then is the first cause since the last completed checkpoint."""
        answers = self._requests.give_up(f"the job failed meanwhile: {error}")
        attempt = self._attempt
        self.history.note_exception(JobException(self._now_ms, attempt.roster.newest_number, error))
        if isinstance(error, CorruptStateError) and attempt.restored_id not in (None, *self._broken):
            assert attempt.restored_id is not None
            self._broken[attempt.restored_id] = str(error)  # an older one is looked for at once
            return answers + self._next_attempt()
        self._first_cause = self._first_cause or error
        self.last_error = error
        if attempt.is_restart_granted:
            return answers + self._next_attempt()
        final = isinstance(error, _FINAL)
        if self._cancelling_to is JobStatus.SUSPENDED and not final:
            return answers + self._end_cancelled(JobStatus.SUSPENDED)
        is_refused = final or attempt.is_restart_granted is False
        delay_ms = None if is_refused else self._restart.next_delay_ms(self._now_ms)
        if delay_ms is None:
            return answers + self._end(JobStatus.FAILED, error if final else self._first_cause)
        if self._cancelling_to is not None:
            return answers + self._end_cancelled(self._cancelling_to)
        self.restarts += 1
        self.phase, self._restart_ms = JobPhase.WAITING, self._now_ms + delay_ms
        return answers

    # The end ----------------------------------------------------------------------------------------------------------

    def _end_cancelled(self, status: JobStatus) -> list[Instruction]:
        suspended = status is JobStatus.SUSPENDED
        return self._end(status, None if suspended else JobCancelledError("the job was cancelled"))

    def _end(self, status: JobStatus, cause: Optional[Exception]) -> list[Instruction]:
        self.phase, self._outcome = JobPhase.ENDED, status
        self._first_cause = None if status is JobStatus.FINISHED else cause
        coordinator = self._attempt.coordinator
        stopped = None if coordinator is None else coordinator.savepoints.stopped
        savepoint = self._attempt.roster.stopped_at if stopped is None else stopped.folder
        why = f"the job has ended: {status.name}"
        answers: list[Instruction] = []
        if status is JobStatus.FINISHED:
            if savepoint:
                answers.append(NoteCommitted(savepoint))
            answers += self._requests.finished()
        elif status is JobStatus.FAILED:
            why += f": {cause}"
            if savepoint:
                why += f"\nThe savepoint is complete, and owes what could not be committed: {savepoint}"
        return [*answers, *self._requests.ended(why), EndJob(status, self._first_cause)]

    # Looking ----------------------------------------------------------------------------------------------------------

    def next_due_ms(self) -> Optional[int]:
        """When a TickEvent is wanted, besides the usual ones."""
        if self.phase is JobPhase.WAITING:
            return self._restart_ms
        return self._attempt.next_due_ms() if self.phase is JobPhase.ATTEMPTING else None

    @property
    def cause(self) -> Optional[Exception]:
        """Why the job restarts, or has ended: the first cause since its last completed checkpoint."""
        return self._first_cause or (self._attempt.cause if self.phase is JobPhase.ATTEMPTING else None)

    @property
    def attempt(self) -> AttemptCore:
        """The present attempt, or the last one."""
        return self._attempt

    @property
    def graph(self) -> ExecutionGraph:
        """The present attempt's."""
        return self._attempt.roster.graph

    def view(self) -> JobView:
        """What can be seen of the job now."""
        attempt, roster, history = self._attempt, self._attempt.roster, self.history
        down = [region for region in roster.regions if region.phase.is_down]
        restarts_ms = [one.restart_ms for one in roster.regions if one.phase is RegionPhase.RESTARTING]
        return JobView(
            status=self.status,
            graph=roster.graph,
            is_batch=attempt.is_batch,
            tasks=roster.tasks(),
            newest_attempt=roster.newest_number,
            is_under_way=roster.is_under_way and self.phase is JobPhase.ATTEMPTING,
            restarting_vertices=tuple(vertex.name for region in down for vertex in region.region.vertices),
            missing_tasks=attempt.missing_tasks if self.phase is JobPhase.ATTEMPTING else 0,
            restarts=self.restarts,
            restart_ms=self._restart_ms if self.phase is JobPhase.WAITING else min(restarts_ms, default=None),
            cause=self.cause,
            last_error=self.last_error,
            checkpoints=self._checkpoints(),
            exceptions=history.exceptions,
            former=history.former,
            status_since_ms=dict(history.status_since_ms),
            story=history.story.transitions,
            supersteps=attempt.supersteps(),
        )

    def _checkpoints(self) -> CheckpointsView:
        history, coordinator = self.history, self._attempt.coordinator
        under_way = () if coordinator is None else coordinator.pending
        return CheckpointsView(
            history.completed_checkpoints,
            history.failed_checkpoints,
            history.restored_id,
            history.restored_ms,
            tuple(
                CheckpointUnderWay(
                    one.checkpoint_id,
                    one.kind,
                    one.triggered_ms,
                    dict(one.parts),
                    one.is_storing,
                    one.unaligned,
                )
                for one in under_way
            ),
            history.checkpoints,
            history.restores,
        )


Handler = Callable[[JobMasterCore, Any], list[Instruction]]


def _in(phases: Iterable[JobPhase], handlers: Mapping[type[Any], Handler]) -> dict[Any, Handler]:
    return {(phase, kind): handler for phase in phases for kind, handler in handlers.items()}


TRANSITIONS: Final[Mapping[tuple[JobPhase, type[Any]], Handler]] = {
    **_in(
        [phase for phase in JobPhase if phase is not JobPhase.ENDED],
        {
            CancelEvent: JobMasterCore._on_cancel,
            SuspendEvent: JobMasterCore._on_cancel,
            StopEvent: JobMasterCore._on_stop,
            SavepointEvent: JobMasterCore._on_savepoint,
            RescaleEvent: JobMasterCore._on_rescale,
            AttemptRefusedEvent: JobMasterCore._on_refused,
        },
    ),
    (JobPhase.NEW, StartEvent): JobMasterCore._next_attempt,
    (JobPhase.BEGINNING, AttemptBegunEvent): JobMasterCore._begin,
    (JobPhase.WAITING, TickEvent): JobMasterCore._on_tick_while_waiting,
}
"""What is done with an event in a phase. All others are for the attempt, if there is one."""
