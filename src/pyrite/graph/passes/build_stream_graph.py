"""Pass: transformations -> StreamGraph. Unions, partitionings and side outputs become properties of edges."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Optional

from pyrite.core.blocks.edge_format import ROWS, EdgeFormat
from pyrite.core.job.partitioning import DEFAULT, Partitioning
from pyrite.graph.stream_graph import PARALLELISM_DEFAULT, StreamEdge, StreamGraph, StreamNode
from pyrite.graph.transformation import Transformation, TransformationKind


@dataclass(frozen=True)
class _Origin:
    """Where an input's records come from once virtual transformations are looked through."""

    node: int
    side_output: Optional[str] = None
    partitioning: Optional[Partitioning] = None
    format: EdgeFormat = ROWS


def build_stream_graph(sinks: list[Transformation], job_name: str, buffer_timeout_ms: int) -> StreamGraph:
    """The graph of all transformations that the given ones depend on, in the order of their creation.

    `buffer_timeout_ms` applies to operators that name none. Parallelism that the program leaves open stays open.
    """
    order = _inputs_first(sinks)
    ids = {node: number for number, node in enumerate(n for n in order if not n.kind.is_virtual)}
    nodes: list[StreamNode] = []
    edges: list[StreamEdge] = []
    for transformation, node_id in ids.items():
        origins = [
            (index, origin) for index, source in enumerate(transformation.inputs) for origin in _origins(source, ids)
        ]
        node = _node(transformation, node_id, [nodes[origin.node] for _, origin in origins], buffer_timeout_ms)
        nodes.append(node)
        edges.extend(
            StreamEdge(origin.node, node_id, index, origin.partitioning or DEFAULT, origin.side_output, origin.format)
            for index, origin in origins
        )
    return StreamGraph(job_name, tuple(nodes), tuple(edges))


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
        return [_Origin(ids[transformation], format=transformation.output_format)]
    origins = [origin for source in transformation.inputs for origin in _origins(source, ids)]
    if transformation.kind is TransformationKind.SIDE_OUTPUT:
        side_output = transformation.side_output
        return [replace(origin, side_output=side_output, partitioning=None, format=ROWS) for origin in origins]
    if transformation.kind is TransformationKind.PARTITION:
        return [replace(origin, partitioning=transformation.partitioning) for origin in origins]
    return origins


def _uid(t: Transformation) -> str:
    """The end of a loop has a uid if its head has one."""
    role = None if t.operator is None else t.operator.loop_role
    if t.uid or t.loop_head is None or not t.loop_head.uid or role is None:
        return t.uid
    return f"{t.loop_head.uid}-{role.value}"


def _node(t: Transformation, node_id: int, inputs: list[StreamNode], buffer_timeout_ms: int) -> StreamNode:
    assert t.operator is not None
    groups = {node.slot_sharing_group for node in inputs}
    inherited = groups.pop() if len(groups) == 1 else "default"
    return StreamNode(
        id=node_id,
        name=t.name,
        kind=t.kind,
        operator=t.operator,
        parallelism=1 if t.non_parallel else (t.parallelism or PARALLELISM_DEFAULT),
        max_parallelism=t.max_parallelism or PARALLELISM_DEFAULT,
        uid=_uid(t),
        uid_hash=t.uid_hash,
        description=t.description or t.name,
        chaining=t.chaining,
        slot_sharing_group=t.slot_sharing_group or inherited,
        buffer_timeout_ms=buffer_timeout_ms if t.buffer_timeout_ms is None else t.buffer_timeout_ms,
        keyed=t.keyed,
        bounded=t.bounded,
        output_type=t.output_type if t.fits_output else None,
        loop=t.operator.loop,
        loop_role=t.operator.loop_role,
        state_meaning=t.state_meaning,
    )
