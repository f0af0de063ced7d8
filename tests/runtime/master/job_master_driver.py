"""A JobMasterCore and its surroundings played by hand: what tasks, Spark and the client do, one event at a time."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any, Optional

from pyrite.connectors.builtin.terminal import DiscardingSink
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.graph.execution_graph import ExecutionGraph
from pyrite.runtime.master.attempt.attempt_settings import AttemptSettings
from pyrite.runtime.master.job_events import (
    CancelEvent,
    DisconnectedEvent,
    Event,
    MessageEvent,
    SparkJobEndedEvent,
    StartEvent,
    TaskId,
    TickEvent,
)
from pyrite.runtime.master.job_instructions import EndJob, Instruction, Send
from pyrite.runtime.master.job_master_core import JobMasterCore
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.deployment import SubtaskRestore
from tests.graph.programs import Count, environment, execution_graph, numbers, same

SOURCE, COUNT_0, COUNT_1, SINK = (0, 0), (1, 0), (1, 1), (2, 0)
HEARTBEAT_MS, SLOT_MS = 10_000, 60_000


class Phase(IntEnum):
    """How far a streaming job has come."""

    CREATED = 0
    STARTED = 1
    REGISTERING = 2
    DEPLOYED = 3
    OPENING = 4
    RUNNING = 5
    FINISHING = 6
    COMMITTING = 7
    LEAVING = 8


def counting_env() -> StreamExecutionEnvironment:
    """Source (1) => Count (2) => Sink (1)."""
    env = environment(1)
    numbers(env).key_by(same).process(Count()).name("Count").set_parallelism(2).sink_to(DiscardingSink()).name("Sink")
    return env


class Driver:
    """Plays a job. Every method returns the instructions that came of it; `all` keeps them all."""

    def __init__(self, batch: bool = False, env: Optional[StreamExecutionEnvironment] = None) -> None:
        graph = execution_graph(env or counting_env())
        self.core = JobMasterCore(graph, AttemptSettings(_deployment, batch, HEARTBEAT_MS, SLOT_MS))
        self.now_ms = 1_000_000
        self.all: list[Instruction] = []
        self.connected: set[TaskId] = set()

    @property
    def tasks(self) -> list[TaskId]:
        return list(self.core.view().tasks)

    def handle(self, event: Event) -> list[Instruction]:
        out = list(self.core.handle(event, self.now_ms))
        self.all.extend(out)
        return out

    def say(self, task: TaskId, message: messages.TaskMessage) -> list[Instruction]:
        return self.handle(MessageEvent(task, message))

    def tick(self, by_ms: int) -> list[Instruction]:
        self.now_ms += by_ms
        return self.handle(TickEvent())

    def start(self) -> list[Instruction]:
        return self.handle(StartEvent())

    def register(self, *tasks: TaskId, spark_attempt: int = 0) -> list[Instruction]:
        self.connected.update(tasks)
        return self._each(tasks, [messages.Register(*task, 0, "host-7", "exec", 4321, spark_attempt) for task in tasks])

    def open(self, *tasks: TaskId) -> list[Instruction]:
        return self._each(tasks, [messages.Opened()] * len(tasks))

    def finish(self, *tasks: TaskId, committables: Optional[dict[int, list[Any]]] = None) -> list[Instruction]:
        return self._each(tasks, [messages.Finished(committables or {})] * len(tasks))

    def fail(self, task: TaskId, error: Exception) -> list[Instruction]:
        return self.say(task, messages.Failed(error))

    def cancel(self) -> list[Instruction]:
        return self.handle(CancelEvent())

    def disconnect(self, *tasks: TaskId) -> list[Instruction]:
        self.connected.difference_update(tasks)
        return [item for task in tasks for item in self.handle(DisconnectedEvent(task))]

    def end_spark(self, error: Optional[Exception] = None) -> list[Instruction]:
        return self.handle(SparkJobEndedEvent(error))

    def let_everything_go(self) -> list[Instruction]:
        """All connected tasks go, then the Spark job ends."""
        return self.disconnect(*sorted(self.connected)) + self.end_spark()

    def _each(self, tasks: tuple[TaskId, ...], said: list[Any]) -> list[Instruction]:
        return [item for task, message in zip(tasks, said, strict=True) for item in self.say(task, message)]

    @property
    def ends(self) -> list[EndJob]:
        return [item for item in self.all if isinstance(item, EndJob)]


def _deployment(graph: ExecutionGraph, level: int, pid: int, restore: Optional[SubtaskRestore]) -> messages.Deploy:
    return messages.Deploy(b"%d/%d" % (level, pid))


def sent(instructions: list[Instruction], kind: type[messages.JobMasterMessage]) -> list[TaskId]:
    """The tasks to which messages of a kind went."""
    return [item.task for item in instructions if isinstance(item, Send) and isinstance(item.message, kind)]


def job_in(phase: Phase) -> Driver:
    """A streaming job that has come to a phase; its sink has something to commit."""
    job = Driver()
    steps: list[Callable[[], object]] = [
        lambda: job.start(),
        lambda: job.register(SOURCE, COUNT_1),
        lambda: job.register(COUNT_0, SINK),
        lambda: job.open(SOURCE, SINK),
        lambda: job.open(COUNT_0, COUNT_1),
        lambda: job.finish(SOURCE, COUNT_0),
        lambda: job.finish(COUNT_1) + job.finish(SINK, committables={0: ["file"]}),
        lambda: job.say(SINK, messages.Committed()),
    ]
    for step in steps[:phase]:
        step()
    return job
