"""AttemptCore: the life of one attempt, decided purely. Events in, instructions out; no sockets, threads or clock.

A streaming attempt: every task registers -> all are deployed -> all are open: sources get splits -> tasks finish ->
sinks commit, with checkpoints by a final one -> all leave -> the Spark job ends. A
batch attempt: each task is deployed as its stage begins; sinks commit once the Spark job has ended well.
Any failure cancels the attempt; it is over when the Spark job has ended, and every task is known to be gone.

A batch job whose stages are repeated is one region: what is complete when a task fails is kept (see StageRepeats).
Where regions of a streaming job restart alone, each is a Spark job, and a failure cancels its region only. Checkpoints
are of all regions: while one restarts, none is taken. What ends all regions together, such as the last checkpoint,
fails with all of them.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Any, Optional

from pyrite.core.errors import (
    CheckpointError,
    ControlConnectionError,
    InputBrokenError,
    JobCancelledError,
    TaskLostError,
)
from pyrite.core.job.job_status import JobStatus
from pyrite.graph.execution_graph import ExecutionGraph, Subtask
from pyrite.graph.region import regions_of, whole
from pyrite.runtime.master.attempt_settings import AttemptSettings
from pyrite.runtime.master.attempt_view import AttemptView
from pyrite.runtime.master.checkpoint_coordinator import CheckpointCoordinator
from pyrite.runtime.master.credit_router import CreditRouter
from pyrite.runtime.master.job_events import (
    AliveEvent,
    AttemptBegunEvent,
    CancelEvent,
    CheckpointStoredEvent,
    CommittedEvent,
    DisconnectedEvent,
    Event,
    MessageEvent,
    OutputsFoundEvent,
    SavepointEvent,
    SourceCalledEvent,
    SparkJobEndedEvent,
    StopEvent,
    TaskId,
    TickEvent,
)
from pyrite.runtime.master.job_instructions import (
    AbortHere,
    Answer,
    BeginAttempt,
    CommitHere,
    FindOutputs,
    Instruction,
    RunSparkJob,
    Send,
)
from pyrite.runtime.master.job_sources import JobSources
from pyrite.runtime.master.loops import Loops
from pyrite.runtime.master.region_attempt import RegionAttempt
from pyrite.runtime.master.region_restarts import RegionRestarts, restoring_from
from pyrite.runtime.master.split_assignment import SplitAssignment
from pyrite.runtime.master.stage_repeats import StageRepeats
from pyrite.runtime.master.task_state import TaskPhase
from pyrite.runtime.master.task_watch import TaskWatch
from pyrite.runtime.master.watermark_alignment import WatermarkAligner
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.requests import SavepointRequest

_log = logging.getLogger(__name__)


class AttemptCore(AttemptView):
    """Decides for one attempt. `outcome` is set once it is over."""

    def __init__(self, graph: ExecutionGraph, settings: AttemptSettings, begun: AttemptBegunEvent) -> None:
        restoring = restoring_from(begun.manifest, graph.job, settings)
        parts = regions_of(graph) if settings.regions_restart_alone and not settings.batch else (whole(graph),)
        super().__init__(graph, [RegionAttempt(region, begun.manifest, restoring) for region in parts])
        self.status = JobStatus.RUNNING
        self.outcome: Optional[JobStatus] = None
        self.cause: Optional[Exception] = None
        self.restored_id = self.regions[0].restored_id
        """The checkpoint that it was restored from; once it has failed, that of the region which did."""
        self._settings = settings
        self._batch = settings.batch
        self._heartbeat_timeout_ms = settings.heartbeat_timeout_ms
        self._watch = TaskWatch(settings.heartbeat_timeout_ms, settings.hang_timeout_ms, settings.slot_timeout_ms)
        self._local_recovery = settings.checkpoints is not None and settings.checkpoints.local_recovery
        self._ending_ms: Optional[int] = None
        self._leaving = False
        self._committing = False
        self._committing_here = False
        self._stopping = False
        self._now_ms = 0
        self._out: list[Instruction] = []
        repeats_stages = settings.batch and settings.regions_restart_alone
        self._sources = JobSources(self._fail_vertex, repeats_stages)
        self._loops = Loops(graph, self._fail_vertex)
        self._aligner = WatermarkAligner(graph)
        self._credits = CreditRouter(graph)
        self.coordinator: Optional[CheckpointCoordinator] = None
        if settings.checkpoints is not None and not settings.batch:
            plan = settings.checkpoints
            if self._loops:  # no barrier overtakes on a feedback edge: it has none
                plan = replace(plan, unaligned=False)
            self.coordinator = CheckpointCoordinator(graph, plan, self._sources.assignments, begun, self._fail)
        parts_of_restart = (self, settings, self._sources, self._loops, self._credits, self.coordinator)
        self._repeats = StageRepeats(*parts_of_restart) if repeats_stages else None
        self._restarts = self._repeats or RegionRestarts(*parts_of_restart)
        self.restart_is_granted = False
        """Whether the restart strategy has been asked already about the failure that ended the attempt."""

    # The way in -------------------------------------------------------------------------------------------------------

    def handle(self, event: Event, now_ms: int) -> list[Instruction]:
        """Takes an event; returns what is to be done, in this order."""
        self._now_ms = now_ms
        self._out = []
        if self.outcome is not None:
            return []
        self._sources.advance(now_ms)
        match event:
            case AttemptBegunEvent():
                self._begin_region(event)
            case MessageEvent(task, message) if not self.region_of(task).is_down:
                self._on_message(task, message)
            case AliveEvent(task):
                self.tasks[task].heard_ms = now_ms
            case DisconnectedEvent(task, how) if not self.region_of(task).is_down:
                self._on_disconnected(task, how or "killed, out of memory, or cut off")
            case SparkJobEndedEvent(error, region):
                self._on_spark_job_ended(self.regions[region], error)
            case OutputsFoundEvent():
                self._repeat_stages(event)
            case CommittedEvent(error):
                self._on_committed_here(error)
            case SourceCalledEvent() if self._ending_ms is None:
                self._out.extend(self._sources.called(self.graph, event))
            case StopEvent():
                self._on_stop()
            case SavepointEvent(request):
                self._on_savepoint(request)
            case CancelEvent():
                self._cancel()
            case CheckpointStoredEvent(checkpoint_id, error):
                self._on_checkpoint_stored(checkpoint_id, error)
            case TickEvent():
                self._on_tick()
        return self._take()

    def _take(self) -> list[Instruction]:
        if self._ending_ms is None and self.outcome is None:
            self._settle_regions()
            self._out.extend(self._sources.calls())
        if self.coordinator is not None:
            self._out.extend(self.coordinator.take())
        return self._out

    def next_due_ms(self) -> Optional[int]:
        """When a TickEvent is wanted, besides the usual ones."""
        due: list[Optional[int]] = []
        if self._ending_ms is None:
            due = [self._sources.next_due_ms(), self._loops.next_due_ms()]
            due += [region.symptom_due_ms() for region in self.regions]
            due += [region.restart_ms for region in self.regions]
        if self.coordinator is not None:
            due.append(self.coordinator.next_due_ms())
        return min((at for at in due if at is not None), default=None)

    def accumulators(self) -> dict[str, Any]:
        return super().accumulators() | self._loops.supersteps()

    # Starting ---------------------------------------------------------------------------------------------------------

    @property
    def is_batch(self) -> bool:
        return self._batch

    @property
    def is_restarting(self) -> bool:
        """Whether a region is about to restart alone."""
        return self._ending_ms is None and any(region.ending_ms is not None for region in self.regions)

    @property
    def missing_tasks(self) -> int:
        """How many tasks have not started of those that must run at once."""
        return 0 if self._batch or self._ending_ms is not None else sum(region.missing for region in self.regions)

    def start(self, now_ms: int) -> list[Instruction]:
        """Begins the attempt. Raises where the job cannot be restored from the checkpoint."""
        self._now_ms = now_ms
        started: list[Instruction] = []
        if self.regions[0].restoring is not None:
            self.regions[0].restoring.check()
        try:
            for region in self.regions:
                region.started_ms = now_ms
                self._sources.start(region.region, region.restoring, now_ms)
                started.append(RunSparkJob(region.region))
        except Exception:
            self._sources.close_all()
            raise
        return [*started, *self._sources.calls()]

    def _on_message(self, task: TaskId, message: messages.TaskMessage) -> None:
        state, region = self.tasks[task], self.region_of(task)
        state.heard_ms = self._now_ms
        if self._is_ending(region) and not isinstance(message, (messages.Register, messages.Report, messages.Finished)):
            return  # the attempt is over: nothing new begins
        match message:
            case messages.Register():
                self._on_register(region, task, message)
            case messages.Opened():
                self.enter(task, TaskPhase.RUNNING)
                self._start_sources(region, task)
            case messages.Report(report):
                state.report, state.reported_ms = report, self._now_ms
            case messages.Failed(InputBrokenError() as symptom):
                region.note_symptom(symptom, self._now_ms)
            case messages.Failed(ControlConnectionError() as error):
                self._fail_region(region, ControlConnectionError(f"{self.describe(task)}: {error}"))
            case messages.Failed(error):
                self._fail_region(region, error)
            case messages.RequestSplit():
                work = self.subtask(task)
                ask = partial(SplitAssignment.request, subtask=work.index)
                self._out.extend(self._sources.ask(self.graph, work.vertex, ask))
            case messages.SourceEvent(event):
                work = self.subtask(task)
                ask = partial(SplitAssignment.handle_event, subtask=work.index, event=event)
                self._out.extend(self._sources.ask(self.graph, work.vertex, ask))
            case messages.Grant():
                self._out.extend(self._credits.route(self.subtask(task), message))
            case messages.LoopEvent():
                self._out.extend(self._loops.handle(self.graph, self.subtask(task), message, self._now_ms))
            case messages.Acknowledge() if self.coordinator is not None:
                self.coordinator.acknowledge(task, message, self._now_ms)
            case messages.Decline() if self.coordinator is not None:
                self.coordinator.decline(task, message, self._now_ms)
            case messages.Finished(committables, accumulators):
                self.enter(task, TaskPhase.FINISHED)
                state.finished = True
                state.committables, state.accumulators = committables, accumulators
                self._commit_when_all_finished()
            case messages.Committed():
                self.enter(task, TaskPhase.COMMITTED)
                self._leave_when_all_committed()

    def _on_register(self, region: RegionAttempt, task: TaskId, message: messages.Register) -> None:
        state = self.tasks[task]
        if state.phase is not TaskPhase.EXPECTED or message.spark_attempt > 0:
            lost = TaskLostError(f"{self.describe(task)} was started again by Spark; the attempt is over")
            self._fail_region(region, lost)
        self.enter(task, TaskPhase.REGISTERED)
        state.registration = message
        if self._is_ending(region):
            self._out.append(Send(task, messages.Cancel()))
        elif self._batch:
            self._out.extend(region.deployed([task], self.graph, self._settings.deployer, self._now_ms))
        elif region.are_all(TaskPhase.REGISTERED):
            self._bind(region)
            self._out.extend(region.deployed(region.tasks, self.graph, self._settings.deployer, self._now_ms))

    def _bind(self, region: RegionAttempt) -> None:
        """Lets subtasks go back to the machines where copies of their state lie."""
        if self.coordinator is None or region.manifest is None or not self._local_recovery:
            return
        region.bind_to_hosts()
        self.graph = region.region.placed_in(self.graph)
        self.coordinator.bind(self.graph)
        self._aligner = WatermarkAligner(self.graph)
        self._credits.bind(self.graph)

    def _start_sources(self, region: RegionAttempt, opened: TaskId) -> None:
        """Streaming: sources get their splits when every task is open, so that no record waits for a task to start."""
        if self._batch:
            tasks = [opened]
        elif region.are_all(TaskPhase.RUNNING, TaskPhase.FINISHED):
            tasks = list(region.tasks)
            region.is_open = True
            self._out.extend(self._loops.start(self.graph, region.region, self._now_ms))
            self._start_checkpoints()
        else:
            return
        for task in tasks:
            work = self.work(task)
            if isinstance(work, Subtask) and region.reads(task, work):
                self._out.extend(self._sources.add_reader(self.graph, work))
        if self._stopping:
            self._out.extend(self._sources.stop(self.graph, tasks))

    def _start_checkpoints(self) -> None:
        if self.coordinator is not None and self.is_under_way:
            self.coordinator.start(self._now_ms)

    # Finishing --------------------------------------------------------------------------------------------------------

    def _commit_when_all_finished(self) -> None:
        if self._ending_ms is not None:
            return
        if self._batch:
            self._commit_batch_when_complete()
            return
        if not self.are_all(TaskPhase.FINISHED) or any(map(self._is_ending, self.regions)):
            return
        if self.coordinator is not None and self.coordinator.is_periodic:
            if not self.is_under_way:  # all had finished when the checkpoint was taken
                for region in self.regions:
                    region.is_open = True
                self.coordinator.start(self._now_ms)
            self.coordinator.finish(self._now_ms)
            return
        self._committing = True
        for task, state in self.tasks.items():
            if state.committables:
                self._out.append(Send(task, messages.Commit(state.committables)))
            elif isinstance(self.work(task), Subtask):
                self.enter(task, TaskPhase.COMMITTED)
        self._leave_when_all_committed()

    def _on_checkpoint_stored(self, checkpoint_id: int, error: Optional[Exception]) -> None:
        assert self.coordinator is not None
        if self._ending_ms is None:
            self.coordinator.stored(checkpoint_id, error, self._now_ms)
            if self.coordinator.is_to_cancel:
                self._cancel()

    def _leave_when_all_committed(self) -> None:
        if self.count(TaskPhase.COMMITTED) == self.graph.job.subtasks:
            self._leaving = True
            self._out.extend(Send(task, messages.Leave()) for task in self.tasks)

    def _on_spark_job_ended(self, region: RegionAttempt, error: Optional[Exception]) -> None:
        region.spark_ended_ms = self._now_ms
        if self._ending_ms is not None:
            self._end_when_gone()
        elif error is None and self._batch:
            self._commit_batch_when_complete()
        elif self._leaving and error is not None:
            self._fail(error)
        elif self._leaving:
            if all(other.spark_ended_ms is not None for other in self.regions):
                self._end(JobStatus.FINISHED)
        else:  # the cause may still be on its way, in a task's own report
            lost = error or TaskLostError("the Spark job ended before its tasks had finished")
            region.note_symptom(lost, self._now_ms)

    def _commit_batch_when_complete(self) -> None:
        """Commits once Spark's job is over and every task's own word has arrived: the two come by different ways."""
        has_ended = self.regions[0].spark_ended_ms is not None
        if not has_ended or not all(state.finished for state in self.tasks.values()):
            return
        self._committing = True
        self._commit_here()

    def _commit_here(self) -> None:
        """Publishes from the driver whatever the tasks have handed in."""
        if committables := self.handed_in(self.tasks):
            self._out.append(CommitHere(committables))
        else:
            self._end(JobStatus.FINISHED)

    def given_up(self, tasks: Optional[Iterable[TaskId]] = None) -> dict[tuple[int, int], list[Any]]:
        """What tasks have handed in for the end of an attempt that failed before it, unless a savepoint may hold it."""
        may_be_in_savepoint = self.coordinator is not None and self.coordinator.has_triggered
        return {} if self._committing or may_be_in_savepoint else self.handed_in(self.tasks if tasks is None else tasks)

    def _on_committed_here(self, error: Optional[Exception]) -> None:
        self.cause = error
        self._end(JobStatus.FINISHED if error is None else JobStatus.FAILED)

    def _on_stop(self) -> None:
        if self._ending_ms is not None:
            return
        self._stopping = True
        for region in self.regions:
            if self._batch or region.runs:  # else they are notified when every task is open
                running = [task for task, state in region.tasks.items() if state.phase is TaskPhase.RUNNING]
                self._out.extend(self._sources.stop(self.graph, running))

    def _on_savepoint(self, request: SavepointRequest) -> None:
        why = ""
        if self.coordinator is None:
            why = "a batch job has none: it starts over, or it has finished"
        elif self.stopped_at:
            why = f"the job was stopped already, with {self.stopped_at}"
        elif self._ending_ms is not None:
            why = "the job is ending, or starts again"
        if why:
            self._out.append(Answer(request.request_id, error=CheckpointError(f"no savepoint can be taken now: {why}")))
        elif self.coordinator is not None and self.coordinator.savepoint(request, self._now_ms):
            self._on_stop()

    # Failing ----------------------------------------------------------------------------------------------------------

    def _is_ending(self, region: RegionAttempt) -> bool:
        """Whether the region's tasks are cancelled, alone or with all others."""
        return self._ending_ms is not None or region.ending_ms is not None

    def _cancel(self) -> None:
        if self._ending_ms is None and not self._committing and not self._leaving:
            self.status = JobStatus.CANCELLING
            self._abandon(JobCancelledError("the job was cancelled"))

    def fail(self, error: Exception, region: Optional[int] = None) -> list[Instruction]:
        """Ends the attempt: a region, if it is for that, cannot restart alone."""
        self._out = []
        self._fail(error, None if region is None else self.regions[region])
        return self._take()

    def _fail(self, error: Exception, region: Optional[RegionAttempt] = None) -> None:
        if self._ending_ms is None:
            self.status = JobStatus.FAILING
            self.restored_id = (region or self.regions[0]).restored_id
            self._abandon(error)

    def _abandon(self, cause: Exception) -> None:
        self.cause = cause
        self._ending_ms = self._now_ms
        if self.coordinator is not None:
            self.coordinator.stop()
        for region in self.regions:
            if region.ending_ms is None:
                self._out.extend(region.cancelled())
        self._end_when_gone()

    def _on_disconnected(self, task: TaskId, how: str) -> None:
        state, region = self.tasks[task], self.region_of(task)
        done = self._leaving or (self._batch and state.finished)
        self.enter(task, TaskPhase.GONE)
        if self._ending_ms is not None:
            self._end_when_gone()
        elif not done:
            where = state.registration
            process = f" (process {where.process} on {where.host})" if where else ""
            self._fail_region(region, TaskLostError(f"{self.describe(task)}{process} is gone: {how}"))

    def _end_when_gone(self) -> None:
        assert self._ending_ms is not None
        waited_ms = self._now_ms - self._ending_ms
        if not all(region.has_ended(waited_ms, self._heartbeat_timeout_ms) for region in self.regions):
            return
        if self._committing or self._leaving:
            self._succeed_all_the_same()
        else:
            self._end(JobStatus.CANCELED if self.status is JobStatus.CANCELLING else JobStatus.FAILED)

    def _succeed_all_the_same(self) -> None:
        """The attempt broke after every task had handed in its committables: the job's outcome was decided by then.

        What a lost task may have left, the driver publishes; what is published already does not change.
        """
        if self._leaving:
            self.cause = None
            self._end(JobStatus.FINISHED)
        elif not self._committing_here:
            self._committing_here = True
            self._commit_here()

    def _on_tick(self) -> None:
        if self._ending_ms is not None:
            self._end_when_gone()
            return
        for region in self.regions:
            if (symptom := region.overdue_symptom(self._now_ms)) is not None:
                self._fail_region(region, symptom)
        if self._ending_ms is not None:
            return
        self._out.extend(self._aligner.messages(self.regions, self._now_ms))
        self._out.extend(self._credits.take())
        self._out.extend(self._loops.tick(self.graph, self._now_ms))
        if self.coordinator is not None:
            self.coordinator.tick(self._now_ms)
        self._restart_due_regions()
        for region in self.regions:
            if not self._is_ending(region) and (lost := self._what_is_lost(region)) is not None:
                self._fail_region(region, lost)

    def _what_is_lost(self, region: RegionAttempt) -> Optional[Exception]:
        missing = None if self._batch else self._watch.has_not_started(region, self._now_ms)
        ended = None if self._committing else self._watch.has_lost_its_job(region, self._now_ms)
        return missing or ended or self._watch.lost_task(region.tasks, self._now_ms, self.describe)

    def _end(self, status: JobStatus) -> None:
        self.status = self.outcome = status
        self._sources.close_all()

    # Regions that restart alone ---------------------------------------------------------------------------------------

    def _fail_region(self, region: RegionAttempt, error: Exception) -> None:
        """Cancels the tasks of a region, or of all where they end together: what is decided for all stays so."""
        if self._is_ending(region):
            return
        is_ending = self.coordinator is not None and self.coordinator.is_ending
        is_alone = len(self.regions) == 1 and self._repeats is None
        if is_alone or self._committing or self._leaving or self.stopped_at or is_ending:
            self._fail(error, region)
        else:
            self._out.extend(self._restarts.fail(region, error, self._now_ms))

    def _fail_vertex(self, vertex: int, error: Exception) -> None:
        self._fail_region(self.region_of(self.graph.task_of(Subtask(vertex, 0))), error)

    def _settle_regions(self) -> None:
        if self._repeats is not None and self._committing:
            return  # every task has finished after all: there is nothing to repeat
        for region in self._restarts.settled(self._now_ms):
            if self._repeats is None and (given_up := self.given_up(region.tasks)):
                self._out.append(AbortHere(given_up))
            self._restarts.go_down(region)

    def regions_to_judge(self) -> list[RegionAttempt]:
        """Regions that are down, and wait for a call of `restart_at`, or of `fail` for the attempt."""
        is_waiting = self._ending_ms is None and self.is_restarting
        return [region for region in self.regions if region.waits_for_judgement] if is_waiting else []

    def _restart_due_regions(self) -> None:
        for number in self._restarts.due(self._now_ms):
            if self._repeats is not None:
                self._out.append(FindOutputs(number))
            elif self.coordinator is not None:
                self._out.append(BeginAttempt(region=number))
            else:  # there is no log
                self._begin_region(AttemptBegunEvent(self.newest_number + 1, None, 1, number))

    def _begin_region(self, begun: AttemptBegunEvent) -> None:
        if self._ending_ms is not None:
            return
        assert begun.region is not None
        try:
            self._out.extend(self._restarts.start(begun, self._now_ms))
        except Exception as error:
            self._fail_region(self.regions[begun.region], error)

    def _repeat_stages(self, looked_up: OutputsFoundEvent) -> None:
        """Batch: runs again what is not complete, or fails the attempt, so that the whole job restarts."""
        region = self.regions[looked_up.region]
        if self._ending_ms is not None or self._repeats is None or not region.is_down:
            return  # it was asked for a former attempt, or the job was cancelled
        assert region.cause is not None
        if why_not := self._repeats.why_not(region, looked_up):
            _log.warning("job '%s' cannot repeat stages and restarts: %s", self.graph.job.job_name, why_not)
            self.restart_is_granted = True
            self._fail(region.cause, region)
            return
        try:
            self._out.extend(self._repeats.repeat(region, looked_up.outputs, self._now_ms))
        except Exception as error:
            self._fail(error, region)
