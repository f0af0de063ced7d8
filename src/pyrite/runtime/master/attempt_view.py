"""AttemptView: what can be seen of an attempt: its tasks, where they run, and their figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pyrite.core.functions.accumulators import merged_values
from pyrite.core.job.job_metrics import JobMetrics
from pyrite.core.metric_spec import MetricId
from pyrite.graph.execution_graph import ExecutionGraph, Relay, Subtask
from pyrite.graph.physical_graph import PhysicalGraph, Placement
from pyrite.runtime.master.job_events import TaskId
from pyrite.runtime.master.region_attempt import RegionAttempt
from pyrite.runtime.master.task_state import TaskPhase, TaskState


class AttemptView:
    """The tasks of one attempt, as last reported."""

    def __init__(self, graph: ExecutionGraph, regions: Sequence[RegionAttempt]) -> None:
        self.graph = graph
        self.regions = list(regions)
        """By number; each is the region's last attempt."""
        self.tasks: dict[TaskId, TaskState] = {}
        self._region_numbers: dict[TaskId, int] = {}
        for number, region in enumerate(regions):
            self.tasks.update(region.tasks)
            self._region_numbers.update(dict.fromkeys(region.tasks, number))
        if len(regions) > 1:
            self.tasks = dict(sorted(self.tasks.items()))

    @property
    def stopped_at(self) -> str:
        """The savepoint with which an earlier attempt has stopped the job: this one only commits what is pending."""
        manifest = self.regions[0].manifest
        return "" if manifest is None else manifest.stopped_at

    @property
    def newest_number(self) -> int:
        """The highest number that the attempt, or a region that restarted, has."""
        return max(region.number for region in self.regions)

    @property
    def is_under_way(self) -> bool:
        """Whether every task runs."""
        return all(region.runs for region in self.regions)

    def region_of(self, task: TaskId) -> RegionAttempt:
        return self.regions[self._region_numbers[task]]

    def enter(self, task: TaskId, phase: TaskPhase) -> None:
        self.region_of(task).enter(task, phase)

    def count(self, *phases: TaskPhase) -> int:
        return sum(region.count(*phases) for region in self.regions)

    def are_all(self, *phases: TaskPhase) -> bool:
        return self.count(*phases) == len(self.tasks)

    def work(self, task: TaskId) -> Subtask | Relay:
        return self.graph.levels[task[0]].work[task[1]]

    def subtask(self, task: TaskId) -> Subtask:
        work = self.work(task)
        assert isinstance(work, Subtask)
        return work

    def describe(self, task: TaskId) -> str:
        """A task in messages."""
        work = self.work(task)
        if isinstance(work, Relay):
            return f"the relay of edge {work.edge} at level {task[0]}"
        vertex = self.graph.job.vertex(work.vertex)
        return f"task '{vertex.name}' ({work.index + 1}/{vertex.parallelism})"

    def handed_in(self, tasks: Iterable[TaskId]) -> dict[tuple[int, int], list[Any]]:
        """The committables of tasks that have finished, by vertex and position in its chain. With checkpoints, none."""
        by_operator: dict[tuple[int, int], list[Any]] = {}
        for task in tasks:
            work = self.work(task)
            for position, committables in self.tasks[task].committables.items():
                assert isinstance(work, Subtask)
                by_operator.setdefault((work.vertex, position), []).extend(committables)
        return by_operator

    def physical_graph(self) -> PhysicalGraph:
        """Where the tasks that have registered run."""
        placements = tuple(
            Placement(
                level, pid, self.work((level, pid)), registration.executor, registration.host, registration.process
            )
            for (level, pid), state in self.tasks.items()
            if (registration := state.registration) is not None
        )
        return PhysicalGraph(self.graph, placements)

    def accumulators(self) -> dict[str, Any]:
        """The accumulators' values, merged over all tasks, as last reported."""
        return merged_values(state.accumulators or state.report.accumulators for state in self.tasks.values())

    def metrics(self) -> JobMetrics:
        """The metrics of all tasks, as last reported."""
        names = {
            chained.node.operator_id: chained.node.name for v in self.graph.job.vertices for chained in v.operators
        }
        values: dict[MetricId, Any] = {}
        for task, state in self.tasks.items():
            work = self.work(task)
            if isinstance(work, Subtask):
                for operator, name, value in state.report.items():
                    values[MetricId(work.vertex, work.index, operator, name, names.get(operator, ""))] = value
        return JobMetrics(values)
