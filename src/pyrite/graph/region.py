"""Region: a part of a job that is not connected with the rest. Its tasks run as one Spark job, and fail together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Optional

from pyrite.graph.execution_graph import ExecutionGraph, Level, Subtask, Work
from pyrite.graph.job_graph import JobVertex

Task = tuple[int, int]
"""(level, pid)"""


@dataclass(frozen=True)
class Region:
    """A region in one attempt. Its levels and partitions are numbered for itself, as its Spark job sees them."""

    number: int
    graph: ExecutionGraph
    """The whole job, but only the levels and partitions of the region. Its attempt is the region's own."""
    pids: Optional[tuple[tuple[int, ...], ...]] = None
    """The partition in the whole job's graph, by level and partition of the region. None: the whole job."""

    @cached_property
    def tasks(self) -> tuple[Task, ...]:
        """Its tasks, as the whole job numbers them."""
        return tuple(
            self.task_of_job((number, pid))
            for number, level in enumerate(self.graph.levels)
            for pid in range(len(level.work))
        )

    @cached_property
    def vertices(self) -> tuple[JobVertex, ...]:
        return tuple(vertex for vertex in self.graph.job.vertices if vertex.id in self.graph)

    def task_of_job(self, own: Task) -> Task:
        """A task of this region, as the whole job numbers it."""
        level, pid = own
        return own if self.pids is None else (level, self.pids[level][pid])

    def own_task(self, task: Task) -> Task:
        """A task of the job, as this region numbers it."""
        return task if self.pids is None else self._own_tasks[task]

    @cached_property
    def _own_tasks(self) -> Mapping[Task, Task]:
        assert self.pids is not None
        return {(level, pid): (level, own) for level, pids in enumerate(self.pids) for own, pid in enumerate(pids)}

    def in_attempt(self, attempt: int) -> Region:
        """The region when its tasks start once more."""
        return self.numbered(self.graph.attempt_number + 1, attempt)

    def numbered(self, attempt_number: int, attempt: int) -> Region:
        return replace(self, graph=replace(self.graph, attempt=attempt, attempt_number=attempt_number))

    def placed_in(self, graph: ExecutionGraph) -> ExecutionGraph:
        """The whole job's graph, with the work of this region where the region has it."""
        if self.pids is None:
            return self.graph
        levels = [list(level.work) for level in graph.levels]
        for level, pids in enumerate(self.pids):
            for work, pid in zip(self.graph.levels[level].work, pids, strict=True):
                levels[level][pid] = work
        return replace(graph, levels=tuple(Level(tuple(work)) for work in levels))


def whole(graph: ExecutionGraph) -> Region:
    """The whole job as one region."""
    return Region(0, graph)


def regions_of(graph: ExecutionGraph) -> tuple[Region, ...]:
    """The regions of a job."""
    parts = graph.job.regions()
    return (whole(graph),) if len(parts) == 1 else tuple(_region(graph, *part) for part in enumerate(parts))


def _region(graph: ExecutionGraph, number: int, vertices: set[int]) -> Region:
    """Every region begins at the first level and leaves none out: a vertex is one level below its deepest input."""
    pids = tuple(
        tuple(pid for pid, work in enumerate(level.work) if _vertex(graph, work) in vertices) for level in graph.levels
    )
    used = tuple(level_pids for level_pids in pids if level_pids)
    deepest = graph.levels[: len(used)]
    levels = tuple(
        Level(tuple(level.work[pid] for pid in level_pids)) for level, level_pids in zip(deepest, used, strict=True)
    )
    return Region(number, replace(graph, levels=levels), used)


def _vertex(graph: ExecutionGraph, work: Work) -> int:
    """Whose work it is; a relay's is its sender's."""
    return work.vertex if isinstance(work, Subtask) else graph.job.edges[work.edge].source
