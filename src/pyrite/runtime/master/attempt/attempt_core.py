"""AttemptCore: the life of one attempt, as pure decisions. Events in, instructions out; no sockets, threads or clock.

A streaming attempt: every task registers -> all are deployed -> all are open: sources get splits -> tasks finish ->
sinks commit, with the final checkpoint if there are checkpoints -> all leave -> the Spark job ends. A batch attempt
deploys each task as its stage begins; sinks commit after the Spark job has succeeded. Any failure cancels the attempt,
which is over when the Spark job has ended and every task has disconnected.

`TRANSITIONS`, at the end, maps each phase and event to its handler; pairs without a handler are ignored.

The Failover decides what fails with a task: the attempt, one region, or the incomplete stages of a batch job. Each
region is a Spark job. Checkpoints cover all regions, so none is taken while a region restarts. The last checkpoint ends
all regions together; if it fails, the whole attempt fails.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final, Optional

from pyrite.core.errors import (
    CheckpointError,
    ControlConnectionError,
    ExchangeIntrusionError,
    InputBrokenError,
    JobCancelledError,
    TaskLostError,
)
from pyrite.graph.execution_graph import ExecutionGraph, Subtask
from pyrite.graph.region import Region, regions_of, whole
from pyrite.runtime.master import job_events as events
from pyrite.runtime.master.attempt import decisions
from pyrite.runtime.master.attempt.attempt_facts import FACTS, AllTasksRun, AttemptEnded, AttemptOutput, Fact
from pyrite.runtime.master.attempt.attempt_parts import FOR_COORDINATOR, FOR_SOURCES, AttemptParts
from pyrite.runtime.master.attempt.attempt_phase import EDGES, AttemptPhase
from pyrite.runtime.master.attempt.attempt_settings import AttemptSettings
from pyrite.runtime.master.attempt.attempt_tasks import AttemptTasks
from pyrite.runtime.master.attempt.failover import make_failover
from pyrite.runtime.master.attempt.region_attempt import RegionAttempt, RegionPhase
from pyrite.runtime.master.attempt.restore_plan import restore_plan_from
from pyrite.runtime.master.attempt.task_starts import TaskStarts
from pyrite.runtime.master.attempt.task_watch import TaskWatch
from pyrite.runtime.master.job_history import JobHistory
from pyrite.runtime.master.job_instructions import AbortHere, Answer, CommitHere, Instruction, RunSparkJob, Send
from pyrite.runtime.master.transitions import PhaseLog, Row, table
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.task_state import TaskPhase


class AttemptCore:
    """Decides for one attempt, until `phase.is_over`."""

    def __init__(
        self,
        graph: ExecutionGraph,
        settings: AttemptSettings,
        begun: events.AttemptBegunEvent,
        history: JobHistory,
        previous: Sequence[RegionAttempt] = (),
    ) -> None:
        """`former`: the regions of the previous attempt, for the attempt numbers of their tasks."""
        restoring = restore_plan_from(begun.manifest, graph.job, settings)
        parts = regions_of(graph) if settings.regions_restart_alone and not settings.batch else (whole(graph),)
        phase = RegionPhase.RUNNING if settings.batch else RegionPhase.STARTING
        numbers = {each.region.number: each.region.graph.attempt_number + 1 for each in previous}
        first = max(numbers.values(), default=0)  # for regions that a rescale has added
        parts = tuple(region.numbered(numbers.get(region.number, first), graph.attempt) for region in parts)
        regions = [RegionAttempt(region, begun.manifest, restoring, phase=phase) for region in parts]
        self.attempt_tasks = AttemptTasks(graph, regions)
        self.phase = AttemptPhase.RUNNING
        self._phases = PhaseLog[AttemptPhase]()
        self.cause: Optional[Exception] = None
        self.restored_id = regions[0].restored_id
        """The checkpoint this attempt was restored from; after a region's failure, the region's checkpoint."""
        self._settings = settings
        self._history = history
        self._watch = TaskWatch(settings)
        self._ending_ms = 0
        self._canceled_by = ""
        """The requester of the savepoint with which the job is canceled."""
        self._now_ms = 0
        self._out: list[Instruction] = []
        self._facts: list[Fact] = []
        self._did_all_run = False
        """Whether the last output reported that every task runs."""
        self._parts = AttemptParts(self.attempt_tasks, settings, begun)
        self.coordinator = self._parts.coordinator
        self._starts = TaskStarts(self.attempt_tasks, settings, self._notify)
        self._failover = make_failover(
            self.attempt_tasks, settings, self._parts.sources, self.coordinator, self._notify
        )

    # Events in, instructions out --------------------------------------------------------------------------------------

    def start(self, now_ms: int) -> list[AttemptOutput]:
        """Begins the attempt. Raises if the job cannot be restored from the checkpoint."""
        self._now_ms = now_ms
        if (restoring := self.attempt_tasks.regions[0].restoring) is not None:
            restoring.check()
        try:
            for region in self.attempt_tasks.regions:
                region.start(now_ms)
                self._parts.sources.start(region.region, region.restoring, now_ms)
                self._out.append(RunSparkJob(region.region))
        except Exception:
            self._parts.sources.close_all()
            raise
        return self._take_output()

    def handle(self, event: events.Event, now_ms: int) -> list[AttemptOutput]:
        """Handles an event; returns instructions in order, then facts."""
        self._now_ms = now_ms
        handler = TRANSITIONS.get((self._phase_for(event), events.kind_of(event)))
        if handler is not None:
            handler(self, event)
        return self._take_output()

    def fail(self, error: Exception, region: Optional[int] = None) -> list[AttemptOutput]:
        """Ends the attempt. `region` is the region that caused it because it cannot restart alone."""
        self._fail(error, region)
        return self._take_output()

    def restart_region(self, region: int, at_ms: int) -> None:
        """Schedules the restart of a region that is down."""
        self.attempt_tasks.regions[region].restart_at(at_ms)

    def _phase_for(self, event: events.Event) -> AttemptPhase:
        """Treats tasks of an ending region as if the attempt were failing; ignores tasks of a region that is down."""
        if self.phase.is_at_work and isinstance(event, (events.MessageEvent, events.DisconnectedEvent)):
            region = self.attempt_tasks.region_of(event.task).phase
            if region.is_ending:
                return AttemptPhase.FAILED if region.is_down else AttemptPhase.FAILING
        return self.phase

    def _take_output(self) -> list[AttemptOutput]:
        if self.phase.is_at_work:
            if self.phase is AttemptPhase.RUNNING:
                self._apply(self._failover.settle(self._now_ms))
            self._apply(self._parts.sources.handle(events.TickEvent(), self._now_ms))
        if not self.phase.is_over:
            if self.is_under_way and not self._did_all_run:
                self._facts.append(AllTasksRun())
            self._did_all_run = self.is_under_way
        output: list[AttemptOutput] = [*self._out, *self._facts]
        self._out, self._facts = [], []
        return output

    def _notify(self, event: decisions.PartEvent) -> None:
        self._apply(self._parts.notify(event, self._now_ms))

    def _apply(self, part_decisions: Iterable[decisions.Decision]) -> None:
        for decision in part_decisions:
            match decision:
                case decisions.FailAttempt(error, region):
                    self._fail(error, region)
                case decisions.FailVertex(vertex, error):
                    self._fail_region(
                        self.attempt_tasks.region_of(self.attempt_tasks.graph.task_of(Subtask(vertex, 0))), error
                    )
                case decisions.CancelAttempt(requested_by):
                    self._canceled_by = requested_by
                    self._cancel()
                case decisions.EndInput():
                    self._apply(self._parts.sources.handle(events.StopEvent(), self._now_ms))
                case decisions.NoteCheckpoint(outcome):
                    self._history.note_checkpoint(outcome)
                case _ if isinstance(decision, FACTS):
                    self._facts.append(decision)
                case _:
                    self._out.append(decision)

    def _enter(self, phase: AttemptPhase, why: object = "") -> None:
        subject = f"attempt {self.attempt_tasks.newest_number}"
        self._history.story.note(self._now_ms, subject, self.phase, phase, why)
        self._phases.note(self.phase, phase)
        self.phase = phase

    def validate(self) -> None:
        """Raises AssertionError if the attempt's state is inconsistent. For the simulation."""
        for part in (*self.attempt_tasks.regions, self.coordinator):
            if part is not None:
                part.validate()
        if self.phase is not AttemptPhase.RUNNING and self.phase.is_at_work:
            done = (TaskPhase.FINISHED, TaskPhase.COMMITTED, TaskPhase.GONE)
            late = [task for task, state in self.attempt_tasks.tasks().items() if state.phase not in done]
            late = [task for task in late if isinstance(self.attempt_tasks.work(task), Subtask)]  # relays end later
            assert not late, f"{self.phase}, but {len(late)} tasks have not finished"
        assert not (self.phase.is_ending and self.cause is None), f"{self.phase} without a cause"
        assert not (self.phase.is_over and self._parts.sources.assignments), "an enumerator is still open"
        assert not (self._out or self._facts), "instructions were not returned"
        undecided = [region for region in self.attempt_tasks.regions if region.phase is RegionPhase.DOWN]
        assert not (undecided and self.phase.is_at_work), "a region is down, but neither restarts nor ends the attempt"
        self._phases.validate(EDGES)

    # Queries ----------------------------------------------------------------------------------------------------------

    def next_due_ms(self) -> Optional[int]:
        """The time at which the attempt needs a TickEvent in addition to the regular ones."""
        due: list[Optional[int]] = []
        if self.phase.is_at_work:
            due = self._parts.next_due_ms()
            due += [region.next_due_ms() for region in self.attempt_tasks.regions]
        return min((at for at in due if at is not None), default=None)

    @property
    def is_batch(self) -> bool:
        return self._settings.batch

    @property
    def is_restarting(self) -> bool:
        """Whether a region is about to restart alone."""
        return self.phase.is_at_work and any(region.phase.is_ending for region in self.attempt_tasks.regions)

    @property
    def missing_tasks(self) -> int:
        """The number of tasks that must run at once but have not started."""
        must_run = self.phase.is_at_work and not self.is_batch
        return sum(region.missing for region in self.attempt_tasks.regions) if must_run else 0

    def supersteps(self) -> dict[str, Any]:
        """The tables of the loops' supersteps, by name."""
        return dict(self._parts.loops.supersteps())

    @property
    def is_under_way(self) -> bool:
        """Whether every task runs."""
        return self.attempt_tasks.is_under_way

    @property
    def stopped_at(self) -> str:
        """The savepoint with which this attempt, or an earlier one that it was restored from, has stopped the job."""
        stopped = None if self.coordinator is None else self.coordinator.savepoints.stopped
        return self.attempt_tasks.stopped_at if stopped is None else stopped.folder

    # Start of tasks ---------------------------------------------------------------------------------------------------

    def _on_register(self, event: events.MessageEvent) -> None:
        task, message, region = event.task, event.message, self._heard(event)
        assert isinstance(message, messages.Register)
        if region.tasks[task].phase is not TaskPhase.EXPECTED or message.spark_attempt > 0:
            started_again = f"{self.attempt_tasks.describe(task)} was started again by Spark; the attempt is over"
            self._fail_region(region, TaskLostError(started_again))
        region.enter(task, TaskPhase.REGISTERED, self._now_ms, registration=message)
        if not self.phase.is_at_work or region.phase.is_ending:
            self._out.append(Send(task, messages.Cancel()))
        else:
            self._apply(self._starts.registered(region, task, self._now_ms))

    def _on_opened(self, event: events.MessageEvent) -> None:
        region = self._heard(event)
        region.enter(event.task, TaskPhase.RUNNING, self._now_ms)
        self._starts.opened(region, event.task)

    # Running ----------------------------------------------------------------------------------------------------------

    def _heard(self, event: events.MessageEvent | events.AliveEvent) -> RegionAttempt:
        region = self.attempt_tasks.region_of(event.task)
        region.heard_ms[event.task] = self._now_ms
        return region

    def _on_report(self, event: events.MessageEvent) -> None:
        assert isinstance(event.message, messages.Report)
        region = self._heard(event)
        state = region.tasks[event.task]
        region.tasks[event.task] = replace(state, report=event.message.report, reported_ms=self._now_ms)

    def _on_failed(self, event: events.MessageEvent) -> None:
        assert isinstance(event.message, messages.Failed)
        region, error = self._heard(event), event.message.error
        if isinstance(error, InputBrokenError):
            region.note_symptom(error, self._now_ms)
            return
        if isinstance(error, ControlConnectionError):
            error = ControlConnectionError(f"{self.attempt_tasks.describe(event.task)}: {error}")
        self._fail_region(region, error, event.task)

    def _on_late_cause(self, event: events.MessageEvent) -> None:
        """An error arrives while the attempt, or the region, ends because of a symptom: it is the cause."""
        assert isinstance(event.message, messages.Failed)
        region, error = self._heard(event), event.message.error
        if isinstance(error, InputBrokenError):
            return
        self._replace_symptom(region, error)
        region.tasks[event.task] = replace(region.tasks[event.task], failed=True)

    def _replace_symptom(self, region: RegionAttempt, error: Exception) -> None:
        if self.cause is not None and self.cause is region.symptom:
            self.cause = error
            self._history.story.note(self._now_ms, "cause", self.phase, self.phase, error)
        if region.cause is not None and region.cause is region.symptom:
            region.cause = error

    def _to_part(self, event: events.Event) -> None:
        """Passes the event to the part that handles it."""
        if isinstance(event, events.MessageEvent):
            self._heard(event)
        self._apply(self._parts.handle(event, self._now_ms))

    def _on_savepoint(self, event: events.SavepointEvent) -> None:
        why_not = ""
        if self.coordinator is None:
            why_not = "batch jobs do not support savepoints"
        elif self.attempt_tasks.stopped_at:
            why_not = f"the job was already stopped with savepoint {self.attempt_tasks.stopped_at}"
        elif not self.phase.is_at_work:
            why_not = "the job is ending or restarting"
        else:
            self._apply(self.coordinator.handle(event, self._now_ms))
        if why_not:
            error = CheckpointError(f"no savepoint can be taken now: {why_not}")
            self._out.append(Answer(event.request.request_id, error=error))

    def _on_tick(self, event: events.TickEvent) -> None:
        for region in self.attempt_tasks.regions:
            if (symptom := region.overdue_symptom(self._now_ms)) is not None:
                self._fail_region(region, symptom)
        for part in self._parts.ticking:
            if self.phase.is_at_work:
                self._apply(part.handle(event, self._now_ms))
        if self.phase is AttemptPhase.RUNNING:
            self._apply(self._failover.restart_due(self._now_ms))
        for region in self.attempt_tasks.regions:
            if self.phase.is_at_work and not region.phase.is_ending:
                lost = self._watch.failure_of(region, self.phase, self._now_ms, self.attempt_tasks.describe)
                if lost is not None:
                    self._fail_region(region, lost)

    # Finishing --------------------------------------------------------------------------------------------------------

    def _on_finished(self, event: events.MessageEvent) -> None:
        assert isinstance(event.message, messages.Finished)
        committables, accumulators = event.message.committables, event.message.accumulators
        fields = {"finished": True, "committables": committables, "accumulators": accumulators}
        self._heard(event).enter(event.task, TaskPhase.FINISHED, self._now_ms, **fields)
        if self.phase is not AttemptPhase.RUNNING:
            return
        if self.is_batch:
            self._publish_when_complete()
        elif self.attempt_tasks.are_all(TaskPhase.FINISHED) and not self.is_restarting:
            self._end_all_input()

    def _end_all_input(self) -> None:
        """Every task has finished: commits the pending committables, through a final checkpoint if there are
        checkpoints.
        """
        if self.coordinator is not None and self.coordinator.is_periodic:
            if not self.attempt_tasks.is_under_way:
                self._starts.all_had_finished()
            self._notify(decisions.AllFinishedEvent())
            return
        self._enter(AttemptPhase.COMMITTING)
        for task, state in self.attempt_tasks.tasks().items():
            if state.committables:
                self._out.append(Send(task, messages.Commit(dict(state.committables))))
            elif isinstance(self.attempt_tasks.work(task), Subtask):
                self.attempt_tasks.enter(task, TaskPhase.COMMITTED, self._now_ms)
        self._leave_when_all_committed()

    def _on_committed(self, event: events.MessageEvent) -> None:
        """A task has committed its committables, at the end or for the final checkpoint."""
        self._heard(event).enter(event.task, TaskPhase.COMMITTED, self._now_ms)
        self._leave_when_all_committed()

    def _leave_when_all_committed(self) -> None:
        if self.attempt_tasks.count(TaskPhase.COMMITTED) == self.attempt_tasks.graph.job.subtasks:
            self._enter(AttemptPhase.LEAVING)
            self._out.extend(Send(task, messages.Leave()) for task in self.attempt_tasks.tasks())

    def _publish_when_complete(self) -> None:
        """Batch: publishes when the Spark job is over and every task has reported its end, in whichever order."""
        has_ended = self.attempt_tasks.regions[0].spark_ended_ms is not None
        if has_ended and all(state.finished for state in self.attempt_tasks.tasks().values()):
            self._publish()

    def _publish(self) -> None:
        """Publishes the tasks' committables from the driver."""
        self._enter(AttemptPhase.PUBLISHING)
        if committables := self.attempt_tasks.pending_committables():
            self._out.append(CommitHere(committables))
        else:
            self._end(AttemptPhase.FINISHED)

    def _on_published(self, event: events.CommittedEvent) -> None:
        self.cause = event.error
        self._end(AttemptPhase.FINISHED if event.error is None else AttemptPhase.FAILED)

    def _on_early_spark_end(self, event: events.SparkJobEndedEvent) -> None:
        region = self.attempt_tasks.regions[event.region]
        region.spark_ended_ms = self._now_ms
        if event.error is None and self.is_batch:
            self._publish_when_complete()
        elif isinstance(event.error, ExchangeIntrusionError):
            self._replace_symptom(region, event.error)
            self._fail_region(region, event.error)
        else:  # a task's report with the cause may arrive later
            lost = event.error or TaskLostError("the Spark job ended before its tasks had finished")
            region.note_symptom(lost, self._now_ms)

    def _on_spark_end(self, event: events.SparkJobEndedEvent) -> None:
        """Handles the end of a Spark job while the tasks leave."""
        self.attempt_tasks.regions[event.region].spark_ended_ms = self._now_ms
        if event.error is not None:
            self._fail(event.error)
        elif all(region.spark_ended_ms is not None for region in self.attempt_tasks.regions):
            self._end(AttemptPhase.FINISHED)

    # Failures ---------------------------------------------------------------------------------------------------------

    def _on_lost(self, event: events.DisconnectedEvent) -> None:
        region = self.attempt_tasks.region_of(event.task)
        state = region.tasks[event.task]
        region.enter(event.task, TaskPhase.GONE, self._now_ms)
        if self.is_batch and state.finished:
            return
        how = event.how or "killed, out of memory, or cut off"
        self._fail_region(region, self.attempt_tasks.loss_of(event.task, how), event.task)

    def _fail_region(self, region: RegionAttempt, error: Exception, task: Optional[events.TaskId] = None) -> None:
        """Cancels the tasks of a region; fails the whole attempt if its outcome is already decided for all regions."""
        if not self.phase.is_at_work or region.phase.is_ending:
            return
        if task is not None:
            region.tasks[task] = replace(region.tasks[task], failed=True)
        is_last_checkpoint = self.coordinator is not None and self.coordinator.is_ending
        if self.phase is not AttemptPhase.RUNNING or self.attempt_tasks.stopped_at or is_last_checkpoint:
            self._fail(error, region.region.number)
            return
        before = region.phase
        self._apply(self._failover.fail(region, error, self._now_ms))
        if region.phase is RegionPhase.ENDING:
            subject = f"region {region.region.number} of attempt {region.number}"
            self._history.story.note(self._now_ms, subject, before, region.phase, error)

    def _on_restart_prepared(self, event: events.AttemptBegunEvent | events.OutputsFoundEvent) -> None:
        begun = self._failover.begin(event, self._now_ms)
        for decision in begun:
            if isinstance(decision, RunSparkJob) and isinstance(event, events.AttemptBegunEvent):
                self._note_region(decision.region, event)
        self._apply(begun)

    def _note_region(self, region: Region, begun: events.AttemptBegunEvent) -> None:
        checkpoint = None if begun.manifest is None else begun.manifest.checkpoint_id
        names = [vertex.name for vertex in region.vertices]
        self._history.record.note_attempt(self._now_ms, begun.attempt, checkpoint, region.graph, names)

    def _fail(self, error: Exception, region: Optional[int] = None) -> None:
        """Ends the attempt. The job may still succeed if every task had finished before."""
        if self.phase.is_at_work:
            self.restored_id = self.attempt_tasks.regions[region or 0].restored_id
            self._abandon(_AFTER_FAILURE[self.phase], error)

    def _cancel(self, event: Optional[events.CancelEvent] = None) -> None:
        if self.phase is AttemptPhase.RUNNING:  # later, the outcome is decided
            self._abandon(AttemptPhase.CANCELLING, JobCancelledError("the job was canceled"))

    def _abandon(self, phase: AttemptPhase, cause: Exception) -> None:
        self._enter(phase, cause)
        self.cause, self._ending_ms = cause, self._now_ms
        if self.coordinator is not None:
            self._apply(self.coordinator.handle(decisions.EndingEvent(), self._now_ms))
        for region in self.attempt_tasks.regions:
            if not region.phase.is_ending:
                self._out.extend(region.cancelled())
        self._end_when_gone()

    # The end ----------------------------------------------------------------------------------------------------------

    def _on_gone(self, event: events.DisconnectedEvent) -> None:
        self.attempt_tasks.enter(event.task, TaskPhase.GONE, self._now_ms)
        self._end_when_gone()

    def _on_late_spark_end(self, event: events.SparkJobEndedEvent) -> None:
        region = self.attempt_tasks.regions[event.region]
        region.spark_ended_ms = self._now_ms
        if isinstance(event.error, ExchangeIntrusionError):
            self._replace_symptom(region, event.error)
        self._end_when_gone()

    def _end_when_gone(self, event: Optional[events.TickEvent] = None) -> None:
        waited_ms, timeout_ms = self._now_ms - self._ending_ms, self._settings.heartbeat_timeout_ms
        if self.phase.is_ending and all(
            region.has_ended(waited_ms, timeout_ms) for region in self.attempt_tasks.regions
        ):
            if self.phase is AttemptPhase.SALVAGING:  # records that are already published do not change
                self._publish()
            else:
                self._end(_AFTER_ENDING[self.phase])

    def _end(self, phase: AttemptPhase) -> None:
        may_be_in_savepoint = self.coordinator is not None and self.coordinator.has_triggered
        is_given_up = self.phase in (AttemptPhase.FAILING, AttemptPhase.CANCELLING)
        if is_given_up and not may_be_in_savepoint and (given_up := self.attempt_tasks.pending_committables()):
            self._out.append(AbortHere(given_up))
        if phase is AttemptPhase.FINISHED:
            self.cause = None
        elif phase is AttemptPhase.FAILED and self.cause is not None:
            self.cause = self.attempt_tasks.cause_of_symptom(self.cause)
        self._enter(phase, self.cause or "")
        self._parts.sources.close_all()
        self._facts.append(self._as_ended())

    def _as_ended(self) -> AttemptEnded:
        if (coordinator := self.coordinator) is None:
            return AttemptEnded(self.phase, self.cause)
        savepoints = coordinator.savepoints
        stopping = coordinator.stopping_savepoint()
        unconfirmed = dict(savepoints.unconfirmed)
        return AttemptEnded(self.phase, self.cause, savepoints.stopped, stopping, unconfirmed, self._canceled_by)


_AFTER_FAILURE: Final = {
    AttemptPhase.RUNNING: AttemptPhase.FAILING,
    AttemptPhase.COMMITTING: AttemptPhase.SALVAGING,
    AttemptPhase.LEAVING: AttemptPhase.CLOSING,
}
_AFTER_ENDING: Final = {
    AttemptPhase.FAILING: AttemptPhase.FAILED,
    AttemptPhase.CANCELLING: AttemptPhase.CANCELED,
    AttemptPhase.CLOSING: AttemptPhase.FINISHED,
}

_Phase = AttemptPhase
_WORKING: Final = (_Phase.RUNNING, _Phase.COMMITTING)
_AT_WORK: Final = (*_WORKING, _Phase.LEAVING)
_ENDING: Final = (_Phase.SALVAGING, _Phase.CLOSING, _Phase.FAILING, _Phase.CANCELLING)
_ALL: Final = (*_AT_WORK, _Phase.PUBLISHING, *_ENDING)

ROWS: Final = (
    # Messages of tasks
    Row(_ALL, messages.Register, AttemptCore._on_register),
    Row((_Phase.RUNNING,), messages.Opened, AttemptCore._on_opened),
    Row(_ALL, messages.Report, AttemptCore._on_report),
    Row(_AT_WORK, messages.Failed, AttemptCore._on_failed),
    Row((_Phase.FAILING,), messages.Failed, AttemptCore._on_late_cause),
    Row(_ALL, messages.Finished, AttemptCore._on_finished),
    Row(_AT_WORK, messages.Committed, AttemptCore._on_committed),
    # Their processes and Spark jobs
    Row(_ALL, events.AliveEvent, AttemptCore._heard),
    Row(_WORKING, events.DisconnectedEvent, AttemptCore._on_lost),
    Row((_Phase.LEAVING, _Phase.PUBLISHING, *_ENDING), events.DisconnectedEvent, AttemptCore._on_gone),
    Row(_WORKING, events.SparkJobEndedEvent, AttemptCore._on_early_spark_end),
    Row((_Phase.LEAVING,), events.SparkJobEndedEvent, AttemptCore._on_spark_end),
    Row((_Phase.PUBLISHING, *_ENDING), events.SparkJobEndedEvent, AttemptCore._on_late_spark_end),
    Row((_Phase.RUNNING,), events.AttemptBegunEvent, AttemptCore._on_restart_prepared),
    Row((_Phase.RUNNING,), events.OutputsFoundEvent, AttemptCore._on_restart_prepared),
    # Time, and clients
    Row(_AT_WORK, events.TickEvent, AttemptCore._on_tick),
    Row(_ENDING, events.TickEvent, AttemptCore._end_when_gone),
    Row(_ALL, events.SavepointEvent, AttemptCore._on_savepoint),
    Row((_Phase.RUNNING,), events.CancelEvent, AttemptCore._cancel),
    Row((_Phase.PUBLISHING,), events.CommittedEvent, AttemptCore._on_published),
    # Events for one part
    *(Row(_AT_WORK, kind, AttemptCore._to_part) for kind in (messages.Grant, messages.LoopEvent)),
    *(Row(_AT_WORK, kind, AttemptCore._to_part) for kind in (*FOR_SOURCES, *FOR_COORDINATOR)),
)
TRANSITIONS: Final = table(ROWS)
"""The method that handles an event in a phase. Messages of tasks are looked up by the type of the message."""
