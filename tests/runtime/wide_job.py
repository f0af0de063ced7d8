"""A wide job played against the real JobMasterCore: how much CPU each decision takes, with the messages that are sent.

    python -m tests.runtime.wide_job 1000

prints, for a job of that many tasks, the whole and the slowest decision of each phase of its life.
"""

from __future__ import annotations

import pickle
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Optional

from pyrite.checkpoint.manifest import CheckpointMetrics, Manifest
from pyrite.connectors.builtin.terminal import DiscardingSink
from pyrite.core.job.restart_strategy import FixedDelay
from pyrite.datastream import (
    KeyedProcessFunction,
    StreamExecutionEnvironment,
)
from pyrite.graph.execution_graph import ExecutionGraph, Subtask
from pyrite.runtime.master.attempt.attempt_settings import AttemptSettings
from pyrite.runtime.master.checkpoint.checkpoint_schedule import CheckpointPlan
from pyrite.runtime.master.job_events import (
    AliveEvent,
    AttemptBegunEvent,
    CheckpointStoredEvent,
    DisconnectedEvent,
    Event,
    MessageEvent,
    SparkJobEndedEvent,
    StartEvent,
    TaskId,
    TickEvent,
)
from pyrite.runtime.master.job_instructions import BeginAttempt, Instruction, Send, StoreCheckpoint
from pyrite.runtime.master.job_master_core import JobMasterCore
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.deployment import DeploymentEncoder, TaskSettings
from pyrite.runtime.wire.task_report import TaskReport
from pyrite.state.handles import (
    HASHMAP,
    FileRef,
    KeyedHandle,
    StoredOperatorState,
    TaskStateSnapshot,
    UnkeyedStateSummary,
)
from pyrite.state.key_groups import key_group_range

MAX_PARALLELISM = 1 << 15


class Count(KeyedProcessFunction):
    def process_element(self, value: Any, ctx: Any) -> Iterator[Any]:
        yield value


def program(parallelism: int) -> StreamExecutionEnvironment:
    """Sources, all connected to as many keyed tasks, which have the sink in their chain."""
    env = StreamExecutionEnvironment().set_parallelism(parallelism).set_max_parallelism(MAX_PARALLELISM)
    env.from_sequence(1, 10**9).key_by(lambda n: n % 1000).process(Count()).sink_to(DiscardingSink())
    return env


def graph_of(parallelism: int) -> ExecutionGraph:
    env = program(parallelism)
    return env.get_job_spec().plan().execution


@dataclass
class Cost:
    """CPU seconds of a phase: of all its decisions, and of the slowest one."""

    total_s: float = 0.0
    slowest_s: float = 0.0
    decisions: int = 0

    def add(self, seconds: float) -> None:
        self.total_s += seconds
        self.slowest_s = max(self.slowest_s, seconds)
        self.decisions += 1


class WideJob:
    """Plays the tasks of a job. `costs` are those of the JobMaster's thread, sending included."""

    def __init__(self, tasks: int, manifest: Optional[Manifest] = None) -> None:
        plan = CheckpointPlan("wide", 10_000)
        encoder = DeploymentEncoder(TaskSettings(False, 192 << 10, 64 << 20, 1000, 10_000))
        settings = AttemptSettings(encoder, False, 10_000, 60_000, plan)
        self.costs: dict[str, Cost] = {}
        self.sent_bytes = 0
        self.deploy_bytes: list[int] = []
        self.stored: Optional[Manifest] = None
        self._manifest = manifest
        self._now_ms = 1_000_000
        self._attempt = 0
        self.core = JobMasterCore(graph_of(tasks // 2), settings, FixedDelay(10, 0))

    # One event --------------------------------------------------------------------------------------------------------

    def _handle(self, phase: str, event: Event) -> list[Instruction]:
        begun_s = time.thread_time()
        out = self.core.handle(event, self._now_ms)
        self.core.next_due_ms()
        for instruction in out:
            if isinstance(instruction, Send):
                self._send(instruction)
        self.costs.setdefault(phase, Cost()).add(time.thread_time() - begun_s)
        for instruction in out:
            if isinstance(instruction, StoreCheckpoint):
                self.stored = instruction.manifest
        return out

    def _send(self, instruction: Send) -> None:
        data = pickle.dumps(instruction.message)
        self.sent_bytes += len(data)
        if isinstance(instruction.message, messages.Deploy):
            self.deploy_bytes.append(len(data))

    def _say(self, phase: str, task: TaskId, message: messages.TaskMessage) -> list[Instruction]:
        return self._handle(phase, MessageEvent(task, message))

    # Its life ---------------------------------------------------------------------------------------------------------

    def run_to_the_start(self) -> None:
        (begin,) = self._handle("start", StartEvent())
        assert isinstance(begin, BeginAttempt)
        self._begin()

    def _begin(self) -> None:
        self._attempt += 1
        self._handle("start", AttemptBegunEvent(self._attempt, self._manifest, 1_000 * self._attempt))
        for task in self.core.view().tasks:
            self._say("register", task, messages.Register(*task, self._attempt, "host", "executor", 1, 0))
        for task in self.core.view().tasks:
            self._say("open", task, messages.Opened())

    def run(self, seconds: int = 10) -> None:
        """Every task is alive and reports once a second; two ticks a second."""
        for _ in range(seconds):
            for task in self.core.view().tasks:
                self._handle("alive", AliveEvent(task))
                self._say("report", task, messages.Report(TaskReport()))
            for _ in range(2):
                self._now_ms += 500
                self._handle("tick", TickEvent())

    def take_checkpoint(self) -> Manifest:
        (checkpoint_id,) = (pending.checkpoint_id for pending in self.core.view().checkpoints.under_way)
        self.stored = None
        for task in self.core.view().tasks:
            handle = self._handle_of(self.core.attempt.attempt_tasks.subtask(task))
            self._say("acknowledge", task, messages.Acknowledge(checkpoint_id, handle, CheckpointMetrics()))
        assert self.stored is not None
        self._handle("complete", CheckpointStoredEvent(checkpoint_id))
        return self.stored

    def _handle_of(self, work: Subtask) -> TaskStateSnapshot:
        vertex = self.core.graph.job.vertex(work.vertex)
        groups = key_group_range(work.index, vertex.parallelism, MAX_PARALLELISM)
        name = f"shared/{work.vertex}-{work.index}"
        keyed = KeyedHandle(HASHMAP, groups.start, groups.stop - 1, (FileRef(name, 100, 1),))
        unkeyed, summary = FileRef("", 1000, 1, b"x" * 1000), UnkeyedStateSummary(0, 0, lists=(("splits", 3),))
        handle = StoredOperatorState(keyed if vertex.id else None, unkeyed, has_unkeyed=True, summary=summary)
        return TaskStateSnapshot({chained.node.operator_id: handle for chained in vertex.operators})

    def lose_a_task(self) -> None:
        """One task's process ends: all others are cancelled, and the job restarts from its last checkpoint."""
        self._manifest = self.stored or self._manifest
        for task in list(self.core.view().tasks):
            self._handle("lose", DisconnectedEvent(task))
        self._handle("lose", SparkJobEndedEvent(None))
        self._now_ms += 1
        self._handle("lose", TickEvent())
        self._begin()

    def finish(self) -> None:
        for task in self.core.view().tasks:
            self._say("finish", task, messages.Finished({}))


def main() -> None:
    tasks = int(sys.argv[1])
    job = WideJob(tasks)
    begun_s = time.thread_time()
    job.run_to_the_start()
    sys.stdout.write(f"{tasks} tasks deployed in {time.thread_time() - begun_s:.2f} s, {job.sent_bytes:,} bytes sent\n")
    job.run(10)
    manifest = job.take_checkpoint()
    job.lose_a_task()
    job.finish()
    rescaled = WideJob(tasks * 3 // 2, manifest)
    rescaled.run_to_the_start()
    for name, costs in (("", job.costs), ("rescaled: ", rescaled.costs)):
        for phase, cost in costs.items():
            slowest = f"slowest of {cost.decisions:,}: {1000 * cost.slowest_s:.1f} ms"
            sys.stdout.write(f"{name + phase:24} {cost.total_s:8.3f} s   {slowest}\n")
    sys.stdout.write(f"rescaled: deployment messages of {max(rescaled.deploy_bytes):,} bytes at most\n")


if __name__ == "__main__":
    main()
