"""Pass: transformations -> StreamGraph. Unions, partitionings and side outputs become properties of edges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Optional

from pyrite.core.blocks.edge_format import ROWS, EdgeFormat
from pyrite.core.job.partitioning import DEFAULT, Partitioning
from pyrite.graph.program import Program
from pyrite.graph.stream_graph import PARALLELISM_DEFAULT, StreamEdge, StreamGraph, StreamNode
from pyrite.graph.transformation import Transformation, TransformationId, TransformationKind


@dataclass(frozen=True)
class _Origin:
    """Where an input's records come from once virtual transformations are looked through."""

    node: int
    side_output: Optional[str] = None
    partitioning: Optional[Partitioning] = None
    format: EdgeFormat = ROWS


def build_stream_graph(
    program: Program, sinks: Sequence[TransformationId], job_name: str, buffer_timeout_ms: int
) -> StreamGraph:
    """The graph of all transformations that the given ones depend on, in the order of their creation.

    `buffer_timeout_ms` applies to operators that name none. Parallelism that the program leaves open stays open.
    """
    ids = _operators(program, sinks)
    nodes: list[StreamNode] = []
    edges: list[StreamEdge] = []
    for each, node_id in ids.items():
        step = program[each]
        origins = [
            (index, origin) for index, source in enumerate(step.inputs) for origin in _origins(program, source, ids)
        ]
        inputs = [nodes[origin.node] for _, origin in origins]
        nodes.append(_node(step, _uid(program, step), node_id, inputs, buffer_timeout_ms))
        edges.extend(
            StreamEdge(origin.node, node_id, index, origin.partitioning or DEFAULT, origin.side_output, origin.format)
            for index, origin in origins
        )
    return StreamGraph(job_name, tuple(nodes), tuple(edges))


def _operators(program: Program, sinks: Sequence[TransformationId]) -> dict[TransformationId, int]:
    """The numbers of the graph's nodes."""
    steps = [each for each in program.upstream(sinks) if not program[each].kind.is_virtual]
    return {each: number for number, each in enumerate(steps)}


def _origins(program: Program, node: TransformationId, ids: dict[TransformationId, int]) -> list[_Origin]:
    step = program[node]
    if not step.kind.is_virtual:
        return [_Origin(ids[node], format=step.output_format)]
    origins = [origin for source in step.inputs for origin in _origins(program, source, ids)]
    if step.kind is TransformationKind.SIDE_OUTPUT:
        return [replace(origin, side_output=step.side_output, partitioning=None, format=ROWS) for origin in origins]
    if step.kind is TransformationKind.PARTITION:
        return [replace(origin, partitioning=step.partitioning) for origin in origins]
    return origins


def _uid(program: Program, t: Transformation) -> str:
    """The end of a loop has a uid if its head has one."""
    role = None if t.operator is None else t.operator.loop_role
    if t.uid or t.loop_head is None or role is None:
        return t.uid
    head = program[t.loop_head].uid
    return f"{head}-{role.value}" if head else ""


def _node(t: Transformation, uid: str, node_id: int, inputs: list[StreamNode], buffer_timeout_ms: int) -> StreamNode:
    assert t.operator is not None
    groups = {node.slot_sharing_group for node in inputs}
    group = groups.pop() if len(groups) == 1 else "default"
    return StreamNode(
        id=node_id,
        name=t.name,
        kind=t.kind,
        operator=t.operator,
        parallelism=1 if t.non_parallel else (t.parallelism or PARALLELISM_DEFAULT),
        max_parallelism=t.max_parallelism or PARALLELISM_DEFAULT,
        uid=uid,
        uid_hash=t.uid_hash,
        description=t.description or t.name,
        chaining=t.chaining,
        slot_sharing_group=t.slot_sharing_group or group,
        buffer_timeout_ms=buffer_timeout_ms if t.buffer_timeout_ms is None else t.buffer_timeout_ms,
        keyed=t.keyed,
        bounded=t.bounded,
        output_type=t.output_type if t.fits_output else None,
        loop=t.operator.loop,
        loop_role=t.operator.loop_role,
        non_parallel=t.non_parallel,
        state_meaning=t.state_meaning,
    )
