"""Pass: JobGraph -> ExecutionGraph. Gives every vertex a level and every edge that skips levels its relays."""

from __future__ import annotations

from pyrite.graph.execution_graph import ExecutionGraph, Level, Relay, Subtask, Work
from pyrite.graph.job_graph import JobGraph
from pyrite.graph.plan_settings import PlanSettings


def assign_levels(job: JobGraph, settings: PlanSettings) -> ExecutionGraph:
    """A vertex's level is the most exchanges on any path to it; a source goes just above its nearest receiver.

    So a source that joins late costs no relays (docs/decisions/0002-sources-go-down.md).
    """
    level: dict[int, int] = {}
    for vertex in job.vertices:
        level[vertex.id] = max((level[edge.source] + 1 for edge in job.inputs(vertex.id)), default=0)
    for vertex in job.vertices:
        receivers = [level[edge.target] for edge in job.outputs(vertex.id)]
        if not job.inputs(vertex.id) and receivers:
            level[vertex.id] = min(receivers) - 1
    work: list[list[Work]] = [[] for _ in range(max(level.values(), default=0) + 1)]
    for vertex in job.vertices:
        work[level[vertex.id]].extend(Subtask(vertex.id, index) for index in range(vertex.parallelism))
    for edge in job.edges:
        for between in range(level[edge.source] + 1, level[edge.target]):
            work[between].append(Relay(edge.id))
    return ExecutionGraph(job, tuple(Level(tuple(partitions)) for partitions in work), attempt=0)
