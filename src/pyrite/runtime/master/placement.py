"""Placement: which subtask each task of an attempt is, decided when all tasks have registered.

Spark places tasks, not us. But the partitions of a level are alike until their work is deployed, so a subtask goes to
a task on the machine where it was before, where copies of its state lie.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import replace

from pyrite.checkpoint.manifest import Manifest
from pyrite.graph.execution_graph import ExecutionGraph, Level, Subtask, Work
from pyrite.runtime.master.job_events import TaskId


def hosts_in(manifest: Manifest, graph: ExecutionGraph) -> dict[Subtask, str]:
    """Where each subtask was when the checkpoint was taken."""
    return {
        Subtask(vertex.id, index): metrics.host
        for vertex in graph.job.vertices
        for index, metrics in manifest.metrics.get(vertex.head.operator_id, {}).items()
        if metrics.host
    }


def bind(graph: ExecutionGraph, hosts: Mapping[TaskId, str], wanted: Mapping[Subtask, str]) -> ExecutionGraph:
    """The graph with the work of every level placed so that subtasks go to their hosts where possible."""
    levels = tuple(
        Level(_place(level.work, [hosts[number, pid] for pid in range(len(level.work))], wanted))
        for number, level in enumerate(graph.levels)
    )
    return replace(graph, levels=levels)


def _place(work: tuple[Work, ...], hosts: list[str], wanted: Mapping[Subtask, str]) -> tuple[Work, ...]:
    free: dict[str, list[int]] = {}
    for pid in reversed(range(len(work))):
        free.setdefault(hosts[pid], []).append(pid)
    placed: dict[int, Work] = {}
    rest: deque[Work] = deque()
    for one in work:
        host = wanted.get(one) if isinstance(one, Subtask) else None
        if host is not None and free.get(host):
            placed[free[host].pop()] = one
        else:
            rest.append(one)
    for pid in range(len(work)):
        if pid not in placed:
            placed[pid] = rest.popleft()
    return tuple(placed[pid] for pid in range(len(work)))
