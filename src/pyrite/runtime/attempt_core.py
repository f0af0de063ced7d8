"""AttemptCore: the life of one attempt, decided purely. Events in, instructions out; no sockets, threads or clock.

A streaming attempt: every task registers -> all are deployed -> all are open: sources get splits -> tasks finish ->
sinks commit, with checkpoints by a final one -> all leave -> the Spark job ends. A
batch attempt: each task is deployed as its stage begins; sinks commit once the Spark job has ended well.
Any failure cancels the attempt; it is over when the Spark job has ended, and every task is known to be gone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Optional

from pyrite.common.errors import (
    CheckpointError,
    ControlConnectionError,
    InputBrokenError,
    JobCancelledError,
    SlotsUnavailableError,
    TaskLostError,
)
from pyrite.common.job_status import JobStatus
from pyrite.graph.execution_graph import ExecutionGraph, Subtask
from pyrite.runtime import messages
from pyrite.runtime.attempt_settings import AttemptSettings
from pyrite.runtime.attempt_view import AttemptView
from pyrite.runtime.checkpoint_coordinator import CheckpointCoordinator
from pyrite.runtime.credit_router import CreditRouter
from pyrite.runtime.job_events import (
    AliveEvent,
    AttemptBegunEvent,
    CancelEvent,
    CheckpointStoredEvent,
    CommittedEvent,
    DisconnectedEvent,
    Event,
    MessageEvent,
    SavepointEvent,
    SourceCalledEvent,
    SparkJobEndedEvent,
    StopEvent,
    TaskId,
    TickEvent,
)
from pyrite.runtime.job_instructions import Answer, CancelSparkJob, CommitHere, Instruction, RunSparkJob, Send
from pyrite.runtime.job_sources import JobSources
from pyrite.runtime.loops import Loops
from pyrite.runtime.placement import bind, hosts_in
from pyrite.runtime.requests import SavepointRequest
from pyrite.runtime.restore import Restoring
from pyrite.runtime.split_assignment import SplitAssignment
from pyrite.runtime.task_state import TaskPhase
from pyrite.runtime.task_watch import TaskWatch
from pyrite.runtime.watermark_alignment import WatermarkAligner

_SYMPTOM_MS = 1000
"""How long a task whose input broke waits for the cause to be known before that itself is taken for it."""


class AttemptCore(AttemptView):
    """Decides for one attempt. `outcome` is set once it is over."""

    def __init__(self, graph: ExecutionGraph, settings: AttemptSettings, begun: AttemptBegunEvent) -> None:
        super().__init__(graph)
        self.status = JobStatus.RUNNING
        self.outcome: Optional[JobStatus] = None
        self.cause: Optional[Exception] = None
        self._deployer = settings.deployer
        self._batch = settings.batch
        self._heartbeat_timeout_ms = settings.heartbeat_timeout_ms
        self._slot_timeout_ms = settings.slot_timeout_ms
        self._watch = TaskWatch(settings.heartbeat_timeout_ms, settings.hang_timeout_ms)
        self._local_recovery = settings.checkpoints is not None and settings.checkpoints.local_recovery
        self._manifest = begun.manifest
        self._restoring: Optional[Restoring] = None
        if begun.manifest is not None:
            assert settings.checkpoints is not None
            job_id = settings.checkpoints.job_id
            self._restoring = Restoring(begun.manifest, graph.job, job_id, settings.allow_non_restored_state)
        self._started_ms = 0
        self._ending_ms: Optional[int] = None
        self._spark_ended = False
        self._spark_ended_ms = 0
        self._leaving = False
        self._committing = False
        self._committing_here = False
        self._sources_started = False
        self._stopping = False
        self._symptom: Optional[tuple[Exception, int]] = None
        self._now_ms = 0
        self._out: list[Instruction] = []
        self._sources = JobSources()
        self._loops = Loops(graph, self._fail)
        self._aligner = WatermarkAligner(graph)
        self._credits = CreditRouter(graph)
        self.coordinator: Optional[CheckpointCoordinator] = None
        if settings.checkpoints is not None and not settings.batch:
            plan = settings.checkpoints
            if self._loops:  # no barrier overtakes on a feedback edge: it has none
                plan = replace(plan, unaligned=False)
            self.coordinator = CheckpointCoordinator(graph, plan, self._sources.assignments, begun, self._fail)

    # The way in -------------------------------------------------------------------------------------------------------

    def handle(self, event: Event, now_ms: int) -> list[Instruction]:
        """Takes an event; returns what is to be done, in this order."""
        self._now_ms = now_ms
        self._out = []
        if self.outcome is not None:
            return []
        self._sources.advance(now_ms)
        match event:
            case MessageEvent(task, message):
                self._on_message(task, message)
            case AliveEvent(task):
                self.tasks[task].heard_ms = now_ms
            case DisconnectedEvent(task, how):
                self._on_disconnected(task, how or "killed, out of memory, or cut off")
            case SparkJobEndedEvent(error):
                self._on_spark_job_ended(error)
            case CommittedEvent(error):
                self._on_committed_here(error)
            case SourceCalledEvent(vertex, number, result, error) if self._ending_ms is None:
                self._ask_source(vertex, lambda source: source.called(number, result, error))
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
        if self._ending_ms is None and self.outcome is None:
            self._out.extend(self._sources.calls())
        if self.coordinator is not None:
            self._out.extend(self.coordinator.take())
        return self._out

    def next_due_ms(self) -> Optional[int]:
        """When a TickEvent is wanted, besides the usual ones."""
        due = [] if self._ending_ms is not None else [self._sources.next_due_ms(), self._loops.next_due_ms()]
        if self._symptom is not None and self._ending_ms is None:
            due.append(self._symptom[1] + _SYMPTOM_MS + 1)
        if self.coordinator is not None:
            due.append(self.coordinator.next_due_ms())
        return min((at for at in due if at is not None), default=None)

    def accumulators(self) -> dict[str, Any]:
        return super().accumulators() | self._loops.supersteps()

    # Starting ---------------------------------------------------------------------------------------------------------

    @property
    def restored_id(self) -> Optional[int]:
        """The checkpoint that the attempt goes on from."""
        return None if self._manifest is None else self._manifest.checkpoint_id

    @property
    def stopped_at(self) -> str:
        """The savepoint with which an earlier attempt has stopped the job: this one only commits what is owed."""
        return "" if self._manifest is None else self._manifest.stopped_at

    @property
    def is_under_way(self) -> bool:
        """Whether every task runs."""
        return self._sources_started

    @property
    def missing_tasks(self) -> int:
        """How many tasks have not started of those that must run at once."""
        return 0 if self._batch or self._ending_ms is not None else self.count(TaskPhase.EXPECTED)

    def start(self, now_ms: int) -> list[Instruction]:
        """Begins the attempt. Raises where the job cannot go on from the checkpoint."""
        self._started_ms = self._now_ms = now_ms
        if self._restoring is not None:
            self._restoring.check()
        self._sources.start(self.graph, self._restoring, now_ms)
        return [RunSparkJob(self.graph), *self._sources.calls()]

    def _on_message(self, task: TaskId, message: messages.TaskMessage) -> None:
        state = self.tasks[task]
        state.heard_ms = self._now_ms
        if self._ending_ms is not None and not isinstance(
            message, (messages.Register, messages.Report, messages.Finished)
        ):
            return  # the attempt is over: nothing is begun any more
        match message:
            case messages.Register():
                self._on_register(task, message)
            case messages.Opened():
                self.enter(task, TaskPhase.RUNNING)
                self._start_sources(task)
            case messages.Report(report):
                state.report, state.reported_ms = report, self._now_ms
            case messages.Failed(InputBrokenError() as symptom):
                self._symptom = self._symptom or (symptom, self._now_ms)
            case messages.Failed(ControlConnectionError() as error):
                self._fail(ControlConnectionError(f"{self.describe(task)}: {error}"))
            case messages.Failed(error):
                self._fail(error)
            case messages.RequestSplit():
                work = self.subtask(task)
                self._ask_source(work.vertex, partial(SplitAssignment.request, subtask=work.index))
            case messages.SourceEvent(event):
                work = self.subtask(task)
                self._ask_source(work.vertex, partial(SplitAssignment.handle_event, subtask=work.index, event=event))
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

    def _on_register(self, task: TaskId, message: messages.Register) -> None:
        state = self.tasks[task]
        if state.phase is not TaskPhase.EXPECTED or message.spark_attempt > 0:
            self._fail(TaskLostError(f"{self.describe(task)} was started again by Spark; the attempt is over"))
        self.enter(task, TaskPhase.REGISTERED)
        state.registration = message
        if self._ending_ms is not None:
            self._out.append(Send(task, messages.Cancel()))
        elif self._batch:
            self._deploy([task])
        elif self.are_all(TaskPhase.REGISTERED):
            self._bind()
            self._deploy(list(self.tasks))

    def _bind(self) -> None:
        """Lets subtasks go back to the machines where copies of their state lie."""
        if self.coordinator is None or self._manifest is None or not self._local_recovery:
            return
        hosts = {task: state.registration.host for task, state in self.tasks.items() if state.registration is not None}
        self.graph = bind(self.graph, hosts, hosts_in(self._manifest, self.graph))
        self.coordinator.bind(self.graph)
        self._aligner = WatermarkAligner(self.graph)
        self._credits = CreditRouter(self.graph)

    def _deploy(self, tasks: list[TaskId]) -> None:
        for task in tasks:
            work = self.work(task)
            restore = None
            if self._restoring is not None and isinstance(work, Subtask):
                restore = self._restoring.of(work)
            self._out.append(Send(task, self._deployer(self.graph, *task, restore)))
            self.enter(task, TaskPhase.DEPLOYED)
            self.tasks[task].reported_ms = self._now_ms

    def _start_sources(self, opened: TaskId) -> None:
        """Streaming: sources get their splits when every task is open, so that no record waits for a task to start."""
        if self._batch:
            tasks = [opened]
        elif self.are_all(TaskPhase.RUNNING, TaskPhase.FINISHED):
            tasks = list(self.tasks)
            self._sources_started = True
            self._out.extend(self._loops.start(self.graph, self._now_ms))
            if self.coordinator is not None:
                self.coordinator.start(self._now_ms)
        else:
            return
        for task in tasks:
            work = self.work(task)
            if isinstance(work, Subtask) and self._reads(task, work):
                self._ask_source(work.vertex, partial(SplitAssignment.add_reader, subtask=work.index))
        if self._stopping:
            self._stop_sources(tasks)

    def _reads(self, task: TaskId, work: Subtask) -> bool:
        """Whether a subtask takes splits. One that was restored at its end does not; its own word may come later."""
        had_finished = self._restoring is not None and self._restoring.had_finished(work)
        return self.tasks[task].phase is TaskPhase.RUNNING and not had_finished

    def _ask_source(self, vertex: int, ask: Callable[[SplitAssignment], None]) -> None:
        try:
            self._out.extend(self._sources.ask(self.graph, vertex, ask))
        except Exception as error:
            self._fail(error)

    # Finishing --------------------------------------------------------------------------------------------------------

    def _commit_when_all_finished(self) -> None:
        if self._ending_ms is not None:
            return
        if self._batch:
            self._commit_batch_when_complete()
            return
        if not self.are_all(TaskPhase.FINISHED):
            return
        if self.coordinator is not None and self.coordinator.is_periodic:
            if not self._sources_started:  # all had finished when the checkpoint was taken
                self._sources_started = True
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

    def _on_spark_job_ended(self, error: Optional[Exception]) -> None:
        self._spark_ended, self._spark_ended_ms = True, self._now_ms
        if self._ending_ms is not None:
            self._end_when_gone()
        elif error is None and self._batch:
            self._commit_batch_when_complete()
        elif self._leaving:
            self._end(JobStatus.FINISHED) if error is None else self._fail(error)
        else:  # the cause may still be on its way, in a task's own words
            lost = error or TaskLostError("the Spark job ended before its tasks had finished")
            self._symptom = self._symptom or (lost, self._now_ms)

    def _commit_batch_when_complete(self) -> None:
        """Commits once Spark's job is over and every task's own word has arrived: the two come by different ways."""
        if not self._spark_ended or not all(state.finished for state in self.tasks.values()):
            return
        self._committing = True
        self._commit_here()

    def _commit_here(self) -> None:
        """Publishes from the driver whatever the tasks have handed in."""
        if owed := self.handed_in():
            self._out.append(CommitHere(owed))
        else:
            self._end(JobStatus.FINISHED)

    def given_up(self) -> dict[tuple[int, int], list[Any]]:
        """What tasks have handed in for the end of an attempt that failed before it, unless a savepoint may hold it."""
        may_be_held = self.coordinator is not None and self.coordinator.has_triggered
        return {} if self._committing or may_be_held else self.handed_in()

    def _on_committed_here(self, error: Optional[Exception]) -> None:
        self.cause = error
        self._end(JobStatus.FINISHED if error is None else JobStatus.FAILED)

    def _on_stop(self) -> None:
        if self._ending_ms is not None:
            return
        self._stopping = True
        if self._batch or self._sources_started:  # else they hear it when every task is open
            self._stop_sources([task for task, state in self.tasks.items() if state.phase is TaskPhase.RUNNING])

    def _on_savepoint(self, request: SavepointRequest) -> None:
        why = ""
        if self.coordinator is None:
            why = "a batch job has none: it begins anew, or it has finished"
        elif self.stopped_at:
            why = f"the job was stopped already, with {self.stopped_at}"
        elif self._ending_ms is not None:
            why = "the job is ending, or starts again"
        if why:
            self._out.append(Answer(request.request_id, error=CheckpointError(f"no savepoint can be taken now: {why}")))
        elif self.coordinator is not None and self.coordinator.savepoint(request, self._now_ms):
            self._on_stop()

    def _align_sources(self) -> None:
        if self._sources_started:
            reports = {task: state.report for task, state in self.tasks.items()}
            for task, limit_ms in self._aligner.limits(reports, self._now_ms).items():
                if self.tasks[task].phase is TaskPhase.RUNNING:
                    self._out.append(Send(task, messages.Align(limit_ms)))

    def _stop_sources(self, tasks: list[TaskId]) -> None:
        for task in tasks:
            work = self.work(task)
            if isinstance(work, Subtask) and work.vertex in self._sources.assignments:
                self._out.append(Send(task, messages.Stop()))

    # Failing ----------------------------------------------------------------------------------------------------------

    def _cancel(self) -> None:
        if self._ending_ms is None and not self._committing and not self._leaving:
            self.status = JobStatus.CANCELLING
            self._abandon(JobCancelledError("the job was cancelled"))

    def _fail(self, error: Exception) -> None:
        if self._ending_ms is None:
            self.status = JobStatus.FAILING
            self._abandon(error)

    def _abandon(self, cause: Exception) -> None:
        self.cause = cause
        self._ending_ms = self._now_ms
        if self.coordinator is not None:
            self.coordinator.stop()
        for task, state in self.tasks.items():
            if state.phase not in (TaskPhase.EXPECTED, TaskPhase.GONE):
                self._out.append(Send(task, messages.Cancel()))
        self._out.append(CancelSparkJob())
        self._end_when_gone()

    def _on_disconnected(self, task: TaskId, how: str) -> None:
        state = self.tasks[task]
        done = self._leaving or (self._batch and state.finished)
        self.enter(task, TaskPhase.GONE)
        if self._ending_ms is not None:
            self._end_when_gone()
        elif not done:
            where = state.registration
            process = f" (process {where.process} on {where.host})" if where else ""
            self._fail(TaskLostError(f"{self.describe(task)}{process} is gone: {how}"))

    def _end_when_gone(self) -> None:
        gone = self.are_all(TaskPhase.GONE, TaskPhase.EXPECTED)
        assert self._ending_ms is not None
        waited_ms = self._now_ms - self._ending_ms
        if not self._spark_ended or not (gone or waited_ms > self._heartbeat_timeout_ms):
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
        if self._symptom is not None and self._now_ms - self._symptom[1] > _SYMPTOM_MS:
            self._fail(self._symptom[0])
            return
        self._align_sources()
        self._out.extend(self._credits.take())
        self._out.extend(self._loops.tick(self.graph, self._now_ms))
        if self.coordinator is not None:
            self.coordinator.tick(self._now_ms)
        missing = self.missing_tasks
        if missing and self._now_ms - self._started_ms > self._slot_timeout_ms:
            self._fail(SlotsUnavailableError(_slots_message(self.graph.slots, missing)))
            return
        if (
            self._spark_ended
            and not self._committing
            and self._now_ms - self._spark_ended_ms > self._heartbeat_timeout_ms
        ):
            self._fail(TaskLostError("the Spark job ended, but not all of its tasks have said that they finished"))
            return
        lost = self._watch.lost_task(self.tasks, self._now_ms, self.describe)
        if lost is not None:
            self._fail(lost)

    def _end(self, status: JobStatus) -> None:
        self.status = self.outcome = status
        self._sources.close()


def _slots_message(needed: int, missing: int) -> str:
    return (
        f"the job needs {needed} Spark slots at once and {missing} of its tasks have not started in time. "
        "Lower the parallelism, give Spark more cores, or set a smaller spark.task.cpus. If the machines are busy and "
        "start slowly, set a longer slot.request.timeout"
    )
