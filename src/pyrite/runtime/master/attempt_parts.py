"""AttemptParts: the parts of an attempt that decide on their own, and which events each of them gets. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final, Optional

from pyrite.runtime.master.attempt_settings import AttemptSettings
from pyrite.runtime.master.checkpoint_coordinator import CheckpointCoordinator
from pyrite.runtime.master.credit_router import CreditRouter
from pyrite.runtime.master.decisions import AttemptPart, Decision, PartEvent
from pyrite.runtime.master.job_events import (
    AttemptBegunEvent,
    CheckpointStoredEvent,
    Event,
    HurryCheckpointEvent,
    SourceCalledEvent,
    StopEvent,
    kind_of,
)
from pyrite.runtime.master.job_sources import JobSources
from pyrite.runtime.master.loops import Loops
from pyrite.runtime.master.roster import Roster
from pyrite.runtime.master.watermark_alignment import WatermarkAligner
from pyrite.runtime.wire import messages

FOR_SOURCES: Final = (messages.RequestSplit, messages.SourceEvent, SourceCalledEvent, StopEvent)
FOR_COORDINATOR: Final = (messages.Acknowledge, messages.Decline, CheckpointStoredEvent, HurryCheckpointEvent)


class AttemptParts:
    """The sources' enumerators, the loops, flow control, watermark alignment, and the checkpoint coordinator."""

    def __init__(self, roster: Roster, settings: AttemptSettings, begun: AttemptBegunEvent) -> None:
        self.sources = JobSources(roster, settings.repeats_stages)
        self.loops = Loops(roster.graph)
        self.coordinator = self._make_coordinator(roster, settings, begun)
        credit_router = CreditRouter(roster.graph)
        others: tuple[AttemptPart, ...] = (WatermarkAligner(roster), credit_router, self.loops)
        self.ticking = others if self.coordinator is None else (*others, self.coordinator)
        """All but the sources, which come last."""
        self._routes: dict[type[Any], AttemptPart] = {
            **dict.fromkeys(FOR_SOURCES, self.sources),
            messages.LoopEvent: self.loops,
            messages.Grant: credit_router,
            **({} if self.coordinator is None else dict.fromkeys(FOR_COORDINATOR, self.coordinator)),
        }

    def _make_coordinator(
        self, roster: Roster, settings: AttemptSettings, begun: AttemptBegunEvent
    ) -> Optional[CheckpointCoordinator]:
        plan = settings.checkpoints
        if plan is None or settings.batch:
            return None
        if self.loops:  # no barrier overtakes on a feedback edge: it has none
            plan = replace(plan, unaligned=False)
        return CheckpointCoordinator(roster.graph, plan, self.sources.assignments, begun)

    def notify(self, event: PartEvent, now_ms: int) -> Iterator[Decision]:
        """Lets every part know of an event, each after what the one before has decided was applied."""
        for part in (*self.ticking, self.sources):
            yield from part.handle(event, now_ms)

    def handle(self, event: Event, now_ms: int) -> list[Decision]:
        """Hands an event to the one part that it concerns, if there is one."""
        part = self._routes.get(kind_of(event))
        return [] if part is None else part.handle(event, now_ms)

    def next_due_ms(self) -> list[Optional[int]]:
        """When each part wants a TickEvent."""
        return [part.next_due_ms() for part in (*self.ticking, self.sources)]
