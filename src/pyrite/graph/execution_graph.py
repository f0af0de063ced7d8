"""ExecutionGraph: the job graph spread over levels and partitions, for one attempt.

A level is one Spark stage. Its partitions are the subtasks of its vertices and the relays of edges that pass through.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Union

from pyrite.graph.job_graph import JobGraph


@dataclass(frozen=True)
class Subtask:
    """One parallel instance of a vertex."""

    vertex: int
    index: int


@dataclass(frozen=True)
class Relay:
    """Passes on the frames of an edge that skips this level."""

    edge: int


Work = Union[Subtask, Relay]


@dataclass(frozen=True)
class Level:
    """The partitions of one stage: `work[pid]`."""

    work: tuple[Work, ...]

    def pid(self, work: Work) -> int:
        return self._pids[work]

    def __contains__(self, work: Work) -> bool:
        return work in self._pids

    @cached_property
    def _pids(self) -> dict[Work, int]:
        return {work: pid for pid, work in enumerate(self.work)}


@dataclass(frozen=True)
class ExecutionGraph:
    """All tasks of one attempt."""

    job: JobGraph
    levels: tuple[Level, ...]
    attempt: int
    """By this number, which goes over all drivers of the job, storage and tasks tell attempts apart."""
    attempt_number: int = 0
    """How often this driver has started its tasks before, as Flink counts attempts."""

    @property
    def slots(self) -> int:
        """The Spark slots that all tasks together need."""
        return sum(len(level.work) for level in self.levels)

    @property
    def relays(self) -> int:
        return sum(isinstance(work, Relay) for level in self.levels for work in level.work)

    def __contains__(self, vertex: int) -> bool:
        return vertex in self._levels

    def level_of(self, vertex: int) -> int:
        return self._levels[vertex]

    @cached_property
    def _levels(self) -> dict[int, int]:
        return {
            work.vertex: number
            for number, level in enumerate(self.levels)
            for work in level.work
            if isinstance(work, Subtask)
        }

    def task_of(self, subtask: Subtask) -> tuple[int, int]:
        """The level and the partition of a subtask."""
        level = self._levels[subtask.vertex]
        return level, self.levels[level].pid(subtask)

    def work_of(self, task: tuple[int, int]) -> Work:
        """What the task of a level and a partition does."""
        return self.levels[task[0]].work[task[1]]

    def next_hops(self, edge_id: int, level: int) -> Sequence[int]:
        """The partitions of level + 1 to which frames of the edge go, by receiver. A range where it can be."""
        edge = self.job.edges[edge_id]
        receivers = range(self.job.vertex(edge.target).parallelism)
        following = self.levels[level + 1]
        if Relay(edge_id) in following:
            return (following.pid(Relay(edge_id)),) * len(receivers)
        pids = tuple(following.pid(Subtask(edge.target, receiver)) for receiver in receivers)
        consecutive = range(pids[0], pids[0] + len(pids))
        return consecutive if pids == tuple(consecutive) else pids
