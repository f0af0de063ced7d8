"""Pass: gives every operator its parallelism and every edge its partitioning, where the program left them open."""

from __future__ import annotations

from dataclasses import replace

from pyrite.core.errors import InvalidProgramError
from pyrite.core.job.loop import LoopRole
from pyrite.core.job.partitioning import PartitioningKind, default_partitioning
from pyrite.graph.plan_settings import PlanSettings
from pyrite.graph.stream_graph import PARALLELISM_DEFAULT, StreamEdge, StreamGraph, StreamNode


def resolve_parallelism(graph: StreamGraph, settings: PlanSettings) -> StreamGraph:
    """A loop's ends get the parallelism of its head. An open edge is FORWARD between equal ones, else REBALANCE."""
    heads = {node.loop_name: node for node in graph.nodes if node.loop_role is LoopRole.HEAD}
    nodes = []
    for node in graph.nodes:
        is_end = node.loop_role in (LoopRole.TAIL, LoopRole.TERMINATION)
        nodes.append(_resolved(node, heads[node.loop_name] if is_end else node, settings))
    edges = [_partitioned(edge, nodes[edge.source], nodes[edge.target]) for edge in graph.edges]
    return replace(graph, nodes=tuple(nodes), edges=tuple(edges))


def _resolved(node: StreamNode, like: StreamNode, settings: PlanSettings) -> StreamNode:
    own = settings.parallelism if like.parallelism == PARALLELISM_DEFAULT else like.parallelism
    parallelism = settings.operators.get(like.operator_id, own)
    if node.non_parallel and parallelism != 1:
        raise InvalidProgramError(f"'{node.name}' cannot run in parallel: its parallelism is 1, not {parallelism}")
    max_parallelism = node.max_parallelism
    if max_parallelism == PARALLELISM_DEFAULT:
        max_parallelism = max(settings.max_parallelism, parallelism)
    if parallelism > max_parallelism:
        raise InvalidProgramError(
            f"'{node.name}' has parallelism {parallelism}, more than its max parallelism of {max_parallelism}"
        )
    return replace(node, parallelism=parallelism, max_parallelism=max_parallelism)


def _partitioned(edge: StreamEdge, source: StreamNode, target: StreamNode) -> StreamEdge:
    partitioning = edge.partitioning
    if partitioning.kind is PartitioningKind.DEFAULT:
        partitioning = default_partitioning(source.parallelism, target.parallelism)
    if partitioning.kind is PartitioningKind.FORWARD and source.parallelism != target.parallelism:
        raise InvalidProgramError(
            f"forward() from '{source.name}' (parallelism {source.parallelism}) to '{target.name}' "
            f"(parallelism {target.parallelism}): both need the same parallelism, or use rebalance() or rescale()"
        )
    return replace(edge, partitioning=partitioning)
