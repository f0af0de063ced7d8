"""A whole job in one process under a seeded scheduler: JobMaster, tasks, channels, connections and clock.

The scheduler chooses at random what happens next: which frame or message arrives, which task works, whether time
passes, whether a task crashes. A run is repeated exactly by its seed.

    result = simulate(env, seed=7)
    assert sorted(result.results) == [...]
"""

from __future__ import annotations

import pickle
import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Optional

import cloudpickle

from pyrite.common.clock import ManualClock
from pyrite.common.configuration import Configuration
from pyrite.common.job_status import JobStatus
from pyrite.graph.execution_graph import ExecutionGraph
from pyrite.operators.sink import SinkOperator
from pyrite.runtime import job_events, job_instructions, messages
from pyrite.runtime.deployment import TaskSettings, deploy
from pyrite.runtime.frames import Buffer
from pyrite.runtime.job_events import TaskId
from pyrite.runtime.job_master_core import JobMasterCore
from pyrite.runtime.task_core import TaskCore, TaskServices, make_task_core

if TYPE_CHECKING:
    from pyrite.datastream import StreamExecutionEnvironment

_MAX_STEPS = 200_000


@dataclass(frozen=True)
class SimulationOptions:
    """What may happen in a run besides the job itself."""

    batch: bool = False
    crash: bool = False
    cancel: bool = False
    stop: bool = False
    frame_size: int = 192 << 10
    memory_bytes: int = 64 << 20


@dataclass
class SimulationResult:
    """How a run ended. `results` are what `CollectSink`s got, in order of arrival."""

    status: JobStatus
    cause: Optional[Exception]
    results: list[Any]
    text: str
    accumulators: dict[str, Any]
    steps: int


@dataclass
class _Task:
    """A task's process as the simulation sees it."""

    id: TaskId
    core: Optional[TaskCore] = None
    inbox: deque[messages.JobMasterMessage] = field(default_factory=deque)
    outgoing: deque[job_events.Event] = field(default_factory=deque)
    born: bool = False
    gone: bool = False


class Simulation:
    """One job, to be run any number of times with different seeds."""

    def __init__(
        self, graph: ExecutionGraph, options: SimulationOptions, configuration: Optional[Configuration] = None
    ) -> None:
        self.graph = graph
        self.options = options
        settings = TaskSettings(
            options.batch, options.frame_size, options.memory_bytes, 1000, 10**9, configuration or Configuration()
        )
        self._deployments: dict[TaskId, bytes] = {
            (level, pid): cloudpickle.dumps(deploy(graph, level, pid, settings))
            for level, found in enumerate(graph.levels)
            for pid in range(len(found.work))
        }

    def run(self, seed: int) -> SimulationResult:
        return _Run(self, seed).run()

    def deployment(self, level: int, pid: int) -> bytes:
        return self._deployments[level, pid]


def simulate(
    environment: StreamExecutionEnvironment, seed: int = 0, options: Optional[SimulationOptions] = None
) -> SimulationResult:
    """Runs the program built in `environment` once."""
    graph = environment.get_execution_graph(environment.get_stream_graph(clear=True))
    return Simulation(graph, options or SimulationOptions(), environment.get_configuration()).run(seed)


class _Run:
    """One run of a simulation."""

    def __init__(self, simulation: Simulation, seed: int) -> None:
        self._graph = simulation.graph
        self._options = simulation.options
        self._random = random.Random(seed)
        self._clock = ManualClock(1_700_000_000_000)
        self._master = JobMasterCore(simulation.graph, simulation.deployment, self._options.batch, 10**9, 10**9)
        self._tasks = {task: _Task(task) for task in self._master.tasks}
        self._channels: dict[tuple[TaskId, TaskId], deque[Buffer]] = {}
        self._capacity = self._random.choice((1, 2, 8, 64))
        self._to_master: deque[job_events.Event] = deque()
        self._results: list[Any] = []
        self._text: list[str] = []
        self._spark_running = False
        self._spark_told = False
        self._ended: Optional[job_instructions.EndJob] = None
        self._surprise_at = self._random.randrange(1, 400) if self._wants_surprise() else None

    def _wants_surprise(self) -> bool:
        return self._options.crash or self._options.cancel or self._options.stop

    def run(self) -> SimulationResult:
        self._handle(job_events.StartEvent())
        steps = 0
        while self._ended is None:
            steps += 1
            if steps > _MAX_STEPS:
                raise AssertionError(f"the job has not ended after {_MAX_STEPS} steps")
            if steps == self._surprise_at:
                self._surprise()
            actions = self._actions()
            if actions:
                self._random.choice(actions)()
            else:
                self._pass_time()
        return SimulationResult(
            self._ended.status,
            self._master.cause,
            self._results,
            "".join(self._text),
            self._master.accumulators(),
            steps,
        )

    # What can happen next ---------------------------------------------------------------------------------------------

    def _actions(self) -> list[Callable[[], None]]:
        actions: list[Callable[[], None]] = []
        if self._to_master:
            actions.append(lambda: self._handle(self._to_master.popleft()))
        for task in self._tasks.values():
            self._task_actions(task, actions)
        for (sender, receiver), frames in self._channels.items():
            core = self._tasks[receiver].core
            if frames and core is not None and not core.has_work and not self._is_held_back(receiver):
                actions.append(lambda s=sender, r=receiver: self._deliver(s, r))  # type: ignore[misc]
        if self._spark_running and not self._spark_told and self._all_gone():
            actions.append(self._end_spark_job)
        return actions

    def _task_actions(self, task: _Task, actions: list[Callable[[], None]]) -> None:
        if task.outgoing:
            actions.append(lambda: self._to_master.append(task.outgoing.popleft()))
        if task.gone:
            return
        if not task.born:
            if self._spark_running and self._may_start(task):
                actions.append(lambda: self._bear(task))
        elif task.inbox:
            actions.append(lambda: self._take_message(task))
        if task.core is not None and task.core.has_work and not self._is_held_back(task.id):
            actions.append(lambda: self._work(task))

    def _may_start(self, task: _Task) -> bool:
        if not self._options.batch:
            return True
        return all(other.gone for other in self._tasks.values() if other.id[0] < task.id[0])

    def _is_held_back(self, task: TaskId) -> bool:
        """Whether one of a task's receivers has no room; batch writes to files, which have."""
        if self._options.batch:
            return False
        return any(len(q) >= self._capacity for (sender, _), q in self._channels.items() if sender == task)

    def _all_gone(self) -> bool:
        ending = self._master.status in (JobStatus.FAILING, JobStatus.CANCELLING)
        return all(task.gone or (ending and not task.born) for task in self._tasks.values())

    # Doing it ---------------------------------------------------------------------------------------------------------

    def _handle(self, event: job_events.Event) -> None:
        for instruction in self._master.handle(event, self._clock.now_ms()):
            match instruction:
                case job_instructions.RunSparkJob():
                    self._spark_running = True
                case job_instructions.Send(task, message):
                    self._tasks[task].inbox.append(message)
                case job_instructions.CommitHere(committables):
                    self._commit(committables)
                case job_instructions.EndJob():
                    self._ended = instruction
                case job_instructions.CancelSparkJob():
                    pass  # tasks hear of it by their own messages

    def _commit(self, owed: dict[tuple[int, int], list[Any]]) -> None:
        error: Optional[Exception] = None
        try:
            for (vertex, position), committables in owed.items():
                operator = self._graph.job.vertex(vertex).operators[position].node.operator.build()
                assert isinstance(operator, SinkOperator)
                operator.commit(committables)
        except Exception as raised:
            error = raised
        self._to_master.append(job_events.CommittedEvent(error))

    def _bear(self, task: _Task) -> None:
        task.born = True
        register = messages.Register(*task.id, self._graph.attempt, "host", "executor", 1, 0)
        task.outgoing.append(job_events.MessageEvent(task.id, register))

    def _take_message(self, task: _Task) -> None:
        message = task.inbox.popleft()
        if isinstance(message, messages.Deploy):
            services = TaskServices(self._clock, lambda text, _: self._text.append(text), self._results.extend)
            task.core = make_task_core(pickle.loads(message.deployment), services)
            self._guarded(task, task.core.open)
        elif isinstance(message, messages.Cancel):
            self._vanish(task)
        elif task.core is not None:
            core = task.core
            self._guarded(task, lambda: core.handle(message))

    def _work(self, task: _Task) -> None:
        assert task.core is not None
        core = task.core
        records = self._random.choice((1, 2, 3, 7, 50))
        if self._random.random() < 0.1:
            self._clock.advance(self._random.choice((1, 5, 300)))
        self._guarded(task, lambda: core.work(records))

    def _deliver(self, sender: TaskId, receiver: TaskId) -> None:
        frame = self._channels[sender, receiver].popleft()
        task = self._tasks[receiver]
        assert task.core is not None
        core = task.core
        self._guarded(task, lambda: core.receive(frame))

    def _guarded(self, task: _Task, step: Callable[[], object]) -> None:
        """Lets a task do something; sends out what comes of it, or its failure."""
        core = task.core
        assert core is not None
        try:
            step()
            core.on_time()
        except Exception as error:
            core.close()
            task.outgoing.append(job_events.MessageEvent(task.id, messages.Failed(error)))
            self._vanish(task)
            return
        for pid, frame in core.outbox:
            self._channels.setdefault((task.id, (task.id[0] + 1, pid)), deque()).append(frame)
        core.outbox.clear()
        task.outgoing.extend(job_events.MessageEvent(task.id, message) for message in core.messages)
        core.messages.clear()
        if core.left or (self._options.batch and core.ended):
            core.close()
            self._vanish(task)

    def _vanish(self, task: _Task) -> None:
        task.gone, task.core = True, None
        task.inbox.clear()
        task.outgoing.append(job_events.DisconnectedEvent(task.id))

    def _end_spark_job(self) -> None:
        self._spark_told = True
        self._to_master.append(job_events.SparkJobEndedEvent())

    def _pass_time(self) -> None:
        """Nothing can happen before the clock moves on: to the next thing that is due."""
        cores = [task.core for task in self._tasks.values() if task.core is not None]
        times = [due for core in cores for due in (core.next_due_us(), core.next_poll_us()) if due is not None]
        if not times:
            raise AssertionError("the job hangs: no task, frame or message can move, and nothing waits for time")
        self._clock.advance(max(1, -(-(min(times) - self._clock.monotonic_us()) // 1000)))
        for task in self._tasks.values():
            if task.core is not None and not self._is_held_back(task.id):
                self._guarded(task, lambda: None)

    def _surprise(self) -> None:
        if self._options.crash:
            alive = [task for task in self._tasks.values() if task.born and not task.gone]
            if alive:
                self._vanish(self._random.choice(alive))
        elif self._options.cancel:
            self._to_master.append(job_events.CancelEvent())
        else:
            self._to_master.append(job_events.StopEvent())
