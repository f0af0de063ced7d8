"""A graph as lines for a terminal: one for each operator, task or partition, with its inputs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pyrite.core.text_formatting import printable
from pyrite.graph.execution_graph import ExecutionGraph
from pyrite.graph.job_graph import JobEdge, JobGraph
from pyrite.graph.physical_graph import PhysicalGraph
from pyrite.graph.render.graphs import FEEDBACK, Graph, heading, side_label, work_name
from pyrite.graph.render.hops import Hop, Hops
from pyrite.graph.stream_graph import StreamEdge, StreamGraph, StreamNode
from pyrite.graph.transformation import TransformationKind

Row = Sequence[str]


def render_text(graph: Graph) -> str:
    """The graph as text. `<-` names where an operator's, task's or partition's records come from, and how."""
    if isinstance(graph, StreamGraph):
        lines = _table([_operator_row(graph, node) for node in graph.nodes], "  ")
    elif isinstance(graph, JobGraph):
        lines = _table(_task_rows(graph), "  ")
    elif isinstance(graph, ExecutionGraph):
        lines = _levels(_partition_rows(graph))
    else:
        lines = _levels(_placement_rows(graph))
    return "\n".join([printable(heading(graph)), *lines])


def _operator_row(graph: StreamGraph, node: StreamNode) -> Row:
    inputs = [f"{edge.source} {_how(edge)}" for edge in graph.inputs(node.id)]
    inputs += _feedback(graph, node.id)
    return (str(node.id), node.name, f"parallelism {node.parallelism}", _node_facts(node), _from(inputs))


def _node_facts(node: StreamNode) -> str:
    """What an operator is beyond its name and parallelism, as far as it is out of the ordinary."""
    facts = [] if node.kind is TransformationKind.OPERATOR else [node.kind.value]
    facts += ["keyed"] if node.keyed else []
    facts += [f"uid {node.uid}"] if node.uid else []
    facts += [f"group {node.slot_sharing_group}"] if node.slot_sharing_group != "default" else []
    return ", ".join(facts)


def _task_rows(graph: JobGraph) -> list[Row]:
    return [
        (
            str(vertex.id),
            vertex.name,
            f"parallelism {vertex.parallelism}",
            f"group {vertex.slot_sharing_group}",
            _from(
                [f"{_origin(graph, edge)} {_how(edge)}" for edge in graph.inputs(vertex.id)]
                + _feedback(graph, vertex.id)
            ),
        )
        for vertex in graph.vertices
    ]


def _feedback(graph: StreamGraph | JobGraph, target: int) -> list[str]:
    return [f"{tail} {FEEDBACK}" for tail, head in graph.feedback() if head == target]


def _origin(graph: JobGraph, edge: JobEdge) -> str:
    """The sending vertex; with the operator's name where it is not the last of its chain."""
    chain = graph.vertex(edge.source).operators
    return str(edge.source) if edge.operator == len(chain) - 1 else f"{edge.source} ({chain[edge.operator].node.name})"


def _partition_rows(graph: ExecutionGraph) -> list[list[Row]]:
    hops = Hops(graph)
    return [
        [
            (f"{pid}: {work_name(graph.job, work)}", _from(_hop_text(hop) for hop in hops.into(number, work)))
            for pid, work in enumerate(level.work)
        ]
        for number, level in enumerate(graph.levels)
    ]


def _hop_text(hop: Hop) -> str:
    return f"{_ranges(hop.senders)} {_how(hop.edge)}"


def _placement_rows(graph: PhysicalGraph) -> list[list[Row]]:
    placements = {(placement.level, placement.pid): placement for placement in graph.placements}
    rows: list[list[Row]] = []
    for number, level in enumerate(graph.execution.levels):
        rows.append([])
        for pid, work in enumerate(level.work):
            placement = placements.get((number, pid))
            where = (
                (f"executor {placement.executor}", f"host {placement.host}", f"process {placement.process}")
                if placement
                else ("not placed yet",)
            )
            rows[-1].append((f"{pid}: {work_name(graph.execution.job, work)}", *where))
    return rows


def _how(edge: StreamEdge | JobEdge) -> str:
    label = side_label(edge.partitioning.kind.value, edge.side_output)
    return label if edge.input_index == 0 else f"{label} (input {edge.input_index + 1})"


def _from(inputs: Iterable[str]) -> str:
    names = ", ".join(inputs)
    return f"<- {names}" if names else ""


def _ranges(numbers: Sequence[int]) -> str:
    """`0-3+7` for 0, 1, 2, 3 and 7."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return "+".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)


def _levels(rows: list[list[Row]]) -> list[str]:
    lines: list[str] = []
    for number, partitions in enumerate(rows):
        lines += [f"  level {number}", *_table(partitions, "    ")]
    return lines


def _table(rows: Sequence[Row], indent: str) -> list[str]:
    """Rows with their columns aligned; a column in which all cells are empty takes no room."""
    cells = [[printable(cell) for cell in row] for row in rows]
    columns = max((len(row) for row in cells), default=0)
    widths = [max(len(row[column]) for row in cells if column < len(row)) for column in range(columns)]
    return [
        indent + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False) if width).rstrip()
        for row in cells
    ]
