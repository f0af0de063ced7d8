"""CheckpointCoordinator: when checkpoints and savepoints of one attempt begin, and what becomes of them. Pure.

Trigger -> every subtask acknowledges -> the manifest is stored, the commit point -> every task is notified. One that
is declined or late is aborted; committables prepared for it stay pending and are committed with the next one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum
from typing import Any, Optional
from zlib import crc32

from pyrite.core.errors import CheckpointError
from pyrite.core.persisted_pickling import dumps
from pyrite.graph.execution_graph import ExecutionGraph, Subtask
from pyrite.runtime.master.checkpoint_schedule import CheckpointPlan, CheckpointSchedule
from pyrite.runtime.master.decisions import (
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
from pyrite.runtime.master.job_events import (
    AttemptBegunEvent,
    CheckpointStoredEvent,
    MessageEvent,
    SavepointEvent,
    TaskId,
    TickEvent,
)
from pyrite.runtime.master.job_instructions import (
    Answer,
    DiscardCheckpoint,
    DropUnneeded,
    Send,
    StoreCheckpoint,
)
from pyrite.runtime.master.pending_checkpoint import PendingCheckpoint
from pyrite.runtime.master.split_assignment import SplitAssignment
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.checkpoint_kind import CheckpointKind, SavepointRequest
from pyrite.state.handles import FileRef
from pyrite.storage.store import NotWrittenError


class CoordinatorPhase(Enum):
    """How far an attempt is, as its checkpoints see it."""

    WAITING = "not every task runs yet"
    RUNNING = "checkpoints are taken"
    INTERRUPTED = "a region restarts"
    FINISHING = "all input has ended: the final checkpoint is to be taken"
    OVER = "no further one begins"

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
        self._graph = graph
        self._plan = plan
        self._sources = sources
        self._schedule = CheckpointSchedule(plan)
        self._next_id = begun.next_checkpoint_id
        self._pending: dict[int, PendingCheckpoint] = {}
        self._subtasks: dict[TaskId, Subtask] = {}
        self._place(graph)
        self.phase = CoordinatorPhase.WAITING
        self._draining: Optional[SavepointRequest] = None
        """The savepoint with which the job ends once its sources have."""
        self._stopped_at = "" if begun.manifest is None else begun.manifest.stopped_at
        self.stopped: Optional[PendingCheckpoint] = None
        """The savepoint with which the attempt ends: it is complete."""
        self._completed_id = 0 if begun.manifest is None else begun.manifest.checkpoint_id
        self.unconfirmed: dict[int, SavepointRequest] = {}
        """Savepoints that no checkpoint has followed yet, by their ids."""
        self.has_triggered = False
        """Whether any was begun: a task may have prepared something for it."""
        self.has_completed_checkpoint = False
        """Whether a checkpoint of this attempt is complete."""
        self._out: list[Decision] = []

    def handle(self, event: PartEvent, now_ms: int) -> list[Decision]:
        match event:
            case MessageEvent(task, messages.Acknowledge() as message):
                self._acknowledge(task, message, now_ms)
            case MessageEvent(task, messages.Decline() as message):
                self._decline(task, message, now_ms)
            case CheckpointStoredEvent(checkpoint_id, error):
                self._on_stored(checkpoint_id, error, now_ms)
            case TickEvent():
                self._tick(now_ms)
            case SavepointEvent(request):
                self._on_savepoint(request, now_ms)
            case AllRunningEvent() if self.phase is not CoordinatorPhase.OVER:
                self.phase = CoordinatorPhase.RUNNING
                self._schedule.start(now_ms)
            case AllFinishedEvent():
                self._finish(now_ms)
            case RegionFailedEvent(_, why):
                self._interrupt(now_ms, why)
            case RegionDownEvent(_, why):
                self._discard_unconfirmed(why)
            case PlacedEvent(graph):
                self._place(graph)
            case EndingEvent():
                self.phase = CoordinatorPhase.OVER
        out, self._out = self._out, []
        return out

    def validate(self) -> None:
        """Raises AssertionError where what it holds contradicts itself. For the simulation."""
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
            assert pending.is_storing == (len(pending.handles) == len(self._subtasks)), pending.checkpoint_id
        assert self.stopped is None or self.stopped.kind.ends_attempt

    # What others ask --------------------------------------------------------------------------------------------------

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
        """Whether the job's last checkpoint is complete, or may be: it is being stored. No region restarts then."""
        return self.phase is CoordinatorPhase.OVER or self._storing_last is not None

    @property
    def _storing_last(self) -> Optional[PendingCheckpoint]:
        """The checkpoint with which the attempt ends, if it is being stored."""
        storing = [pending for pending in self._pending.values() if pending.is_storing and pending.kind.ends_attempt]
        return storing[0] if storing else None

    def stopping_savepoint(self) -> Optional[SavepointRequest]:
        """The savepoint with which the job stops, if that is committed, or may be: it is being stored."""
        last = self.stopped or self._storing_last
        return last.request if last is not None and last.folder else None

    def next_due_ms(self) -> Optional[int]:
        """When a tick is wanted; after it has been handled, a later time."""
        if not self.phase.is_live:
            return None
        due = [pending.begun_ms + self._plan.timeout_ms for pending in self._pending.values()]
        if self._may_trigger():
            due.append(self._schedule.due_ms)
        if self._plan.overtakes_later:
            aligned = [pending for pending in self._pending.values() if self._may_overtake(pending)]
            due.extend(pending.triggered_ms + self._plan.aligned_timeout_ms for pending in aligned)
        return min(due, default=None)

    # When -------------------------------------------------------------------------------------------------------------

    def _tick(self, now_ms: int) -> None:
        if not self.phase.is_live:
            return
        for pending in list(self._pending.values()):
            waited_ms = now_ms - pending.begun_ms
            if waited_ms >= self._plan.timeout_ms:
                self._time_out(pending, waited_ms, now_ms)
            elif self._may_overtake(pending) and waited_ms >= self._plan.aligned_timeout_ms:
                pending.unaligned = True
                self._trigger_tasks(pending, is_late=True)
        if self._may_trigger() and now_ms >= self._schedule.due_ms:
            self._trigger(now_ms)

    def _may_trigger(self) -> bool:
        """Whether a checkpoint that nobody has asked for may begin, once it is due."""
        if self.phase is CoordinatorPhase.FINISHING:
            is_wanted = not any(pending.kind.is_final for pending in self._pending.values())
        else:  # a source that is being drained has not ended: it must not be remembered as if it had
            is_running = self.phase is CoordinatorPhase.RUNNING
            is_wanted = is_running and self.is_periodic and not self._takes_savepoint and self._draining is None
        return is_wanted and len(self._pending) < self._plan.max_concurrent

    def _may_overtake(self, pending: PendingCheckpoint) -> bool:
        is_aligned = not pending.is_storing and not pending.unaligned
        return self._plan.overtakes_later and is_aligned and pending.kind.may_overtake

    @property
    def _takes_savepoint(self) -> bool:
        return any(pending.kind.is_savepoint for pending in self._pending.values())

    def _finish(self, now_ms: int) -> None:
        """All input is processed: the final checkpoint, at once. A drained job's is the savepoint it was asked for."""
        if self.phase is CoordinatorPhase.OVER:
            return
        self.phase = CoordinatorPhase.FINISHING
        self._abort_waiting(now_ms, "all input has ended: the final checkpoint takes its place")
        self._schedule.hurry(now_ms)
        self._tick(now_ms)

    def _interrupt(self, now_ms: int, why: str) -> None:
        """A region restarts. What is under way is aborted, as its tasks will not acknowledge it. One that is being
        stored stays: its outcome decides what the region restores."""
        if self.phase.is_live:
            self.phase = CoordinatorPhase.INTERRUPTED
        self._abort_waiting(now_ms, why)

    def _abort_waiting(self, now_ms: int, why: str) -> None:
        for pending in [one for one in self._pending.values() if not one.is_storing]:
            self._abort(pending, now_ms, why, counts=False)

    def _on_savepoint(self, request: SavepointRequest, now_ms: int) -> None:
        """Takes a savepoint at once. A drained job's is taken at the end of all input: the sources are to end first."""
        if why_not := self._why_no_savepoint(request):
            error = CheckpointError(f"no savepoint can be taken now: {why_not}")
            self._out.append(Answer(request.request_id, error=error))
        elif request.kind.drains:
            self._draining = request
            self._out.append(EndInput())
        else:
            self._trigger(now_ms, request)

    def _why_no_savepoint(self, request: SavepointRequest) -> str:
        if self.phase is CoordinatorPhase.FINISHING:
            return "all input has ended"
        if self.phase is not CoordinatorPhase.RUNNING:
            return "not all tasks run yet, or the job is ending"
        if self._draining is not None or self._takes_savepoint:
            return "another savepoint is being taken"
        if request.kind.drains and not self.is_periodic:
            return "a job is drained by its final checkpoint, and checkpointing is off"
        return ""

    # One checkpoint ---------------------------------------------------------------------------------------------------

    def _trigger(self, now_ms: int, request: Optional[SavepointRequest] = None) -> None:
        """Snapshots the enumerators and, in the same step, notifies the sources: assignments are before or after it."""
        is_finishing = self.phase is CoordinatorPhase.FINISHING
        request = self._draining if is_finishing else request
        kind = CheckpointKind.FINAL if is_finishing else CheckpointKind.CHECKPOINT
        if request is None:
            self._schedule.triggered(now_ms)
        else:
            kind = request.kind
        is_unaligned = self._plan.overtakes_at_once and kind.may_overtake
        pending = PendingCheckpoint(self._next_id, now_ms, kind, {}, is_unaligned, self._completed_id, request)
        self._next_id, self.has_triggered = self._next_id + 1, True
        try:
            pending.enumerators = {
                self._graph.job.vertex(vertex).head.operator_id: _inline(source.snapshot(pending.checkpoint_id))
                for vertex, source in self._sources.items()
            }
        except Exception as error:
            self._ended(now_ms)
            self._failed(pending, now_ms, f"a source's enumerator: {error}")
            return
        self._pending[pending.checkpoint_id] = pending
        self._trigger_tasks(pending)

    def _trigger_tasks(self, pending: PendingCheckpoint, is_late: bool = False) -> None:
        """Sources begin a checkpoint; the others are notified if it overtakes. If it does so late, sources know it."""
        message = messages.Trigger(
            pending.checkpoint_id,
            pending.triggered_ms,
            pending.completed_id,
            pending.unaligned,
            pending.kind.holds_tasks,
            pending.folder,
        )
        for task, subtask in self._subtasks.items():
            if not is_late if subtask.vertex in self._sources else pending.unaligned:
                self._out.append(Send(task, message))

    def _acknowledge(self, task: TaskId, message: messages.Acknowledge, now_ms: int) -> None:
        pending = self._pending.get(message.checkpoint_id)
        if pending is None or task not in self._subtasks:
            return  # aborted meanwhile
        pending.acknowledge(task, self._subtasks[task], message.handle, message.metrics, now_ms)
        if len(pending.handles) == len(self._subtasks):
            pending.storing_ms = now_ms
            stopped_at = pending.folder if pending.folder and pending.kind.ends_attempt else self._stopped_at
            manifest = pending.manifest(self._graph, self._plan.job_id, stopped_at, now_ms)
            self._out.append(StoreCheckpoint(manifest, pending.request))

    def _decline(self, task: TaskId, message: messages.Decline, now_ms: int) -> None:
        pending = self._pending.get(message.checkpoint_id)
        if pending is not None and not pending.is_storing:
            self._abort(pending, now_ms, f"{self._name(task)}: {message.error}")

    def _on_stored(self, checkpoint_id: int, error: Optional[Exception], now_ms: int) -> None:
        """The manifest is written, or is not."""
        pending = self._pending.get(checkpoint_id)
        if pending is None:
            return
        if isinstance(error, (CheckpointError, NotWrittenError)):
            self._abort(pending, now_ms, f"its manifest could not be stored: {error}")
            return
        if error is not None:  # another driver has taken over, or it is unknown whether it is stored
            self._out.append(FailAttempt(error))
            return
        del self._pending[checkpoint_id]
        if pending.kind.is_log_entry:
            self._completed(pending, now_ms)
        if pending.request is not None:
            self._taken(pending.request, pending, now_ms)
        self._out.append(NoteCheckpoint(pending.outcome(now_ms)))

    def _completed(self, pending: PendingCheckpoint, now_ms: int) -> None:
        """The checkpoint is the job's last one: every task is notified."""
        checkpoint_id, ends = pending.checkpoint_id, pending.kind.ends_attempt
        for older in [one for n, one in self._pending.items() if n < checkpoint_id and not one.is_storing]:
            self._abort(older, now_ms, f"checkpoint {checkpoint_id} was complete before it", counts=False)
        for saved in [n for n in self.unconfirmed if n < checkpoint_id]:
            request = self.unconfirmed.pop(saved)
            self._out.append(Answer(request.request_id, request.folder))
        self._schedule.succeeded()
        self._completed_id, self.has_completed_checkpoint = checkpoint_id, True
        self._ended(now_ms)
        if ends:
            self.phase = CoordinatorPhase.OVER
        self._out.extend(Send(task, messages.Complete(checkpoint_id, ends)) for task in self._subtasks)
        base_id = min((other.completed_id for other in self._pending.values()), default=checkpoint_id)
        self._out.append(DropUnneeded(base_id))

    def _taken(self, request: SavepointRequest, pending: PendingCheckpoint, now_ms: int) -> None:
        """A savepoint is complete. One with which the job stops is answered when it has.

        One after which it keeps running is answered when a checkpoint has followed: that commits what sinks have
        prepared for both. If the attempt broke before, the next one would begin with removing it.
        """
        if pending.kind.ends_attempt:
            self.stopped = pending
        elif self.is_periodic and not pending.kind.cancels_job:
            self.unconfirmed[pending.checkpoint_id] = request
            self._schedule.hurry(now_ms)
        else:
            self._out.append(Answer(request.request_id, request.folder))
        if pending.kind.cancels_job:
            self.phase = CoordinatorPhase.OVER
            self._out.append(CancelAttempt())

    def _time_out(self, pending: PendingCheckpoint, waited_ms: int, now_ms: int) -> None:
        if not pending.is_storing:
            self._abort(pending, now_ms, f"not complete after {waited_ms / 1000:.1f} s{self._lag(pending)}")
        else:  # it is unknown whether the checkpoint is complete
            del self._pending[pending.checkpoint_id]
            why = f"checkpoint storage has not answered for {waited_ms / 1000:.1f} s"
            self._out.append(NoteCheckpoint(pending.outcome(now_ms, why)))
            self._out.append(FailAttempt(CheckpointError(f"checkpoint {pending.checkpoint_id}: {why}")))

    def _abort(self, pending: PendingCheckpoint, now_ms: int, why: str, counts: bool = True) -> None:
        del self._pending[pending.checkpoint_id]
        self._out.extend(Send(task, messages.Abort(pending.checkpoint_id)) for task in self._subtasks)
        self._out.append(DiscardCheckpoint(pending.checkpoint_id, pending.folder))
        self._ended(now_ms)
        self._failed(pending, now_ms, why, counts)

    def _failed(self, pending: PendingCheckpoint, now_ms: int, why: str, counts: bool = True) -> None:
        self._out.append(NoteCheckpoint(pending.outcome(now_ms, why)))
        request = pending.request
        if request is not None and not pending.kind.drains:
            self._out.append(Answer(request.request_id, error=CheckpointError(f"the savepoint failed: {why}")))
            return
        if request is not None:  # it is taken once more, like any final checkpoint
            self._draining = replace(request, folder=f"{request.folder}-{pending.checkpoint_id}")
        if too_many := self._schedule.failed(counts):
            message = f"checkpoint {pending.checkpoint_id} failed: {why}. {too_many}"
            self._out.append(FailAttempt(CheckpointError(message)))

    def _ended(self, now_ms: int) -> None:
        self._schedule.ended(now_ms)
        if self.phase is CoordinatorPhase.FINISHING:
            self._schedule.hurry(now_ms)

    def _discard_unconfirmed(self, why: str) -> None:
        """Sinks of a region that restarts may remove what they prepared for savepoints that no checkpoint followed."""
        for checkpoint_id, request in self.unconfirmed.items():
            self._out.append(DiscardCheckpoint(checkpoint_id, request.folder))
            self._out.append(Answer(request.request_id, error=CheckpointError(f"the savepoint failed: {why}")))
        self.unconfirmed.clear()

    # Tasks ------------------------------------------------------------------------------------------------------------

    def _place(self, graph: ExecutionGraph) -> None:
        """Notes which subtask each task runs."""
        self._graph = graph
        self._subtasks = {
            (number, pid): work
            for number, level in enumerate(graph.levels)
            for pid, work in enumerate(level.work)
            if isinstance(work, Subtask)
        }

    def _lag(self, pending: PendingCheckpoint) -> str:
        missing = [self._name(task) for task in self._subtasks if task not in pending.handles]
        return f"; missing: {', '.join(missing[:5])}" + (" and others" if len(missing) > 5 else "")

    def _name(self, task: TaskId) -> str:
        subtask = self._subtasks[task]
        vertex = self._graph.job.vertex(subtask.vertex)
        return f"'{vertex.name}' ({subtask.index + 1}/{vertex.parallelism})"


def _inline(state: Any) -> FileRef:
    data = dumps(state)
    return FileRef("", len(data), crc32(data), data)
