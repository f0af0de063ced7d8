"""Each graph as a Picture: operators, tasks, or the partitions of each level."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from pyrite.core.job.partitioning import Partitioning
from pyrite.graph.execution_graph import ExecutionGraph, Relay, Subtask
from pyrite.graph.job_graph import JobEdge, JobGraph, JobVertex
from pyrite.graph.passes.assign_levels import assign_levels
from pyrite.graph.passes.chain_operators import chain_operators
from pyrite.graph.plan_settings import PlanSettings
from pyrite.graph.render.graphs import FEEDBACK, Graph, heading, share, side_label
from pyrite.graph.render.picture import Arrow, Box, BoxStyle, Picture
from pyrite.graph.stream_graph import StreamGraph, StreamNode
from pyrite.graph.transformation import TransformationKind

_STYLES = {
    TransformationKind.SOURCE: BoxStyle.SOURCE,
    TransformationKind.OPERATOR: BoxStyle.OPERATOR,
    TransformationKind.SINK: BoxStyle.SINK,
}
_MOST_LINES = 12

Where = dict[tuple[int, int], str]
_UNCHAINED = PlanSettings(parallelism=1, chaining=False)


def to_picture(graph: Graph) -> Picture:
    if isinstance(graph, StreamGraph):
        return _stream_picture(graph)
    if isinstance(graph, JobGraph):
        return _job_picture(graph)
    if isinstance(graph, ExecutionGraph):
        return _execution_picture(graph, heading(graph), {})
    where = {
        (
            placement.level,
            placement.pid,
        ): f"executor {placement.executor}, {placement.host}, process {placement.process}"
        for placement in graph.placements
    }
    return _execution_picture(graph.execution, heading(graph), where)


def _stream_picture(graph: StreamGraph) -> Picture:
    # Without chaining every operator is a vertex of the same number, so its level is the operator's layer.
    layers = _layers(chain_operators(graph, _UNCHAINED))
    boxes = tuple(
        Box(str(node.id), layers[node.id], _STYLES[node.kind], f"{node.id}: {node.name}", _node_lines(node))
        for node in graph.nodes
    )
    arrows = tuple(
        Arrow(str(edge.source), str(edge.target), _label(edge.partitioning, edge.side_output)) for edge in graph.edges
    )
    return Picture(heading(graph), boxes, arrows, feedback_edges=_feedback_edges(graph))


def _node_lines(node: StreamNode) -> tuple[str, ...]:
    lines = [f"parallelism {node.parallelism}{', keyed' if node.keyed else ''}"]
    lines += [f"uid {node.uid}"] if node.uid else []
    lines += [f"group {node.slot_sharing_group}"] if node.slot_sharing_group != "default" else []
    return tuple(lines)


def _job_picture(graph: JobGraph) -> Picture:
    layers = _layers(graph)
    boxes = []
    for vertex in graph.vertices:
        chain = [_link(vertex, position) for position in range(1, len(vertex.operators))]
        settings = [f"parallelism {vertex.parallelism}", f"group {vertex.slot_sharing_group}"]
        title = f"{vertex.id}: {vertex.head.name}"
        boxes.append(Box(str(vertex.id), layers[vertex.id], _style(graph, vertex.id), title, (*chain, *settings)))
    arrows = tuple(Arrow(str(edge.source), str(edge.target), _edge_label(edge)) for edge in graph.edges)
    return Picture(heading(graph), tuple(boxes), arrows, feedback_edges=_feedback_edges(graph))


def _feedback_edges(graph: StreamGraph | JobGraph) -> tuple[Arrow, ...]:
    return tuple(Arrow(str(tail), str(head), FEEDBACK) for tail, head in graph.feedback())


def _link(vertex: JobVertex, position: int) -> str:
    """An operator of a chain, with the one before it where that is not on the line above."""
    operator = vertex.operators[position]
    before = operator.inputs[0][0]
    origin = "" if before == position - 1 else f"{vertex.operators[before].node.name} "
    return f"{origin}-> {operator.node.name}"


def _layers(graph: JobGraph) -> dict[int, int]:
    levels = enumerate(assign_levels(graph, _UNCHAINED).levels)
    return {work.vertex: number for number, level in levels for work in level.work if isinstance(work, Subtask)}


def _style(graph: JobGraph, vertex_id: int) -> BoxStyle:
    """A chain looks like a source if it begins with one, else like a sink if it holds one."""
    kinds = [operator.node.kind for operator in graph.vertex(vertex_id).operators]
    if kinds[0] is TransformationKind.OPERATOR and TransformationKind.SINK in kinds:
        return BoxStyle.SINK
    return _STYLES[kinds[0]]


def _execution_picture(graph: ExecutionGraph, title: str, where: Where) -> Picture:
    boxes = tuple(box for number, _ in enumerate(graph.levels) for box in _level_boxes(graph, number, where))
    layers = {box.id: box.layer for box in boxes}
    arrows = tuple(arrow for edge in graph.job.edges for arrow in _hop_arrows(edge, layers))
    levels = tuple(f"level {number}" for number in range(len(graph.levels)))
    return Picture(title, boxes, arrows, levels, _feedback_edges(graph.job))


def _level_boxes(graph: ExecutionGraph, level: int, where: Where) -> list[Box]:
    """One box for all subtasks of a vertex, one for each relay. `where` adds to a partition's line."""
    subtasks: dict[int, list[str]] = {}
    relays: list[Box] = []
    for pid, work in enumerate(graph.levels[level].work):
        place = f" {where[level, pid]}" if (level, pid) in where else ""
        if isinstance(work, Relay):
            line = f"{pid}: edge {work.edge}{place}"
            relays.append(Box(_relay_id(work.edge, level), level, BoxStyle.RELAY, "relay", (line,)))
        else:
            line = f"{pid}: {share(graph.job, work.vertex, work.index)}{place}"
            subtasks.setdefault(work.vertex, []).append(line)
    tasks = [
        Box(str(vertex), level, _style(graph.job, vertex), graph.job.vertex(vertex).name, _shortened(lines))
        for vertex, lines in subtasks.items()
    ]
    return [*tasks, *relays]


def _hop_arrows(edge: JobEdge, layers: dict[str, int]) -> Iterable[Arrow]:
    source, target = str(edge.source), str(edge.target)
    relays = [_relay_id(edge.id, level) for level in range(layers[source] + 1, layers[target])]
    stops = [source, *relays, target]
    return (Arrow(start, end, _edge_label(edge)) for start, end in pairwise(stops))


def _relay_id(edge: int, level: int) -> str:
    return f"relay {edge} at {level}"


def _shortened(lines: list[str]) -> tuple[str, ...]:
    if len(lines) <= _MOST_LINES:
        return tuple(lines)
    return (*lines[: _MOST_LINES - 2], f"... {len(lines) - _MOST_LINES + 1} more", lines[-1])


def _edge_label(edge: JobEdge) -> str:
    return _label(edge.partitioning, edge.side_output)


def _label(partitioning: Partitioning, side_output: str | None) -> str:
    return side_label(partitioning.kind.value, side_output)
