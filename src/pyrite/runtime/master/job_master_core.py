"""JobMasterCore: the life of a job, as pure decisions: a sequence of attempts, until one succeeds or no restart is
granted.

With checkpoints every attempt is first entered into the job's log, and restores the last complete checkpoint. A job
is rescaled by an attempt that stops at a checkpoint, and a next one with another graph that restores that checkpoint.
A region that restarts alone does so within the attempt, if the restart strategy lets it.

`TRANSITIONS`, at the end, has the handler of an event in each phase; an event without one goes to the attempt, if an
attempt is under way. The attempt's facts come back with its instructions, and have handlers of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from typing import Any, Final, Optional, cast

from pyrite.core.errors import JobCancelledError
from pyrite.core.job.job_parallelism import JobParallelism
from pyrite.core.job.job_status import JobStatus
from pyrite.core.job.restart_strategy import NoRestart, RestartStrategy
from pyrite.graph.execution_graph import ExecutionGraph
from pyrite.runtime.master.attempt.attempt_core import AttemptCore
from pyrite.runtime.master.attempt.attempt_facts import (
    AllTasksRun,
    AttemptEnded,
    AttemptOutput,
    CheckpointCompleted,
    RegionDown,
    RepeatRefused,
)
from pyrite.runtime.master.attempt.attempt_phase import AttemptPhase
from pyrite.runtime.master.attempt.attempt_settings import AttemptSettings
from pyrite.runtime.master.attempt.region_attempt import RegionPhase
from pyrite.runtime.master.checkpoint.pending_checkpoint import awaited_calls
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
from pyrite.runtime.master.restart_decision import (
    EndAs,
    FailureHistory,
    RestartAfter,
    RestartAtOnce,
    RestartDecision,
    StrategyAnswer,
    decide,
    may_restart_alone,
)
from pyrite.runtime.master.transitions import Edges, PhaseLog, Row, table
from pyrite.runtime.wire.job_view import CheckpointsView, CheckpointUnderWay, JobException, JobView


class JobPhase(Enum):
    """The phase of a job in its sequence of attempts."""

    NEW = "it has not started yet"
    BEGINNING = "an attempt is being logged"
    ATTEMPTING = "an attempt is under way, with its own AttemptPhase"
    WAITING = "the next attempt waits for its delay"
    ENDED = "it is over"


class JobMasterCore:
    """Decides for one job. `handle` is its only input, `view` its visible state."""

    def __init__(
        self,
        graph: ExecutionGraph,
        settings: AttemptSettings,
        restart: Optional[RestartStrategy] = None,
        parallelism: Optional[JobParallelism] = None,
    ) -> None:
        """`parallelism`: with which `graph` was planned; None: the job was never rescaled."""
        self.phase = JobPhase.NEW
        self._phases = PhaseLog[JobPhase]()
        self.status = JobStatus.INITIALIZING
        self.last_error: Optional[Exception] = None
        """The error of the last attempt, which may or may not be a consequence of the first cause."""
        self.history = JobHistory(settings.attempts_history)
        self._record = self.history.record
        self._settings = settings
        self._restart = restart or NoRestart()
        self._graph = graph
        self.parallelism = parallelism or JobParallelism()
        """The parallelism to which the job was rescaled."""
        self._attempt = AttemptCore(graph, settings, AttemptBegunEvent(graph.attempt, None, 1), self.history)
        self._attempts = 0
        self._has_failed = False
        self._restart_ms = 0
        """In WAITING: the time at which the next attempt begins."""
        self._first_cause: Optional[Exception] = None
        self._has_checkpoint = False
        """Whether a checkpoint has been completed since the last failure, or since the attempt began."""
        self._answer: Optional[StrategyAnswer] = None
        """The restart strategy's answer to the failure that ends the attempt, if it was called before the end."""
        self._broken: dict[int, str] = {}
        """Checkpoints with a damaged file, and the errors of the tasks that read it."""
        self._input_ends = False
        """Whether the sources of every attempt must end."""
        self._cancelling_to: Optional[JobStatus] = None
        """The status that a client wants the job to end with, CANCELED or SUSPENDED."""
        self._end_requested_by = ""
        """The requester of the job's end, if it was requested."""
        self._outcome = JobStatus.FAILED
        """In ENDED: the final status."""
        self._requests = ClientRequests()
        self._now_ms = 0

    def handle(self, event: Event, now_ms: int) -> list[Instruction]:
        """Handles an event; returns instructions in order."""
        self._now_ms = now_ms
        handler = TRANSITIONS.get((self.phase, type(event)))
        out: list[Instruction] = []
        if handler is not None:
            out = handler(self, event)
        elif self.phase is JobPhase.ATTEMPTING:
            out = self._after(self._attempt.handle(event, now_ms))
        self._update_status()
        return out

    def end_by_force(self, now_ms: int, error: Exception) -> None:
        """Fails the job: its runner cannot continue, or could not deliver its results."""
        self._now_ms, self._outcome = now_ms, JobStatus.FAILED
        self._enter(JobPhase.ENDED)
        self._record.note_end(now_ms, JobStatus.FAILED, error)
        self._first_cause = self._first_cause or error
        self._update_status()

    def _enter(self, phase: JobPhase) -> None:
        self._phases.note(self.phase, phase)
        self.phase = phase

    def _update_status(self) -> None:
        """Updates the job's status. Nothing else assigns it."""
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
        return JobStatus.RESTARTING if self._attempts or self._has_failed else JobStatus.CREATED

    def validate(self) -> None:
        """Raises AssertionError if the state of the job is inconsistent. The simulation calls it after every step."""
        is_over = self.phase is JobPhase.ENDED
        assert self.status is self._status_now()
        assert self.status.is_terminal_state() == is_over
        self._requests.validate(is_over)
        if self.phase is JobPhase.ATTEMPTING:
            assert not self._attempt.phase.is_over, "the attempt is over, and nothing followed"
            self._attempt.validate()
        if self.phase is JobPhase.WAITING:
            assert self._cancelling_to is None, "a canceled job waits for its next attempt"
        self._phases.validate(EDGES)

    # Requests ---------------------------------------------------------------------------------------------------------

    def _on_savepoint(self, event: SavepointEvent) -> list[Instruction]:
        """Passes the request to the attempt, now or when all of its tasks run."""
        self._requests.ask(event.request)
        return self._take_deferred()

    def _on_rescale(self, event: RescaleEvent) -> list[Instruction]:
        return self._requests.rescale(event) + self._take_deferred()

    def _take_deferred(self) -> list[Instruction]:
        """Passes the waiting requests to the attempt if all of its tasks run."""
        out: list[Instruction] = []
        if self.phase is JobPhase.ATTEMPTING and self._attempt.is_under_way:
            for request in self._requests.take_deferred():
                out += self._after(self._attempt.handle(SavepointEvent(request), self._now_ms))
        return out

    def _on_stop(self, event: StopEvent) -> list[Instruction]:
        self._input_ends = True
        is_attempting = self.phase is JobPhase.ATTEMPTING
        return self._after(self._attempt.handle(event, self._now_ms)) if is_attempting else []

    def _on_cancel(self, event: CancelEvent | SuspendEvent) -> list[Instruction]:
        """While an attempt is being logged, the cancellation waits until that is done."""
        if isinstance(event, SuspendEvent):  # also while the job is being canceled: its state can still be resumed
            self._cancelling_to = JobStatus.SUSPENDED
        self._cancelling_to = self._cancelling_to or JobStatus.CANCELED
        self._end_requested_by = event.requested_by
        if self.phase is JobPhase.WAITING:
            return self._end_cancelled(self._cancelling_to)
        if self.phase is JobPhase.ATTEMPTING:  # the attempt ends the same way for both
            return self._after(self._attempt.handle(CancelEvent(), self._now_ms))
        return []

    # Attempts ---------------------------------------------------------------------------------------------------------

    def _next_attempt(self, event: Optional[StartEvent] = None) -> list[Instruction]:
        self._enter(JobPhase.BEGINNING)
        if self._settings.checkpoints is not None and not self._settings.batch:
            return [BeginAttempt(dict(self._broken), parallelism=self.parallelism)]
        number = self._attempt.attempt_tasks.newest_number + (1 if self._attempts else 0)
        return self._begin(AttemptBegunEvent(number, None, 1))

    def _on_tick_while_waiting(self, event: TickEvent) -> list[Instruction]:
        return self._next_attempt() if self._now_ms >= self._restart_ms else []

    def _begin(self, begun: AttemptBegunEvent) -> list[Instruction]:
        if begun.region is not None:
            return []  # for an attempt that has failed meanwhile
        if self._cancelling_to is not None:
            return self._end_cancelled(self._cancelling_to)
        if self._attempts:
            self.history.note_previous_attempts(self.graph, self._attempt.attempt_tasks.tasks(), self._now_ms)
        self._attempts += 1
        self._answer, self._has_checkpoint = None, False
        try:
            graph = replace(self._graph, attempt=begun.attempt)
            previous = self._attempt.attempt_tasks.regions if self._attempts > 1 else ()
            self._attempt = AttemptCore(graph, self._settings, begun, self.history, previous)
            restored_id = self._attempt.restored_id
            self._record.note_attempt(self._now_ms, begun.attempt, restored_id, graph)
            started = self._attempt.start(self._now_ms)
        except Exception as error:
            return self._failed(error)
        self._enter(JobPhase.ATTEMPTING)
        self.history.note_restore(self._attempt.restored_id, self._now_ms)
        started += self._requests.attempt_begins(begun)
        if self._input_ends:
            started += self._attempt.handle(StopEvent(), self._now_ms)
        return self._after(started)

    def _on_refused(self, event: AttemptRefusedEvent) -> list[Instruction]:
        if self.phase is JobPhase.ATTEMPTING:
            return self._after(self._attempt.fail(event.error, event.region))
        return [] if event.region is not None else self._failed(event.error)

    def _after(self, out: Sequence[AttemptOutput]) -> list[Instruction]:
        """Replaces the facts at the end of an attempt's output by the instructions that follow from them."""
        self._requests.note_answers(out)
        instructions: list[Instruction] = []
        for item in out:
            reaction = REACTIONS.get(type(item))
            instructions += [cast(Instruction, item)] if reaction is None else reaction(self, item)
        return instructions

    def _on_all_run(self, fact: AllTasksRun) -> list[Instruction]:
        return self._take_deferred() + self._requests.all_run(self._now_ms)

    def _on_checkpoint(self, fact: CheckpointCompleted) -> list[Instruction]:
        self._has_checkpoint = True
        return []

    def _on_ended(self, attempt: AttemptEnded) -> list[Instruction]:
        self._forget_first_cause()
        resumes = attempt.phase is AttemptPhase.FAILED or self._cancelling_to is JobStatus.SUSPENDED
        out = self._requests.attempt_ended(attempt, resumes)
        self._end_requested_by = self._end_requested_by or attempt.requested_by
        if attempt.phase is AttemptPhase.FAILED:
            assert attempt.cause is not None
            return out + self._failed(attempt.cause)
        if attempt.phase is AttemptPhase.CANCELED:
            return out + self._end_cancelled(self._cancelling_to or JobStatus.CANCELED)
        if (rescale := self._requests.rescaled(attempt.stopped)) is not None:
            assert attempt.stopped is not None
            self._graph, self.parallelism = rescale.graph, rescale.parallelism
            self._record.note_rescale(self._now_ms, rescale, attempt.stopped.checkpoint_id)
            return out + self._next_attempt()
        return out + self._end(JobStatus.FINISHED, None)

    # Failures ---------------------------------------------------------------------------------------------------------

    def _on_region_down(self, region: RegionDown) -> list[Instruction]:
        """Restarts the region alone, or fails the whole attempt."""
        if not self._attempt.phase.is_at_work:
            return []  # another region has already failed the attempt
        self._forget_first_cause()
        self._note_failure(region.error)
        self.history.note_previous_attempts(self.graph, region.tasks, self._now_ms)
        if may_restart_alone(region.error):
            decision = self._decide(region.error)
            if isinstance(decision, RestartAfter):
                exception = JobException(self._now_ms, region.attempt, region.error, region.names)
                self.history.note_exception(exception, self.graph, region.tasks)
                self._record.note_restart(self._now_ms, "region", decision.delay_ms, region.error, region.names)
                self._attempt.restart_region(region.region, self._now_ms + decision.delay_ms)
                return []
            self._answer = StrategyAnswer.REFUSED
        return self._after(self._attempt.fail(region.error, region.region))

    def _on_repeat_refused(self, fact: RepeatRefused) -> list[Instruction]:
        self._answer = StrategyAnswer.GRANTED
        return self._after(self._attempt.fail(fact.error, fact.region))

    def _failed(self, error: Exception) -> list[Instruction]:
        """An attempt has failed, or could not begin: executes the restart decision."""
        answers = self._requests.give_up(f"the job failed meanwhile: {error}")
        attempt_tasks = self._attempt.attempt_tasks
        exception = JobException(self._now_ms, attempt_tasks.newest_number, error)
        self.history.note_exception(exception, self.graph, attempt_tasks.tasks())
        self._has_failed = True
        decision = self._decide(error)
        match decision:
            case RestartAtOnce(int() as damaged_id):
                self._broken[damaged_id] = str(error)
                return answers + self._next_attempt()
            case RestartAtOnce():
                self._note_failure(error)
                return answers + self._next_attempt()
            case RestartAfter(delay_ms):
                self._note_failure(error)
                self._record.note_restart(self._now_ms, "job", delay_ms, error)
                self._enter(JobPhase.WAITING)
                self._restart_ms = self._now_ms + delay_ms
                return answers
            case EndAs(status, cause):
                self._note_failure(error)
                if status is JobStatus.FAILED:
                    self._record.note_refusal(self._now_ms, error, self._restart)
                ended = self._end(status, cause) if status is JobStatus.FAILED else self._end_cancelled(status)
                return answers + ended

    def _decide(self, error: Exception) -> RestartDecision:
        history = FailureHistory(self._attempt.restored_id, self._broken.keys(), self._first_cause, self._answer)
        return decide(error, history, self._restart, self._cancelling_to, self._now_ms)

    def _note_failure(self, error: Exception) -> None:
        self._first_cause = self._first_cause or error
        self.last_error = error

    def _forget_first_cause(self) -> None:
        """After a completed checkpoint, a failure is not a consequence of earlier failures."""
        if self._has_checkpoint:
            self._first_cause, self._has_checkpoint = None, False

    # The end ----------------------------------------------------------------------------------------------------------

    def _end_cancelled(self, status: JobStatus) -> list[Instruction]:
        suspended = status is JobStatus.SUSPENDED
        return self._end(status, None if suspended else JobCancelledError("the job was canceled"))

    def _end(self, status: JobStatus, cause: Optional[Exception]) -> list[Instruction]:
        self._outcome = status
        self._enter(JobPhase.ENDED)
        self._record.note_end(self._now_ms, status, cause, self._end_requested_by)
        self._first_cause = None if status is JobStatus.FINISHED else cause
        savepoint = self._attempt.stopped_at
        why = f"the job has ended: {status.name}"
        answers: list[Instruction] = []
        if status is JobStatus.FINISHED:
            if savepoint:
                answers.append(NoteCommitted(savepoint))
            answers += self._requests.finished()
        elif status is JobStatus.FAILED:
            why += f": {cause}"
            if savepoint:
                why += f"\nThe savepoint is complete, but some of its committables are still pending: {savepoint}"
        return [*answers, *self._requests.ended(why), EndJob(status, self._first_cause)]

    # Queries ----------------------------------------------------------------------------------------------------------

    def next_due_ms(self) -> Optional[int]:
        """The time at which the job needs a TickEvent in addition to the regular ones."""
        if self.phase is JobPhase.WAITING:
            return self._restart_ms
        return self._attempt.next_due_ms() if self.phase is JobPhase.ATTEMPTING else None

    @property
    def restarts(self) -> int:
        """The number of restarts of the job, under earlier drivers too."""
        return self._record.restarts

    @property
    def cause(self) -> Optional[Exception]:
        """The cause of a restart or of the job's end: the first error since its last completed checkpoint."""
        current = self._attempt.cause if self.phase is JobPhase.ATTEMPTING else None
        return current or self._first_cause if self._has_checkpoint else self._first_cause or current

    @property
    def attempt(self) -> AttemptCore:
        """The current attempt, or the last one."""
        return self._attempt

    @property
    def graph(self) -> ExecutionGraph:
        """The graph of the current attempt."""
        return self._attempt.attempt_tasks.graph

    def view(self) -> JobView:
        """A snapshot of the job's visible state."""
        attempt, attempt_tasks, history = self._attempt, self._attempt.attempt_tasks, self.history
        down = [region for region in attempt_tasks.regions if region.phase.is_down]
        restarts_ms = [one.restart_ms for one in attempt_tasks.regions if one.phase is RegionPhase.RESTARTING]
        return JobView(
            status=self.status,
            graph=attempt_tasks.graph,
            is_batch=attempt.is_batch,
            tasks=attempt_tasks.tasks(),
            newest_attempt=attempt_tasks.newest_number,
            is_under_way=attempt_tasks.is_under_way and self.phase is JobPhase.ATTEMPTING,
            restarting_vertices=tuple(vertex.name for region in down for vertex in region.region.vertices),
            missing_tasks=attempt.missing_tasks if self.phase is JobPhase.ATTEMPTING else 0,
            restarts=self._record.restarts,
            restart_ms=self._restart_ms if self.phase is JobPhase.WAITING else min(restarts_ms, default=None),
            cause=self.cause,
            last_error=self.last_error,
            checkpoints=self._checkpoints(),
            exceptions=history.exceptions,
            previous_attempts=history.previous_attempts,
            status_since_ms=dict(history.status_since_ms),
            story=history.story.transitions,
            events=self._record.events,
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
                    awaited_calls(one, self._attempt.attempt_tasks.tasks()),
                )
                for one in under_way
            ),
            history.checkpoints,
            history.restores,
        )


_Phase = JobPhase
_NOT_ENDED: Final = (_Phase.NEW, _Phase.BEGINNING, _Phase.ATTEMPTING, _Phase.WAITING)

EDGES: Final[Edges[JobPhase]] = {
    (_Phase.NEW, _Phase.BEGINNING): "the client starts the job",
    (_Phase.BEGINNING, _Phase.ATTEMPTING): "the log has the attempt",
    (_Phase.BEGINNING, _Phase.WAITING): "the attempt could not begin, and the restart strategy grants another",
    (_Phase.BEGINNING, _Phase.ENDED): "the attempt could not begin, or the job is canceled",
    (_Phase.ATTEMPTING, _Phase.BEGINNING): "a rescale, a damaged checkpoint, or stages that cannot be repeated",
    (_Phase.ATTEMPTING, _Phase.WAITING): "the attempt failed, and the restart strategy grants another",
    (_Phase.ATTEMPTING, _Phase.ENDED): "the attempt finished, was canceled, or failed for good",
    (_Phase.WAITING, _Phase.BEGINNING): "the delay of the restart has passed",
    (_Phase.WAITING, _Phase.ENDED): "the job is canceled",
    (_Phase.NEW, _Phase.ENDED): "the runner of the job cannot continue",
}

ROWS: Final = (
    Row((_Phase.NEW,), StartEvent, JobMasterCore._next_attempt),
    Row((_Phase.BEGINNING,), AttemptBegunEvent, JobMasterCore._begin),
    Row(_NOT_ENDED, AttemptRefusedEvent, JobMasterCore._on_refused),
    Row((_Phase.WAITING,), TickEvent, JobMasterCore._on_tick_while_waiting),
    Row(_NOT_ENDED, CancelEvent, JobMasterCore._on_cancel),
    Row(_NOT_ENDED, SuspendEvent, JobMasterCore._on_cancel),
    Row(_NOT_ENDED, StopEvent, JobMasterCore._on_stop),
    Row(_NOT_ENDED, SavepointEvent, JobMasterCore._on_savepoint),
    Row(_NOT_ENDED, RescaleEvent, JobMasterCore._on_rescale),
)
TRANSITIONS: Final = table(ROWS)
"""The method that handles an event in a phase. All other events go to the attempt, if one is under way."""

REACTIONS: Final[Mapping[type[Any], Callable[[JobMasterCore, Any], list[Instruction]]]] = {
    AllTasksRun: JobMasterCore._on_all_run,
    CheckpointCompleted: JobMasterCore._on_checkpoint,
    RegionDown: JobMasterCore._on_region_down,
    RepeatRefused: JobMasterCore._on_repeat_refused,
    AttemptEnded: JobMasterCore._on_ended,
}
"""The method that handles a fact of the attempt."""
