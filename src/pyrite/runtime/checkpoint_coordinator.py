"""CheckpointCoordinator: when checkpoints of one attempt begin, and what becomes of them. Decided purely.

Trigger -> every subtask acknowledges -> the manifest is stored, the commit point -> every task hears of it. What
is declined or late is aborted; what sinks have prepared for it stays owed and is committed with the next one.
"""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Optional
from zlib import crc32

from pyrite.checkpoint.manifest import Manifest, OperatorState, SubtaskFigures
from pyrite.checkpoint.store import NotWrittenError
from pyrite.common.errors import CheckpointError
from pyrite.graph.execution_graph import ExecutionGraph, Subtask
from pyrite.graph.job_graph import JobVertex
from pyrite.runtime import messages
from pyrite.runtime.job_events import AttemptBegunEvent, TaskId
from pyrite.runtime.job_instructions import DiscardCheckpoint, DropUnneeded, Instruction, Send, StoreCheckpoint
from pyrite.runtime.split_assignment import SplitAssignment
from pyrite.state.handles import FileRef, OperatorHandle, SubtaskHandle

_REMEMBERED = 100
"""Checkpoints whose figures are kept."""


@dataclass(frozen=True)
class CheckpointPlan:
    """When checkpoints are taken. Times in milliseconds."""

    job_id: str
    interval_ms: int
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


@dataclass
class _Pending:
    """A checkpoint that is under way."""

    checkpoint_id: int
    triggered_ms: int
    enumerators: dict[str, FileRef]
    unaligned: bool
    final: bool
    completed_id: int
    """The last checkpoint that was complete when this one began."""
    handles: dict[TaskId, SubtaskHandle] = field(default_factory=dict)
    figures: dict[TaskId, SubtaskFigures] = field(default_factory=dict)
    storing: bool = False


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
        self._pending: dict[int, _Pending] = {}
        self._subtasks: dict[TaskId, Subtask] = {}
        self.bind(graph)
        self._running = False
        self._finishing = False
        self._due_ms = 0
        self._triggered_ms = 0
        self._failures = 0
        self.completed = 0 if begun.manifest is None else begun.manifest.checkpoint_id
        self.got_on = False
        """Whether a checkpoint of this attempt is complete."""
        self.history: deque[CheckpointOutcome] = deque(maxlen=_REMEMBERED)
        self._out: list[Instruction] = []

    def bind(self, graph: ExecutionGraph) -> None:
        """Tells which subtask each task is."""
        self._graph = graph
        self._subtasks = {
            (level, pid): work
            for level, found in enumerate(graph.levels)
            for pid, work in enumerate(found.work)
            if isinstance(work, Subtask)
        }

    def take(self) -> list[Instruction]:
        """What was decided since the last call."""
        out, self._out = self._out, []
        return out

    # When -------------------------------------------------------------------------------------------------------------

    def start(self, now_ms: int) -> None:
        """Every task runs."""
        self._running = True
        self._due_ms = now_ms + self._plan.interval_ms

    def finish(self, now_ms: int) -> None:
        """All input is processed: the final checkpoint, at once."""
        self._finishing = True
        for checkpoint_id in [n for n, pending in self._pending.items() if not pending.storing]:
            self._abort(
                checkpoint_id, now_ms, "all input has ended: the final checkpoint takes its place", counts=False
            )
        self._due_ms = now_ms
        self.tick(now_ms)

    def stop(self) -> None:
        """The attempt is over, or the last checkpoint is complete: none begins any more."""
        self._running = False

    def next_due_ms(self) -> Optional[int]:
        """When `tick` wants to be called; after it has been, a later time. What is being stored waits for the store."""
        if not self._running:
            return None
        waiting = [pending for pending in self._pending.values() if not pending.storing]
        due = [pending.triggered_ms + self._plan.timeout_ms for pending in waiting]
        if self._may_trigger():
            due.append(self._due_ms)
        if self._plan.unaligned and self._plan.aligned_timeout_ms:
            due.extend(p.triggered_ms + self._plan.aligned_timeout_ms for p in waiting if not p.unaligned)
        return min(due, default=None)

    def tick(self, now_ms: int) -> None:
        if not self._running:
            return
        for pending in [found for found in self._pending.values() if not found.storing]:
            waited_ms = now_ms - pending.triggered_ms
            if waited_ms >= self._plan.timeout_ms:
                self._abort(
                    pending.checkpoint_id, now_ms, f"not complete after {waited_ms / 1000:.1f} s{self._lag(pending)}"
                )
            elif self._overtakes(pending, waited_ms):
                pending.unaligned = True
                self._trigger_tasks(pending)
        if self._may_trigger() and now_ms >= self._due_ms:
            self._trigger(now_ms)

    def _overtakes(self, pending: _Pending, waited_ms: int) -> bool:
        plan = self._plan
        return plan.unaligned and not pending.unaligned and waited_ms >= plan.aligned_timeout_ms > 0

    def _may_trigger(self) -> bool:
        if self._finishing and any(pending.final for pending in self._pending.values()):
            return False
        return len(self._pending) < self._plan.max_concurrent

    # One checkpoint ---------------------------------------------------------------------------------------------------

    def _trigger(self, now_ms: int) -> None:
        """Snapshots the enumerators and, in the same step, tells the sources: assignments are before or behind it."""
        checkpoint_id, self._next_id = self._next_id, self._next_id + 1
        self._triggered_ms = now_ms
        self._due_ms = now_ms + self._plan.interval_ms
        try:
            enumerators = {
                self._graph.job.vertex(vertex).head.operator_id: _inline(source.snapshot(checkpoint_id))
                for vertex, source in self._sources.items()
            }
        except Exception as error:
            self._pause(now_ms)
            self._failed(checkpoint_id, now_ms, now_ms, f"a source's enumerator: {error}")
            return
        unaligned = self._plan.unaligned and self._plan.aligned_timeout_ms == 0
        pending = _Pending(checkpoint_id, now_ms, enumerators, unaligned, self._finishing, self.completed)
        self._pending[checkpoint_id] = pending
        self._trigger_tasks(pending)

    def _trigger_tasks(self, pending: _Pending) -> None:
        message = messages.Trigger(pending.checkpoint_id, pending.triggered_ms, pending.completed_id, pending.unaligned)
        late = pending.unaligned and not (self._plan.unaligned and self._plan.aligned_timeout_ms == 0)
        for task, subtask in self._subtasks.items():
            is_source = subtask.vertex in self._sources
            if (is_source and not late) or (not is_source and pending.unaligned):
                self._out.append(Send(task, message))

    def acknowledge(self, task: TaskId, message: messages.Acknowledge, now_ms: int) -> None:
        pending = self._pending.get(message.checkpoint_id)
        if pending is None or task not in self._subtasks:
            return  # aborted meanwhile
        pending.handles[task] = message.handle
        pending.figures[task] = message.figures
        if len(pending.handles) == len(self._subtasks):
            pending.storing = True
            self._out.append(StoreCheckpoint(self._manifest(pending, now_ms)))

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
        if error is not None:  # another driver has taken over, or nobody knows whether it is stored
            self._fail(error)
            return
        del self._pending[checkpoint_id]
        for older in [n for n, other in self._pending.items() if n < checkpoint_id and not other.storing]:
            self._abort(older, now_ms, f"checkpoint {checkpoint_id} was complete before it", counts=False)
        self._failures = 0
        self.completed, self.got_on = checkpoint_id, True
        self._pause(now_ms)
        if pending.final:
            self.stop()
        written = sum(figures.written_bytes for figures in pending.figures.values())
        full = sum(figures.full_bytes for figures in pending.figures.values())
        self.history.append(CheckpointOutcome(checkpoint_id, pending.triggered_ms, now_ms, True, "", written, full))
        self._out.extend(Send(task, messages.Complete(checkpoint_id, pending.final)) for task in self._subtasks)
        base_id = min((other.completed_id for other in self._pending.values()), default=checkpoint_id)
        self._out.append(DropUnneeded(base_id))

    def _abort(self, checkpoint_id: int, now_ms: int, why: str, counts: bool = True) -> None:
        pending = self._pending.pop(checkpoint_id)
        self._out.extend(Send(task, messages.Abort(checkpoint_id)) for task in self._subtasks)
        self._out.append(DiscardCheckpoint(checkpoint_id))
        self._pause(now_ms)
        self._failed(checkpoint_id, pending.triggered_ms, now_ms, why, counts)

    def _failed(self, checkpoint_id: int, triggered_ms: int, now_ms: int, why: str, counts: bool = True) -> None:
        self.history.append(CheckpointOutcome(checkpoint_id, triggered_ms, now_ms, False, why))
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

    def _manifest(self, pending: _Pending, now_ms: int) -> Manifest:
        operators: dict[str, OperatorState] = {}
        in_flight: dict[str, dict[int, FileRef]] = {}
        figures: dict[str, dict[int, SubtaskFigures]] = {}
        for vertex in self._graph.job.vertices:
            tasks = {work.index: task for task, work in self._subtasks.items() if work.vertex == vertex.id}
            handles = {index: pending.handles[task] for index, task in tasks.items()}
            operators.update(_operator_states(vertex, handles, pending.enumerators))
            head = vertex.head.operator_id
            figures[head] = {index: pending.figures[task] for index, task in tasks.items()}
            recorded = {index: handle.in_flight for index, handle in handles.items() if handle.in_flight is not None}
            if recorded:
                in_flight[head] = recorded
        return Manifest(
            self._plan.job_id,
            self._graph.job.job_name,
            pending.checkpoint_id,
            self._graph.attempt,
            pending.triggered_ms,
            now_ms,
            operators,
            in_flight,
            figures,
            pending.final,
        )

    def _lag(self, pending: _Pending) -> str:
        missing = [self._name(task) for task in self._subtasks if task not in pending.handles]
        return f"; missing: {', '.join(missing[:5])}" + (" and others" if len(missing) > 5 else "")

    def _name(self, task: TaskId) -> str:
        subtask = self._subtasks[task]
        vertex = self._graph.job.vertex(subtask.vertex)
        return f"'{vertex.name}' ({subtask.index + 1}/{vertex.parallelism})"


def _operator_states(
    vertex: JobVertex, handles: Mapping[int, SubtaskHandle], enumerators: Mapping[str, FileRef]
) -> dict[str, OperatorState]:
    finished = frozenset(index for index, handle in handles.items() if handle.finished)
    states: dict[str, OperatorState] = {}
    for chained in vertex.operators:
        node = chained.node
        empty = OperatorHandle()
        states[node.operator_id] = OperatorState(
            node.operator_id,
            node.name,
            node.uid,
            vertex.parallelism,
            vertex.max_parallelism,
            {index: handle.operators.get(node.operator_id, empty) for index, handle in handles.items()},
            finished,
            enumerators.get(node.operator_id),
        )
    return states


def _inline(state: Any) -> FileRef:
    data = pickle.dumps(state, 5)
    return FileRef("", len(data), crc32(data), data)
