"""CheckpointCoordinator: when checkpoints and savepoints of one attempt begin, and what becomes of them. Pure.

Trigger -> every subtask acknowledges -> the manifest is stored, the commit point -> every task is notified. One that
is declined or late is aborted; committables prepared for it stay pending and are committed with the next one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Optional
from zlib import crc32

from pyrite.checkpoint.manifest import Manifest
from pyrite.core.errors import CheckpointError
from pyrite.core.persisted_pickling import dumps
from pyrite.graph.execution_graph import ExecutionGraph, Subtask
from pyrite.runtime.master.job_events import AttemptBegunEvent, TaskId
from pyrite.runtime.master.job_instructions import (
    Answer,
    DiscardCheckpoint,
    DropUnneeded,
    Instruction,
    Send,
    StoreCheckpoint,
)
from pyrite.runtime.master.pending_checkpoint import PendingCheckpoint
from pyrite.runtime.master.split_assignment import SplitAssignment
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.requests import After, SavepointRequest
from pyrite.state.handles import FileRef
from pyrite.storage.store import NotWrittenError

_REMEMBERED = 100
"""Checkpoints whose metrics are kept."""


@dataclass(frozen=True)
class CheckpointPlan:
    """When checkpoints are taken. Times in milliseconds."""

    job_id: str
    interval_ms: int
    """0: never; the job has savepoints only."""
    timeout_ms: int = 600_000
    min_pause_ms: int = 0
    max_concurrent: int = 1
    tolerable_failures: int = 0
    unaligned: bool = False
    aligned_timeout_ms: int = 0
    """With `unaligned`: how long a checkpoint may be aligned before it overtakes. 0: it overtakes at once."""
    local_recovery: bool = False
    """Whether subtasks go back to the machines where copies of their state lie."""


@dataclass(frozen=True)
class CheckpointOutcome:
    """What became of a checkpoint."""

    checkpoint_id: int
    triggered_ms: int
    ended_ms: int
    completed: bool
    why: str = ""
    written_bytes: int = 0
    full_bytes: int = 0


class CheckpointCoordinator:
    """The checkpoints of one attempt."""

    def __init__(
        self,
        graph: ExecutionGraph,
        plan: CheckpointPlan,
        sources: Mapping[int, SplitAssignment],
        begun: AttemptBegunEvent,
        fail: Callable[[Exception], None],
    ) -> None:
        self._graph = graph
        self._plan = plan
        self._sources = sources
        self._fail = fail
        self._next_id = begun.next_checkpoint_id
        self._pending: dict[int, PendingCheckpoint] = {}
        self._subtasks: dict[TaskId, Subtask] = {}
        self.bind(graph)
        self._running = False
        self._is_over = False
        self._is_interrupted = False
        """A region restarts."""
        self._finishing = False
        self._draining: Optional[SavepointRequest] = None
        self.stopped: Optional[SavepointRequest] = None
        """The request with which the attempt ends: its checkpoint is complete."""
        self._stopped_at = "" if begun.manifest is None else begun.manifest.stopped_at
        self.stopping_ms = 0
        """When it was triggered."""
        self._due_ms = 0
        self._triggered_ms = 0
        self._failures = 0
        self.completed = 0 if begun.manifest is None else begun.manifest.checkpoint_id
        self.unconfirmed: dict[int, SavepointRequest] = {}
        """Savepoints that no checkpoint has followed yet, by their ids."""
        self.is_to_cancel = False
        """A savepoint is complete after which the job is to be cancelled."""
        self.has_triggered = False
        """Whether any was begun: a task may have prepared something for it."""
        self.has_completed_checkpoint = False
        """Whether a checkpoint of this attempt is complete."""
        self.history: deque[CheckpointOutcome] = deque(maxlen=_REMEMBERED)
        self._out: list[Instruction] = []

    def bind(self, graph: ExecutionGraph) -> None:
        """Sets which subtask each task runs."""
        self._graph = graph
        self._subtasks = {
            (number, pid): work
            for number, level in enumerate(graph.levels)
            for pid, work in enumerate(level.work)
            if isinstance(work, Subtask)
        }

    def take(self) -> list[Instruction]:
        """What was decided since the last call."""
        out, self._out = self._out, []
        return out

    # When -------------------------------------------------------------------------------------------------------------

    def start(self, now_ms: int) -> None:
        """Every task runs, for the first time or again."""
        self._running = not self._is_over
        self._is_interrupted = False
        self._due_ms = now_ms + self._plan.interval_ms

    def interrupt(self, now_ms: int, why: str) -> None:
        """A region restarts. What is under way is aborted, as its tasks will not acknowledge it; none begins until
        `start`. One that is being stored stays: its outcome decides what the region restores."""
        self._is_interrupted, self._finishing = True, False
        for checkpoint_id in [n for n, pending in self._pending.items() if not pending.storing]:
            self._abort(checkpoint_id, now_ms, why, counts=False)

    @property
    def is_storing(self) -> bool:
        return any(pending.storing for pending in self._pending.values())

    @property
    def is_ending(self) -> bool:
        """Whether the job's last checkpoint is complete, or may be: it is being stored. No region restarts then."""
        return self._is_over or any(pending.storing and pending.ends for pending in self._pending.values())

    def discard_unconfirmed(self, why: str) -> None:
        """Sinks of a region that restarts may remove what they prepared for savepoints that no checkpoint followed."""
        for checkpoint_id, request in self.unconfirmed.items():
            self._out.append(DiscardCheckpoint(checkpoint_id, request.folder))
            self._out.append(Answer(request.request_id, error=CheckpointError(f"the savepoint failed: {why}")))
        self.unconfirmed.clear()

    def finish(self, now_ms: int) -> None:
        """All input is processed: the final checkpoint, at once. A drained job's is the savepoint it was asked for."""
        self._finishing = True
        self._due_ms = now_ms
        for checkpoint_id in [n for n, pending in self._pending.items() if not pending.storing]:
            self._abort(
                checkpoint_id, now_ms, "all input has ended: the final checkpoint takes its place", counts=False
            )
        self.tick(now_ms)

    def stop(self) -> None:
        """The attempt is over, or the last checkpoint is complete: no further one begins."""
        self._running, self._is_over = False, True

    def savepoint(self, request: SavepointRequest, now_ms: int) -> bool:
        """Takes a savepoint, at once. True: the sources are to end first; it is then taken at the end of all input."""
        why = ""
        if not self._running or self._is_interrupted:
            why = "not all tasks run yet, or the job is ending"
        elif self._finishing:
            why = "all input has ended"
        elif self._draining is not None or self._takes_savepoint:
            why = "another savepoint is being taken"
        elif request.drain and self._plan.interval_ms == 0:
            why = "a job is drained by its final checkpoint, and checkpointing is off"
        if why:
            self._out.append(Answer(request.request_id, error=CheckpointError(f"no savepoint can be taken now: {why}")))
        elif request.drain:
            self._draining = request
            return True
        else:
            self._trigger(now_ms, request)
        return False

    @property
    def _takes_savepoint(self) -> bool:
        return any(pending.request is not None for pending in self._pending.values())

    @property
    def is_periodic(self) -> bool:
        """Whether there are checkpoints, and not only savepoints."""
        return self._plan.interval_ms > 0

    def next_due_ms(self) -> Optional[int]:
        """When `tick` wants to be called; after it has been, a later time."""
        if not self._running:
            return None
        waiting = [pending for pending in self._pending.values() if not pending.storing]
        begun = [
            pending.triggered_ms if pending.storing_ms is None else pending.storing_ms
            for pending in self._pending.values()
        ]
        due = [begun_ms + self._plan.timeout_ms for begun_ms in begun]
        if self._may_trigger():
            due.append(self._due_ms)
        if self._plan.unaligned and self._plan.aligned_timeout_ms:
            aligned = [pending for pending in waiting if not pending.unaligned and pending.request is None]
            due.extend(pending.triggered_ms + self._plan.aligned_timeout_ms for pending in aligned)
        return min(due, default=None)

    def tick(self, now_ms: int) -> None:
        if not self._running:
            return
        for pending in list(self._pending.values()):
            if pending.storing_ms is not None:
                self._check_store(pending, now_ms - pending.storing_ms, now_ms)
                continue
            waited_ms = now_ms - pending.triggered_ms
            if waited_ms >= self._plan.timeout_ms:
                self._abort(
                    pending.checkpoint_id, now_ms, f"not complete after {waited_ms / 1000:.1f} s{self._lag(pending)}"
                )
            elif self._overtakes(pending, waited_ms):
                pending.unaligned = True
                self._trigger_tasks(pending)
        if self._may_trigger() and now_ms >= self._due_ms:
            self._trigger(now_ms, self._draining if self._finishing else None)

    def _overtakes(self, pending: PendingCheckpoint, waited_ms: int) -> bool:
        plan = self._plan
        may = plan.unaligned and not pending.unaligned and pending.request is None
        return may and waited_ms >= plan.aligned_timeout_ms > 0

    def _may_trigger(self) -> bool:
        if self._is_interrupted:
            return False
        if self._finishing and any(pending.final for pending in self._pending.values()):
            return False
        if not self._finishing and (self._plan.interval_ms == 0 or self._takes_savepoint or self._draining):
            return False  # a source that is being drained has not ended: it must not be remembered as if it had
        return len(self._pending) < self._plan.max_concurrent

    # One checkpoint ---------------------------------------------------------------------------------------------------

    def _trigger(self, now_ms: int, request: Optional[SavepointRequest] = None) -> None:
        """Snapshots the enumerators and, in the same step, notifies the sources: assignments are before or after it."""
        checkpoint_id, self._next_id, self.has_triggered = self._next_id, self._next_id + 1, True
        if request is None:
            self._triggered_ms = now_ms
            self._due_ms = now_ms + self._plan.interval_ms
        try:
            enumerators = {
                self._graph.job.vertex(vertex).head.operator_id: _inline(source.snapshot(checkpoint_id))
                for vertex, source in self._sources.items()
            }
        except Exception as error:
            self._pause(now_ms)
            self._failed(checkpoint_id, now_ms, now_ms, f"a source's enumerator: {error}", request)
            return
        unaligned = self._plan.unaligned and self._plan.aligned_timeout_ms == 0 and request is None
        pending = PendingCheckpoint(
            checkpoint_id, now_ms, enumerators, unaligned, self._finishing, self.completed, request
        )
        self._pending[checkpoint_id] = pending
        self._trigger_tasks(pending)

    def _trigger_tasks(self, pending: PendingCheckpoint) -> None:
        message = messages.Trigger(
            pending.checkpoint_id,
            pending.triggered_ms,
            pending.completed_id,
            pending.unaligned,
            pending.ends and not pending.final,
            pending.folder,
        )
        late = pending.unaligned and not (self._plan.unaligned and self._plan.aligned_timeout_ms == 0)
        for task, subtask in self._subtasks.items():
            is_source = subtask.vertex in self._sources
            if (is_source and not late) or (not is_source and pending.unaligned):
                self._out.append(Send(task, message))

    def stopping_savepoint(self) -> Optional[SavepointRequest]:
        """The savepoint with which the job stops, if that is committed, or may be: it is being stored."""
        storing = [pending.request for pending in self._pending.values() if pending.storing and pending.ends]
        request = self.stopped or next(iter(storing), None)
        return request if request is not None and request.folder else None

    def acknowledge(self, task: TaskId, message: messages.Acknowledge, now_ms: int) -> None:
        pending = self._pending.get(message.checkpoint_id)
        if pending is None or task not in self._subtasks:
            return  # aborted meanwhile
        pending.handles[task] = message.handle
        pending.metrics[task] = message.metrics
        if len(pending.handles) == len(self._subtasks):
            pending.storing_ms = now_ms
            self._out.append(StoreCheckpoint(self._manifest(pending, now_ms), pending.request))

    def decline(self, task: TaskId, message: messages.Decline, now_ms: int) -> None:
        pending = self._pending.get(message.checkpoint_id)
        if pending is not None and not pending.storing:
            self._abort(message.checkpoint_id, now_ms, f"{self._name(task)}: {message.error}")

    def stored(self, checkpoint_id: int, error: Optional[Exception], now_ms: int) -> None:
        """The manifest is written, or is not."""
        pending = self._pending.get(checkpoint_id)
        if pending is None:
            return
        if isinstance(error, (CheckpointError, NotWrittenError)):
            self._abort(checkpoint_id, now_ms, f"its manifest could not be stored: {error}")
            return
        if error is not None:  # another driver has taken over, or it is unknown whether it is stored
            self._fail(error)
            return
        del self._pending[checkpoint_id]
        if pending.is_log_entry:
            self._completed(pending, now_ms)
        if pending.request is not None:
            self._taken(pending.request, pending, now_ms)
        written = sum(metrics.written_bytes for metrics in pending.metrics.values())
        full = sum(metrics.full_bytes for metrics in pending.metrics.values())
        self.history.append(CheckpointOutcome(checkpoint_id, pending.triggered_ms, now_ms, True, "", written, full))

    def _completed(self, pending: PendingCheckpoint, now_ms: int) -> None:
        """The checkpoint is the job's last one: every task is notified."""
        checkpoint_id = pending.checkpoint_id
        for older in [n for n, other in self._pending.items() if n < checkpoint_id and not other.storing]:
            self._abort(older, now_ms, f"checkpoint {checkpoint_id} was complete before it", counts=False)
        for saved in [n for n in self.unconfirmed if n < checkpoint_id]:
            request = self.unconfirmed.pop(saved)
            self._out.append(Answer(request.request_id, request.folder))
        self._failures = 0
        self.completed, self.has_completed_checkpoint = checkpoint_id, True
        self._pause(now_ms)
        if pending.ends:
            self.stop()
        self._out.extend(Send(task, messages.Complete(checkpoint_id, pending.ends)) for task in self._subtasks)
        base_id = min((other.completed_id for other in self._pending.values()), default=checkpoint_id)
        self._out.append(DropUnneeded(base_id))

    def _taken(self, request: SavepointRequest, pending: PendingCheckpoint, now_ms: int) -> None:
        """A savepoint is complete. One with which the job stops is answered when it has.

        One after which it keeps running is answered when a checkpoint has followed: that commits what sinks have
        prepared for both. If the attempt broke before, the next one would begin with removing it.
        """
        if request.stops:
            self.stopped, self.stopping_ms = request, pending.triggered_ms
        elif request.after is After.CONTINUE and self.is_periodic:
            self.unconfirmed[pending.checkpoint_id] = request
            self._due_ms = now_ms
        else:
            self._out.append(Answer(request.request_id, request.folder))
        if request.after is After.CANCEL:
            self.stop()
            self.is_to_cancel = True

    def _check_store(self, pending: PendingCheckpoint, waited_ms: int, now_ms: int) -> None:
        """A store that does not answer ends the attempt: it is unknown whether the checkpoint is complete."""
        if waited_ms >= self._plan.timeout_ms and self._running:
            del self._pending[pending.checkpoint_id]
            why = f"checkpoint storage has not answered for {waited_ms / 1000:.1f} s"
            self.history.append(CheckpointOutcome(pending.checkpoint_id, pending.triggered_ms, now_ms, False, why))
            self._fail(CheckpointError(f"checkpoint {pending.checkpoint_id}: {why}"))

    def _abort(self, checkpoint_id: int, now_ms: int, why: str, counts: bool = True) -> None:
        pending = self._pending.pop(checkpoint_id)
        self._out.extend(Send(task, messages.Abort(checkpoint_id)) for task in self._subtasks)
        self._out.append(DiscardCheckpoint(checkpoint_id, pending.folder))
        self._pause(now_ms)
        self._failed(checkpoint_id, pending.triggered_ms, now_ms, why, pending.request, counts)

    def _failed(
        self,
        checkpoint_id: int,
        triggered_ms: int,
        now_ms: int,
        why: str,
        request: Optional[SavepointRequest],
        counts: bool = True,
    ) -> None:
        self.history.append(CheckpointOutcome(checkpoint_id, triggered_ms, now_ms, False, why))
        if request is not None and request.drain:  # it is taken once more, like any final checkpoint
            self._draining = replace(request, folder=f"{request.folder}-{checkpoint_id}")
        elif request is not None:
            self._out.append(Answer(request.request_id, error=CheckpointError(f"the savepoint failed: {why}")))
            return
        if counts:
            self._failures += 1
        if self._failures > self._plan.tolerable_failures:
            self._fail(
                CheckpointError(
                    f"checkpoint {checkpoint_id} failed: {why}. {self._failures} in a row have failed, "
                    f"execution.checkpointing.tolerable-failed-checkpoints is {self._plan.tolerable_failures}"
                )
            )

    def _pause(self, now_ms: int) -> None:
        """The next one is due at its interval, at once if that has passed, never sooner than the pause after this."""
        self._due_ms = max(self._triggered_ms + self._plan.interval_ms, now_ms + self._plan.min_pause_ms)
        if self._finishing:
            self._due_ms = now_ms

    # What it consists of ----------------------------------------------------------------------------------------------

    def _manifest(self, pending: PendingCheckpoint, now_ms: int) -> Manifest:
        stopped_at = pending.folder if pending.folder and pending.ends else self._stopped_at
        return pending.manifest(self._graph, self._plan.job_id, stopped_at, now_ms)

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
