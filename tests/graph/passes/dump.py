"""Every property of a graph that a pass may set, as text: the form of the fixtures of the passes."""

from __future__ import annotations

from pyrite.graph.execution_graph import ExecutionGraph, Relay
from pyrite.graph.job_graph import JobGraph
from pyrite.graph.stream_graph import PARALLELISM_DEFAULT, StreamGraph, StreamNode

Graph = StreamGraph | JobGraph | ExecutionGraph


def dump(graph: Graph) -> str:
    if isinstance(graph, StreamGraph):
        return "\n".join(["stream graph", *_nodes(graph), *_edges(graph)])
    if isinstance(graph, JobGraph):
        return "\n".join(["job graph", *_vertices(graph), *_exchanges(graph)])
    return "\n".join(["execution graph", *_levels(graph)])


def _nodes(graph: StreamGraph) -> list[str]:
    return [f"  {node.id} {node.name}: {', '.join(_facts(node))}" for node in graph.nodes]


def _facts(node: StreamNode) -> list[str]:
    facts = [node.kind.value, f"parallelism {_number(node.parallelism)} of {_number(node.max_parallelism)}"]
    facts += [f"uid {node.uid}"] if node.uid else []
    facts += [f"id {node.operator_id}"] if node.operator_id else []
    facts += [f"{node.loop_role.value} of {node.loop_name}"] if node.loop_role else []
    return facts + ([f"group {node.slot_sharing_group}"] if node.slot_sharing_group != "default" else [])


def _number(parallelism: int) -> str:
    return "default" if parallelism == PARALLELISM_DEFAULT else str(parallelism)


def _edges(graph: StreamGraph) -> list[str]:
    return [
        f"  {edge.source} -> {edge.target} input {edge.input_index}: {edge.partitioning.kind.value}"
        + (f", side output {edge.side_output}" if edge.side_output else "")
        for edge in graph.edges
    ]


def _vertices(graph: JobGraph) -> list[str]:
    return [
        f"  {vertex.id} {vertex.name}: parallelism {vertex.parallelism} of {vertex.max_parallelism}"
        + (f", group {vertex.slot_sharing_group}" if vertex.slot_sharing_group != "default" else "")
        for vertex in graph.vertices
    ]


def _exchanges(graph: JobGraph) -> list[str]:
    return [
        f"  {edge.source} operator {edge.operator} -> {edge.target} input {edge.input_index}: "
        + edge.partitioning.kind.value
        + (f", side output {edge.side_output}" if edge.side_output else "")
        for edge in graph.edges
    ]


def _levels(graph: ExecutionGraph) -> list[str]:
    lines = []
    for number, level in enumerate(graph.levels):
        works = [
            f"relay of edge {work.edge}" if isinstance(work, Relay) else f"{work.vertex}.{work.index}"
            for work in level.work
        ]
        lines.append(f"  level {number}: {', '.join(works)}")
    return lines
