"""CreditRouter: passes what receivers grant on to their senders."""

from __future__ import annotations

from pyrite.graph.execution_graph import ExecutionGraph, Subtask
from pyrite.runtime import messages
from pyrite.runtime.input_credits import WIDE_EDGE
from pyrite.runtime.job_events import TaskId
from pyrite.runtime.job_instructions import Send


class CreditRouter:
    """The JobMaster's part of flow control. Grants of wide edges gather until the next tick, one message a sender."""

    def __init__(self, graph: ExecutionGraph) -> None:
        self._graph = graph
        self._gathered: dict[TaskId, dict[tuple[int, int], int]] = {}

    def route(self, receiver: Subtask, grant: messages.Grant) -> list[Send]:
        """Takes a grant; what is sent at once."""
        job = self._graph.job
        edge = job.edges[grant.edge]
        senders, receivers = job.vertex(edge.source).parallelism, job.vertex(edge.target).parallelism
        for sender, limit in grant.limits.items():
            task = self._graph.task_of(Subtask(edge.source, sender))
            self._gathered.setdefault(task, {})[grant.edge, receiver.index] = limit
        return [] if senders * receivers > WIDE_EDGE else self.take()

    def take(self) -> list[Send]:
        """What has gathered."""
        gathered, self._gathered = self._gathered, {}
        return [
            Send(task, messages.Credit(tuple((edge, receiver, limit) for (edge, receiver), limit in limits.items())))
            for task, limits in gathered.items()
        ]
