"""A driver's process in a simulation: its JobMaster, its storage, and the tasks of its attempts."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Optional

from pyrite.checkpoint.job_storage import JobStorage
from pyrite.checkpoint.manifest import Manifest
from pyrite.checkpoint.savepoint import load_savepoint, note_committed
from pyrite.core.clock import SteadyClock
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import PyriteError
from pyrite.core.job.restart_strategy import make_restart_strategy
from pyrite.graph.region import Region
from pyrite.operators.sink import SinkOperator, SinkSpec
from pyrite.runtime.master import job_events, job_instructions
from pyrite.runtime.master.job_events import TaskId
from pyrite.runtime.master.job_master_core import JobMasterCore
from pyrite.runtime.wire.checkpoint_kind import CheckpointKind, SavepointRequest
from pyrite.storage.open_store import FolderOpener
from pyrite.testing.simulated_feedback import SimulatedEdges
from pyrite.testing.simulated_network import SimulatedNetwork
from pyrite.testing.simulated_output import SimulatedOutput
from pyrite.testing.simulated_step import Step, StepKind
from pyrite.testing.simulated_storage import SimulatedStorage
from pyrite.testing.simulated_task import SimulatedSparkJob, SimulatedTask, TaskHost
from pyrite.testing.simulation_options import Wish
from pyrite.testing.virtual_loop import VirtualEventLoop

if TYPE_CHECKING:
    from pyrite.testing.simulated_job import SimulatedJob

_KINDS = {
    Wish.SAVEPOINT: CheckpointKind.SAVEPOINT,
    Wish.STOP: CheckpointKind.STOP,
    Wish.DRAIN: CheckpointKind.DRAIN,
    Wish.CANCEL: CheckpointKind.CANCEL,
}
_OUTSIDE_S = 1.0
"""Real time for which the clock stands still while a call waits for a socket or a thread."""


class SimulatedDriver:
    """A driver's process with its JobMaster, and the tasks of its attempts."""

    def __init__(self, world: SimulatedJob, number: int) -> None:
        self._world = world
        self._number = number
        self._requests = 0
        self._simulation = world.simulation
        self._options = world.simulation.options
        self._rng = world.rng
        self._deadlines = SteadyClock(world.clock)
        checkpointing = self._simulation.plan is not None
        restart = make_restart_strategy(self._simulation.configuration, checkpointing, world.rng)
        self.master = JobMasterCore(self._simulation.graph, self._simulation.attempt_settings(), restart)
        self._calls: deque[job_instructions.CallSource] = deque()
        self._to_master: deque[job_events.Event] = deque()
        self._storage = self._open_storage()
        self._network = SimulatedNetwork(world.rng, world.capacity, self._options.batch)
        self.output = SimulatedOutput()
        self._host = TaskHost(
            self._simulation, world.rng, world.clock, self._network, self.output, lambda: self._world.store
        )
        self._tasks: dict[TaskId, SimulatedTask] = {}
        self._jobs: dict[int, SimulatedSparkJob] = {}
        self.region_restarts = 0
        """The number of regions that were restarted alone."""
        self._dead = False
        self.savepoint = ""
        """The savepoint with which it has ended the job."""
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
        """Sends a client's request."""
        self._requests += 1
        if wish is Wish.RESCALE:
            graph = self._simulation.job.plan(self._rng.choice(self._options.parallelisms)).execution
            self._to_master.append(job_events.RescaleEvent(self._requests, graph))
            return
        if wish is not Wish.SAVEPOINT:
            self._ending.add(self._requests)
        folder = f"file:///savepoints/{self._simulation.job_id}/{self._number}-{self._requests}"
        request = SavepointRequest(self._requests, folder, _KINDS[wish])
        self._to_master.append(job_events.SavepointEvent(request))

    @property
    def is_over(self) -> bool:
        return self._dead or self.ended is not None

    # What can happen next ---------------------------------------------------------------------------------------------

    def steps(self) -> list[Step]:
        """The possible next steps, for the scheduler."""
        steps = [] if self._dead else list(self._own_steps())
        held_back = self._network.held_back(self._tasks)
        for task in self._tasks.values():
            if task.outgoing or not task.is_gone:
                steps.extend(self._task_steps(task, held_back))
        for job in self._jobs.values():
            for address in job.edges.arrived():
                steps.append(Step(StepKind.OTHER, address, partial(job.edges.deliver, address)))
        for channel in self._network.deliverable(self._tasks, held_back):
            steps.append(Step(StepKind.FRAME, channel, partial(self._deliver, *channel)))
        return steps

    def _own_steps(self) -> Iterator[Step]:
        if self._to_master:
            yield Step(StepKind.MASTER, None, lambda: self.handle(self._to_master.popleft()))
        if self._storage is not None and self._storage.work:
            yield Step(StepKind.STORAGE, "work", _next_of(self._storage.work))
        if self._storage is not None and self._storage.removals:
            yield Step(StepKind.STORAGE, "removals", _next_of(self._storage.removals))
        if self._calls:
            yield Step(StepKind.OTHER, None, lambda: self._call(self._calls.popleft()))
        for job in self._jobs.values():
            if not job.end_reported and self._all_gone(job):
                yield Step(StepKind.OTHER, job.region.number, partial(self._end_spark_job, job))
        if self._is_tick_due():
            yield Step(StepKind.OTHER, None, lambda: self.handle(job_events.TickEvent()))

    def _task_steps(self, task: SimulatedTask, held_back: set[TaskId]) -> Iterator[Step]:
        if task.outgoing and not self._dead:
            yield Step(StepKind.REPORT, task.id, lambda: self._to_master.append(task.outgoing.popleft()))
        if task.is_gone:
            return
        if self._dead and (not task.is_started or task.core is None or not task.inbox):
            yield Step(StepKind.OTHER, task.id, task.vanish)  # the task notices that its JobMaster has ended
        if task.is_started:
            yield from task.steps(task.id in held_back)
        elif not task.job.end_reported and not self._dead and self._may_start(task):
            yield Step(StepKind.OTHER, task.id, task.start)

    def _may_start(self, task: SimulatedTask) -> bool:
        if not self._options.batch:
            return True
        level = task.id[0] - 1
        return not task.job.failed and self._network.stages.is_level_complete(level, task.job.region.tasks)

    def _all_gone(self, job: SimulatedSparkJob) -> bool:
        tasks = [self._tasks[task] for task in job.region.tasks]
        return all(task.is_gone or ((job.cancelled or job.failed) and not task.is_started) for task in tasks)

    def _deliver(self, sender: TaskId, receiver: TaskId) -> None:
        self._tasks[receiver].receive(self._network.take(sender, receiver))

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
                outputs = frozenset(self._network.stages.complete)
                self._to_master.append(job_events.OutputsFoundEvent(outputs))
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
                self._jobs[region_number].cancelled = True  # tasks learn of it by messages
            case _:
                assert self._storage is not None
                self._storage.carry_out(instruction, self.master.graph.attempt)

    def _run_spark_job(self, region: Region) -> None:
        """Starts the tasks of a region. Drops messages of its last attempt."""
        job = SimulatedSparkJob(region, SimulatedEdges(self._rng.choice((200, 1 << 20))))
        if region.graph.attempt == self.master.graph.attempt and region.number == 0:
            self._tasks, self._jobs = {}, {}  # of the whole job, which may have had other tasks
            self._network.restart()
            self._calls.clear()
            client_requests = (job_events.SavepointEvent, job_events.RescaleEvent, job_events.CancelEvent)
            self._to_master = deque(event for event in self._to_master if isinstance(event, client_requests))
        self.region_restarts += region.graph.attempt != self.master.graph.attempt
        self._jobs[region.number] = job
        tasks = set(region.tasks)
        self._to_master = deque(event for event in self._to_master if getattr(event, "task", None) not in tasks)
        self._network.drop_frames_of(tasks)
        self._tasks.update((task, SimulatedTask(task, job, self._host)) for task in region.tasks)

    def _repeat_stages(self, region: Region, drop_from: int) -> None:
        """Runs the tasks again whose output Spark does not have. Outputs may have been lost since the last lookup."""
        job = self._jobs[region.number] = SimulatedSparkJob(region, SimulatedEdges(1 << 20))
        stages = self._network.stages
        stages.drop_from(drop_from)
        if self._options.loses_outputs and self._rng.random() < 0.2:
            stages.lose_some()
        self.region_restarts += 1
        self._to_master = deque(event for event in self._to_master if not hasattr(event, "task"))
        self._network.drop_frames()
        again = [task for task in region.tasks if task not in stages.complete]
        self._tasks.update((task, SimulatedTask(task, job, self._host)) for task in again)

    def _commit(self, by_operator: dict[tuple[int, int], list[Any]]) -> None:
        error: Optional[Exception] = None
        try:
            for (vertex, position), committables in by_operator.items():
                with contextlib.closing(self._sink(vertex, position)) as operator:
                    operator.commit(committables, self.output.emit_committed)
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

    def _end_spark_job(self, job: SimulatedSparkJob) -> None:
        job.end_reported = True
        error = PyriteError("a task has failed") if job.failed else None
        self._to_master.append(job_events.SparkJobEndedEvent(error, job.region.number))

    # Time and faults --------------------------------------------------------------------------------------------------

    def due_us(self) -> list[int]:
        times = [due for task in self._tasks.values() for due in task.due_us()]
        due_ms = None if self._dead else self.master.next_due_ms()
        if due_ms is not None:
            times.append(self._world.clock.monotonic_us() + (due_ms - self._deadlines.now_ms()) * 1000)
        return times

    @property
    def _loops(self) -> list[VirtualEventLoop]:
        return [task.loop for task in self._tasks.values() if task.loop is not None]

    def waited_outside(self) -> bool:
        """Gives functions that wait for a socket or a thread some real time; returns whether one can continue."""
        return any(loop.wait_outside(_OUTSIDE_S) for loop in self._loops)

    def close_loops(self) -> None:
        for loop in self._loops:
            loop.close()

    def pass_time(self) -> None:
        for task in self._tasks.values():
            if task.core is not None and task.id not in self._network.held_back(self._tasks):
                task.on_time()

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
        alive = [task for task in self._tasks.values() if task.is_started and not task.is_gone]
        if alive:
            self._rng.choice(alive).vanish()
        if self._options.loses_outputs and self._rng.random() < 0.5:
            self._lose_outputs()

    def _lose_outputs(self) -> None:
        """Loses outputs of Spark. Spark restarts their tasks itself, unless all of their readers have completed."""
        (job,) = self._jobs.values()
        for task in reversed(self._network.stages.lose_some()):  # receivers first: their missing inputs are needed
            is_needed = any(not other.is_started for other in self._tasks.values() if other.id[0] == task[0] + 1)
            if not job.end_reported and (is_needed or self._rng.random() < 0.5):
                again = SimulatedTask(task, job, self._host)
                again.outgoing = self._tasks[task].outgoing
                self._tasks[task] = again

    def kill_all_tasks(self) -> None:
        for task in self._tasks.values():
            if not task.is_gone:
                task.vanish()

    def die(self) -> None:
        """Ends the process: its memory and its work in progress are lost. Its tasks have not noticed yet."""
        self._dead = True
        self._to_master.clear()
        if self._storage is not None:
            self._storage.die()


def _next_of(queue: deque[Callable[[], None]]) -> Callable[[], None]:
    return lambda: queue.popleft()()
