"""A driver's process in a simulation: its JobMaster, its storage, and the tasks of its attempts."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Optional

from pyrite.checkpoint.job_storage import JobStorage
from pyrite.checkpoint.manifest import Manifest
from pyrite.checkpoint.merge import merge
from pyrite.checkpoint.savepoint import load_savepoint, note_committed
from pyrite.checkpoint.task_storage import TaskFiles
from pyrite.core.clock import SteadyClock
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import PyriteError
from pyrite.core.job.restart_strategy import make_restart_strategy
from pyrite.graph.region import Region
from pyrite.operators.sink import SinkOperator, SinkSpec
from pyrite.runtime.master import job_events, job_instructions
from pyrite.runtime.master.job_events import TaskId
from pyrite.runtime.master.job_master_core import JobMasterCore
from pyrite.runtime.task import task_failure
from pyrite.runtime.task.snapshot_upload import SnapshotUpload
from pyrite.runtime.task.subtask_core import make_task_core
from pyrite.runtime.task.task_core import TaskCore, TaskServices
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.checkpoint_kind import CheckpointKind, SavepointRequest
from pyrite.runtime.wire.deployment import SubtaskDeployment, TaskDeployment
from pyrite.runtime.wire.frames import Buffer
from pyrite.state.chain import MergeRequest
from pyrite.state.handles import FileRef
from pyrite.storage.open_store import FolderOpener
from pyrite.testing.simulated_feedback import SimulatedEdges
from pyrite.testing.simulated_stages import SimulatedStages
from pyrite.testing.simulated_storage import SimulatedStorage
from pyrite.testing.simulation_options import Wish
from pyrite.testing.virtual_loop import VirtualEventLoop

if TYPE_CHECKING:
    from pyrite.testing.simulated_job import SimulatedJob

Action = Callable[[], object]
_JOINED = 20
"""Up to this many records of several blocks are worked on together."""
_KINDS = {
    Wish.SAVEPOINT: CheckpointKind.SAVEPOINT,
    Wish.STOP: CheckpointKind.STOP,
    Wish.DRAIN: CheckpointKind.DRAIN,
    Wish.CANCEL: CheckpointKind.CANCEL,
}
_OUTSIDE_S = 1.0
"""Real time for which the clock stands still while a call waits for a socket or a thread."""


@dataclass
class _SparkJob:
    """The Spark job of a region, or of the whole attempt."""

    region: Region
    edges: SimulatedEdges
    cancelled: bool = False
    failed: bool = False
    """Batch: a task has ended without Spark having its output."""
    end_reported: bool = False
    """Whether its end is known."""

    def below(self, task: TaskId, pid: int) -> TaskId:
        """The task to which a task sends frames for a partition of the next level."""
        return self.region.task_of_job((task[0] + 1, pid))


@dataclass
class _Task:
    """A task's process as the simulation sees it."""

    id: TaskId
    job: _SparkJob
    core: Optional[TaskCore] = None
    files: Optional[TaskFiles] = None
    inbox: deque[messages.Message] = field(default_factory=deque)
    outgoing: deque[job_events.Event] = field(default_factory=deque)
    uploads: deque[SnapshotUpload] = field(default_factory=deque)
    merges: deque[tuple[str, MergeRequest]] = field(default_factory=deque)
    merged: int = 0
    loop: Optional[VirtualEventLoop] = None
    born: bool = False
    gone: bool = False


class SimulatedDriver:
    """A driver's process with its JobMaster, and the tasks of its attempts."""

    def __init__(self, world: SimulatedJob, number: int) -> None:
        self._world = world
        self._number = number
        self._requests = 0
        self._simulation = world.simulation
        self._options = world.simulation.options
        self._rng = world.rng
        self._clock = world.clock
        self._deadlines = SteadyClock(world.clock)
        checkpointing = self._simulation.plan is not None
        restart = make_restart_strategy(self._simulation.configuration, checkpointing, world.rng)
        self.master = JobMasterCore(self._simulation.graph, self._simulation.attempt_settings(), restart)
        self._calls: deque[job_instructions.CallSource] = deque()
        self._to_master: deque[job_events.Event] = deque()
        self._storage = self._open_storage()
        self._tasks: dict[TaskId, _Task] = {}
        self._orphans: list[_Task] = []
        self._channels: dict[tuple[TaskId, TaskId], deque[Buffer]] = {}
        self._stages = SimulatedStages(world.rng)
        self._jobs: dict[int, _SparkJob] = {}
        self.region_restarts = 0
        """How many regions were restarted alone."""
        self._dead = False
        self._seen: set[Any] = set()
        self.results: list[Any] = []
        self.text: list[str] = []
        self.savepoint = ""
        """The one with which it has ended the job."""
        self._ending: set[int] = set()
        self.ended: Optional[job_instructions.EndJob] = None

    def _open_storage(self) -> Optional[SimulatedStorage]:
        world = self._world
        if world.store is None:
            return None
        storage = JobStorage(
            world.store,
            self._simulation.job_id,
            "simulated job",
            f"driver-{self._number}",
            clock=world.clock,
            host="host",
            process=self._number,
            origin=self._origin(),
        )
        return SimulatedStorage(storage, self._open_folder, lambda event: self._to_master.append(event))

    @property
    def checkpoints(self) -> int:
        return 0 if self._storage is None else self._storage.checkpoints

    def _origin(self) -> Optional[Manifest]:
        savepoint = self._simulation.origin
        return None if savepoint is None else load_savepoint(savepoint.path, self._open_folder)

    @property
    def _open_folder(self) -> FolderOpener:
        return FolderOpener(Configuration(), self._world.store)

    def ask(self, wish: Wish) -> None:
        """Asks for something as a client would."""
        self._requests += 1
        if wish is Wish.RESCALE:
            graph = self._simulation.job.plan(self._rng.choice(self._options.parallelisms)).execution
            self._to_master.append(job_events.RescaleEvent(self._requests, graph))
            return
        if wish is not Wish.SAVEPOINT:
            self._ending.add(self._requests)
        folder = f"file:///savepoints/{self._number}-{self._requests}"
        request = SavepointRequest(self._requests, folder, _KINDS[wish])
        self._to_master.append(job_events.SavepointEvent(request))

    @property
    def is_over(self) -> bool:
        return self._dead or self.ended is not None

    # What can happen next ---------------------------------------------------------------------------------------------

    def actions(self) -> list[Action]:
        actions: list[Action] = []
        if not self._dead:
            if self._to_master:
                actions.append(lambda: self.handle(self._to_master.popleft()))
            queues = () if self._storage is None else (self._storage.work, self._storage.removals)
            actions.extend(_next_of(queue) for queue in queues if queue)
            if self._calls:
                actions.append(lambda: self._call(self._calls.popleft()))
            for job in self._jobs.values():
                if not job.end_reported and self._all_gone(job):
                    actions.append(lambda job=job: self._end_spark_job(job))  # type: ignore[misc]
            if self._is_tick_due():
                actions.append(lambda: self.handle(job_events.TickEvent()))
        held_back = self._held_back()
        for task in self._tasks.values():
            if task.outgoing or not task.gone:
                self._task_actions(task, actions, held_back)
        for job in self._jobs.values():
            for address in job.edges.arrived():
                actions.append(lambda job=job, address=address: job.edges.deliver(address))  # type: ignore[misc]
        for (sender, receiver), frames in self._channels.items():
            if not frames or receiver in held_back:
                continue
            core = self._tasks[receiver].core
            if core is not None and (core.drains or core.is_between_frames or core.joins(frames[0], _JOINED)):
                actions.append(lambda s=sender, r=receiver: self._deliver(s, r))  # type: ignore[misc]
        return actions

    def _task_actions(self, task: _Task, actions: list[Action], held_back: set[TaskId]) -> None:
        if task.outgoing and not self._dead:
            actions.append(lambda: self._to_master.append(task.outgoing.popleft()))
        if task.gone:
            return
        if self._dead and (not task.born or task.core is None or not task.inbox):
            actions.append(lambda: self._vanish(task))  # it notices that its JobMaster is gone
        if not task.born:
            if not task.job.end_reported and not self._dead and self._may_start(task):
                actions.append(lambda: self._bear(task))
        elif task.inbox:
            actions.append(lambda: self._take_message(task))
        if task.uploads:
            actions.append(lambda: self._upload(task))
        if task.merges:
            actions.append(lambda: self._merge(task))
        if task.core is not None and task.id not in held_back and task.core.has_work:
            actions.append(lambda: self._work(task))
        if task.loop is not None and task.loop.has_work:
            actions.append(lambda: self._step_loop(task))

    def _may_start(self, task: _Task) -> bool:
        if not self._options.batch:
            return True
        level = task.id[0] - 1
        return not task.job.failed and self._stages.is_level_complete(level, task.job.region.tasks)

    def _held_back(self) -> set[TaskId]:
        """The tasks of which a receiver has no room; batch writes to files, which have."""
        if self._options.batch:
            return set()
        capacity = self._world.capacity
        return {
            sender
            for (sender, receiver), frames in self._channels.items()
            if len(frames) >= capacity and not self._drains(receiver)
        }

    def _drains(self, task: TaskId) -> bool:
        core = self._tasks[task].core
        return core is not None and core.drains

    def _all_gone(self, job: _SparkJob) -> bool:
        tasks = [self._tasks[task] for task in job.region.tasks]
        return all(task.gone or ((job.cancelled or job.failed) and not task.born) for task in tasks)

    # The JobMaster ----------------------------------------------------------------------------------------------------

    def handle(self, event: job_events.Event) -> None:
        for instruction in self.master.handle(event, self._deadlines.now_ms()):
            self._carry_out(instruction)
        self.master.validate()

    def _carry_out(self, instruction: job_instructions.Instruction) -> None:
        match instruction:
            case job_instructions.RunSparkJob(region):
                self._run_spark_job(region)
            case job_instructions.FindOutputs():
                self._to_master.append(job_events.OutputsFoundEvent(frozenset(self._stages.complete)))
            case job_instructions.RepeatStages(region, drop_from):
                self._repeat_stages(region, drop_from)
            case job_instructions.Send(task, message):
                self._tasks[task].inbox.append(message)
            case job_instructions.CommitHere(committables):
                self._commit(committables)
            case job_instructions.AbortHere(committables):
                self._abort(committables)
            case job_instructions.CallSource():
                self._calls.append(instruction)
            case job_instructions.NoteCommitted(savepoint):
                with contextlib.suppress(OSError):
                    note_committed(self._open_folder(savepoint))
            case job_instructions.Answer(_, value, error):
                if error is None and instruction.request_id in self._ending:
                    self.savepoint = value
                self._world.answer(self, error)
            case job_instructions.EndJob():
                self.ended = instruction
            case job_instructions.CancelSparkJob(region_number):
                self._jobs[region_number].cancelled = True  # tasks learn of it by their own messages
            case _:
                assert self._storage is not None
                self._storage.carry_out(instruction, self.master.graph.attempt)

    def _run_spark_job(self, region: Region) -> None:
        """Starts the tasks of a region. Messages of its last attempt are dropped."""
        job = _SparkJob(region, SimulatedEdges(self._rng.choice((200, 1 << 20))))
        if region.graph.attempt == self.master.graph.attempt and region.number == 0:
            self._tasks, self._jobs = {}, {}  # of the whole job, which may have had other tasks
            self._stages = SimulatedStages(self._rng)
            self._channels.clear()
            self._calls.clear()
            client_requests = (job_events.SavepointEvent, job_events.RescaleEvent, job_events.CancelEvent)
            self._to_master = deque(event for event in self._to_master if isinstance(event, client_requests))
        self.region_restarts += region.graph.attempt != self.master.graph.attempt
        self._jobs[region.number] = job
        tasks = set(region.tasks)
        self._to_master = deque(event for event in self._to_master if getattr(event, "task", None) not in tasks)
        self._channels = {ends: frames for ends, frames in self._channels.items() if ends[0] not in tasks}
        self._tasks.update((task, _Task(task, job)) for task in region.tasks)

    def _repeat_stages(self, region: Region, drop_from: int) -> None:
        """Runs the tasks again of which Spark has no output. It may have lost some since they were looked up."""
        job = self._jobs[region.number] = _SparkJob(region, SimulatedEdges(1 << 20))
        self._stages.drop_from(drop_from)
        if self._options.loses_outputs and self._rng.random() < 0.2:
            self._stages.lose_some()
        self.region_restarts += 1
        self._to_master = deque(event for event in self._to_master if not hasattr(event, "task"))
        self._channels.clear()
        self._tasks.update((task, _Task(task, job)) for task in region.tasks if task not in self._stages.complete)

    def _commit(self, by_operator: dict[tuple[int, int], list[Any]]) -> None:
        error: Optional[Exception] = None
        try:
            for (vertex, position), committables in by_operator.items():
                with contextlib.closing(self._sink(vertex, position)) as operator:
                    operator.commit(committables, self._emit_committed)
        except Exception as raised:
            error = raised
        self._to_master.append(job_events.CommittedEvent(error))

    def _abort(self, by_operator: dict[tuple[int, int], list[Any]]) -> None:
        for (vertex, position), committables in by_operator.items():
            with contextlib.closing(self._sink(vertex, position)) as operator:
                operator.abort(committables)

    def _sink(self, vertex: int, position: int) -> SinkOperator:
        spec = self._simulation.graph.job.vertex(vertex).operators[position].node.operator
        assert isinstance(spec, SinkSpec)
        return spec.build()

    def _call(self, instruction: job_instructions.CallSource) -> None:
        result: Any = None
        failed: Optional[Exception] = None
        try:
            result = instruction.call()
        except Exception as error:
            failed = error
        self._to_master.append(
            job_events.SourceCalledEvent(instruction.vertex, instruction.attempt, instruction.number, result, failed)
        )

    def _end_spark_job(self, job: _SparkJob) -> None:
        job.end_reported = True
        error = PyriteError("a task has failed") if job.failed else None
        self._to_master.append(job_events.SparkJobEndedEvent(error, job.region.number))

    # Tasks ------------------------------------------------------------------------------------------------------------

    def _bear(self, task: _Task) -> None:
        task.born = True
        if self._options.batch:
            self._channels.update(self._stages.read(task.id))
            self._stages.begin(task.id)
        own, attempt = task.job.region.own_task(task.id), task.job.region.graph.attempt
        register = messages.Register(*own, attempt, "host", "executor", 1, 0)
        task.outgoing.append(job_events.MessageEvent(task.id, register))

    def _take_message(self, task: _Task) -> None:
        message = task.inbox.popleft()
        if isinstance(message, messages.Deploy):
            deployment = self._simulation.deployment(message, self._world.store)  # type: ignore[arg-type]
            task.files = self._files(deployment)
            services = TaskServices(
                self._clock,
                lambda text, _: self.text.append(text),
                self.results.extend,
                self._emit_committed,
                files=task.files,
                wake=lambda: task.inbox.append(messages.Wake()),
                event_loop=lambda: self._event_loop(task),
                feedback=lambda: task.job.edges,
            )
            task.core = make_task_core(deployment, services)
            self._guarded(task, task.core.open)
        elif isinstance(message, messages.Cancel):
            self._vanish(task)
        elif task.core is not None:
            core = task.core
            self._guarded(task, lambda: core.handle(message))

    def _event_loop(self, task: _Task) -> VirtualEventLoop:
        task.loop = VirtualEventLoop(self._clock)
        return task.loop

    def _step_loop(self, task: _Task) -> None:
        assert task.loop is not None
        task.loop.step()

    def _files(self, deployment: TaskDeployment) -> Optional[TaskFiles]:
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
            FolderOpener(Configuration(), self._world.store),
        )

    def _emit_committed(self, values: list[Any], committable_id: Any) -> None:
        if committable_id not in self._seen:
            self._seen.add(committable_id)
            self.results.extend(values)

    def _work(self, task: _Task) -> None:
        assert task.core is not None
        core = task.core
        records = self._rng.choice((1, 2, 3, 7, 50))
        if self._rng.random() < self._options.time_passes:
            self._clock.advance(self._rng.choice((1, 5, 300)))
        self._guarded(task, lambda: core.work(records))

    def _deliver(self, sender: TaskId, receiver: TaskId) -> None:
        frame = self._channels[sender, receiver].popleft()
        task = self._tasks[receiver]
        assert task.core is not None
        core = task.core
        self._guarded(task, lambda: core.receive(frame))

    def _upload(self, task: _Task) -> None:
        upload = task.uploads.popleft()
        assert task.files is not None
        try:
            handle = upload.write(upload.writer(task.files))
        except (OSError, PyriteError) as error:
            task.inbox.append(messages.Uploaded(upload.checkpoint_id, None, error=error))
            return
        task.inbox.append(messages.Uploaded(upload.checkpoint_id, handle, upload.with_upload_metrics(handle, 0, 0)))

    def _merge(self, task: _Task) -> None:
        operator_id, request = task.merges.popleft()
        assert task.files is not None
        task.merged += 1
        ref: Optional[FileRef] = None
        with contextlib.suppress(OSError, PyriteError):
            ref = merge(task.files, task.merged, request)
        task.inbox.append(messages.Merged(operator_id, request, ref))

    def _guarded(self, task: _Task, step: Action) -> None:
        """Lets a task do something; sends out the result, or its failure."""
        core = task.core
        assert core is not None
        try:
            step()
            core.on_time()
        except task_failure.BUT_INTERRUPTS as error:
            core.close()
            task.outgoing.append(job_events.MessageEvent(task.id, task_failure.failed(error, f"task {task.id}")))
            self._vanish(task)
            return
        for pid, frame in core.outbox:
            receiver = task.job.below(task.id, pid)
            if self._options.batch:
                self._stages.write(task.id, receiver, frame)
            else:
                self._channels.setdefault((task.id, receiver), deque()).append(frame)
        core.outbox.clear()
        task.outgoing.extend(job_events.MessageEvent(task.id, message) for message in core.messages)
        core.messages.clear()
        task.uploads.extend(core.uploads)
        core.uploads.clear()
        task.merges.extend(core.merges)
        core.merges.clear()
        if core.left or (self._options.batch and core.ended):
            core.close()
            self._complete(task)
            self._vanish(task)

    def _complete(self, task: _Task) -> None:
        """A task of a batch job has ended well; it may die before Spark knows."""
        if self._options.loses_outputs and self._rng.random() < 0.02:
            task.job.failed = True
        elif self._options.batch:
            self._stages.complete.add(task.id)

    def _vanish(self, task: _Task) -> None:
        if task.loop is not None:
            task.loop.close()
        task.gone, task.core, task.loop = True, None, None
        task.inbox.clear()
        task.uploads.clear()
        task.merges.clear()
        task.outgoing.append(job_events.DisconnectedEvent(task.id))

    # Time and faults --------------------------------------------------------------------------------------------------

    def due_us(self) -> list[int]:
        cores = [task.core for task in self._tasks.values() if task.core is not None]
        times = [due for core in cores for due in (core.next_due_us(), core.next_poll_us()) if due is not None]
        times += [due for loop in self._loops if (due := loop.next_due_us()) is not None]
        due_ms = None if self._dead else self.master.next_due_ms()
        if due_ms is not None:
            times.append(self._clock.monotonic_us() + (due_ms - self._deadlines.now_ms()) * 1000)
        return times

    @property
    def _loops(self) -> list[VirtualEventLoop]:
        return [task.loop for task in self._tasks.values() if task.loop is not None]

    def waited_outside(self) -> bool:
        """Gives functions that wait for a socket or a thread some real time; whether one of them can continue."""
        return any(loop.wait_outside(_OUTSIDE_S) for loop in self._loops)

    def close_loops(self) -> None:
        for loop in self._loops:
            loop.close()

    def pass_time(self) -> None:
        for task in self._tasks.values():
            if task.core is not None and task.id not in self._held_back():
                self._guarded(task, lambda: None)

    def _is_tick_due(self) -> bool:
        due_ms = self.master.next_due_ms()
        return due_ms is not None and due_ms <= self._deadlines.now_ms()

    def surprise(self) -> None:
        if self._options.crash:
            self.kill_a_task()
        elif self._options.cancel:
            self._to_master.append(job_events.CancelEvent())
        else:
            self._to_master.append(job_events.StopEvent())

    def kill_a_task(self) -> None:
        alive = [task for task in self._tasks.values() if task.born and not task.gone]
        if alive:
            self._vanish(self._rng.choice(alive))
        if self._options.loses_outputs and self._rng.random() < 0.5:
            self._lose_outputs()

    def _lose_outputs(self) -> None:
        """Spark loses outputs. It starts their tasks again by itself, unless all who read them have done so."""
        (job,) = self._jobs.values()
        for task in reversed(self._stages.lose_some()):  # those that read first: what they miss is needed
            is_needed = any(not other.born for other in self._tasks.values() if other.id[0] == task[0] + 1)
            if not job.end_reported and (is_needed or self._rng.random() < 0.5):
                self._tasks[task] = _Task(task, job, outgoing=self._tasks[task].outgoing)

    def kill_all_tasks(self) -> None:
        for task in self._tasks.values():
            if not task.gone:
                self._vanish(task)

    def die(self) -> None:
        """The process is gone: nothing it had in memory or in progress counts. Its tasks have yet to notice."""
        self._dead = True
        self._to_master.clear()
        if self._storage is not None:
            self._storage.die()


def _next_of(queue: deque[Callable[[], None]]) -> Action:
    return lambda: queue.popleft()()
