"""AttemptView: what can be seen of an attempt: its tasks, where they run, and their figures."""

from __future__ import annotations

from collections import Counter
from typing import Any

from pyrite.common.accumulators import merged_values
from pyrite.graph.execution_graph import ExecutionGraph, Relay, Subtask
from pyrite.graph.physical_graph import PhysicalGraph, Placement
from pyrite.runtime.job_events import TaskId
from pyrite.runtime.task_state import TaskPhase, TaskState


class AttemptView:
    """The tasks of one attempt, as last heard of."""

    def __init__(self, graph: ExecutionGraph) -> None:
        self.graph = graph
        self.tasks: dict[TaskId, TaskState] = {
            (level, pid): TaskState() for level, found in enumerate(graph.levels) for pid in range(len(found.work))
        }
        self._in_phase = Counter({TaskPhase.EXPECTED: len(self.tasks)})

    def enter(self, task: TaskId, phase: TaskPhase) -> None:
        """A task comes to a phase. Tasks in each are counted: with many of them, no event may look at all."""
        state = self.tasks[task]
        self._in_phase[state.phase] -= 1
        self._in_phase[phase] += 1
        state.phase = phase

    def count(self, *phases: TaskPhase) -> int:
        return sum(self._in_phase[phase] for phase in phases)

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

    def handed_in(self) -> dict[tuple[int, int], list[Any]]:
        """The committables of tasks that have finished, by vertex and position in its chain. With checkpoints, none."""
        found: dict[tuple[int, int], list[Any]] = {}
        for task, state in self.tasks.items():
            work = self.work(task)
            for position, committables in state.committables.items():
                assert isinstance(work, Subtask)
                found.setdefault((work.vertex, position), []).extend(committables)
        return found

    def physical_graph(self) -> PhysicalGraph:
        """Where the tasks that have registered run."""
        placements = tuple(
            Placement(level, pid, self.work((level, pid)), found.executor, found.host, found.process)
            for (level, pid), state in self.tasks.items()
            if (found := state.registration) is not None
        )
        return PhysicalGraph(self.graph, placements)

    def accumulators(self) -> dict[str, Any]:
        """The accumulators' values, merged over all tasks, as last heard."""
        return merged_values(state.accumulators or state.report.accumulators for state in self.tasks.values())

    def metrics(self) -> dict[str, Any]:
        """The user's own metrics, as `subtask.operator.name`."""
        found: dict[str, Any] = {}
        for task, state in self.tasks.items():
            work = self.work(task)
            if not isinstance(work, Relay):
                found.update({f"{work.index}.{name}": value for name, value in state.report.user_metrics.items()})
        return found
