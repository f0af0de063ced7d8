"""AttemptParts: the parts of an attempt and the routing of events to them. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final, Optional

from pyrite.graph.execution_graph import ExecutionGraph, Subtask
from pyrite.runtime.master.attempt.attempt_settings import AttemptSettings
from pyrite.runtime.master.attempt.attempt_tasks import AttemptTasks
from pyrite.runtime.master.attempt.decisions import AttemptPart, Decision, PartEvent, PlacedEvent, RegionStartedEvent
from pyrite.runtime.master.attempt.job_sources import JobSources
from pyrite.runtime.master.attempt.loops import Loops
from pyrite.runtime.master.attempt.watermark_alignment import WatermarkAligner
from pyrite.runtime.master.checkpoint.checkpoint_coordinator import CheckpointCoordinator
from pyrite.runtime.master.job_events import (
    AttemptBegunEvent,
    CheckpointStoredEvent,
    Event,
    HurryCheckpointEvent,
    MessageEvent,
    SourceCalledEvent,
    StopEvent,
    TaskId,
    TickEvent,
    kind_of,
)
from pyrite.runtime.master.job_instructions import Send
from pyrite.runtime.wire import messages

FOR_SOURCES: Final = (messages.RequestSplit, messages.SourceEvent, SourceCalledEvent, StopEvent)
FOR_COORDINATOR: Final = (messages.Acknowledge, messages.Decline, CheckpointStoredEvent, HurryCheckpointEvent)


class AttemptParts:
    """Source enumerators, the loops, flow control, watermark alignment, and the checkpoint coordinator."""

    def __init__(self, attempt_tasks: AttemptTasks, settings: AttemptSettings, begun: AttemptBegunEvent) -> None:
        self.sources = JobSources(attempt_tasks, settings.repeats_stages)
        self.loops = Loops(attempt_tasks.graph)
        self.coordinator = self._make_coordinator(attempt_tasks, settings, begun)
        credit_router = CreditRouter(attempt_tasks.graph)
        others: tuple[AttemptPart, ...] = (WatermarkAligner(attempt_tasks), credit_router, self.loops)
        self.ticking = others if self.coordinator is None else (*others, self.coordinator)
        """All but the sources, which come last."""
        self._routes: dict[type[Any], AttemptPart] = {
            **dict.fromkeys(FOR_SOURCES, self.sources),
            messages.LoopEvent: self.loops,
            messages.Grant: credit_router,
            **({} if self.coordinator is None else dict.fromkeys(FOR_COORDINATOR, self.coordinator)),
        }

    def _make_coordinator(
        self, attempt_tasks: AttemptTasks, settings: AttemptSettings, begun: AttemptBegunEvent
    ) -> Optional[CheckpointCoordinator]:
        plan = settings.checkpoints
        if plan is None or settings.batch:
            return None
        if self.loops:  # feedback edges carry no barriers that could overtake
            plan = replace(plan, unaligned=False)
        return CheckpointCoordinator(attempt_tasks.graph, plan, self.sources.assignments, begun)

    def notify(self, event: PartEvent, now_ms: int) -> Iterator[Decision]:
        """Notifies every part of an event, one after another: the decisions of one are applied before the next is
        notified.
        """
        for part in (*self.ticking, self.sources):
            yield from part.handle(event, now_ms)

    def handle(self, event: Event, now_ms: int) -> list[Decision]:
        """Passes an event to the part that handles it, if any."""
        part = self._routes.get(kind_of(event))
        return [] if part is None else part.handle(event, now_ms)

    def next_due_ms(self) -> list[Optional[int]]:
        """The time at which each part needs a TickEvent."""
        return [part.next_due_ms() for part in (*self.ticking, self.sources)]


class CreditRouter:
    """The JobMaster's part of flow control.

    Grants of wide edges are batched until the next tick: one message per sender.
    """

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
                for task in region.tasks:  # credit granted to the previous tasks
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
        """Returns and clears the batched grants."""
        gathered, self._gathered = self._gathered, {}
        return [
            Send(task, messages.Credit(tuple((edge, receiver, limit) for (edge, receiver), limit in limits.items())))
            for task, limits in gathered.items()
        ]
