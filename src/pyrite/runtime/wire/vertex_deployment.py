"""VertexDeployment: what all subtasks of a vertex have in common. Each task works out its own part of it.

So the JobMaster says once what is the same for all, and a job with many subtasks costs it no more than these: not one
step for every pair of a sender and a receiver.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Optional

from pyrite.core.job.partitioning import Partitioning
from pyrite.graph.execution_graph import ExecutionGraph, Relay
from pyrite.graph.job_graph import JobEdge, JobVertex
from pyrite.runtime.wire.deployment import (
    InputEdge,
    OutputEdge,
    RelayDeployment,
    SubtaskDeployment,
    SubtaskRestore,
    TaskDeployment,
    TaskSettings,
)


@dataclass(frozen=True)
class VertexInput:
    """An edge into a vertex. Its functions are left out where only the senders call them."""

    edge: JobEdge
    senders: int
    enters_supersteps: bool

    def of(self, subtask: int, parallelism: int) -> InputEdge:
        edge, way = self.edge, self.edge.partitioning
        senders = tuple(way.senders(subtask, self.senders, parallelism))
        keyed = way if way.is_keyed else None
        return InputEdge(edge.id, edge.input_index, way.is_keyed, senders, keyed, self.enters_supersteps, edge.format)


@dataclass(frozen=True)
class VertexOutput:
    """An edge out of a vertex, and the partition to which frames for each receiver go next."""

    edge: JobEdge
    receivers: int
    max_parallelism: int
    next_hops: Sequence[int]

    def of(self, subtask: int, parallelism: int) -> OutputEdge:
        edge = self.edge
        connected = edge.partitioning.receivers(subtask, parallelism, self.receivers)
        return OutputEdge(
            edge=edge.id,
            operator=edge.operator,
            side_output=edge.side_output,
            partitioning=edge.partitioning,
            senders=parallelism,
            receivers=self.receivers,
            max_parallelism=self.max_parallelism,
            next_hops={receiver: self.next_hops[receiver] for receiver in connected},
            timeout_ms=edge.buffer_timeout_ms,
            format=edge.format,
        )


@dataclass(frozen=True)
class VertexDeployment:
    """The work of a vertex."""

    vertex: JobVertex
    attempt: int
    inputs: tuple[VertexInput, ...]
    outputs: tuple[VertexOutput, ...]
    settings: TaskSettings
    attempt_number: int = 0

    def of(self, subtask: int, restore: Optional[SubtaskRestore] = None) -> SubtaskDeployment:
        """The work of one of its subtasks."""
        parallelism = self.vertex.parallelism
        inputs = tuple(edge.of(subtask, parallelism) for edge in self.inputs)
        outputs = tuple(edge.of(subtask, parallelism) for edge in self.outputs)
        return SubtaskDeployment(
            self.vertex, subtask, self.attempt, inputs, outputs, self.settings, restore, self.attempt_number
        )


def deploy(
    graph: ExecutionGraph, level: int, pid: int, settings: TaskSettings, restore: Optional[SubtaskRestore] = None
) -> TaskDeployment:
    """What the task of partition `pid` of a level is to do."""
    work = graph.levels[level].work[pid]
    if isinstance(work, Relay):
        return deploy_relay(graph, level, work, settings)
    return deploy_vertex(graph, work.vertex, settings).of(work.index, restore)


def deploy_vertex(graph: ExecutionGraph, vertex_id: int, settings: TaskSettings) -> VertexDeployment:
    job, level = graph.job, graph.level_of(vertex_id)
    inputs = tuple(
        VertexInput(_without_functions(edge), job.vertex(edge.source).parallelism, job.enters_supersteps(edge))
        for edge in job.inputs(vertex_id)
    )
    outputs = tuple(
        VertexOutput(edge, target.parallelism, target.max_parallelism, graph.next_hops(edge.id, level))
        for edge in job.outputs(vertex_id)
        for target in (job.vertex(edge.target),)
    )
    return VertexDeployment(job.vertex(vertex_id), graph.attempt, inputs, outputs, settings, graph.attempt_number)


def _without_functions(edge: JobEdge) -> JobEdge:
    way = edge.partitioning
    return edge if way.is_keyed else replace(edge, partitioning=Partitioning(way.kind))


def deploy_relay(graph: ExecutionGraph, level: int, work: Relay, settings: TaskSettings) -> RelayDeployment:
    edge = graph.job.edges[work.edge]
    senders = graph.job.vertex(edge.source).parallelism
    hops = dict(enumerate(graph.next_hops(edge.id, level)))
    return RelayDeployment(edge.id, senders, hops, edge.partitioning.channels(senders, len(hops)), settings)
