"""CreditRouter: passes what receivers grant on to their senders."""

from __future__ import annotations

from typing import Optional

from pyrite.graph.execution_graph import ExecutionGraph, Subtask
from pyrite.runtime.master.decisions import Decision, PartEvent, PlacedEvent, RegionStartedEvent
from pyrite.runtime.master.job_events import MessageEvent, TaskId, TickEvent
from pyrite.runtime.master.job_instructions import Send
from pyrite.runtime.wire import messages


class CreditRouter:
    """The JobMaster's part of flow control. Grants of wide edges gather until the next tick, one message a sender."""

    def __init__(self, graph: ExecutionGraph) -> None:
        self._graph = graph
        self._gathered: dict[TaskId, dict[tuple[int, int], int]] = {}

    def handle(self, event: PartEvent, now_ms: int) -> list[Decision]:
        match event:
            case MessageEvent(task, messages.Grant() as grant):
                receiver = self._graph.work_of(task)
                assert isinstance(receiver, Subtask)
                return self._route(receiver, grant)
            case TickEvent():
                return self._take()
            case PlacedEvent(graph):
                self._graph = graph
            case RegionStartedEvent(region):
                for task in region.tasks:  # what was granted to tasks that are gone
                    self._gathered.pop(task, None)
        return []

    def next_due_ms(self) -> Optional[int]:
        return None

    def _route(self, receiver: Subtask, grant: messages.Grant) -> list[Decision]:
        job = self._graph.job
        edge = job.edges[grant.edge]
        senders, receivers = job.vertex(edge.source).parallelism, job.vertex(edge.target).parallelism
        for sender, limit in grant.limits.items():
            task = self._graph.task_of(Subtask(edge.source, sender))
            self._gathered.setdefault(task, {})[grant.edge, receiver.index] = limit
        return [] if senders * receivers > messages.WIDE_EDGE else self._take()

    def _take(self) -> list[Decision]:
        """What has gathered."""
        gathered, self._gathered = self._gathered, {}
        return [
            Send(task, messages.Credit(tuple((edge, receiver, limit) for (edge, receiver), limit in limits.items())))
            for task, limits in gathered.items()
        ]
