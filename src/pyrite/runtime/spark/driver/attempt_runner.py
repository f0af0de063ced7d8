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
from pathlib import Path
from typing import Any, Final, Optional

from pyrite.core.config.checkpoint_options import ROCKSDB_DIRECTORIES
from pyrite.core.config.cluster_options import DRIVER_BIND_HOST, DRIVER_BIND_PORT
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.options import FAILOVER_STRATEGY, SLOT_TIMEOUT, TASK_CPUS
from pyrite.core.config.spark_master import is_local
from pyrite.core.errors import ExchangeIntrusionError, JobRefusedError, PyriteError, SlotsUnavailableError
from pyrite.core.job.job_code import JobCode
from pyrite.graph.execution_graph import ExecutionGraph
from pyrite.graph.region import Region
from pyrite.runtime.master import job_events
from pyrite.runtime.spark.control_protocol import Endpoint
from pyrite.runtime.spark.driver.control_server import ControlServer
from pyrite.runtime.spark.driver.exchange import StageOutputs, build_plan, is_intrusion, replace_daemons
from pyrite.runtime.spark.driver.job_files import JobFiles
from pyrite.runtime.spark.driver.slot_reservations import SlotReservations
from pyrite.runtime.spark.driver.stack_requests import StackRequests
from pyrite.runtime.spark.session.jvm import job_finished
from pyrite.runtime.spark.session.session import first_line, pending_slots, slots_in_use, slots_now
from pyrite.runtime.spark.task.task_launch import ENDPOINT_PROPERTY, TaskLaunch
from pyrite.runtime.spark.task.watchdog import Lease
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.deployment import TaskSettings
from pyrite.storage.fault_points import reaches_with
from pyrite.storage.scratch import scratch_folder

_log = logging.getLogger(__name__)
_REPORT_S = 10.0
"""The time after which a job that waits for slots logs a warning; doubled after each warning."""
OnEvent = Callable[["AttemptRunner", job_events.Event], None]


class AttemptRunner:
    """Runs one attempt of a region. Every event carries the runner, so that late events can be recognized.

    Its tasks and its Spark job are numbered within the region; its events and messages within the whole job. A runner
    that repeats stages of a batch job runs the plan of the previous runner, and keeps its secret.
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
        previous: Optional[AttemptRunner] = None,
        drop_from: int = 0,
    ) -> None:
        """`previous`: the runner whose stages are repeated; outputs of the levels from `drop_from` on are dropped."""
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
        secret = secrets.token_bytes(32) if previous is None else previous._endpoint.secret
        self._frame: Any = None if previous is None else previous._frame
        self._drop_from = drop_from
        timeout_s = settings.heartbeat_timeout_ms / 1000
        configuration = settings.configuration
        bind_host, ports = configuration.get(DRIVER_BIND_HOST) or host, configuration.get(DRIVER_BIND_PORT)
        self.server = ControlServer(bind_host, secret, graph.attempt, self._forward_event, on_output, timeout_s, ports)
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
        """Whether a task of the job belongs to this region."""
        return self._region.pids is None or task in self._region.tasks

    def _collect(self) -> None:
        """Runs the attempt's Spark job; returns when it is over."""
        error: Optional[Exception] = None
        settings = self._settings
        lease = Lease.of(settings.configuration)
        folders: list[str] = settings.configuration.get(ROCKSDB_DIRECTORIES)
        log_level = logging.getLogger().getEffectiveLevel()
        sizes = tuple(len(level.work) for level in self._graph.levels)
        launch = TaskLaunch(lease, *self._code, log_level, tuple(folders), sizes)
        try:
            refuse_removed_folders(self._session.sparkContext)
            self._wait_for_slots()
            context = self._session.sparkContext
            context.setJobGroup(self._group, self._graph.job.job_name, interruptOnCancel=True)
            context.setLocalProperty(ENDPOINT_PROPERTY, self._endpoint.to_text())
            self._plan_frame(launch).collect()
            job_finished()
        except (SlotsUnavailableError, JobRefusedError) as raised:
            error = raised
        except Exception as raised:
            failure = str(raised)
            replace_daemons(self._session.sparkContext, failure)
            error = spark_error(failure)
        self._reservations.release(self._region.number)
        self._forward_event(job_events.SparkJobEndedEvent(error, self._region.number))

    def _plan_frame(self, launch: TaskLaunch) -> Any:
        """The DataFrame to run: a new one, or the previous runner's, whose tasks find this runner by a property."""
        settings = self._settings
        if self._frame is None:
            keeps_last = settings.batch and settings.configuration.get(FAILOVER_STRATEGY) == "region"
            frame = build_plan(self._session, self._graph, launch, settings.batch, keeps_last)
            self._frame = frame if keeps_last else None
            return frame
        StageOutputs(self._session.sparkContext, self._frame).drop_from(self._drop_from)
        return self._frame

    def release(self) -> None:
        """The job is over: lets Spark remove the outputs of its stages."""
        self._frame = None

    def find_outputs(self) -> job_events.OutputsFoundEvent:
        """Finds the tasks whose output Spark has. The Spark job is over."""
        number = self._region.number
        if self._frame is None:  # it failed before its plan was built
            return job_events.OutputsFoundEvent(frozenset(), PyriteError("the Spark job had not started"), number)
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
        """Cancels repeatedly until the job has ended, since a job that has not started yet cannot be canceled."""
        self._cancelled.set()
        self.server.kill_stragglers()
        while self._spark_job is not None and self._spark_job.is_alive():
            with contextlib.suppress(Exception):
                self._session.sparkContext.cancelJobGroup(self._group)
            self._spark_job.join(0.3)


def spark_error(failure: str) -> PyriteError:
    """The error of a Spark job that failed, from the text of Spark's."""
    reason = first_line(failure)
    if not is_intrusion(failure):
        return PyriteError(f"the Spark job failed: {reason}")
    return ExchangeIntrusionError(
        f"a stranger has written to a port of Spark's exchange, which ends the job: {reason}. Let only the machines of "
        "the Spark cluster reach its ports (docs/guide/security.md)"
    )


def refuse_removed_folders(context: Any) -> None:
    """JobRefusedError: Spark's temporary folders were removed, without which no task starts any more."""
    folders = (scratch_folder(), Path(context._temp_dir).parent)
    missing = " and ".join(str(folder) for folder in folders if not folder.is_dir())
    if missing:
        raise JobRefusedError(
            f"the temporary folders of this driver were removed while it ran: {missing}. Its Spark cannot start tasks "
            "any more: start the job again, which resumes from its last checkpoint, and exclude pyrite-* and spark-* "
            "from the cleanup of TMPDIR, or set TMPDIR and spark.local.dir to folders that no cleanup touches"
        )


def wait_for_slots(
    session: Any,
    graph: ExecutionGraph,
    configuration: Configuration,
    batch: bool,
    reserve: Optional[Callable[[int], bool]] = None,
    cancelled: Optional[threading.Event] = None,
) -> None:
    """Waits until all tasks of a streaming job can run at the same time, next to the other jobs of the context.

    `reserve` takes the free slots, or refuses them. `cancelled` ends the waiting. A batch job needs a single slot, and
    does not wait.
    """
    if batch:
        return
    master, slots = session.sparkContext.master, graph.slots
    check_descriptors(graph, master)
    begun, report_s, ending = time.monotonic(), _REPORT_S, cancelled or threading.Event()
    take = reserve or (lambda free: free >= slots)
    while not take(free := slots_now(session) - (in_use := slots_in_use(session))):
        is_possible = in_use > 0 or free >= slots or not master.startswith("local[")
        waited_s = time.monotonic() - begun
        if not is_possible or waited_s > configuration.get(SLOT_TIMEOUT) / 1000:
            raise SlotsUnavailableError(_slots_message(session, graph, free, in_use))
        if waited_s > report_s:
            report_s *= 2
            _log.warning("waiting for %.0f s: %s", waited_s, _slots_message(session, graph, free, in_use))
        if ending.wait(0.1):
            raise SlotsUnavailableError(f"job '{graph.job.job_name}' was canceled while it waited for slots")


def check_slots(session: Any, graph: ExecutionGraph) -> None:
    """Raises if a graph could not run even without other jobs. For rescaling, where the job frees its own slots."""
    check_descriptors(graph, session.sparkContext.master)
    slots = slots_now(session)
    if slots < graph.slots:
        raise SlotsUnavailableError(_slots_message(session, graph, slots, 0))


def _slots_message(session: Any, graph: ExecutionGraph, free: int, in_use: int) -> str:
    master, cpus = session.sparkContext.master, session.sparkContext.getConf().get("spark.task.cpus", "1")
    others = f", and {in_use} are in use by other jobs" if in_use else ""
    pending = pending_slots(session)
    awaited = f", and {pending} are pending: Spark has no executors for them yet" if pending else ""
    is_full = pending and max(0, free) + pending >= graph.slots
    advice = (
        "Other jobs use the cores, or workers have ended: cancel a job, or add a worker (pyrite taskmanager start)"
        if is_full
        else "Lower the parallelism, give Spark more cores, or set a smaller spark.task.cpus"
    )
    return (
        f"job '{graph.job.job_name}' needs {graph.slots} Spark slots at once, but {max(0, free)} are free{others}"
        f"{awaited} (master {master}, spark.task.cpus {cpus}, default {TASK_CPUS.default}). {advice}. "
        f"{SLOT_TIMEOUT.key} sets how long a job waits for slots"
    )


_PER_PAIR: Final = 5
_PER_TASK: Final = 12
"""The sockets to and from Python, the port of the exchange, and Spark's open files for the task."""


def descriptors_needed(graph: ExecutionGraph) -> int:
    """An estimate of the descriptors that the tasks need if they all run in one JVM."""
    sizes = [len(level.work) for level in graph.levels]
    return _PER_PAIR * sum(senders * receivers for senders, receivers in pairwise(sizes)) + _PER_TASK * sum(sizes)


def check_descriptors(graph: ExecutionGraph, master: str) -> None:
    """Raises if a job needs more descriptors than the JVM may open. Checks local masters only."""
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    descriptors = descriptors_needed(graph)
    if not master.startswith("local[") or limit == resource.RLIM_INFINITY or descriptors <= limit:
        return
    sizes = " x ".join(str(len(level.work)) for level in graph.levels)
    raise SlotsUnavailableError(
        f"job '{graph.job.job_name}' needs about {descriptors:,} file descriptors in Spark's JVM, whose limit is "
        f"{limit:,}: Spark connects every task of a level to every task of the next one ({sizes}). Lower the "
        "parallelism, chain operators, raise the hard limit (ulimit -Hn), or run on a cluster of several executors"
    )
