"""CreditRouter: passes what receivers grant on to their senders."""

from __future__ import annotations

from collections.abc import Iterable

from pyrite.graph.execution_graph import ExecutionGraph, Subtask
from pyrite.runtime.master.job_events import TaskId
from pyrite.runtime.master.job_instructions import Send
from pyrite.runtime.wire import messages


class CreditRouter:
    """The JobMaster's part of flow control. Grants of wide edges gather until the next tick, one message a sender."""

    def __init__(self, graph: ExecutionGraph) -> None:
        self._graph = graph
        self._gathered: dict[TaskId, dict[tuple[int, int], int]] = {}

    def bind(self, graph: ExecutionGraph) -> None:
        """Tells which subtask each task is."""
        self._graph = graph

    def forget(self, tasks: Iterable[TaskId]) -> None:
        """Drops what was granted to tasks that are gone."""
        for task in tasks:
            self._gathered.pop(task, None)

    def route(self, receiver: Subtask, grant: messages.Grant) -> list[Send]:
        """Takes a grant; what is sent at once."""
        job = self._graph.job
        edge = job.edges[grant.edge]
        senders, receivers = job.vertex(edge.source).parallelism, job.vertex(edge.target).parallelism
        for sender, limit in grant.limits.items():
            task = self._graph.task_of(Subtask(edge.source, sender))
            self._gathered.setdefault(task, {})[grant.edge, receiver.index] = limit
        return [] if senders * receivers > messages.WIDE_EDGE else self.take()

    def take(self) -> list[Send]:
        """What has gathered."""
        gathered, self._gathered = self._gathered, {}
        return [
            Send(task, messages.Credit(tuple((edge, receiver, limit) for (edge, receiver), limit in limits.items())))
            for task, limits in gathered.items()
        ]
