"""Pass: which operators send each watermark at its record."""

from __future__ import annotations

from dataclasses import replace

from pyrite.graph.plan_settings import PlanSettings
from pyrite.graph.stream_graph import StreamGraph, upstream


def place_watermarks(graph: StreamGraph, settings: PlanSettings) -> StreamGraph:
    """Has operators send watermarks without delay where one after them reads watermarks; feedback is no way there."""
    readers = [node.id for node in graph.nodes if node.operator.reads_watermarks]
    before = upstream(readers, graph.edges)
    nodes = (
        replace(node, operator=node.operator.with_exact_watermarks()) if node.id in before else node
        for node in graph.nodes
    )
    return replace(graph, nodes=tuple(nodes))
