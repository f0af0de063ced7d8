"""A task's process in a simulation: its core, its messages in transit, and the work of its threads."""

from __future__ import annotations

import contextlib
import random
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Optional

from pyrite.checkpoint.merge import merge
from pyrite.checkpoint.task_storage import TaskFiles
from pyrite.core.clock import ManualClock
from pyrite.core.config.checkpoint_options import SIGNING_KEY_FILE
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import PyriteError
from pyrite.graph.region import Region
from pyrite.runtime.master import job_events
from pyrite.runtime.master.job_events import TaskId
from pyrite.runtime.task import task_failure
from pyrite.runtime.task.checkpoint.snapshot_upload import SnapshotUpload
from pyrite.runtime.task.subtask_core import make_task_core
from pyrite.runtime.task.task_core import TaskCore, TaskServices
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.deployment import SubtaskDeployment, TaskDeployment
from pyrite.runtime.wire.frames import Buffer
from pyrite.state.chain import MergeRequest
from pyrite.state.handles import FileRef
from pyrite.storage.open_store import FolderOpener
from pyrite.storage.store import LocalStore
from pyrite.testing.prepared_job import PreparedJob
from pyrite.testing.simulated_feedback import SimulatedEdges
from pyrite.testing.simulated_network import SimulatedNetwork
from pyrite.testing.simulated_output import SimulatedOutput
from pyrite.testing.simulated_step import Step, StepKind
from pyrite.testing.virtual_loop import VirtualEventLoop


@dataclass
class SimulatedSparkJob:
    """The Spark job of a region, or of the whole attempt."""

    region: Region
    edges: SimulatedEdges
    cancelled: bool = False
    failed: bool = False
    """Batch: a task has ended before Spark had its output."""
    end_reported: bool = False
    """Whether its end has been reported."""


@dataclass(frozen=True)
class TaskHost:
    """The environment of a driver's tasks."""

    simulation: PreparedJob
    rng: random.Random
    clock: ManualClock
    network: SimulatedNetwork
    output: SimulatedOutput
    store: Callable[[], Optional[LocalStore]]
    """The current checkpoint storage: another one after a crash of the machine."""


class SimulatedTask:
    """One task's process. It always ends with `vanish`."""

    def __init__(self, task_id: TaskId, job: SimulatedSparkJob, host: TaskHost) -> None:
        self.id = task_id
        self.job = job
        self.core: Optional[TaskCore] = None
        self.loop: Optional[VirtualEventLoop] = None
        self.inbox: deque[messages.Message] = deque()
        self.outgoing: deque[job_events.Event] = deque()
        self.is_started = False
        self.is_gone = False
        self._host = host
        self._files: Optional[TaskFiles] = None
        self._uploads: deque[SnapshotUpload] = deque()
        self._merges: deque[tuple[str, MergeRequest]] = deque()
        self._merged = 0

    def start(self) -> None:
        self.is_started = True
        self._host.network.begin(self.id)
        own, attempt = self.job.region.own_task(self.id), self.job.region.graph.attempt
        self._report(messages.Register(*own, attempt, "host", "executor", 1, 0))

    def steps(self, is_held_back: bool) -> Iterator[Step]:
        """The possible next steps of the process; a task that is held back has no room for output."""
        if self.inbox:
            yield Step(StepKind.MESSAGE, self.id, self._take_message)
        if self._uploads:
            yield Step(StepKind.UPLOAD, self.id, self._upload)
        if self.core is not None and self.core.has_unencoded:
            yield Step(StepKind.OTHER, self.id, self._encode)
        if self._merges:
            yield Step(StepKind.OTHER, self.id, self._merge)
        if self.core is not None and not is_held_back and self.core.next_step().works:
            yield Step(StepKind.WORK, self.id, self._work)
        if self.loop is not None and self.loop.has_work:
            yield Step(StepKind.LOOP, self.id, self.loop.step)

    def receive(self, frame: Buffer) -> None:
        core = self.core
        assert core is not None
        self._guarded(lambda: core.receive(frame))

    def on_time(self) -> None:
        """Called when time has advanced."""
        self._guarded(lambda: None)

    def due_us(self) -> list[int]:
        """The next time at which the process acts without an event."""
        due = [] if self.core is None else [self.core.next_due_us(), self.core.next_poll_us()]
        due += [] if self.loop is None else [self.loop.next_due_us()]
        return [at_us for at_us in due if at_us is not None]

    def vanish(self) -> None:
        """Ends the process: its memory is lost, its sent messages arrive."""
        self.close_loop()
        if self.core is not None:
            self.core.abandon()
        self.is_gone, self.core, self.loop = True, None, None
        self.inbox.clear()
        self._uploads.clear()
        self._merges.clear()
        self.outgoing.append(job_events.DisconnectedEvent(self.id))

    def close_loop(self) -> None:
        if self.loop is not None:
            self.loop.close()

    # Work -------------------------------------------------------------------------------------------------------------

    def _report(self, message: messages.TaskMessage) -> None:
        self.outgoing.append(job_events.MessageEvent(self.id, message))

    def _take_message(self) -> None:
        message = self.inbox.popleft()
        if isinstance(message, messages.Deploy):
            self._open(self._host.simulation.deployment(message, self._host.store()))
        elif isinstance(message, messages.Cancel):
            self.vanish()
        elif self.core is not None:
            core = self.core
            self._guarded(lambda: core.handle(message))

    def _open(self, deployment: TaskDeployment) -> None:
        output = self._host.output
        self._files = self._files_of(deployment)
        services = TaskServices(
            self._host.clock,
            output.emit_text,
            output.emit_results,
            output.emit_committed,
            files=self._files,
            wake=lambda: self.inbox.append(messages.Wake()),
            event_loop=self._start_loop,
            feedback=lambda: self.job.edges,
        )
        self.core = make_task_core(deployment, services)
        self._guarded(self.core.open)

    def _files_of(self, deployment: TaskDeployment) -> Optional[TaskFiles]:
        checkpoints = deployment.settings.checkpoints
        if checkpoints is None or not isinstance(deployment, SubtaskDeployment):
            return None
        return TaskFiles(
            checkpoints.store,
            checkpoints.job_id,
            deployment.attempt,
            str(deployment.vertex.id),
            deployment.subtask,
            checkpoints.inline_bytes,
            FolderOpener(Configuration(), self._host.store()),
            bool(deployment.settings.configuration.get(SIGNING_KEY_FILE)),
        )

    def _start_loop(self) -> VirtualEventLoop:
        self.loop = VirtualEventLoop(self._host.clock)
        return self.loop

    def _work(self) -> None:
        core, rng = self.core, self._host.rng
        assert core is not None
        records = rng.choice((1, 2, 3, 7, 50))
        if rng.random() < self._host.simulation.options.time_passes:
            self._host.clock.advance(rng.choice((1, 5, 300)))
        turns_end = self._host.simulation.options.turns_end
        if turns_end and rng.random() < turns_end:
            core.end_turn()
        self._guarded(lambda: core.work(records))

    def _encode(self) -> None:
        core, entries = self.core, self._host.rng.choice((1, 2, 5, 1000))
        assert core is not None
        self._guarded(lambda: core.encode(entries))

    def _upload(self) -> None:
        upload = self._uploads.popleft()
        assert self._files is not None
        try:
            handle = upload.write(upload.writer(self._files))
        except (OSError, PyriteError) as error:
            self.inbox.append(messages.Uploaded(upload.checkpoint_id, None, error=error))
            return
        self.inbox.append(messages.Uploaded(upload.checkpoint_id, handle, upload.with_upload_metrics(handle, 0, 0)))

    def _merge(self) -> None:
        operator_id, request = self._merges.popleft()
        assert self._files is not None
        self._merged += 1
        ref: Optional[FileRef] = None
        with contextlib.suppress(OSError, PyriteError):
            ref = merge(self._files, self._merged, request)
        self.inbox.append(messages.Merged(operator_id, request, ref))

    def _guarded(self, act: Callable[[], object]) -> None:
        """Calls the core; sends the result, or its failure."""
        core = self.core
        assert core is not None
        try:
            act()
            core.on_time()
        except task_failure.BUT_INTERRUPTS as error:
            core.close()
            self._report(task_failure.failed(error, f"task {self.id}"))
            self.vanish()
            return
        for pid, frame in core.outbox:
            self._host.network.send(self.id, self.job.region.task_of_job((self.id[0] + 1, pid)), frame)
        core.outbox.clear()
        self.outgoing.extend(job_events.MessageEvent(self.id, message) for message in core.messages)
        core.messages.clear()
        self._uploads.extend(core.uploads)
        core.uploads.clear()
        self._merges.extend(core.merges)
        core.merges.clear()
        if core.may_leave or (self._host.simulation.options.batch and core.ended):
            core.close()
            self._complete()
            self.vanish()

    def _complete(self) -> None:
        """Completes a task of a batch job; it may die before Spark notices."""
        options = self._host.simulation.options
        if options.loses_outputs and self._host.rng.random() < 0.02:
            self.job.failed = True
        elif options.batch:
            self._host.network.stages.complete.add(self.id)
