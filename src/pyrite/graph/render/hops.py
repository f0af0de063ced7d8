"""Hops: from which partitions of the level above a partition gets its frames."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pyrite.graph.execution_graph import ExecutionGraph, Relay, Subtask, Work
from pyrite.graph.job_graph import JobEdge


@dataclass(frozen=True)
class Hop:
    """Frames of one edge on their way into a partition. `senders` are partitions of the level above."""

    edge: JobEdge
    senders: tuple[int, ...]


class Hops:
    """The hops of one execution graph, looked up by partition."""

    def __init__(self, graph: ExecutionGraph) -> None:
        self._job = graph.job
        self._pids = [{work: pid for pid, work in enumerate(level.work)} for level in graph.levels]

    def into(self, level: int, work: Work) -> list[Hop]:
        if isinstance(work, Relay):
            edge = self._job.edges[work.edge]
            return [self._hop(level, edge, range(self._job.vertex(edge.source).parallelism))]
        return [self._hop(level, edge, self._senders(edge, work)) for edge in self._job.inputs(work.vertex)]

    def _senders(self, edge: JobEdge, receiver: Subtask) -> Iterable[int]:
        senders = self._job.vertex(edge.source).parallelism
        if not edge.partitioning.is_pointwise:
            return range(senders)
        return edge.partitioning.senders(receiver.index, senders, self._job.vertex(edge.target).parallelism)

    def _hop(self, level: int, edge: JobEdge, senders: Iterable[int]) -> Hop:
        above = self._pids[level - 1]
        relay = above.get(Relay(edge.id))
        if relay is not None:
            return Hop(edge, (relay,))
        return Hop(edge, tuple(above[Subtask(edge.source, sender)] for sender in senders))
