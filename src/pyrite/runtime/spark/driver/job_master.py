"""The JobMaster: a thread on the driver that executes the decisions of JobMasterCore, for one job."""

from __future__ import annotations

import logging
import random
import threading
import time
import uuid
from dataclasses import replace
from typing import Any, Optional

from pyrite.checkpoint.job_storage import JobStorage, needs_origin, rescaled_parallelism
from pyrite.checkpoint.manifest import Manifest
from pyrite.checkpoint.savepoint import load_savepoint
from pyrite.checkpoint.task_storage import TaskFiles
from pyrite.control.job_manager.driver_process import give_way
from pyrite.core.clock import SteadyClock
from pyrite.core.config.checkpoint_options import (
    EXTERNALIZED_CHECKPOINT_RETENTION,
    HANG_TIMEOUT,
    MAX_RETAINED_CHECKPOINTS,
    RECOVER_FROM_OLDER,
    STATE_RECOVERY_CLAIM_MODE,
    STATE_RECOVERY_IGNORE_UNCLAIMED,
    STATE_RECOVERY_PATH,
    ExternalizedCheckpointRetention,
    RecoveryClaimMode,
)
from pyrite.core.config.cluster_options import ATTEMPTS_HISTORY_SIZE
from pyrite.core.config.options import (
    FAILOVER_STRATEGY,
    HEARTBEAT_TIMEOUT,
    SLOT_TIMEOUT,
)
from pyrite.core.config.spark_master import is_local, spark_master
from pyrite.core.connector.guarantee import EndToEnd
from pyrite.core.errors import (
    CheckpointError,
    FencedError,
    InvalidProgramError,
    JobCancelledError,
    JobExecutionError,
    JobRefusedError,
    JobSuspendedError,
    PyriteError,
)
from pyrite.core.job import commands
from pyrite.core.job.completable_future import CompletableFuture
from pyrite.core.job.job_client import answer_at_end
from pyrite.core.job.job_event import PROGRAM, SIGNAL, JobSubmitted, lost_driver, rescaled_to, this_run
from pyrite.core.job.job_execution_result import JobExecutionResult
from pyrite.core.job.job_parallelism import JobParallelism
from pyrite.core.job.job_status import JobStatus
from pyrite.core.job.restart_strategy import make_restart_strategy
from pyrite.graph.execution_graph import ExecutionGraph
from pyrite.graph.executor import current_context
from pyrite.graph.job_spec import JobSpec
from pyrite.runtime.master import job_events, job_instructions
from pyrite.runtime.master.attempt.attempt_settings import AttemptSettings
from pyrite.runtime.master.checkpoint.checkpoint_plan import (
    checkpoint_plan,
    checkpoint_settings,
    checkpoint_store,
    task_settings,
)
from pyrite.runtime.master.checkpoint.delivery_guarantee import delivery_guarantee
from pyrite.runtime.master.job_master_core import JobMasterCore
from pyrite.runtime.master.picklable import check_picklable
from pyrite.runtime.spark.driver.attempt_runner import check_slots, wait_for_slots
from pyrite.runtime.spark.driver.driver_sinks import DriverSinks
from pyrite.runtime.spark.driver.event_queue import EventQueue
from pyrite.runtime.spark.driver.event_recorder import EventRecorder, driver_started, event_store, how_it_died
from pyrite.runtime.spark.driver.job_claim import JobClaim, claim_job
from pyrite.runtime.spark.driver.job_files import ship_files
from pyrite.runtime.spark.driver.job_reporter import JobReporter
from pyrite.runtime.spark.driver.job_requests import CheckpointRequests, JobRequests
from pyrite.runtime.spark.driver.job_rescaling import rescaled, resumed
from pyrite.runtime.spark.driver.job_results import JobResults
from pyrite.runtime.spark.driver.region_runners import RegionRunners
from pyrite.runtime.spark.driver.stack_requests import Stacks
from pyrite.runtime.spark.driver.storage_worker import StorageWorker
from pyrite.runtime.spark.session.jvm import jvm_death
from pyrite.runtime.spark.session.session import get_session
from pyrite.runtime.spark.task.watchdog import log_closing_limit
from pyrite.runtime.wire.checkpoint_kind import CheckpointKind
from pyrite.runtime.wire.deployment import DeploymentEncoder
from pyrite.runtime.wire.job_view import JobView
from pyrite.runtime.wire.stack_samples import StackRequest
from pyrite.runtime.wire.task_state import TaskPhase
from pyrite.state.evolution.loading import Migrations
from pyrite.storage.fault_points import set_process_kind
from pyrite.storage.open_store import FolderOpener
from pyrite.storage.store import CheckpointStore, MemoryStore

_log = logging.getLogger(__name__)
_DRAIN_S = 5.0
_SINKS_S = 30.0


class JobMaster:
    """Runs one job. Created and started by the SparkExecutor; used by the JobClient."""

    def __init__(
        self,
        job: JobSpec,
        graph: ExecutionGraph,
    ) -> None:
        """`graph` is the job's plan at its configured parallelism."""
        configuration, batch = job.configuration, job.is_batch
        self._job = job
        self.job_id = job.job_id
        self.finished: CompletableFuture[JobExecutionResult] = CompletableFuture()
        self.configuration = configuration
        self._batch = batch
        self._clock = SteadyClock()
        self._events = EventQueue(self._clock)
        self._results = JobResults()
        self.results = self._results.blocks
        plan = checkpoint_plan(configuration, str(self.job_id), batch)
        self._is_periodic = plan is not None and plan.interval_ms > 0
        self._store: Optional[CheckpointStore] = None if plan is None else checkpoint_store(configuration)
        checkpoints = None
        if self._store is not None:
            checkpoints = checkpoint_settings(configuration, str(self.job_id), self._store)
        self._event_store = event_store(str(self.job_id), self._store if self.is_resumable else None)
        graph, parallelism = resumed(job, graph, self._previous_parallelism())
        self._settings = task_settings(configuration, graph.job, batch, checkpoints, Migrations(job.migrations))
        self._checkpoint_requests = CheckpointRequests()
        self._requests = JobRequests(str(self.job_id), configuration, self._events.put)
        settings = AttemptSettings(
            DeploymentEncoder(self._settings),
            batch,
            configuration.get(HEARTBEAT_TIMEOUT),
            configuration.get(SLOT_TIMEOUT),
            plan,
            configuration.get(HANG_TIMEOUT),
            configuration.get(STATE_RECOVERY_IGNORE_UNCLAIMED),
            configuration.get(FAILOVER_STRATEGY) == "region",
            configuration.get(ATTEMPTS_HISTORY_SIZE),
        )
        restart = make_restart_strategy(configuration, self._is_periodic, random.Random())
        self._core = JobMasterCore(graph, settings, restart, parallelism)
        self._job_code = job.code if is_local(spark_master(configuration)) else job.code.without_paths()
        check_picklable(graph.job)
        self._storage: Optional[StorageWorker] = None
        self._writer = uuid.uuid4().hex
        self._claim: Optional[JobClaim] = None
        self._recorder = EventRecorder(self._event_store, self._writer)
        self._reporter = JobReporter("" if self._store is None else self._store.uri)
        self._view = self._core.view()
        self._started = time.monotonic()

    def _previous_parallelism(self) -> JobParallelism:
        """The parallelism to which the job was rescaled under an earlier driver."""
        if self._store is None or not self.is_resumable:
            return rescaled_to(self._event_store.read())
        return rescaled_parallelism(self._store, str(self.job_id))

    # Called by clients ------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Waits for slots, then starts the job; returns when it is running."""
        set_process_kind("driver")
        self._session = get_session(self.configuration)
        wait_for_slots(self._session, self._core.graph, self.configuration, self._batch)
        files = ship_files(self._session.sparkContext, self.configuration)
        code, take = (self._job_code, files), self._results.take
        self._runners = RegionRunners(self._session, str(self.job_id), code, self._settings, self._events, take)
        self._claim = claim_job(self.configuration, self._store, self._writer)
        try:
            self._storage = None if self._store is None else self._open_storage(self._store)
            self._begin_record()
        except BaseException:
            self._give_up_claim()
            raise
        self._thread = threading.Thread(target=self._run, daemon=True, name="job-master")
        self._thread.start()
        self._events.put(job_events.StartEvent())
        _log.info("job '%s' starts; %s", self._view.name, self.guarantee)
        log_closing_limit(self.configuration)

    def _begin_record(self) -> None:
        """Continues the events of earlier drivers."""
        former, now_ms = self._event_store.read(), self._clock.now_ms()
        requester = current_context().requested_by
        started, record = driver_started(now_ms, requester), self._core.history.record
        is_submitted = not requester or any(isinstance(event, JobSubmitted) for event in this_run(former))
        submitted = None if is_submitted else JobSubmitted(now_ms, requested_by=requester)
        died = how_it_died(str(self.job_id), lost_driver(former))
        record.resume(former, started, self._writer, submitted, died)
        self._recorder.start(record.events)

    def _open_storage(self, store: CheckpointStore) -> StorageWorker:
        retained = self.configuration.get(MAX_RETAINED_CHECKPOINTS)
        if isinstance(store, MemoryStore) and self._is_periodic:
            _log.warning(
                "checkpoints are stored in the driver's memory and lost when it ends: set execution.checkpointing.dir "
                "to store them where a new driver finds them"
            )
        name, open_folder = self._view.name, FolderOpener(self.configuration)
        path = self.configuration.get(STATE_RECOVERY_PATH)
        origin = load_savepoint(path, open_folder) if path and needs_origin(store, str(self.job_id)) else None
        older = self.configuration.get(RECOVER_FROM_OLDER)
        storage = JobStorage(
            store, str(self.job_id), name, self._writer, retained, origin=origin, recover_from_older=older
        )
        claimed = self.configuration.get(STATE_RECOVERY_CLAIM_MODE) is RecoveryClaimMode.CLAIM
        claimed = claimed and not isinstance(store, MemoryStore)  # checkpoints in memory do not replace it
        return StorageWorker(storage, open_folder, self._events.put, path if claimed else "")

    def cancel(self, requested_by: str = PROGRAM) -> None:
        self._results.abandon()
        self._events.put(job_events.CancelEvent(requested_by))

    def suspend(self) -> None:
        """Suspends the job: it ends in this driver, and resumes when it is started again with the same id.

        A job whose checkpoints would be lost is canceled instead.
        """
        self._results.abandon()
        self._events.put((job_events.SuspendEvent if self.is_resumable else job_events.CancelEvent)(SIGNAL))

    @property
    def is_resumable(self) -> bool:
        """Whether another driver can resume the job: it has checkpoints outside this driver's memory."""
        return self._is_periodic and not isinstance(self._store, MemoryStore)

    def stop(self) -> None:
        self._events.put(job_events.StopEvent())

    def run(self, command: commands.Command[Any]) -> CompletableFuture[Any]:
        """Executes a command of role OPERATE. Thread-safe."""
        by = command.requested_by or PROGRAM
        match command:
            case commands.Savepoint(directory):
                return self._requests.savepoint(directory, CheckpointKind.SAVEPOINT, by).then(commands.SavepointPath)
            case commands.Checkpoint():
                return self._take_checkpoint().then(commands.CheckpointNumber)
            case commands.Stop(drain, directory):
                kind = CheckpointKind.DRAIN if drain else CheckpointKind.STOP
                return answer_at_end(self, self._requests.savepoint(directory, kind, by))
            case commands.Cancel(None):
                self.cancel(by)
                return answer_at_end(self, CompletableFuture.completed(None))
            case commands.Cancel(commands.Savepoint(directory)):
                return answer_at_end(self, self._requests.savepoint(directory, CheckpointKind.CANCEL, by))
            case commands.Rescale():
                return self._rescale(command, by)
        return CompletableFuture.failed(PyriteError(f"a job does not support the command {command}"))

    def _take_checkpoint(self) -> CompletableFuture[int]:
        """Takes the next checkpoint now; returns its number."""
        if not self._is_periodic:
            return CompletableFuture.failed(CheckpointError("the job takes no checkpoints: take a savepoint instead"))
        future = self._checkpoint_requests.ask(self._view.checkpoints)
        self._events.put(job_events.HurryCheckpointEvent())
        return future

    def _rescale(self, command: commands.Rescale, requested_by: str) -> CompletableFuture[commands.Rescaled]:
        """Stops at a checkpoint and resumes with another parallelism."""
        try:
            if self._batch:
                raise InvalidProgramError("only a streaming job can be rescaled")
            parallelism = rescaled(self._job, self._view.graph.job, self._core.parallelism, command)
            graph = self._job.plan(parallelism).execution
            check_slots(self._session, graph)
        except Exception as error:
            return CompletableFuture.failed(error)
        most = command.parallelism or max(vertex.parallelism for vertex in graph.job.vertices)
        return self._requests.rescale(graph, parallelism, command.is_awaited, requested_by).then(
            lambda pause_ms: commands.Rescaled(most, pause_ms or 0, self._view.checkpoints.restored_id or 0)
        )

    def sample_stacks(self, request: StackRequest) -> CompletableFuture[Stacks]:
        """The stacks of tasks, by task. Tasks that are not running are omitted."""
        view = self._view
        running = [task for task, state in view.tasks.items() if state.phase in (TaskPhase.DEPLOYED, TaskPhase.RUNNING)]
        tasks = [task for task in running if request.tasks is None or task in request.tasks]
        return self._runners.sample_stacks(request, tasks)

    @property
    def view(self) -> JobView:
        """The state of the job after the last event. Thread-safe."""
        return self._view

    @property
    def guarantee(self) -> EndToEnd:
        """The end-to-end delivery guarantee of the job."""
        return delivery_guarantee(self._view.graph.job, self.configuration)

    # The thread -------------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        """Handles events; if that fails, fails the job, so that the client always gets a result.

        Without its JVM, a driver that someone restarts gives way to the next one: the job has not failed.
        """
        try:
            self._handle_events()
        except Exception as error:
            if death := jvm_death():
                give_way(f"Spark's JVM {death}")
            failure = PyriteError(
                f"the driver cannot continue; Spark may have stopped: {type(error).__name__}: {error}"
            )
            self._core.end_by_force(self._clock.now_ms(), failure)
            try:
                self._end(JobStatus.FAILED, failure)
            except Exception as another:
                _log.warning("ending job %s: %s", self.job_id, another)
                self.finished.set_exception(JobExecutionError(str(failure), failure))

    def _handle_events(self) -> None:
        while not self.finished.done():
            runner, event = self._events.take(self._core.next_due_ms())
            if isinstance(event, job_events.TickEvent):
                self._reporter.on_tick(0.0 if self._storage is None else self._storage.silent_s)
            if runner is not None and runner not in self._runners:
                continue  # from an attempt that is over
            for instruction in self._core.handle(event, self._clock.now_ms()):
                self._carry_out(instruction)
            self._publish()

    def _publish(self) -> None:
        """Publishes the new state of the job."""
        view = self._core.view()
        now_ms = self._clock.now_ms()
        self._reporter.after_event(view, now_ms)
        self._checkpoint_requests.look(view.checkpoints)
        self._recorder.put(view.events)
        self._view = replace(view, at_ms=now_ms, trouble=self._reporter.trouble.partition("\n")[0])

    def _carry_out(self, instruction: job_instructions.Instruction) -> None:
        match instruction:
            case job_instructions.RunSparkJob(region):
                self._runners.run(region)
            case job_instructions.Send(task, message):
                self._runners.send(self._core.attempt.attempt_tasks.region_of(task).region.number, task, message)
            case job_instructions.FindOutputs(number):
                self._runners.find_outputs(number)
            case job_instructions.RepeatStages(region, drop_from):
                self._runners.repeat(region, drop_from)
            case job_instructions.CancelSparkJob(number):
                self._runners.cancel(number)
            case job_instructions.CommitHere(committables):
                error = DriverSinks(self._core.graph).commit(committables, self._results.collect)
                self._events.put(job_events.CommittedEvent(error))
            case job_instructions.AbortHere(committables):
                DriverSinks(self._core.graph).abort(committables)
            case job_instructions.CallSource():
                threading.Thread(target=self._call, args=(instruction,), daemon=True, name="source-call").start()
            case job_instructions.Answer(request_id, value, error):
                self._requests.answer(request_id, value, error)
            case job_instructions.EndJob(status, error):
                self._end(status, error)
            case _:
                self._on_storage(instruction)

    def _on_storage(self, instruction: job_instructions.Instruction) -> None:
        assert self._storage is not None
        match instruction:
            case job_instructions.BeginAttempt():
                self._storage.begin_attempt(instruction)
            case job_instructions.StoreCheckpoint(manifest, savepoint):
                self._storage.store(manifest, savepoint)
            case job_instructions.DropUnneeded(base_id):
                self._storage.drop_unneeded(base_id)
            case job_instructions.DiscardCheckpoint(checkpoint_id, folder):
                self._storage.discard(checkpoint_id, self._core.graph.attempt, folder)
            case job_instructions.NoteCommitted(savepoint_folder):
                self._storage.note_committed(savepoint_folder)

    def _call(self, instruction: job_instructions.CallSource) -> None:
        result, failed = None, None
        try:
            result = instruction.call()
        except Exception as error:
            failed = error
        self._events.put(
            job_events.SourceCalledEvent(instruction.vertex, instruction.attempt, instruction.number, result, failed)
        )

    # The end ----------------------------------------------------------------------------------------------------------

    def _end(self, status: JobStatus, error: Optional[Exception]) -> None:
        self._results.lift_limit()
        unread = self._runners.close(_DRAIN_S if status is JobStatus.FINISHED else 0.2)
        if status is JobStatus.FINISHED and unread is not None:  # it arrived after the last event was handled
            status, error = JobStatus.FAILED, unread
            self._core.end_by_force(self._clock.now_ms(), unread)
        self._publish()
        self._runners.release()
        self._results.close()
        for requests in (self._requests, self._checkpoint_requests):
            requests.close(f"the job has ended: {status.name}")
        is_ours = status is not JobStatus.SUSPENDED and not isinstance(error, (FencedError, JobRefusedError))
        if self._storage is not None and is_ours:
            self._end_storage(self._storage, status)
        self._recorder.close()
        self._give_up_claim()
        self.results.put(None)
        self._complete(status, error)

    def _complete(self, status: JobStatus, error: Optional[Exception]) -> None:
        """Reports the job's end to the client."""
        view = self._view
        if status is JobStatus.FINISHED:
            runtime_ms = int((time.monotonic() - self._started) * 1000)
            self.finished.set_result(JobExecutionResult(self.job_id, runtime_ms, view.accumulators()))
        elif status is JobStatus.CANCELED:
            self.finished.set_exception(JobCancelledError("the job was canceled"))
        elif status is JobStatus.SUSPENDED:
            assert self._store is not None
            where = f"its checkpoints remain in {self._store.uri}/{self.job_id}"
            message = f"job '{view.name}' is suspended; {where}. Resume it with --job-id {self.job_id}"
            self.finished.set_exception(JobSuspendedError(message))
        else:
            again = f" (after {view.restarts} restarts)" if view.restarts else ""
            notes = "".join(f"\n{note}" for note in getattr(error, "__notes__", ()))
            failure = JobExecutionError(f"job '{view.name}' failed{again}: {error}{notes}", error)
            failure.add_note("State transitions, in UTC:\n" + "\n".join(map(str, view.story)))
            self.finished.set_exception(failure)

    def _give_up_claim(self) -> None:
        if self._claim is not None:
            self._claim.give_up()

    def _end_storage(self, storage: StorageWorker, status: JobStatus) -> None:
        retention = self.configuration.get(EXTERNALIZED_CHECKPOINT_RETENTION)
        retain = ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION
        keep = status is JobStatus.FAILED or (status is JobStatus.CANCELED and retention is retain)
        try:
            if status is JobStatus.CANCELED and self._is_periodic:
                self._end_cancelled_sinks(storage.newest(), keep)
            checkpoint_path = storage.end(status.name, keep)
        except Exception as error:
            _log.warning("the end of job %s could not be written to its log: %s", self.job_id, error)
            return
        if checkpoint_path:
            self._results.terminal.write(f"the job's last checkpoint is retained: {checkpoint_path}\n", to_stderr=True)

    def _end_cancelled_sinks(self, newest: Optional[Manifest], retained: bool) -> None:
        assert self._store is not None
        opener = FolderOpener(self.configuration)
        files = TaskFiles(self._store, str(self.job_id), self._core.graph.attempt, "", 0, 0, opener)
        attempt = self._core.attempt.attempt_tasks.newest_number + 1
        DriverSinks(self._core.graph).end_cancelled(newest, str(self.job_id), attempt, files, retained, _SINKS_S)
