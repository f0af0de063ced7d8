"""The JobMaster: a thread on the driver that carries out what JobMasterCore decides, for one job."""

from __future__ import annotations

import contextlib
import logging
import queue
import secrets
import sys
import threading
import time
from typing import Any, Optional

import cloudpickle

from pyrite.common.clock import SystemClock
from pyrite.common.completable_future import CompletableFuture
from pyrite.common.configuration import Configuration
from pyrite.common.errors import JobCancelledError, JobExecutionError, PyriteError, SlotsUnavailableError
from pyrite.common.job_execution_result import JobExecutionResult
from pyrite.common.job_id import JobID
from pyrite.common.job_status import JobStatus
from pyrite.common.options import (
    FRAME_SIZE,
    HEARTBEAT_INTERVAL,
    HEARTBEAT_TIMEOUT,
    SLOT_TIMEOUT,
    SPARK_MASTER,
    TASK_CPUS,
    TASK_MEMORY,
)
from pyrite.graph.execution_graph import ExecutionGraph
from pyrite.graph.physical_graph import PhysicalGraph
from pyrite.operators.sink import SinkOperator
from pyrite.runtime import job_events, job_instructions
from pyrite.runtime.deployment import TaskSettings, deploy
from pyrite.runtime.job_code import JobCode
from pyrite.runtime.job_master_core import JobMasterCore
from pyrite.runtime.metrics import TaskReport
from pyrite.runtime.picklable import check_picklable
from pyrite.runtime.spark.connection import Endpoint
from pyrite.runtime.spark.control_server import ControlServer
from pyrite.runtime.spark.job_files import ship_files
from pyrite.runtime.spark.plan import build_plan
from pyrite.runtime.spark.session import get_session, is_local, slots_now
from pyrite.runtime.spark.task_output import Results, Text
from pyrite.runtime.spark.task_shell import TaskBirth
from pyrite.runtime.spark.watchdog import Lease

_log = logging.getLogger(__name__)
_TICK_S = 0.5
_COLLECT_LIMIT = 64
"""Result blocks that wait for the client before tasks are held back."""
_DRAIN_S = 5.0


class JobMaster:
    """Runs one job. Made and started by the environment; the JobClient talks to it."""

    def __init__(self, graph: ExecutionGraph, configuration: Configuration, batch: bool) -> None:
        self.job_id = JobID()
        self.graph = graph
        self.finished: CompletableFuture[JobExecutionResult] = CompletableFuture()
        self.results: queue.Queue[Optional[list[Any]]] = queue.Queue(_COLLECT_LIMIT)
        self._configuration = configuration
        self._batch = batch
        self._clock = SystemClock()
        self._events: queue.SimpleQueue[job_events.Event] = queue.SimpleQueue()
        self._settings = _task_settings(configuration, batch)
        self._core = JobMasterCore(
            graph,
            self._deployment,
            batch,
            configuration.get(HEARTBEAT_TIMEOUT),
            configuration.get(SLOT_TIMEOUT),
        )
        self._job_code = JobCode.of_this_process(ship_paths=is_local(configuration.get(SPARK_MASTER)))
        check_picklable(graph.job)
        self._spark_job: Optional[threading.Thread] = None
        self._abandoned = threading.Event()
        self._started = time.monotonic()

    # What a client can do ---------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Waits for slots, then starts the job; returns while it runs."""
        self._session = get_session(self._configuration)
        master = self._session.sparkContext.master
        self._wait_for_slots(master)
        self._job_files = ship_files(self._session.sparkContext, self._configuration)
        host = "127.0.0.1" if is_local(master) else self._session.sparkContext.getConf().get("spark.driver.host")
        secret = secrets.token_bytes(32)
        self._server = ControlServer(host, secret, self.graph.attempt, self._events.put, self._on_output)
        self._endpoint = Endpoint(host, self._server.port, secret, self.graph.attempt)
        self._thread = threading.Thread(target=self._run, daemon=True, name="job-master")
        self._thread.start()
        self._events.put(job_events.StartEvent())

    def cancel(self) -> None:
        self._abandoned.set()
        self._events.put(job_events.CancelEvent())

    def stop(self) -> None:
        self._events.put(job_events.StopEvent())

    @property
    def status(self) -> JobStatus:
        return self._core.status

    def reports(self) -> dict[job_events.TaskId, TaskReport]:
        """The figures of every task, as last heard."""
        return {task: state.report for task, state in self._core.tasks.items()}

    def accumulators(self) -> dict[str, Any]:
        return self._core.accumulators()

    def metrics(self) -> dict[str, Any]:
        """The figures that user functions keep themselves, as `subtask.operator.name`."""
        return self._core.metrics()

    def physical_graph(self) -> PhysicalGraph:
        return self._core.physical_graph()

    # The thread -------------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        next_tick = time.monotonic() + _TICK_S
        while not self.finished.done():
            event: job_events.Event = job_events.TickEvent()
            wait_s = next_tick - time.monotonic()
            if wait_s > 0:
                with contextlib.suppress(queue.Empty):
                    event = self._events.get(timeout=wait_s)
            else:
                next_tick = time.monotonic() + _TICK_S
            for instruction in self._core.handle(event, self._clock.now_ms()):
                self._carry_out(instruction)

    def _carry_out(self, instruction: job_instructions.Instruction) -> None:
        match instruction:
            case job_instructions.RunSparkJob():
                self._run_spark_job()
            case job_instructions.Send(task, message):
                self._server.send(task, message)
            case job_instructions.CancelSparkJob():
                self._server.kill_stragglers()
                self._abandoned.set()
                threading.Thread(target=self._cancel_spark_job, daemon=True, name="spark-cancel").start()
            case job_instructions.CommitHere(committables):
                self._events.put(job_events.CommittedEvent(self._commit(committables)))
            case job_instructions.EndJob(status, error):
                self._end(status, error)

    def _run_spark_job(self) -> None:
        from pyspark import InheritableThread

        self._spark_job = InheritableThread(target=self._collect, daemon=True, name="spark-job")
        self._spark_job.start()

    def _collect(self) -> None:
        """Runs the attempt's Spark job; returns when it is over."""
        error: Optional[Exception] = None
        lease = Lease(self._settings.heartbeat_interval_ms / 1000, self._settings.heartbeat_timeout_ms / 1000)
        birth = TaskBirth(
            self._endpoint, lease, self._job_code, self._job_files, logging.getLogger().getEffectiveLevel()
        )
        context = self._session.sparkContext
        try:
            context.setJobGroup(self._group(), self.graph.job.job_name, interruptOnCancel=True)
            build_plan(self._session, self.graph, birth, self._batch).collect()
        except Exception as raised:
            error = PyriteError(_first_line(raised))
        self._events.put(job_events.SparkJobEndedEvent(error))

    def _cancel_spark_job(self) -> None:
        """Cancels until the job has ended: one that has not begun yet is not there to be cancelled."""
        while self._spark_job is not None and self._spark_job.is_alive():
            with contextlib.suppress(Exception):
                self._session.sparkContext.cancelJobGroup(self._group())
            self._spark_job.join(0.3)

    def _group(self) -> str:
        return f"pyrite-{self.job_id}-{self.graph.attempt}"

    def _commit(self, owed: dict[tuple[int, int], list[Any]]) -> Optional[Exception]:
        try:
            for (vertex, position), committables in owed.items():
                operator = self.graph.job.vertex(vertex).operators[position].node.operator.build()
                assert isinstance(operator, SinkOperator)
                operator.commit(committables)
        except Exception as error:
            return error
        return None

    def _end(self, status: JobStatus, error: Optional[Exception]) -> None:
        self._server.drain_outputs(_DRAIN_S if status is JobStatus.FINISHED else 0.2)
        self._abandoned.set()
        self._server.close()
        with contextlib.suppress(queue.Full):
            self.results.put(None, timeout=_DRAIN_S)
        runtime_ms = int((time.monotonic() - self._started) * 1000)
        if status is JobStatus.FINISHED:
            self.finished.set_result(JobExecutionResult(self.job_id, runtime_ms, self._core.accumulators()))
        elif status is JobStatus.CANCELED:
            self.finished.set_exception(JobCancelledError("the job was cancelled"))
        else:
            name = self.graph.job.job_name
            self.finished.set_exception(JobExecutionError(f"job '{name}' failed: {error}", error))

    # Small things -----------------------------------------------------------------------------------------------------

    def _deployment(self, level: int, pid: int) -> bytes:
        return cloudpickle.dumps(deploy(self.graph, level, pid, self._settings))  # type: ignore[no-any-return]

    def _on_output(self, message: Any) -> None:
        if isinstance(message, Text):
            stream = sys.stderr if message.to_stderr else sys.stdout
            stream.write(message.text)
            stream.flush()
        elif isinstance(message, Results):
            while not self._abandoned.is_set():
                with contextlib.suppress(queue.Full):
                    self.results.put(message.values, timeout=0.2)
                    return

    def _wait_for_slots(self, master: str) -> None:
        """Batch needs no more than one slot; streaming needs all of its tasks' at once."""
        if self._batch:
            return
        needed = self.graph.slots
        give_up = time.monotonic() + (
            0 if master.startswith("local[") else self._configuration.get(SLOT_TIMEOUT) / 1000
        )
        while (have := slots_now(self._session)) < needed:
            if time.monotonic() >= give_up:
                cpus = self._session.sparkContext.getConf().get("spark.task.cpus", "1")
                raise SlotsUnavailableError(
                    f"job '{self.graph.job.job_name}' needs {needed} Spark slots at once and there are {have} "
                    f"(master {master}, spark.task.cpus {cpus}, default {TASK_CPUS.default}). Lower the parallelism, "
                    "give Spark more cores, or set a smaller spark.task.cpus"
                )
            time.sleep(0.1)


def _task_settings(configuration: Configuration, batch: bool) -> TaskSettings:
    return TaskSettings(
        batch=batch,
        frame_size=configuration.get(FRAME_SIZE),
        memory_bytes=configuration.get(TASK_MEMORY),
        heartbeat_interval_ms=configuration.get(HEARTBEAT_INTERVAL),
        heartbeat_timeout_ms=configuration.get(HEARTBEAT_TIMEOUT),
        configuration=configuration,
    )


def _first_line(error: Exception) -> str:
    """What Spark says went wrong, without its stack traces."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    telling = [line for line in lines if "Exception: " in line or "Error: " in line or line.startswith("[")]
    return f"the Spark job failed: {(telling or lines or [type(error).__name__])[0][:500]}"
