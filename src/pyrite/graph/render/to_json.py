"""A graph as JSON: everything it holds but the user's functions."""

from __future__ import annotations

import json
from typing import Any

from pyrite.graph.execution_graph import ExecutionGraph, Relay, Work
from pyrite.graph.job_graph import ChainedOperator, JobEdge, JobGraph, JobVertex
from pyrite.graph.physical_graph import PhysicalGraph
from pyrite.graph.render.graphs import Graph, work_name
from pyrite.graph.render.hops import Hops
from pyrite.graph.stream_graph import StreamEdge, StreamGraph, StreamNode

JsonObject = dict[str, Any]


def render_json(graph: Graph) -> str:
    return json.dumps(as_json_object(graph), indent=2)


def as_json_object(graph: Graph) -> JsonObject:
    """The graph as dicts, lists, texts and numbers. Ids are the ids of its nodes, vertices and edges."""
    if isinstance(graph, StreamGraph):
        return {
            "job_name": graph.job_name,
            "nodes": [_node(node) for node in graph.nodes],
            "edges": [_stream_edge(edge) for edge in graph.edges],
            **_feedback(graph),
        }
    if isinstance(graph, JobGraph):
        return {
            "job_name": graph.job_name,
            "vertices": [_vertex(vertex) for vertex in graph.vertices],
            "edges": [_job_edge(edge) for edge in graph.edges],
            **_feedback(graph),
        }
    if isinstance(graph, ExecutionGraph):
        return {"job_name": graph.job.job_name, "attempt": graph.attempt, "levels": _levels(graph)}
    return _physical(graph)


def _feedback(graph: StreamGraph | JobGraph) -> JsonObject:
    """The feedback edges of loops, if any."""
    ways = [{"source": tail, "target": head} for tail, head in graph.feedback()]
    return {"feedback": ways} if ways else {}


def _node(node: StreamNode) -> JsonObject:
    return {
        "id": node.id,
        "name": node.name,
        "kind": node.kind.value,
        "description": node.description,
        "operator": node.operator.description,
        "uid": node.uid or None,
        "parallelism": node.parallelism,
        "max_parallelism": node.max_parallelism,
        "slot_sharing_group": node.slot_sharing_group,
        "chaining": node.chaining.value,
        "buffer_timeout_ms": node.buffer_timeout_ms,
        "keyed": node.keyed,
        "bounded": node.bounded,
    }


def _stream_edge(edge: StreamEdge) -> JsonObject:
    return {
        "source": edge.source,
        "side_output": edge.side_output,
        "target": edge.target,
        "input_index": edge.input_index,
        "partitioning": edge.partitioning.kind.value,
    }


def _vertex(vertex: JobVertex) -> JsonObject:
    return {
        "id": vertex.id,
        "name": vertex.name,
        "operators": [_chained(operator) for operator in vertex.operators],
        "parallelism": vertex.parallelism,
        "max_parallelism": vertex.max_parallelism,
        "slot_sharing_group": vertex.slot_sharing_group,
    }


def _chained(operator: ChainedOperator) -> JsonObject:
    return {
        "node": operator.node.id,
        "name": operator.node.name,
        "uid": operator.node.uid or None,
        "inputs": [{"operator": position, "side_output": side} for position, side in operator.inputs],
    }


def _job_edge(edge: JobEdge) -> JsonObject:
    return {
        "id": edge.id,
        "source": edge.source,
        "operator": edge.operator,
        "side_output": edge.side_output,
        "target": edge.target,
        "input_index": edge.input_index,
        "partitioning": edge.partitioning.kind.value,
        "buffer_timeout_ms": edge.buffer_timeout_ms,
    }


def _levels(graph: ExecutionGraph) -> list[list[JsonObject]]:
    hops = Hops(graph)
    return [
        [
            _work(graph.job, pid, work)
            | {
                "inputs": [
                    {"edge": hop.edge.id, "partitions_above": list(hop.senders)} for hop in hops.into(number, work)
                ]
            }
            for pid, work in enumerate(level.work)
        ]
        for number, level in enumerate(graph.levels)
    ]


def _work(job: JobGraph, pid: int, work: Work) -> JsonObject:
    place: JsonObject = {"pid": pid, "name": work_name(job, work)}
    if isinstance(work, Relay):
        return place | {"kind": "relay", "edge": work.edge}
    return place | {"kind": "subtask", "vertex": work.vertex, "subtask": work.index}


def _physical(graph: PhysicalGraph) -> JsonObject:
    execution = graph.execution
    tasks = [
        {"level": placement.level}
        | _work(execution.job, placement.pid, placement.work)
        | {"executor": placement.executor, "host": placement.host, "process": placement.process}
        for placement in graph.placements
    ]
    return {
        "job_name": execution.job.job_name,
        "attempt": execution.attempt,
        "tasks_expected": execution.slots,
        "tasks": tasks,
    }
