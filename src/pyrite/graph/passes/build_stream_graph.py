"""Pass: transformations -> StreamGraph. Unions, partitionings and side outputs become properties of edges."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Optional

from pyrite.common.errors import InvalidProgramError
from pyrite.graph.partitioning import Partitioning, PartitioningKind, default_partitioning
from pyrite.graph.passes.find_loops import find_loops
from pyrite.graph.passes.name_operators import name_operators
from pyrite.graph.stream_graph import StreamEdge, StreamGraph, StreamNode
from pyrite.graph.transformation import Transformation, TransformationKind


@dataclass(frozen=True)
class Defaults:
    """What applies to operators that say nothing themselves."""

    parallelism: int
    max_parallelism: int
    buffer_timeout_ms: int
    needs_uids: bool = False


@dataclass(frozen=True)
class _Origin:
    """Where an input's records come from once virtual transformations are looked through."""

    node: int
    side_output: Optional[str] = None
    partitioning: Optional[Partitioning] = None


def build_stream_graph(sinks: list[Transformation], job_name: str, defaults: Defaults) -> StreamGraph:
    """The graph of all transformations that the given ones depend on, in the order of their creation."""
    order = _inputs_first(sinks)
    ids = {node: number for number, node in enumerate(n for n in order if not n.kind.is_virtual)}
    nodes: list[StreamNode] = []
    edges: list[StreamEdge] = []
    for transformation, node_id in ids.items():
        origins = [
            (index, origin) for index, source in enumerate(transformation.inputs) for origin in _origins(source, ids)
        ]
        node = _node(transformation, node_id, [nodes[origin.node] for _, origin in origins], defaults)
        nodes.append(node)
        edges.extend(_edge(origin, nodes[origin.node], node, index) for index, origin in origins)
    _check_uids(nodes, defaults.needs_uids)
    return StreamGraph(job_name, tuple(name_operators(find_loops(nodes, edges), edges)), tuple(edges))


def _inputs_first(sinks: list[Transformation]) -> list[Transformation]:
    seen: dict[Transformation, None] = {}
    for sink in sinks:
        stack: list[tuple[Transformation, bool]] = [(sink, False)]
        while stack:
            node, expanded = stack.pop()
            if node in seen:
                continue
            if expanded:
                seen[node] = None
            else:
                stack.append((node, True))
                stack.extend((source, False) for source in reversed(node.inputs))
    return list(seen)


def _origins(transformation: Transformation, ids: dict[Transformation, int]) -> list[_Origin]:
    if not transformation.kind.is_virtual:
        return [_Origin(ids[transformation])]
    origins = [origin for source in transformation.inputs for origin in _origins(source, ids)]
    if transformation.kind is TransformationKind.SIDE_OUTPUT:
        return [replace(origin, side_output=transformation.side_output, partitioning=None) for origin in origins]
    if transformation.kind is TransformationKind.PARTITION:
        return [replace(origin, partitioning=transformation.partitioning) for origin in origins]
    return origins


def _parallelism(t: Transformation, defaults: Defaults) -> int:
    return 1 if t.non_parallel else (t.parallelism or defaults.parallelism)


def _uid(t: Transformation) -> str:
    """The end of a loop has a uid if its head has one."""
    if t.uid or t.loop_head is None or not t.loop_head.uid or t.loop_role is None:
        return t.uid
    return f"{t.loop_head.uid}-{t.loop_role.value}"


def _node(t: Transformation, node_id: int, inputs: list[StreamNode], defaults: Defaults) -> StreamNode:
    assert t.operator is not None
    parallelism = _parallelism(t if t.loop_head is None else t.loop_head, defaults)
    max_parallelism = t.max_parallelism or max(defaults.max_parallelism, parallelism)
    if parallelism > max_parallelism:
        raise InvalidProgramError(
            f"'{t.name}' has parallelism {parallelism}, more than its max parallelism of {max_parallelism}"
        )
    groups = {node.slot_sharing_group for node in inputs}
    inherited = groups.pop() if len(groups) == 1 else "default"
    return StreamNode(
        id=node_id,
        name=t.name,
        kind=t.kind,
        operator=t.operator,
        parallelism=parallelism,
        max_parallelism=max_parallelism,
        uid=_uid(t),
        uid_hash=t.uid_hash,
        description=t.description or t.name,
        chaining=t.chaining,
        slot_sharing_group=t.slot_sharing_group or inherited,
        buffer_timeout_ms=defaults.buffer_timeout_ms if t.buffer_timeout_ms is None else t.buffer_timeout_ms,
        keyed=t.keyed,
        bounded=t.bounded,
        output_type=t.output_type if t.fits_output else None,
        loop=t.loop,
        loop_role=t.loop_role,
    )


def _edge(origin: _Origin, source: StreamNode, target: StreamNode, input_index: int) -> StreamEdge:
    partitioning = origin.partitioning or default_partitioning(source.parallelism, target.parallelism)
    if partitioning.kind is PartitioningKind.FORWARD and source.parallelism != target.parallelism:
        raise InvalidProgramError(
            f"forward() from '{source.name}' (parallelism {source.parallelism}) to '{target.name}' "
            f"(parallelism {target.parallelism}): both need the same parallelism, or use rebalance() or rescale()"
        )
    return StreamEdge(source.id, target.id, input_index, partitioning, origin.side_output)


def _check_uids(nodes: list[StreamNode], needed: bool) -> None:
    seen: dict[str, str] = {}
    for node in nodes:
        if needed and not (node.uid or node.uid_hash):
            raise InvalidProgramError(f"'{node.name}' has no uid, and auto-generated uids are disabled: call uid()")
        if node.uid:
            if node.uid in seen:
                raise InvalidProgramError(f"uid '{node.uid}' is used twice, by '{seen[node.uid]}' and '{node.name}'")
            seen[node.uid] = node.name
