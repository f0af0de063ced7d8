"""ExecutionGraph: the job graph spread over levels and partitions, for one attempt.

A level is one Spark stage. Its partitions are the subtasks of its vertices and the relays of edges that pass through.
"""

from __future__ import annotations

from dataclasses import dataclass
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
        return self.work.index(work)


@dataclass(frozen=True)
class ExecutionGraph:
    """All tasks of one attempt."""

    job: JobGraph
    levels: tuple[Level, ...]
    attempt: int

    @property
    def slots(self) -> int:
        """The Spark slots that all tasks together need."""
        return sum(len(level.work) for level in self.levels)

    @property
    def relays(self) -> int:
        return sum(isinstance(work, Relay) for level in self.levels for work in level.work)

    def level_of(self, vertex: int) -> int:
        for number, level in enumerate(self.levels):
            if any(isinstance(work, Subtask) and work.vertex == vertex for work in level.work):
                return number
        raise KeyError(vertex)

    def next_hop(self, edge_id: int, level: int, receiver: int) -> int:
        """The partition of level + 1 to which a frame of the edge for a receiver goes."""
        edge = self.job.edges[edge_id]
        work: Work = Subtask(edge.target, receiver)
        following = self.levels[level + 1]
        return following.pid(work) if work in following.work else following.pid(Relay(edge_id))
