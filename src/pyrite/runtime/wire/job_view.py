"""JobView: an immutable snapshot of a job. Observers of a job read it, and never the parts that make decisions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Optional

from pyrite.core.functions.accumulators import merged_values
from pyrite.core.job.job_event import JobEvent
from pyrite.core.job.job_metrics import JobMetrics
from pyrite.core.job.job_status import JobStatus
from pyrite.core.metrics.metric_spec import MetricId
from pyrite.graph.execution_graph import ExecutionGraph, Relay, Subtask
from pyrite.graph.physical_graph import PhysicalGraph, Placement
from pyrite.runtime.wire.checkpoint_kind import CheckpointKind
from pyrite.runtime.wire.checkpoint_outcome import CheckpointOutcome, SubtaskPart
from pyrite.runtime.wire.job_scope_metrics import job_scope_metrics
from pyrite.runtime.wire.previous_attempt import PreviousAttempt
from pyrite.runtime.wire.story import Transition
from pyrite.runtime.wire.task_report import TaskReport
from pyrite.runtime.wire.task_state import TaskState

TaskId = tuple[int, int]
"""(level, pid)"""


@dataclass(frozen=True)
class JobException:
    """The failure of an attempt of a job, or of one of its regions."""

    at_ms: int
    attempt: int
    error: Exception
    vertices: tuple[str, ...] = ()
    """The vertex names of a region that failed alone; empty if the whole job failed."""


@dataclass(frozen=True)
class CheckpointUnderWay:
    """A checkpoint that is neither complete nor aborted."""

    checkpoint_id: int
    kind: CheckpointKind
    triggered_ms: int
    subtasks: Mapping[Subtask, SubtaskPart]
    """The parts of the subtasks that have acknowledged it."""
    is_storing: bool
    unaligned: bool = False
    waits_for: str = ""
    """The operators and function calls that it waits for; empty if none are known."""


@dataclass(frozen=True)
class CheckpointsView:
    """The checkpoints of a job, over all of its attempts."""

    completed: int = 0
    failed: int = 0
    restored_id: Optional[int] = None
    """The checkpoint that the job was last restored from."""
    restored_ms: int = 0
    under_way: tuple[CheckpointUnderWay, ...] = ()
    history: tuple[CheckpointOutcome, ...] = ()
    """The latest checkpoints, the oldest first."""
    restores: int = 0
    """The number of attempts restored from a checkpoint."""


@dataclass(frozen=True)
class JobView:
    """A snapshot of a job."""

    status: JobStatus
    graph: ExecutionGraph
    """The graph of the current attempt, or of the last one."""
    is_batch: bool
    tasks: Mapping[TaskId, TaskState] = field(default_factory=dict)
    newest_attempt: int = 0
    """The highest attempt number of the attempt and of its restarted regions."""
    is_under_way: bool = False
    """Whether every task runs."""
    restarting_vertices: tuple[str, ...] = ()
    """The names of vertices in regions that restart alone."""
    missing_tasks: int = 0
    """The number of tasks that must run at once but have not started."""
    restarts: int = 0
    restart_ms: Optional[int] = None
    """The time at which the job, or a region of it, restarts, if a restart is pending."""
    cause: Optional[Exception] = None
    """The cause of a restart or of the job's end: the first error since its last completed checkpoint."""
    last_error: Optional[Exception] = None
    """The error of the last attempt, which may or may not be a consequence of the cause."""
    checkpoints: CheckpointsView = field(default_factory=CheckpointsView)
    exceptions: tuple[JobException, ...] = ()
    """The latest exceptions of all attempts, the oldest first."""
    previous_attempts: tuple[PreviousAttempt, ...] = ()
    """Previous attempts of subtasks, the oldest of each subtask first."""
    status_since_ms: Mapping[JobStatus, int] = field(default_factory=dict)
    """The time at which the job last entered each status."""
    story: tuple[Transition, ...] = ()
    events: tuple[JobEvent, ...] = ()
    """The recorded events of the job, also of earlier drivers, the oldest first."""
    supersteps: Mapping[str, Any] = field(default_factory=dict)
    at_ms: int = 0
    """The time of the snapshot; 0: unknown."""
    trouble: str = ""
    """The current problem: why the job restarts, why it waits, or why its last checkpoint failed. Empty if none."""

    @property
    def name(self) -> str:
        return self.graph.job.job_name

    @property
    def parallelism(self) -> int:
        """The largest parallelism of its vertices."""
        return max(vertex.parallelism for vertex in self.graph.job.vertices)

    def reports(self) -> dict[TaskId, TaskReport]:
        """The last report of every task."""
        return {task: state.report for task, state in self.tasks.items()}

    def accumulators(self) -> dict[str, Any]:
        """The accumulators' values, merged over all tasks, as last reported, and the tables of supersteps."""
        merged = merged_values(state.accumulators or state.report.accumulators for state in self.tasks.values())
        return {**merged, **self.supersteps}

    def metrics(self) -> JobMetrics:
        """The metrics of the job, and of all tasks as last reported."""
        operators = [chained.node for vertex in self.graph.job.vertices for chained in vertex.operators]
        names = {node.operator_id: node.name for node in operators}
        values = job_scope_metrics(self)
        for task, state in self.tasks.items():
            work = self.graph.work_of(task)
            if isinstance(work, Subtask):
                for operator, name, value in state.report.items():
                    values[MetricId(work.vertex, work.index, operator, name, names.get(operator, ""))] = value
        return JobMetrics(values)

    def physical_graph(self) -> PhysicalGraph:
        """The placement of the registered tasks."""
        placements = tuple(
            Placement(level, pid, self.graph.work_of((level, pid)), where.executor, where.host, where.process)
            for (level, pid), state in self.tasks.items()
            if (where := state.registration) is not None
        )
        return PhysicalGraph(self.graph, placements)

    def describe(self, task: TaskId) -> str:
        """The text that names a task in messages."""
        return describe_task(self.graph, task)


def describe_task(graph: ExecutionGraph, task: TaskId) -> str:
    """The text that names a task in messages."""
    work = graph.work_of(task)
    if isinstance(work, Relay):
        return f"the relay of edge {work.edge} at level {task[0]}"
    vertex = graph.job.vertex(work.vertex)
    return f"task '{vertex.name}' ({work.index + 1}/{vertex.parallelism})"
