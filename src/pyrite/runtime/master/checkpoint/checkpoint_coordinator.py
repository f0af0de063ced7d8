"""CheckpointCoordinator: when checkpoints and savepoints of one attempt begin, and how they end. Pure.

Trigger -> every subtask acknowledges -> the manifest is stored, the commit point -> every task is notified. A declined
or late checkpoint is aborted; committables prepared for it stay pending and are committed with the next one.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any, Final, Optional
from zlib import crc32

from pyrite.core.errors import CheckpointError
from pyrite.core.persistence.persisted_pickling import dumps
from pyrite.graph.execution_graph import ExecutionGraph
from pyrite.runtime.master.attempt.attempt_facts import CheckpointCompleted
from pyrite.runtime.master.attempt.decisions import (
    AllFinishedEvent,
    AllRunningEvent,
    CancelAttempt,
    Decision,
    EndingEvent,
    EndInput,
    FailAttempt,
    NoteCheckpoint,
    PartEvent,
    PlacedEvent,
    RegionDownEvent,
    RegionFailedEvent,
)
from pyrite.runtime.master.attempt.split_assignment import SplitAssignment
from pyrite.runtime.master.checkpoint.checkpoint_schedule import CheckpointPlan, CheckpointSchedule
from pyrite.runtime.master.checkpoint.pending_checkpoint import (
    CheckpointTasks,
    PendingCheckpoint,
    UnconfirmedSavepoints,
)
from pyrite.runtime.master.job_events import (
    AttemptBegunEvent,
    CheckpointStoredEvent,
    HurryCheckpointEvent,
    MessageEvent,
    SavepointEvent,
    TickEvent,
    kind_of,
)
from pyrite.runtime.master.job_instructions import (
    Answer,
    DiscardCheckpoint,
    DropUnneeded,
    StoreCheckpoint,
)
from pyrite.runtime.master.transitions import Edges, PhaseLog, Row, table
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.checkpoint_kind import CheckpointKind, SavepointRequest
from pyrite.state.handles import FileRef
from pyrite.storage.store import NotWrittenError


class CoordinatorPhase(Enum):
    """The lifecycle of an attempt, as far as it concerns checkpoints."""

    WAITING = "not every task runs yet"
    RUNNING = "checkpoints are taken"
    INTERRUPTED = "a region restarts"
    FINISHING = "all input has ended: the final checkpoint is due"
    OVER = "no further checkpoint begins"

    @property
    def is_live(self) -> bool:
        return self in (CoordinatorPhase.RUNNING, CoordinatorPhase.INTERRUPTED, CoordinatorPhase.FINISHING)


class CheckpointCoordinator:
    """The checkpoints of one attempt."""

    def __init__(
        self,
        graph: ExecutionGraph,
        plan: CheckpointPlan,
        sources: Mapping[int, SplitAssignment],
        begun: AttemptBegunEvent,
    ) -> None:
        self._plan = plan
        self._sources = sources
        self._schedule = CheckpointSchedule(plan)
        self._next_id = begun.next_checkpoint_id
        self._pending: dict[int, PendingCheckpoint] = {}
        self._tasks = CheckpointTasks(graph)
        self.savepoints = UnconfirmedSavepoints(plan.is_periodic)
        self.phase = CoordinatorPhase.WAITING
        self._phases = PhaseLog[CoordinatorPhase]()
        self._stopped_at = "" if begun.manifest is None else begun.manifest.stopped_at
        self.completed_id = 0 if begun.manifest is None else begun.manifest.checkpoint_id
        """The newest complete checkpoint of the job."""
        self.has_triggered = False
        """Whether any checkpoint was triggered: tasks may have prepared committables for it."""
        self._now_ms = 0
        self._out: list[Decision] = []

    def handle(self, event: PartEvent, now_ms: int) -> list[Decision]:
        self._now_ms = now_ms
        handler = TRANSITIONS.get((self.phase, kind_of(event)))
        if handler is not None:
            handler(self, event)
        out, self._out = self._out, []
        return out

    def _enter(self, phase: CoordinatorPhase) -> None:
        self._phases.note(self.phase, phase)
        self.phase = phase

    def validate(self) -> None:
        """Raises AssertionError if the coordinator's state is inconsistent. For the simulation."""
        ids = list(self._pending)
        assert ids == sorted(ids) and all(n < self._next_id for n in ids), f"pending {ids}, next {self._next_id}"
        waiting = [pending for pending in self._pending.values() if not pending.is_storing]
        if self.phase is CoordinatorPhase.WAITING:
            assert not self._pending, "a checkpoint is under way, though not every task runs"
        if self.phase is CoordinatorPhase.INTERRUPTED:
            assert not waiting, "a checkpoint waits for tasks that restart"
        assert len([one for one in waiting if not one.kind.is_savepoint]) <= self._plan.max_concurrent
        for pending in self._pending.values():
            assert pending.kind.is_savepoint == (pending.request is not None)
            assert pending.is_storing == (len(pending.handles) == len(self._tasks)), pending.checkpoint_id
        stopped = self.savepoints.stopped
        assert stopped is None or stopped.kind.ends_attempt
        self._phases.validate(EDGES)

    # Queries ----------------------------------------------------------------------------------------------------------

    @property
    def pending(self) -> tuple[PendingCheckpoint, ...]:
        return tuple(self._pending.values())

    @property
    def is_periodic(self) -> bool:
        return self._plan.is_periodic

    @property
    def is_storing(self) -> bool:
        return any(pending.is_storing for pending in self._pending.values())

    @property
    def is_ending(self) -> bool:
        """Whether the job's last checkpoint is complete or being stored. From then on, no region restarts."""
        return self.phase is CoordinatorPhase.OVER or self._storing_last is not None

    @property
    def _storing_last(self) -> Optional[PendingCheckpoint]:
        """The checkpoint that ends the attempt, if it is being stored."""
        storing = [pending for pending in self._pending.values() if pending.is_storing and pending.kind.ends_attempt]
        return storing[0] if storing else None

    def stopping_savepoint(self) -> Optional[SavepointRequest]:
        """The request of the savepoint that stops the job, if that savepoint is complete or being stored."""
        last = self.savepoints.stopped or self._storing_last
        return last.request if last is not None and last.folder else None

    def next_due_ms(self) -> Optional[int]:
        """The time of the next tick; after that tick has been handled, a later time."""
        if not self.phase.is_live:
            return None
        due = [pending.begun_ms + self._plan.timeout_ms for pending in self._pending.values()]
        if self._may_trigger():
            due.append(self._schedule.due_ms)
        if self._plan.overtakes_later:
            aligned = [pending for pending in self._pending.values() if self._may_overtake(pending)]
            due.extend(pending.triggered_ms + self._plan.aligned_timeout_ms for pending in aligned)
        return min(due, default=None)

    # Triggers ---------------------------------------------------------------------------------------------------------

    def _tick(self, event: Optional[TickEvent] = None) -> None:
        for pending in list(self._pending.values()):
            waited_ms = self._now_ms - pending.begun_ms
            if waited_ms >= self._plan.timeout_ms:
                self._time_out(pending, waited_ms)
            elif self._may_overtake(pending) and waited_ms >= self._plan.aligned_timeout_ms:
                pending.unaligned = True
                self._out.extend(self._tasks.trigger(pending, self._sources, is_late=True))
        if self._may_trigger() and self._now_ms >= self._schedule.due_ms:
            self._trigger()

    def _may_trigger(self) -> bool:
        """Whether a periodic or final checkpoint may begin, once it is due."""
        if self.phase is CoordinatorPhase.FINISHING:
            is_wanted = not any(pending.kind.is_final for pending in self._pending.values())
        else:  # a checkpoint now would record draining sources as ended
            is_running = self.phase is CoordinatorPhase.RUNNING and self.savepoints.draining is None
            is_wanted = is_running and self.is_periodic and not self._takes_savepoint
        return is_wanted and len(self._pending) < self._plan.max_concurrent

    def _may_overtake(self, pending: PendingCheckpoint) -> bool:
        is_aligned = not pending.is_storing and not pending.unaligned
        return self._plan.overtakes_later and is_aligned and pending.kind.may_overtake

    @property
    def _takes_savepoint(self) -> bool:
        return any(pending.kind.is_savepoint for pending in self._pending.values())

    def _on_hurry(self, event: HurryCheckpointEvent) -> None:
        self._schedule.hurry(self._now_ms)
        if self.phase.is_live:
            self._tick()

    def _on_all_running(self, event: AllRunningEvent) -> None:
        self._enter(CoordinatorPhase.RUNNING)
        self._schedule.start(self._now_ms)

    def _on_all_finished(self, event: AllFinishedEvent) -> None:
        """Takes the final checkpoint at once. A drained job's final checkpoint is the savepoint of the request."""
        self._enter(CoordinatorPhase.FINISHING)
        self._abort_waiting("all input has ended: the final checkpoint replaces it")
        self._schedule.hurry(self._now_ms)
        self._tick()

    def _on_region_failed(self, event: RegionFailedEvent) -> None:
        """Aborts checkpoints that wait for tasks of the region: its tasks will not acknowledge them. A checkpoint that
        is being stored stays: its outcome decides which checkpoint the region restores."""
        if self.phase.is_live:
            self._enter(CoordinatorPhase.INTERRUPTED)
        self._abort_waiting(event.why)

    def _on_region_down(self, event: RegionDownEvent) -> None:
        self._out.extend(self.savepoints.discard_unconfirmed(event.why))

    def _on_placed(self, event: PlacedEvent) -> None:
        self._tasks.assign(event.graph)

    def _on_ending(self, event: EndingEvent) -> None:
        self._enter(CoordinatorPhase.OVER)

    def _abort_waiting(self, why: str) -> None:
        for pending in [one for one in self._pending.values() if not one.is_storing]:
            self._abort(pending, why, counts=False)

    def _on_savepoint(self, event: SavepointEvent) -> None:
        """Takes a savepoint at once, or, if the job is drained, at the end of all input after ending the sources."""
        request = event.request
        if why_not := self._why_no_savepoint(request):
            error = CheckpointError(f"no savepoint can be taken now: {why_not}")
            self._out.append(Answer(request.request_id, error=error))
        elif request.kind.drains:
            self.savepoints.draining = request
            self._out.append(EndInput())
        else:
            self._trigger(request)

    def _why_no_savepoint(self, request: SavepointRequest) -> str:
        if self.phase is CoordinatorPhase.FINISHING:
            return "all input has ended"
        if self.phase is not CoordinatorPhase.RUNNING:
            return "not all tasks run yet, or the job is ending"
        if self.savepoints.draining is not None or self._takes_savepoint:
            return "another savepoint is in progress"
        if request.kind.drains and not self.is_periodic:
            return "draining needs a final checkpoint, but checkpointing is off"
        return ""

    # One checkpoint ---------------------------------------------------------------------------------------------------

    def _trigger(self, request: Optional[SavepointRequest] = None) -> None:
        """Snapshots the enumerators and notifies the sources in one step: each assignment is either before or after
        it.
        """
        is_finishing = self.phase is CoordinatorPhase.FINISHING
        request = self.savepoints.draining if is_finishing else request
        kind = CheckpointKind.FINAL if is_finishing else CheckpointKind.CHECKPOINT
        if request is None:
            self._schedule.triggered(self._now_ms)
        else:
            kind = request.kind
        is_unaligned = self._plan.overtakes_at_once and kind.may_overtake
        pending = PendingCheckpoint(self._next_id, self._now_ms, kind, {}, is_unaligned, self.completed_id, request)
        self._next_id, self.has_triggered = self._next_id + 1, True
        try:
            pending.enumerators = {
                self._operator_id(vertex): _inline(source.snapshot(pending.checkpoint_id))
                for vertex, source in self._sources.items()
            }
        except Exception as error:
            self._ended()
            self._failed(pending, f"the enumerator of a source failed: {error}")
            return
        self._pending[pending.checkpoint_id] = pending
        self._out.extend(self._tasks.trigger(pending, self._sources, is_late=False))

    def _operator_id(self, vertex: int) -> str:
        return self._tasks.graph.job.vertex(vertex).head.operator_id

    def _on_acknowledge(self, event: MessageEvent) -> None:
        task, message = event.task, event.message
        assert isinstance(message, messages.Acknowledge)
        pending = self._pending.get(message.checkpoint_id)
        if pending is None or task not in self._tasks:
            return  # aborted meanwhile
        pending.acknowledge(task, self._tasks.subtask(task), message.handle, message.metrics, self._now_ms)
        if len(pending.handles) == len(self._tasks):
            pending.storing_ms = self._now_ms
            stopped_at = pending.folder if pending.folder and pending.kind.ends_attempt else self._stopped_at
            manifest = pending.manifest(self._tasks.graph, self._plan.job_id, stopped_at, self._now_ms)
            self._out.append(StoreCheckpoint(manifest, pending.request))

    def _on_decline(self, event: MessageEvent) -> None:
        message = event.message
        assert isinstance(message, messages.Decline)
        pending = self._pending.get(message.checkpoint_id)
        if pending is not None and not pending.is_storing:
            self._abort(pending, f"{self._tasks.name(event.task)}: {message.error}")

    def _on_stored(self, event: CheckpointStoredEvent) -> None:
        """The store has written the manifest, or reports an error."""
        checkpoint_id, error = event.checkpoint_id, event.error
        pending = self._pending.get(checkpoint_id)
        if pending is None:
            return
        if isinstance(error, (CheckpointError, NotWrittenError)):
            self._abort(pending, f"its manifest could not be stored: {error}")
            return
        if error is not None:  # another driver has taken over, or the outcome is unknown
            self._out.append(FailAttempt(error))
            return
        del self._pending[checkpoint_id]
        if pending.kind.is_log_entry:
            self._completed(pending)
        if pending.request is not None:
            self._taken(pending, pending.request)
        self._out.append(NoteCheckpoint(pending.outcome(self._now_ms)))

    def _completed(self, pending: PendingCheckpoint) -> None:
        """The checkpoint is now the job's latest: notifies every task."""
        checkpoint_id = pending.checkpoint_id
        for older in [one for n, one in self._pending.items() if n < checkpoint_id and not one.is_storing]:
            self._abort(older, f"checkpoint {checkpoint_id} was complete before it", counts=False)
        self._out.extend(self.savepoints.confirmed_by(checkpoint_id))
        self._schedule.succeeded()
        self.completed_id = checkpoint_id
        self._ended()
        if pending.kind.ends_attempt:
            self._enter(CoordinatorPhase.OVER)
        self._out.extend(self._tasks.complete(pending))
        base_id = min((other.completed_id for other in self._pending.values()), default=checkpoint_id)
        self._out += [DropUnneeded(base_id), CheckpointCompleted()]

    def _taken(self, pending: PendingCheckpoint, request: SavepointRequest) -> None:
        self._out.extend(self.savepoints.taken(pending, request))
        if pending.checkpoint_id in self.savepoints.unconfirmed:
            self._schedule.hurry(self._now_ms)
        if pending.kind.cancels_job:
            self._enter(CoordinatorPhase.OVER)
            self._out.append(CancelAttempt("" if pending.request is None else pending.request.requested_by))

    def _time_out(self, pending: PendingCheckpoint, waited_ms: int) -> None:
        if not pending.is_storing:
            missing = self._tasks.describe_missing(pending)
            self._abort(pending, f"not complete after {waited_ms / 1000:.1f} s; {missing}")
        else:  # it is unknown whether the checkpoint is complete
            del self._pending[pending.checkpoint_id]
            why = f"checkpoint storage has not answered for {waited_ms / 1000:.1f} s"
            self._out.append(NoteCheckpoint(pending.outcome(self._now_ms, why)))
            self._out.append(FailAttempt(CheckpointError(f"checkpoint {pending.checkpoint_id}: {why}")))

    def _abort(self, pending: PendingCheckpoint, why: str, counts: bool = True) -> None:
        del self._pending[pending.checkpoint_id]
        self._out.extend(self._tasks.abort(pending))
        self._out.append(DiscardCheckpoint(pending.checkpoint_id, pending.folder))
        self._ended()
        self._failed(pending, why, counts)

    def _failed(self, pending: PendingCheckpoint, why: str, counts: bool = True) -> None:
        self._out.append(NoteCheckpoint(pending.outcome(self._now_ms, why, is_aborted=not counts)))
        if pending.request is not None:
            self._out.extend(self.savepoints.failed(pending, pending.request, why))
            if not pending.kind.drains:
                return
        if too_many := self._schedule.failed(counts):
            message = f"checkpoint {pending.checkpoint_id} failed: {why}. {too_many}"
            self._out.append(FailAttempt(CheckpointError(message)))

    def _ended(self) -> None:
        self._schedule.ended(self._now_ms)
        if self.phase is CoordinatorPhase.FINISHING:
            self._schedule.hurry(self._now_ms)


def _inline(state: Any) -> FileRef:
    data = dumps(state)
    return FileRef("", len(data), crc32(data), data)


_Phase = CoordinatorPhase
_LIVE: Final = tuple(phase for phase in _Phase if phase.is_live)
_ALL: Final = tuple(_Phase)

EDGES: Final[Edges[CoordinatorPhase]] = {
    (_Phase.WAITING, _Phase.RUNNING): "every task runs",
    (_Phase.RUNNING, _Phase.INTERRUPTED): "a region failed",
    (_Phase.FINISHING, _Phase.INTERRUPTED): "a region failed",
    (_Phase.INTERRUPTED, _Phase.RUNNING): "every task runs again",
    (_Phase.RUNNING, _Phase.FINISHING): "every task has processed all of its input",
    (_Phase.WAITING, _Phase.OVER): "the attempt's tasks are canceled",
    (_Phase.RUNNING, _Phase.OVER): "a savepoint stops the job, or the attempt's tasks are canceled",
    (_Phase.INTERRUPTED, _Phase.OVER): "the attempt's tasks are canceled",
    (_Phase.FINISHING, _Phase.OVER): "the final checkpoint is complete, or the attempt's tasks are canceled",
}

ROWS: Final = (
    Row(_ALL, messages.Acknowledge, CheckpointCoordinator._on_acknowledge),
    Row(_ALL, messages.Decline, CheckpointCoordinator._on_decline),
    Row(_ALL, CheckpointStoredEvent, CheckpointCoordinator._on_stored),
    Row(_ALL, HurryCheckpointEvent, CheckpointCoordinator._on_hurry),
    Row(_ALL, SavepointEvent, CheckpointCoordinator._on_savepoint),
    Row(_ALL, RegionFailedEvent, CheckpointCoordinator._on_region_failed),
    Row(_ALL, RegionDownEvent, CheckpointCoordinator._on_region_down),
    Row(_ALL, PlacedEvent, CheckpointCoordinator._on_placed),
    Row(_ALL, EndingEvent, CheckpointCoordinator._on_ending),
    Row(_LIVE, TickEvent, CheckpointCoordinator._tick),
    Row((_Phase.WAITING, *_LIVE), AllRunningEvent, CheckpointCoordinator._on_all_running),
    Row((_Phase.WAITING, *_LIVE), AllFinishedEvent, CheckpointCoordinator._on_all_finished),
)
TRANSITIONS: Final = table(ROWS)
"""The method that handles an event in a phase. Messages of tasks are looked up by the type of the message."""
