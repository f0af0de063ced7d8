"""Pass: the loops of a program, which operators are in the body of which, and which loops are invalid."""

from __future__ import annotations

from dataclasses import replace

from pyrite.core.errors import InvalidProgramError
from pyrite.core.job.loop import LoopRole
from pyrite.graph.plan_settings import PlanSettings
from pyrite.graph.stream_graph import StreamGraph, StreamNode, downstream, upstream


def find_loops(graph: StreamGraph, settings: PlanSettings) -> StreamGraph:
    """Notes the loop that each operator is in. A body is what comes after the head and before one of the loop's ends.

    A head's side output is the loop's result, and no part of the body.
    """
    nodes, edges = graph.nodes, graph.edges
    body_of: dict[int, StreamNode] = {}
    for head in [node for node in nodes if node.loop_role is LoopRole.HEAD]:
        ends = [node.id for node in nodes if node.loop_name == head.loop_name and node is not head]
        if not any(nodes[end].loop_role is LoopRole.TAIL for end in ends):
            raise InvalidProgramError(f"'{head.name}' is the head of a loop that nothing is fed back to: close_with()")
        inner = [edge for edge in edges if not (edge.source == head.id and edge.side_output)]
        body = downstream([head.id], inner) & upstream(ends, inner) - {head.id, *ends}
        for node in body:
            if node in body_of or nodes[node].loop_role is not None:
                raise InvalidProgramError(
                    f"'{nodes[node].name}' is in the loops of two iterations: one cannot be inside another. Close the "
                    "inner one's loop by hand: feed its records back in the outer one"
                )
            body_of[node] = head
    nodes_in_loops = (_in_body(node, body_of[node.id]) if node.id in body_of else node for node in nodes)
    return replace(graph, nodes=tuple(nodes_in_loops))


def _in_body(node: StreamNode, head: StreamNode) -> StreamNode:
    return replace(node, loop=head.loop, loop_role=LoopRole.BODY)
