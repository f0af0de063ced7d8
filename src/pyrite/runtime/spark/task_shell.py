"""The task shell: one PySpark worker as a Pyrite task. Threads and sockets around a TaskCore, nothing decided here.

reader thread    frames of Spark's iterator -> mailbox (waits when that is full: back pressure)
control threads  messages of the JobMaster -> mailbox; reports and messages of the task -> JobMaster
main loop        mailbox -> core -> rows for Spark
"""

from __future__ import annotations

import contextlib
import gc
import logging
import os
import queue
import socket
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NoReturn, Optional

import pyarrow as pa

from pyrite.checkpoint.task_storage import TaskFiles
from pyrite.core.clock import SystemClock
from pyrite.core.declared_metrics import (
    BACK_PRESSURED_TIME,
    BUSY_TIME,
    CURRENT_STEP_PLACE,
    CURRENT_STEP_TIME,
    IDLE_TIME,
    INPUT_QUEUE_LENGTH,
    INPUT_QUEUE_SIZE,
    MEMORY_USED,
    MEMORY_USED_AT_START,
    MEMORY_USED_MAX,
)
from pyrite.core.errors import ControlConnectionError, InputBrokenError
from pyrite.core.job.job_code import JobCode
from pyrite.operators.uncaught import user_error_of
from pyrite.runtime.spark.connection import Connection, Endpoint, connect
from pyrite.runtime.spark.descriptor_output import DescriptorOutput
from pyrite.runtime.spark.job_files import JobFiles
from pyrite.runtime.spark.mailbox import Mailbox
from pyrite.runtime.spark.rows import batches_of
from pyrite.runtime.spark.state_uploads import StateUploads
from pyrite.runtime.spark.task_ending import TaskCancelled, TaskEnding, place_of
from pyrite.runtime.spark.task_output import TaskOutput, redirect_terminal
from pyrite.runtime.spark.tcp_feedback import TcpEdges
from pyrite.runtime.spark.watchdog import Lease, start_watchdog
from pyrite.runtime.task.async_loop import ThreadedEventLoop
from pyrite.runtime.task.slice_size import SliceSize
from pyrite.runtime.task.stopwatch import Spending, Stopwatch
from pyrite.runtime.task.subtask_core import SubtaskCore, make_task_core
from pyrite.runtime.task.task_core import TaskCore, TaskServices
from pyrite.runtime.task.task_failure import failed
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.deployment import SubtaskDeployment, TaskDeployment
from pyrite.runtime.wire.deployment_encoder import decode_deployment
from pyrite.runtime.wire.frames import Buffer
from pyrite.storage.fault_points import reaches, reaches_with, set_process_kind
from pyrite.storage.local_copies import CopyingStore, copies_folder
from pyrite.storage.open_store import FolderOpener
from pyrite.storage.scratch import data_folder, local_folders

_log = logging.getLogger(__name__)
_MAILBOX_BYTES = 8 << 20
"""What may wait in a task's mailbox: more would not be faster, and is to be worked off before a barrier."""
_MAX_POLL_MS = 10
_LONG_MS = 3000
"""A step of the main loop that takes longer is looked at."""
_SENDERS_S = 10.0
"""How long a task that may leave waits for its senders to go first: one whose receiver is gone fails."""
_LAST_WORDS_S = 60.0
"""How long a task that has failed waits for the JobMaster to learn of it."""
_NO_REST_US = 50_000
"""A task whose main loop has not waited for this long is under load."""
RUN_PROPERTY = "pyrite.run"
"""A property of a Spark job that runs a plan again: the JobMaster's port and the attempt, which the plan cannot say."""
_GC_THRESHOLDS = (100_000, 20, 100)
"""Records come and go by the ten thousand: Python's usual 700 allocations between collections cost a tenth."""


@dataclass(frozen=True)
class TaskLaunch:
    """What Spark hands to every task of an attempt: the way to the JobMaster, and nothing about the work."""

    endpoint: Endpoint
    lease: Lease
    job_code: JobCode
    job_files: JobFiles
    log_level: int
    local_folders: tuple[str, ...] = ()
    """Where tasks keep local state, as configured; none: in Spark's own folders."""

    def in_run(self, run: Optional[str]) -> TaskLaunch:
        """The same in a Spark job that runs a plan again: `run` is its `RUN_PROPERTY`; None: it is the first one."""
        if run is None:
            return self
        port, attempt = map(int, run.split())
        return replace(self, endpoint=replace(self.endpoint, port=port, attempt=attempt))


class TaskShell:
    """Runs one task to its end."""

    def __init__(self, launch: TaskLaunch, level: int, pid: int, spark_attempt: int, executor: str) -> None:
        self._launch = launch
        set_process_kind("task")
        self._local_folders = local_folders(launch.local_folders)
        closing = start_watchdog(launch.endpoint, level, pid, launch.lease, self._local_folders)
        self._ending = TaskEnding(closing, launch.lease.closing_s, self._close)
        self._clock = SystemClock()
        self._output = TaskOutput(launch.endpoint, level, pid)
        self._core: Optional[TaskCore] = None
        self._name = f"task {pid} of level {level}"
        self._outgoing: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._descriptors: Optional[DescriptorOutput] = None
        self._uploads: Optional[StateUploads] = None
        self._stopwatch = Stopwatch(self._clock)
        self._base_memory = _resident_bytes()
        self._peak_memory = self._base_memory
        self._mailbox = Mailbox(_MAILBOX_BYTES, _MAILBOX_BYTES)
        self._event_loop: Optional[ThreadedEventLoop] = None
        self._is_listening = False
        self._blamed = ""
        self._slice = SliceSize()
        self._step_us = self._clock.monotonic_us()
        self._main_thread = threading.get_ident()
        launch.job_code.preload()
        self._control: Connection = connect(launch.endpoint)
        self._host = socket.gethostname()
        self._control.send(
            messages.Register(level, pid, launch.endpoint.attempt, self._host, executor, os.getpid(), spark_attempt)
        )

    def run(self, batches: Iterator[pa.RecordBatch], has_input: bool) -> Iterator[pa.RecordBatch]:
        """The task: yields rows for the exchange until the JobMaster says leave (batch: until its input has ended)."""
        try:
            core = self._deploy()
            if has_input:
                threading.Thread(target=self._read, args=(batches,), daemon=True, name="reader").start()
            core.open()
            gc.freeze()
            gc.set_threshold(*_GC_THRESHOLDS)
            yield from self._main_loop(core)
            if has_input and not self._batch:
                self._mailbox.wait_for_end(_SENDERS_S)
            self._leave(core)
        except BaseException as error:  # sys.exit() in a function is an error of the job, not the end of the task
            if self._ending.is_cancelled:
                self._ending.close_and_exit()
            if isinstance(error, GeneratorExit) and user_error_of(error) is None:
                os._exit(1)  # Spark has given the task up
            self._fail(error)

    def _deploy(self) -> TaskCore:
        message = self._control.receive()
        if isinstance(message, messages.Cancel):
            os._exit(0)
        assert isinstance(message, messages.Deploy)
        cached_files = self._launch.job_files.install()
        self._launch.job_code.install()
        redirect_terminal(self._output, self._launch.log_level)
        self._descriptors = DescriptorOutput(self._output.emit_text)
        deployment = decode_deployment(message)
        if isinstance(deployment, SubtaskDeployment):
            self._name = deployment.name
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
            cached_files,
            lambda: data_folder(self._local_folders),
            files,
            lambda: self._mailbox.put_message(messages.Wake()),
            self._start_event_loop,
            lambda: TcpEdges(self._launch.endpoint, self._control.local_host),
        )
        self._core = core = make_task_core(deployment, services)
        self._expose_metrics(core)
        self._batch = deployment.settings.batch
        self._report_interval_s = deployment.settings.heartbeat_interval_ms / 1000
        self._is_listening = True
        threading.Thread(target=self._listen, daemon=True, name="control-in").start()
        threading.Thread(target=self._send_outgoing, daemon=True, name="control-out").start()
        if self._uploads is not None:
            self._uploads.start()
        return core

    def _start_event_loop(self) -> ThreadedEventLoop:
        self._event_loop = ThreadedEventLoop()
        return self._event_loop

    # The main loop ----------------------------------------------------------------------------------------------------

    def _main_loop(self, core: TaskCore) -> Iterator[pa.RecordBatch]:
        mailbox, stopwatch = self._mailbox, self._stopwatch
        rested_us = self._clock.monotonic_us()
        while True:
            self._step_us = self._clock.monotonic_us()
            while (message := mailbox.take_message()) is not None:
                if isinstance(message, messages.Cancel):
                    raise TaskCancelled  # a function has caught the interruption
                core.handle(message)
                if isinstance(message, messages.Complete) and self._uploads is not None:
                    self._uploads.completed(message.checkpoint_id)
            if mailbox.bounded is core.drains:
                mailbox.set_bounded(not core.drains)
            if core.drains:
                self._drain(core)
            worked = self._step(core)
            core.on_time()
            frozen = self._hand_out(core)
            if core.outbox or frozen:
                stopwatch.switch(Spending.BACKPRESSURED)
                for batch in _batches_with_barrier(core.outbox) if frozen else batches_of(core.outbox):
                    self._ending.is_handing_over = True
                    yield batch
                    self._ending.is_handing_over = False
                core.outbox.clear()
                stopwatch.switch(Spending.BUSY)
            if core.left or (self._batch and core.ended):
                return
            if mailbox.frames_ended and not core.input_ended and not core.has_work and not mailbox.queued_frames:
                raise InputBrokenError("the input ended without end marks: the attempt is over")
            if not worked:
                is_idle = core.takes_frames
                stopwatch.switch(Spending.IDLE if is_idle else Spending.BACKPRESSURED)
                self._wait(core)
                waited_us = stopwatch.switch(Spending.BUSY)
                if is_idle:
                    core.waited(waited_us)
                rested_us = self._clock.monotonic_us()
            core.set_under_load(self._clock.monotonic_us() - rested_us > _NO_REST_US)

    def _step(self, core: TaskCore) -> bool:
        """Does a slice of work, of about 10 ms; False when there was nothing to do."""
        frame = self._mailbox.take_frame() if core.is_between_frames else None
        if frame is not None:
            core.receive(frame)
            self._join(core)
        if not core.has_work:
            return frame is not None
        most = self._slice.records
        begun_us = self._clock.monotonic_us()
        count = core.work(most, self._poll_ms(core))
        took_us = self._clock.monotonic_us() - begun_us
        if count:
            if count >= most // 2 or not self._is_source(core):  # a source may have waited for a few records
                self._slice.took(count, took_us)
            return True
        if self._is_source(core):
            self._stopwatch.was_idle(took_us)  # it waited inside poll
            return False
        return core.has_work

    def _join(self, core: TaskCore) -> None:
        """Adds blocks that wait to the one in hand, where calls are what costs."""
        up_to = self._slice.join_up_to
        while (frame := self._mailbox.peek_frame()) is not None and core.joins(frame, up_to):
            core.receive(frame)
            self._mailbox.take_frame()

    def _hand_out(self, core: TaskCore) -> bool:
        """Passes on messages, and state to be written; whether there was any."""
        for message in core.messages:
            self._outgoing.put(message)
        core.messages.clear()
        frozen = bool(core.uploads)
        if self._uploads is not None:
            for upload in core.uploads:
                self._uploads.upload(upload)
            for operator_id, request in core.merges:
                self._uploads.merge(operator_id, request)
        core.uploads.clear()
        core.merges.clear()
        return frozen

    def _drain(self, core: TaskCore) -> None:
        """Takes in whatever has come: an unaligned checkpoint waits for the barriers after it."""
        while core.drains and (frame := self._mailbox.take_frame()) is not None:
            core.receive(frame)

    def _is_source(self, core: TaskCore) -> bool:
        return isinstance(core, SubtaskCore) and core.is_source

    def _poll_ms(self, core: TaskCore) -> int:
        """How long a source may wait inside `poll`: not past the next thing that is due."""
        due_us = core.next_due_us()
        if due_us is None:
            return _MAX_POLL_MS
        return max(0, min(_MAX_POLL_MS, (due_us - self._clock.monotonic_us()) // 1000))

    def _wait(self, core: TaskCore) -> None:
        times = [at for at in (core.next_due_us(), core.next_poll_us()) if at is not None]
        timeout_s = max(0.0, (min(times) - self._clock.monotonic_us()) / 1_000_000) if times else None
        self._mailbox.wait(timeout_s, frames=core.takes_frames or core.drains)

    def _leave(self, core: TaskCore) -> None:
        self._ending.leave()
        try:
            core.close()
        except Exception as error:  # all is done: there is nothing left to fail
            _log.warning("the task has finished, but not closed: %s", error)
        if self._uploads is not None:
            self._uploads.close()
        self._close_output()
        self._outgoing.put(messages.Report(core.report()))
        done = threading.Event()
        self._outgoing.put(done)
        done.wait(5)
        self._ending.has_left()

    # The other threads ------------------------------------------------------------------------------------------------

    def _read(self, batches: Iterator[pa.RecordBatch]) -> None:
        put = self._mailbox.put_frame
        try:
            for batch in batches:
                frame = batch.column(1)[0]
                if frame.is_valid:
                    put(memoryview(frame.as_buffer()))
        except Exception as error:  # a sender or its executor is gone: the main loop treats it as a broken input
            _log.info("the input broke: %s", error)
        finally:
            self._mailbox.end_frames()

    def _listen(self) -> None:
        """Takes the JobMaster's messages; without a JobMaster there is no task."""
        while True:
            try:
                message = self._control.receive()
            except (OSError, EOFError):
                self._ending.disconnected()
            except ControlConnectionError as error:  # the JobMaster answers with Cancel
                self._outgoing.put(messages.Failed(error))
                continue
            if isinstance(message, messages.Cancel):
                self._mailbox.put_message(message)
                self._ending.cancel()
            if isinstance(message, messages.Abort) and self._uploads is not None:
                self._uploads.abort(message.checkpoint_id)
            if isinstance(message, messages.Trigger) and message.unaligned:
                self._mailbox.set_bounded(False)  # whatever the main loop is doing, senders must make progress
            self._mailbox.put_message(message)

    def _send_outgoing(self) -> None:
        """Sends the task's messages, and a report at every interval, whatever the main loop is waiting for."""
        assert self._core is not None
        next_report = time.monotonic()
        while True:
            try:
                message = self._outgoing.get(timeout=max(0.0, next_report - time.monotonic()))
            except queue.Empty:
                next_report += self._report_interval_s
                message = messages.Report(self._core.report())
            try:
                if isinstance(message, threading.Event):
                    message.set()
                else:
                    self._send(message)
            except OSError:
                os._exit(1)
            except Exception as error:  # it cannot be pickled: nothing of it was sent
                reason = f"{type(message).__name__} cannot be sent to the driver: {type(error).__name__}: {error}"
                self._outgoing.put(messages.Failed(ControlConnectionError(reason)))

    @reaches_with({messages.Acknowledge: "task.acknowledge"})
    def _send(self, message: messages.TaskMessage) -> None:
        self._control.send(message)

    def _expose_metrics(self, core: TaskCore) -> None:
        expose, spent_us = core.metrics.expose, self._stopwatch.spent_us
        expose(BUSY_TIME, lambda: spent_us()[0] / 1000)
        expose(IDLE_TIME, lambda: spent_us()[1] / 1000)
        expose(BACK_PRESSURED_TIME, lambda: spent_us()[2] / 1000)
        expose(INPUT_QUEUE_LENGTH, lambda: self._mailbox.queued_frames)
        expose(INPUT_QUEUE_SIZE, lambda: self._mailbox.queued_bytes)
        expose(MEMORY_USED, self._measure_memory)
        expose(MEMORY_USED_AT_START, lambda: self._base_memory)
        expose(MEMORY_USED_MAX, lambda: self._peak_memory)
        expose(CURRENT_STEP_TIME, lambda: self._stuck()[0])
        expose(CURRENT_STEP_PLACE, lambda: self._stuck()[1])

    def _measure_memory(self) -> int:
        memory = _resident_bytes()
        self._peak_memory = max(self._peak_memory, memory)
        return memory

    def _stuck(self) -> tuple[int, str]:
        """For how long the main loop or the event loop has made no step; if that is long, where it is."""
        stuck_us, thread = 0, self._main_thread
        busy_since_us = self._stopwatch.busy_since_us()
        if busy_since_us is not None:
            stuck_us = self._clock.monotonic_us() - max(self._step_us, busy_since_us)
        loop = self._event_loop
        late_us = 0 if loop is None else loop.late_us()
        if loop is not None and late_us:
            stuck_us, thread = max(stuck_us, late_us), loop.thread  # the main loop may wait for it
        place = place_of(thread) if stuck_us > _LONG_MS * 1000 else ""
        if place and thread != self._main_thread and place != self._blamed:
            self._blamed = place
            _log.warning("no async function gets on for %d s: one blocks the event loop, %s", late_us // 10**6, place)
        return stuck_us // 1000, place

    def _close(self) -> None:
        """Closes the user's functions, and passes on what they print."""
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
        """Reports the reason to the JobMaster, then exits. Nothing more is emitted or committed."""
        try:
            self._ending.close_after(error, lambda: self._control.send(failed(error, self._name)))
            if self._is_listening:  # which ends the process when the JobMaster has it, and says cancel or is gone
                threading.Event().wait(_LAST_WORDS_S)
            else:
                self._control.receive()
        finally:
            os._exit(1)


@reaches("task.barrier.after")
def _batches_with_barrier(rows: list[tuple[int, Buffer]]) -> Iterator[pa.RecordBatch]:
    yield from batches_of(rows)


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
    )


def _resident_bytes() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def _executor() -> str:
    """The executor, by its JVM's process: the parent of PySpark's daemon, whose child this worker is."""
    stat = Path(f"/proc/{os.getppid()}/stat").read_text()
    return f"jvm-{stat.rpartition(')')[2].split()[1]}"


def run_task(launch: TaskLaunch, level: int, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The function Spark runs in each partition of a level."""
    from pyspark import TaskContext

    context = TaskContext.get()
    assert context is not None
    if level == 0:
        for _ in batches:
            pass
    launch = launch.in_run(context.getLocalProperty(RUN_PROPERTY))
    shell = TaskShell(launch, level, context.partitionId(), context.attemptNumber(), _executor())
    yield from shell.run(batches, has_input=level > 0)
