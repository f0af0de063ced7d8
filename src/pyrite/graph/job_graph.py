"""JobGraph: chained operators as vertices, exchanges as edges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Optional

from pyrite.core.blocks.edge_format import ROWS, EdgeFormat
from pyrite.core.job.edge_identity import EdgeIdentity
from pyrite.core.job.loop import LoopRole
from pyrite.core.job.partitioning import Partitioning
from pyrite.graph.stream_graph import StreamNode
from pyrite.graph.transformation import TransformationKind


@dataclass(frozen=True)
class ChainedOperator:
    """An operator in a chain. `inputs` says from which earlier operators of the chain it takes records.

    Each input is (position in the chain, side output or None); the first operator has no input in the chain.
    """

    node: StreamNode
    inputs: tuple[tuple[int, Optional[str]], ...] = ()


KIND_PREFIXES: Final = {
    TransformationKind.SOURCE: "Source: ",
    TransformationKind.OPERATOR: "",
    TransformationKind.SINK: "Sink: ",
}
"""Flink's prefixes of names."""


@dataclass(frozen=True)
class JobVertex:
    """A chain of operators that run in one task."""

    id: int
    operators: tuple[ChainedOperator, ...]
    parallelism: int
    max_parallelism: int
    slot_sharing_group: str

    @property
    def name(self) -> str:
        """The chain in Flink's notation: `a -> b`, and `a -> (b, c)` where it branches."""
        following: list[list[str]] = [[] for _ in self.operators]
        for position in reversed(range(len(self.operators))):
            operator, names = self.operators[position], following[position][::-1]
            rest = f" -> ({', '.join(names)})" if len(names) > 1 else "".join(f" -> {name}" for name in names)
            for before in {before for before, _ in operator.inputs}:
                following[before].append(operator.node.name + rest)
        return self.head.name + rest

    @property
    def head(self) -> StreamNode:
        return self.operators[0].node

    @property
    def display_name(self) -> str:
        """The name as Flink shows it: `Source: a -> b`."""
        return KIND_PREFIXES[self.head.kind] + self.name


@dataclass(frozen=True)
class JobEdge:
    """An exchange between two vertices. `operator` is the position in the source's chain."""

    id: int
    source: int
    operator: int
    side_output: Optional[str]
    target: int
    input_index: int
    partitioning: Partitioning
    buffer_timeout_ms: int
    format: EdgeFormat = ROWS


@dataclass(frozen=True)
class JobGraph:
    """The vertices of a job, each after its inputs, and their edges."""

    job_name: str
    vertices: tuple[JobVertex, ...]
    edges: tuple[JobEdge, ...]

    def vertex(self, vertex_id: int) -> JobVertex:
        return self._vertices[vertex_id]

    def inputs(self, vertex_id: int) -> Sequence[JobEdge]:
        return self._inputs.get(vertex_id, ())

    def outputs(self, vertex_id: int) -> Sequence[JobEdge]:
        return self._outputs.get(vertex_id, ())

    @cached_property
    def _vertices(self) -> dict[int, JobVertex]:
        return {vertex.id: vertex for vertex in self.vertices}

    @cached_property
    def _inputs(self) -> dict[int, list[JobEdge]]:
        by_target: dict[int, list[JobEdge]] = {}
        for edge in self.edges:
            by_target.setdefault(edge.target, []).append(edge)
        return by_target

    @cached_property
    def _outputs(self) -> dict[int, list[JobEdge]]:
        by_source: dict[int, list[JobEdge]] = {}
        for edge in self.edges:
            by_source.setdefault(edge.source, []).append(edge)
        return by_source

    def identity(self, edge: JobEdge) -> EdgeIdentity:
        twins = [
            other.id
            for other in self.edges
            if (other.source, other.operator, other.side_output) == (edge.source, edge.operator, edge.side_output)
            and (other.target, other.input_index) == (edge.target, edge.input_index)
        ]
        source = self.vertex(edge.source).operators[edge.operator].node.operator_id
        target = self.vertex(edge.target).head.operator_id
        return EdgeIdentity(source, edge.side_output, target, edge.input_index, twins.index(edge.id))

    def feedback(self) -> list[tuple[int, int]]:
        """The feedback edges: the vertices of the tail and of the head of each loop."""
        nodes = [(chained.node, vertex.id) for vertex in self.vertices for chained in vertex.operators]
        heads = {node.loop_name: vertex for node, vertex in nodes if node.loop_role is LoopRole.HEAD}
        return [(vertex, heads[node.loop_name]) for node, vertex in nodes if node.loop_role is LoopRole.TAIL]

    def regions(self) -> list[set[int]]:
        """The parts of the graph that are not connected with each other, each as the ids of its vertices."""
        regions: list[set[int]] = [{vertex.id} for vertex in self.vertices]
        for ends in [*((edge.source, edge.target) for edge in self.edges), *self.feedback()]:
            touching = [region for region in regions if not region.isdisjoint(ends)]
            regions = [region for region in regions if region.isdisjoint(ends)] + [set().union(*touching)]
        return sorted(regions, key=min)

    def enters_supersteps(self, edge: JobEdge) -> bool:
        """Whether an edge leads from outside into the body of a loop with supersteps, or to an end of it."""
        source = self.vertex(edge.source).operators[edge.operator].node
        target = self.vertex(edge.target).head
        if target.loop is None or target.loop_role is LoopRole.HEAD:
            return False
        is_result = source.loop_role is LoopRole.HEAD and edge.side_output is not None
        return target.loop.has_supersteps and (source.loop_name != target.loop_name or is_result)

    @property
    def subtasks(self) -> int:
        return sum(vertex.parallelism for vertex in self.vertices)

    def slots_by_group(self) -> Mapping[str, int]:
        """The slots each slot sharing group needs: its largest parallelism."""
        slots: dict[str, int] = {}
        for vertex in self.vertices:
            group = vertex.slot_sharing_group
            slots[group] = max(slots.get(group, 0), vertex.parallelism)
        return slots

    def most_stateful_tasks(self) -> int:
        """How many tasks with keyed state a slot can have."""
        stateful = [vertex for vertex in self.vertices if any(each.node.keyed for each in vertex.operators)]
        return max(Counter(vertex.slot_sharing_group for vertex in stateful).values(), default=0)

    @property
    def slots(self) -> int:
        """The slots Flink would need."""
        return sum(self.slots_by_group().values())
