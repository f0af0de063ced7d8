"""Pass: StreamGraph -> JobGraph. Operators that can share a task become one vertex."""

from __future__ import annotations

from pyrite.core.functions.iteration_functions import LOOP_RESULT
from pyrite.core.job.partitioning import PartitioningKind
from pyrite.graph.job_graph import ChainedOperator, JobEdge, JobGraph, JobVertex
from pyrite.graph.plan_settings import PlanSettings
from pyrite.graph.stream_graph import StreamEdge, StreamGraph
from pyrite.graph.transformation import ChainingStrategy

_LONGEST = 1100
"""Operators of a chain call each other: with more, a function that calls itself through C would overflow the stack."""


def chain_operators(graph: StreamGraph, settings: PlanSettings) -> JobGraph:
    """Chains by Flink's rules. Vertices are in the order of their first operators."""
    chain_edges = [edge for edge in graph.edges if _can_chain(graph, edge, settings)]
    head_of: dict[int, int] = {}
    members: dict[int, list[int]] = {}
    for node in graph.nodes:
        before = [edge for edge in chain_edges if edge.target == node.id]
        if before and len(members[head_of[before[0].source]]) >= _LONGEST:
            chain_edges.remove(before.pop())
        head = head_of[before[0].source] if before else node.id
        head_of[node.id] = head
        members.setdefault(head, []).append(node.id)
    vertex_of = {node: index for index, nodes in enumerate(members.values()) for node in nodes}
    position = {node: place for nodes in members.values() for place, node in enumerate(nodes)}
    vertices = tuple(
        _vertex(graph, index, nodes, [e for e in chain_edges if e.target in nodes], position)
        for index, nodes in enumerate(members.values())
    )
    exchanges = [edge for edge in graph.edges if edge not in chain_edges]
    edges = tuple(
        JobEdge(
            id=number,
            source=vertex_of[edge.source],
            operator=position[edge.source],
            side_output=edge.side_output,
            target=vertex_of[edge.target],
            input_index=edge.input_index,
            partitioning=edge.partitioning,
            buffer_timeout_ms=graph.node(edge.source).buffer_timeout_ms,
            format=edge.format,
        )
        for number, edge in enumerate(exchanges)
    )
    return JobGraph(graph.job_name, vertices, edges)


def _can_chain(graph: StreamGraph, edge: StreamEdge, settings: PlanSettings) -> bool:
    source, target = graph.node(edge.source), graph.node(edge.target)
    return (
        settings.chaining
        and (settings.chains_different_max_parallelism or source.max_parallelism == target.max_parallelism)
        and edge.partitioning.kind is PartitioningKind.FORWARD
        and len(graph.inputs(target.id)) == 1
        and source.parallelism == target.parallelism
        and source.slot_sharing_group == target.slot_sharing_group
        and source.chaining is not ChainingStrategy.NEVER
        and target.chaining is ChainingStrategy.ALWAYS
        and edge.side_output != LOOP_RESULT.tag_id  # given when the task's operators end, all or none
    )


def _vertex(
    graph: StreamGraph, index: int, nodes: list[int], chain_edges: list[StreamEdge], position: dict[int, int]
) -> JobVertex:
    operators = tuple(
        ChainedOperator(
            graph.node(node),
            tuple((position[edge.source], edge.side_output) for edge in chain_edges if edge.target == node),
        )
        for node in nodes
    )
    head = operators[0].node
    return JobVertex(index, operators, head.parallelism, head.max_parallelism, head.slot_sharing_group)
