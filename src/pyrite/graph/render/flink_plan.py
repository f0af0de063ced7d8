"""Flink's JSON form of a program: one node an operator, with the ship strategy of each input."""

from __future__ import annotations

import json
from typing import Any

from pyrite.graph.stream_graph import StreamGraph
from pyrite.graph.transformation import TransformationKind

_PACT = {
    TransformationKind.SOURCE: "Data Source",
    TransformationKind.OPERATOR: "Operator",
    TransformationKind.SINK: "Data Sink",
}
_PREFIX = {TransformationKind.SOURCE: "Source: ", TransformationKind.OPERATOR: "", TransformationKind.SINK: "Sink: "}


def flink_plan_json(graph: StreamGraph) -> str:
    """The plan as `getExecutionPlan` of Flink's Java API gives it; ids count from 1."""
    nodes: list[dict[str, Any]] = []
    for node in graph.nodes:
        entry: dict[str, Any] = {
            "id": node.id + 1,
            "type": _PREFIX[node.kind] + node.name,
            "pact": _PACT[node.kind],
            "contents": _PREFIX[node.kind] + node.description,
            "parallelism": node.parallelism,
        }
        predecessors = [
            {"id": edge.source + 1, "ship_strategy": edge.partitioning.kind.value, "side": "second"}
            for edge in graph.inputs(node.id)
        ]
        if predecessors:
            entry["predecessors"] = predecessors
        nodes.append(entry)
    return json.dumps({"nodes": nodes}, indent=2)
