"""The task shell: one PySpark worker as a Pyrite task. Threads and sockets around a TaskCore, without decisions.

reader thread    frames of Spark's iterator -> mailbox (blocks while it is full: back pressure)
control threads  messages of the JobMaster -> mailbox; reports and messages of the task -> JobMaster
main loop        mailbox -> core -> rows for Spark
"""

from __future__ import annotations

import contextlib
import gc
import logging
import os
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final, NoReturn, Optional

import pyarrow as pa

from pyrite.checkpoint.task_storage import TaskFiles
from pyrite.core.clock import Clock, SystemClock
from pyrite.core.config.checkpoint_options import SIGNING_KEY_FILE
from pyrite.core.config.options import SEAL_FRAMES
from pyrite.core.errors import InputBrokenError
from pyrite.core.machine import parent_of
from pyrite.core.metrics.declared_metrics import SENDER_SILENCE
from pyrite.operators.uncaught import user_error_of
from pyrite.runtime.spark.control_protocol import Connection, Endpoint, connect
from pyrite.runtime.spark.task.descriptor_output import DescriptorOutput
from pyrite.runtime.spark.task.exchange_input import ExchangeInput
from pyrite.runtime.spark.task.exchange_output import ExchangeOutput
from pyrite.runtime.spark.task.mailbox import Mailbox
from pyrite.runtime.spark.task.state_uploads import StateUploads
from pyrite.runtime.spark.task.task_control import TaskControl
from pyrite.runtime.spark.task.task_ending import TaskEnding
from pyrite.runtime.spark.task.task_launch import ENDPOINT_PROPERTY, TaskLaunch
from pyrite.runtime.spark.task.task_loop import TaskLoop
from pyrite.runtime.spark.task.task_monitor import TaskMonitor
from pyrite.runtime.spark.task.task_output import TaskOutput, redirect_terminal
from pyrite.runtime.spark.task.tcp_feedback import TcpEdges
from pyrite.runtime.spark.task.watchdog import start_watchdog
from pyrite.runtime.task.chain.async_loop import ThreadedEventLoop
from pyrite.runtime.task.metrics.stopwatch import Stopwatch
from pyrite.runtime.task.subtask_core import make_task_core
from pyrite.runtime.task.task_core import TaskCore, TaskServices
from pyrite.runtime.task.task_failure import failed
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.deployment import SubtaskDeployment, TaskDeployment, TaskSettings, decode_deployment
from pyrite.runtime.wire.frame_seals import FrameOpener, FrameSealer
from pyrite.runtime.wire.task_report import TaskReport
from pyrite.storage.fault_points import set_process_kind
from pyrite.storage.local_copies import CopyingStore, copies_folder
from pyrite.storage.open_store import FolderOpener
from pyrite.storage.scratch import data_folder, local_folders

_log = logging.getLogger(__name__)
_MAILBOX_BYTES = 8 << 20
"""The size of a task's mailbox: more would not be faster, and would delay barriers."""
_SENDERS_S = 10.0
"""How long a leaving task waits for its senders to leave first: a sender without its receiver fails."""
_FAILURE_REPORT_TIMEOUT_S = 60.0
"""How long a failed task waits for the JobMaster to receive its report."""
_FLUSH_S = 5.0
"""How long a leaving task waits for its last messages to be sent."""
_GC_THRESHOLDS = (100_000, 20, 100)
"""Tasks allocate records by the ten thousand: Python's default of 700 allocations per collection costs a tenth."""


class TaskShell:
    """Runs one task to its end."""

    def __init__(
        self, launch: TaskLaunch, endpoint: Endpoint, level: int, pid: int, spark_attempt: int, executor: str
    ) -> None:
        self._launch = launch
        self._endpoint = endpoint
        self._level = level
        self._pid = pid
        set_process_kind("task")
        self._local_folders = local_folders(launch.local_folders)
        self._watchdog = start_watchdog(endpoint, level, pid, launch.lease, self._local_folders)
        self._ending = TaskEnding(self._watchdog.closing, launch.lease.closing_s, self._close)
        self._clock = SystemClock()
        self._output = TaskOutput(endpoint, level, pid)
        self._core: Optional[TaskCore] = None
        self._name = f"task {pid} of level {level}"
        self._cached_files: Mapping[str, Path] = {}
        self._descriptors: Optional[DescriptorOutput] = None
        self._uploads: Optional[StateUploads] = None
        self._monitor = TaskMonitor(self._clock)
        self._mailbox = Mailbox(_MAILBOX_BYTES, _MAILBOX_BYTES)
        self._control: Optional[TaskControl] = None
        launch.job_code.preload()
        self._connection: Connection = connect(endpoint)
        self._host = socket.gethostname()
        self._connection.register(
            messages.Register(level, pid, endpoint.attempt, self._host, executor, os.getpid(), spark_attempt)
        )

    def run(self, batches: Iterator[pa.RecordBatch], has_input: bool) -> Iterator[pa.RecordBatch]:
        """Runs the task: yields rows for the exchange until the JobMaster lets it leave (batch: until its input
        ends).
        """
        try:
            deployment = self._receive_deployment()
            core, control = self._deploy(deployment)
            output = self._connect_exchange(core, deployment.settings, batches if has_input else None)
            core.open()
            gc.freeze()
            gc.set_threshold(*_GC_THRESHOLDS)
            batch = deployment.settings.batch
            stopwatch = self._monitor.stopwatch
            TurnTimer(stopwatch, self._clock, core.end_turn).start()
            yield from TaskLoop(
                core, self._mailbox, output, self._uploads, control.put, self._ending, stopwatch, self._clock, batch
            ).run()
            if has_input and not batch:
                self._mailbox.wait_for_end(_SENDERS_S)
            self._leave(core, control)
        except BaseException as error:  # sys.exit() in a function is an error of the job, not the end of the task
            if self._ending.is_cancelled:
                self._ending.close_and_exit()
            if isinstance(error, GeneratorExit) and user_error_of(error) is None:
                error = InputBrokenError("Spark has abandoned the task")
            self._fail(error)

    def _receive_deployment(self) -> TaskDeployment:
        message = self._connection.receive()
        if isinstance(message, messages.Cancel):
            os._exit(0)
        assert isinstance(message, messages.Deploy)
        self._cached_files = self._launch.job_files.install()
        self._launch.job_code.install()
        redirect_terminal(self._output, self._launch.log_level)
        self._descriptors = DescriptorOutput(self._output.emit_text)
        return decode_deployment(message)

    def _deploy(self, deployment: TaskDeployment) -> tuple[TaskCore, TaskControl]:
        if isinstance(deployment, SubtaskDeployment):
            self._name = self._output.task = deployment.name
            self._output.attempt_number = deployment.attempt_number
        eighth = deployment.settings.memory_bytes // 8
        self._mailbox = Mailbox(min(_MAILBOX_BYTES, eighth), eighth)
        files = _task_files(deployment)
        if files is not None:
            put = self._mailbox.put_message
            self._uploads = StateUploads(files, self._host, self._launch.job_code.install, put)
        output = self._output
        services = TaskServices(
            self._clock,
            output.emit_text,
            output.emit_result,
            output.emit_committed,
            self._cached_files,
            lambda: data_folder(self._local_folders),
            files,
            lambda: self._mailbox.put_message(messages.Wake()),
            self._start_event_loop,
            lambda: TcpEdges(self._endpoint, self._connection.local_host, deployment.settings.configuration),
        )
        self._core = core = make_task_core(deployment, services)
        self._monitor.expose(core.metrics, self._mailbox)
        interval_s = deployment.settings.heartbeat_interval_ms / 1000
        self._monitor.limit_memory(deployment.settings.memory_limit_bytes)
        self._control = TaskControl(
            self._connection, self._mailbox, self._uploads, self._ending, self._report, interval_s
        )
        self._control.start()
        if self._uploads is not None:
            self._uploads.start()
        return core, self._control

    def _connect_exchange(
        self, core: TaskCore, settings: TaskSettings, batches: Optional[Iterator[pa.RecordBatch]]
    ) -> ExchangeOutput:
        """Begins to take frames from Spark, if the task has input; returns its output."""
        secret, sealer, opener = self._endpoint.secret, None, None
        sizes = {} if settings.batch else dict(enumerate(self._launch.level_sizes))
        if settings.configuration.get(SEAL_FRAMES):
            sealer = FrameSealer(secret, self._endpoint.attempt, self._level + 1)
            opener = FrameOpener(secret, self._level, self._pid)
        if batches is not None:
            exchange = ExchangeInput(batches, self._mailbox, opener, sizes.get(self._level - 1, 0), self._clock)
            core.metrics.expose(SENDER_SILENCE, exchange.silence_ms)
            exchange.start()
        else:
            core.metrics.expose(SENDER_SILENCE, lambda: 0)
        return ExchangeOutput(sealer, sizes.get(self._level + 1, 0))

    def _report(self) -> TaskReport:
        """The task's report. A task over its memory limit fails before the kernel kills it or others."""
        assert self._core is not None and self._control is not None
        self._watchdog.replace_if_gone()
        report = self._core.report()
        error = self._monitor.over_memory(self._name)
        if error is not None:
            self._monitor.limit_memory(0)
            self._control.put(messages.Failed(error))
        return report

    def _start_event_loop(self) -> ThreadedEventLoop:
        loop = self._monitor.event_loop = ThreadedEventLoop()
        return loop

    def _leave(self, core: TaskCore, control: TaskControl) -> None:
        self._ending.leave()
        try:
            core.close()
        except Exception as error:  # all work is done: the error cannot affect the job
            _log.warning("the task has finished, but could not be closed: %s", error)
        if self._uploads is not None:
            self._uploads.close()
        self._close_output()
        control.flush(_FLUSH_S)
        self._ending.has_left()

    def _close(self) -> None:
        """Closes the user's functions, and passes on their output."""
        try:
            if self._core is not None:
                self._core.close()
        finally:
            with contextlib.suppress(OSError):
                self._close_output()

    def _close_output(self) -> None:
        sys.stdout.flush()
        sys.stderr.flush()
        if self._descriptors is not None:
            self._descriptors.close()
        self._output.close()

    def _fail(self, error: BaseException) -> NoReturn:
        """Reports the error to the JobMaster, then exits. Nothing more is emitted or committed."""
        try:
            self._ending.close_after(error, lambda: self._connection.send(failed(error, self._name)))
            if self._control is not None:  # it ends the process when the JobMaster cancels or disconnects
                threading.Event().wait(_FAILURE_REPORT_TIMEOUT_S)
            else:
                self._connection.receive()
        finally:
            os._exit(1)


def _task_files(deployment: TaskDeployment) -> Optional[TaskFiles]:
    checkpoints = deployment.settings.checkpoints
    if checkpoints is None or not isinstance(deployment, SubtaskDeployment):
        return None
    vertex = str(deployment.vertex.id)
    store = checkpoints.store
    if checkpoints.local_copies and not store.inline_only:
        root = Path(checkpoints.local_copies[deployment.subtask % len(checkpoints.local_copies)])
        store = CopyingStore(store, copies_folder(root, checkpoints.job_id, vertex, deployment.subtask))
    return TaskFiles(
        store,
        checkpoints.job_id,
        deployment.attempt,
        vertex,
        deployment.subtask,
        checkpoints.inline_bytes,
        FolderOpener(deployment.settings.configuration),
        bool(deployment.settings.configuration.get(SIGNING_KEY_FILE)),
    )


def _executor() -> str:
    """Identifies the executor by its JVM's process: the parent of PySpark's daemon, which forked this worker."""
    return f"jvm-{parent_of(os.getppid())}"


def run_task(launch: TaskLaunch, level: int, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The function that Spark runs in each partition of a level."""
    from pyspark import TaskContext

    context = TaskContext.get()
    assert context is not None
    if level == 0:
        for _ in batches:
            pass
    endpoint = Endpoint.of_text(context.getLocalProperty(ENDPOINT_PROPERTY))
    shell = TaskShell(launch, endpoint, level, context.partitionId(), context.attemptNumber(), _executor())
    yield from shell.run(batches, has_input=level > 0)


_TURN_US: Final = 20_000
"""Longer than a slice of work should take, so that only calls with much output are paused."""
_LOOK_S: Final = 0.01
_LOOK_IDLE_S: Final = 0.25


class TurnTimer(threading.Thread):
    """Ends the turn of the main loop when its current step takes too long."""

    def __init__(self, stopwatch: Stopwatch, clock: Clock, end_turn: Callable[[], None]) -> None:
        super().__init__(daemon=True, name="turn-timer")
        self._stopwatch = stopwatch
        self._clock = clock
        self._end_turn = end_turn

    def run(self) -> None:
        while True:
            busy_since_us = self._stopwatch.busy_since_us()
            if busy_since_us is None:
                time.sleep(_LOOK_IDLE_S)
                continue
            if self._clock.monotonic_us() - max(self._stopwatch.step_us, busy_since_us) > _TURN_US:
                self._end_turn()
            time.sleep(_LOOK_S)
