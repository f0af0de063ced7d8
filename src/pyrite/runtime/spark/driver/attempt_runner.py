"""AttemptRunner: one attempt of a job or region on Spark: its control server, and the thread of its Spark job."""

from __future__ import annotations

import contextlib
import logging
import resource
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any, Final, Optional

from pyrite.core.config.checkpoint_options import ROCKSDB_DIRECTORIES
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.options import FAILOVER_STRATEGY, SLOT_TIMEOUT, TASK_CPUS
from pyrite.core.config.spark_master import is_local
from pyrite.core.errors import PyriteError, SlotsUnavailableError
from pyrite.core.job.job_code import JobCode
from pyrite.graph.execution_graph import ExecutionGraph
from pyrite.graph.region import Region
from pyrite.runtime.master import job_events
from pyrite.runtime.spark.control_protocol import Endpoint
from pyrite.runtime.spark.driver.control_server import ControlServer
from pyrite.runtime.spark.driver.exchange import StageOutputs, build_plan, replace_daemons
from pyrite.runtime.spark.driver.job_files import JobFiles
from pyrite.runtime.spark.driver.slot_reservations import SlotReservations
from pyrite.runtime.spark.driver.stack_requests import StackRequests
from pyrite.runtime.spark.session.jvm import job_finished
from pyrite.runtime.spark.session.session import first_line, pending_slots, slots_in_use, slots_now
from pyrite.runtime.spark.task.task_launch import RUN_PROPERTY, TaskLaunch
from pyrite.runtime.spark.task.watchdog import Lease
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.deployment import TaskSettings
from pyrite.storage.fault_points import reaches_with

_log = logging.getLogger(__name__)
_REPORT_S = 10.0
"""After how long a job that waits for slots says so, and then each time this has doubled."""
OnEvent = Callable[["AttemptRunner", job_events.Event], None]


class AttemptRunner:
    """Runs one attempt of a region. Every event it emits carries the runner, so that late ones can be recognized.

    Its tasks and its Spark job number themselves for the region; its events, and what is sent, for the whole job.
    One that repeats stages of a batch job runs the plan of the runner before it, whose secret it keeps.
    """

    def __init__(
        self,
        session: Any,
        region: Region,
        settings: TaskSettings,
        code: tuple[JobCode, JobFiles],
        job_id: str,
        on_event: OnEvent,
        on_output: Callable[[Any], None],
        reservations: SlotReservations,
        stacks: StackRequests,
        former: Optional[AttemptRunner] = None,
        drop_from: int = 0,
    ) -> None:
        """`former`: the one whose stages are repeated; outputs of the levels from `drop_from` on are dropped."""
        graph = region.graph
        self._session = session
        self._region = region
        self._graph = graph
        self._settings = settings
        self._code = code
        self._group = f"pyrite-{job_id}-{graph.attempt}-{region.number}"
        self._on_event = on_event
        self._reservations = reservations
        self._stacks = stacks
        context = session.sparkContext
        host = "127.0.0.1" if is_local(context.master) else context.getConf().get("spark.driver.host")
        secret = secrets.token_bytes(32) if former is None else former._endpoint.secret
        self._frame: Any = None if former is None else former._frame
        self._drop_from = drop_from
        timeout_s = settings.heartbeat_timeout_ms / 1000
        self.server = ControlServer(host, secret, graph.attempt, self._forward_event, on_output, timeout_s)
        self._endpoint: Endpoint = Endpoint(host, self.server.port, secret, graph.attempt)
        self._spark_job: Any = None
        self._cancelled = threading.Event()

    def _forward_event(self, event: job_events.Event) -> None:
        if isinstance(event, (job_events.MessageEvent, job_events.AliveEvent, job_events.DisconnectedEvent)):
            if isinstance(event, job_events.MessageEvent) and isinstance(event.message, messages.Register):
                self._reservations.occupy(self._region.number)
            if self._region.pids is not None:
                event = replace(event, task=self._region.task_of_job(event.task))
            if isinstance(event, job_events.MessageEvent) and isinstance(event.message, messages.StacksSampled):
                self._stacks.take(event.task, event.message)
                return
        self._on_event(self, event)

    def start(self) -> None:
        from pyspark import InheritableThread

        self._spark_job = InheritableThread(target=self._collect, daemon=True, name="spark-job")
        self._spark_job.start()

    @reaches_with({messages.Trigger: "master.trigger", messages.Complete: "master.complete"})
    def send(self, task: job_events.TaskId, message: messages.JobMasterMessage) -> None:
        self.server.send(self._region.own_task(task), message)

    def has(self, task: job_events.TaskId) -> bool:
        """Whether a task of the job is one of this region's."""
        return self._region.pids is None or task in self._region.tasks

    def _collect(self) -> None:
        """Runs the attempt's Spark job; returns when it is over."""
        error: Optional[Exception] = None
        settings = self._settings
        lease = Lease.of(settings.configuration)
        folders: list[str] = settings.configuration.get(ROCKSDB_DIRECTORIES)
        log_level = logging.getLogger().getEffectiveLevel()
        launch = TaskLaunch(self._endpoint, lease, *self._code, log_level, tuple(folders))
        try:
            self._wait_for_slots()
            self._session.sparkContext.setJobGroup(self._group, self._graph.job.job_name, interruptOnCancel=True)
            self._planned(launch).collect()
            job_finished()
        except SlotsUnavailableError as raised:
            error = raised
        except Exception as raised:
            failure = str(raised)
            replace_daemons(self._session.sparkContext, failure)
            error = PyriteError(f"the Spark job failed: {first_line(failure)}")
        self._reservations.release(self._region.number)
        self._forward_event(job_events.SparkJobEndedEvent(error, self._region.number))

    def _planned(self, launch: TaskLaunch) -> Any:
        """The DataFrame to run: a new one, or that of the former runner, whose tasks find this one by a property."""
        settings, context = self._settings, self._session.sparkContext
        if self._frame is None:
            keeps_last = settings.batch and settings.configuration.get(FAILOVER_STRATEGY) == "region"
            frame = build_plan(self._session, self._graph, launch, settings.batch, keeps_last)
            self._frame = frame if keeps_last else None
            return frame
        StageOutputs(context, self._frame).drop_from(self._drop_from)
        context.setLocalProperty(RUN_PROPERTY, f"{self._endpoint.port} {self._endpoint.attempt}")
        return self._frame

    def release(self) -> None:
        """The job is over: Spark may remove what it keeps of the stages."""
        self._frame = None

    def find_outputs(self) -> job_events.OutputsFoundEvent:
        """Of which tasks Spark has the output. The Spark job is over."""
        number = self._region.number
        if self._frame is None:  # it failed before it had a plan
            return job_events.OutputsFoundEvent(frozenset(), PyriteError("the Spark job had not begun"), number)
        try:
            outputs = StageOutputs(self._session.sparkContext, self._frame).complete()
        except Exception as raised:
            return job_events.OutputsFoundEvent(frozenset(), PyriteError(first_line(str(raised))), number)
        return job_events.OutputsFoundEvent(outputs, region=number)

    def _wait_for_slots(self) -> None:
        graph, settings, number = self._graph, self._settings, self._region.number
        reserve = partial(self._reservations.reserve, number, graph.slots)
        wait_for_slots(self._session, graph, settings.configuration, settings.batch, reserve, self._cancelled)

    def cancel(self) -> None:
        """Cancels until the job has ended: one that has not begun yet is not there to be canceled."""
        self._cancelled.set()
        self.server.kill_stragglers()
        while self._spark_job is not None and self._spark_job.is_alive():
            with contextlib.suppress(Exception):
                self._session.sparkContext.cancelJobGroup(self._group)
            self._spark_job.join(0.3)


def wait_for_slots(
    session: Any,
    graph: ExecutionGraph,
    configuration: Configuration,
    batch: bool,
    reserve: Optional[Callable[[int], bool]] = None,
    cancelled: Optional[threading.Event] = None,
) -> None:
    """Waits until all tasks of a streaming job can run at once, beside the other jobs of the context.

    `reserve` takes the slots that are free, and may refuse. `cancelled` ends the waiting. Batch needs no more than one
    slot.
    """
    if batch:
        return
    master, needed = session.sparkContext.master, graph.slots
    check_descriptors(graph, master)
    begun, report_s, ending = time.monotonic(), _REPORT_S, cancelled or threading.Event()
    take = reserve or (lambda free: free >= needed)
    while not take(free := slots_now(session) - (in_use := slots_in_use(session))):
        can_come = in_use > 0 or free >= needed or not master.startswith("local[")
        waited_s = time.monotonic() - begun
        if not can_come or waited_s > configuration.get(SLOT_TIMEOUT) / 1000:
            raise SlotsUnavailableError(_too_few(session, graph, free, in_use))
        if waited_s > report_s:
            report_s *= 2
            _log.warning("waiting for %.0f s: %s", waited_s, _too_few(session, graph, free, in_use))
        if ending.wait(0.1):
            raise SlotsUnavailableError(f"job '{graph.job.job_name}' was ended while it waited for slots")


def check_slots(session: Any, graph: ExecutionGraph) -> None:
    """Refuses a graph that cannot run, even if no other job did. For a job that runs, and will make room itself."""
    check_descriptors(graph, session.sparkContext.master)
    have = slots_now(session)
    if have < graph.slots:
        raise SlotsUnavailableError(_too_few(session, graph, have, 0))


def _too_few(session: Any, graph: ExecutionGraph, free: int, in_use: int) -> str:
    master, cpus = session.sparkContext.master, session.sparkContext.getConf().get("spark.task.cpus", "1")
    others = f", and {in_use} in use by other jobs" if in_use else ""
    pending = pending_slots(session)
    awaited = f", and {pending} pending: Spark has no executors for them yet" if pending else ""
    is_full = pending and max(0, free) + pending >= graph.slots
    advice = (
        "Other jobs have the cores, or the workers are gone: end a job, or add a worker (pyrite taskmanager start)"
        if is_full
        else "Lower the parallelism, give Spark more cores, or set a smaller spark.task.cpus"
    )
    return (
        f"job '{graph.job.job_name}' needs {graph.slots} Spark slots at once and there are {max(0, free)}{others}"
        f"{awaited} (master {master}, spark.task.cpus {cpus}, default {TASK_CPUS.default}). {advice}. "
        f"How long a job waits for slots: {SLOT_TIMEOUT.key}"
    )


_PER_PAIR: Final = 5
_PER_TASK: Final = 12
"""Its sockets to and from Python, its exchange's own port, and what Spark has open for it."""


def descriptors_needed(graph: ExecutionGraph) -> int:
    """About how many descriptors the tasks need, if they all run in one JVM."""
    sizes = [len(level.work) for level in graph.levels]
    return _PER_PAIR * sum(senders * receivers for senders, receivers in pairwise(sizes)) + _PER_TASK * sum(sizes)


def check_descriptors(graph: ExecutionGraph, master: str) -> None:
    """Refuses a job that needs more than the JVM may have. On a cluster, that number is unknown here."""
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    needed = descriptors_needed(graph)
    if not master.startswith("local[") or limit == resource.RLIM_INFINITY or needed <= limit:
        return
    sizes = " x ".join(str(len(level.work)) for level in graph.levels)
    raise SlotsUnavailableError(
        f"job '{graph.job.job_name}' needs about {needed:,} file descriptors in Spark's JVM, which may have {limit:,}: "
        f"Spark connects every task of a level to every task of the next one ({sizes}). Lower the parallelism, chain "
        "operators, raise the hard limit (ulimit -Hn), or run on a cluster of several executors"
    )
