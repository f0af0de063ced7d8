"""The four graphs that every rendering takes, and the words that the renderings share."""

from __future__ import annotations

from typing import Final, Optional, Union

from pyrite.graph.execution_graph import ExecutionGraph, Relay, Work
from pyrite.graph.job_graph import JobGraph
from pyrite.graph.physical_graph import PhysicalGraph
from pyrite.graph.stream_graph import StreamGraph

Graph = Union[StreamGraph, JobGraph, ExecutionGraph, PhysicalGraph]
FEEDBACK: Final = "FEEDBACK"
"""The label of a loop's feedback edge."""


def heading(graph: Graph) -> str:
    """One line that says which graph of which job this is, and how large."""
    if isinstance(graph, StreamGraph):
        return f"Stream graph of '{graph.job_name}': {count(len(graph.nodes), 'operator')}"
    if isinstance(graph, JobGraph):
        sizes = f"{count(len(graph.vertices), 'task')}, {count(graph.subtasks, 'subtask')}"
        return f"Job graph of '{graph.job_name}': {sizes}"
    if isinstance(graph, ExecutionGraph):
        sizes = ", ".join(
            (
                count(len(graph.levels), "level"),
                count(graph.job.subtasks, "subtask"),
                count(graph.relays, "relay"),
            )
        )
        return f"Execution graph of '{graph.job.job_name}', attempt {graph.attempt}: {sizes}"
    execution = graph.execution
    placed = f"{len(graph.placements)} of {count(execution.slots, 'task')} placed"
    return f"Physical graph of '{execution.job.job_name}', attempt {execution.attempt}: {placed}"


def work_name(job: JobGraph, work: Work) -> str:
    """A partition's work: `Map (1/2)`, or the relay of an edge with the vertex that it leads to."""
    if isinstance(work, Relay):
        return f"relay of edge {work.edge} to {job.vertex(job.edges[work.edge].target).name}"
    return f"{job.vertex(work.vertex).name} {share(job, work.vertex, work.index)}"


def share(job: JobGraph, vertex: int, index: int) -> str:
    return f"({index + 1}/{job.vertex(vertex).parallelism})"


def side_label(partitioning: str, side_output: Optional[str]) -> str:
    """The label of an arrow: its partitioning, and its side output."""
    return partitioning if side_output is None else f"{partitioning} of side output {side_output}"


def count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
