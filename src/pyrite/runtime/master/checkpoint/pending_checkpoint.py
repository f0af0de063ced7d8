"""PendingCheckpoint: a checkpoint or savepoint in progress, its tasks, and the resulting manifest."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Optional

from pyrite.checkpoint.manifest import CheckpointMetrics, InFlightEdge, Manifest, OperatorState
from pyrite.core.errors import CheckpointError
from pyrite.core.metrics.declared_metrics import CURRENT_CALL, CURRENT_CALL_TIME, CURRENT_STEP_PLACE, CURRENT_STEP_TIME
from pyrite.graph.execution_graph import ExecutionGraph, Subtask
from pyrite.graph.job_graph import JobGraph, JobVertex
from pyrite.runtime.master.job_events import TaskId
from pyrite.runtime.master.job_instructions import Answer, DiscardCheckpoint, Send
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.checkpoint_kind import CheckpointKind, SavepointRequest
from pyrite.runtime.wire.checkpoint_outcome import CheckpointOutcome, SubtaskPart
from pyrite.runtime.wire.task_report import TaskReport
from pyrite.runtime.wire.task_state import TaskState
from pyrite.state.handles import FileRef, StoredOperatorState, TaskStateSnapshot


@dataclass
class PendingCheckpoint:
    """A checkpoint or savepoint in progress."""

    checkpoint_id: int
    triggered_ms: int
    kind: CheckpointKind
    enumerators: dict[str, FileRef]
    unaligned: bool
    completed_id: int
    """The latest complete checkpoint when this one began."""
    request: Optional[SavepointRequest] = None
    """The request, for a savepoint."""
    handles: dict[TaskId, TaskStateSnapshot] = field(default_factory=dict)
    parts: dict[Subtask, SubtaskPart] = field(default_factory=dict)
    storing_ms: Optional[int] = None
    """The time from which it waits for the store, after every task has acknowledged it."""

    @property
    def is_storing(self) -> bool:
        return self.storing_ms is not None

    @property
    def begun_ms(self) -> int:
        """The time from which it waits for its tasks, or for the store."""
        return self.triggered_ms if self.storing_ms is None else self.storing_ms

    @property
    def folder(self) -> str:
        """The savepoint's folder; empty for a checkpoint."""
        return "" if self.request is None else self.request.folder

    def acknowledge(
        self, task: TaskId, subtask: Subtask, handle: TaskStateSnapshot, metrics: CheckpointMetrics, now_ms: int
    ) -> None:
        """Adds the part that a subtask has written."""
        self.handles[task] = handle
        in_flight_bytes = sum(data.ref.size for data in handle.in_flight.values())
        self.parts[subtask] = SubtaskPart(metrics, now_ms, in_flight_bytes)

    def outcome(self, ended_ms: int, why: str = "", is_aborted: bool = False) -> CheckpointOutcome:
        """Its outcome for the history: complete, or failed with a reason."""
        return CheckpointOutcome(
            self.checkpoint_id,
            self.triggered_ms,
            ended_ms,
            not why,
            why,
            self.kind,
            self.folder,
            self.parts,
            self.unaligned,
            is_aborted,
            "" if self.request is None else self.request.requested_by,
        )

    def manifest(self, graph: ExecutionGraph, job_id: str, stopped_at: str, now_ms: int) -> Manifest:
        """Its manifest; every task has acknowledged it."""
        operators: dict[str, OperatorState] = {}
        in_flight: list[InFlightEdge] = []
        metrics: dict[str, dict[int, CheckpointMetrics]] = {}
        for vertex in graph.job.vertices:
            tasks = {index: graph.task_of(Subtask(vertex.id, index)) for index in range(vertex.parallelism)}
            handles = {index: self.handles[task] for index, task in tasks.items()}
            operators.update(_operator_states(vertex, handles, self.enumerators))
            head = vertex.head.operator_id
            metrics[head] = {index: self.parts[Subtask(vertex.id, index)].metrics for index in tasks}
            in_flight.extend(_in_flight(graph.job, vertex, handles))
        return Manifest(
            job_id,
            graph.job.job_name,
            self.checkpoint_id,
            graph.attempt,
            self.triggered_ms,
            now_ms,
            operators,
            tuple(in_flight),
            metrics,
            self.kind.is_final,
            stopped_at=stopped_at,
        )


def _operator_states(
    vertex: JobVertex, handles: Mapping[int, TaskStateSnapshot], enumerators: Mapping[str, FileRef]
) -> dict[str, OperatorState]:
    finished = frozenset(index for index, handle in handles.items() if handle.finished)
    states: dict[str, OperatorState] = {}
    for chained in vertex.operators:
        node = chained.node
        empty = StoredOperatorState()
        states[node.operator_id] = OperatorState(
            node.operator_id,
            node.name,
            node.uid,
            vertex.parallelism,
            vertex.max_parallelism,
            {index: handle.operators.get(node.operator_id, empty) for index, handle in handles.items()},
            finished,
            enumerators.get(node.operator_id),
            node.operator.keyed_layout,
            node.state_meaning,
        )
    return states


def _in_flight(job: JobGraph, vertex: JobVertex, handles: Mapping[int, TaskStateSnapshot]) -> Iterator[InFlightEdge]:
    """The in-flight data of each input edge of a vertex."""
    for edge in job.inputs(vertex.id):
        data = {index: handle.in_flight[edge.id] for index, handle in handles.items() if edge.id in handle.in_flight}
        if data:
            senders = job.vertex(edge.source).parallelism
            yield InFlightEdge(job.identity(edge), edge.partitioning.kind, senders, vertex.parallelism, data)


class CheckpointTasks:
    """The tasks that run subtasks; relays take no part in checkpoints."""

    def __init__(self, graph: ExecutionGraph) -> None:
        self.assign(graph)

    def assign(self, graph: ExecutionGraph) -> None:
        """Sets the subtask of each task."""
        self.graph = graph
        self._subtasks: dict[TaskId, Subtask] = {
            (number, pid): work
            for number, level in enumerate(graph.levels)
            for pid, work in enumerate(level.work)
            if isinstance(work, Subtask)
        }

    def __len__(self) -> int:
        return len(self._subtasks)

    def __contains__(self, task: object) -> bool:
        return task in self._subtasks

    def subtask(self, task: TaskId) -> Subtask:
        return self._subtasks[task]

    def trigger(self, pending: PendingCheckpoint, sources: Container[int], is_late: bool) -> Iterator[Send]:
        """Triggers the sources, and, if barriers overtake, the other tasks.

        If they overtake later, only the other tasks.
        """
        message = messages.Trigger(
            pending.checkpoint_id,
            pending.triggered_ms,
            pending.completed_id,
            pending.unaligned,
            pending.kind.holds_tasks,
            pending.folder,
        )
        for task, subtask in self._subtasks.items():
            if not is_late if subtask.vertex in sources else pending.unaligned:
                yield Send(task, message)

    def complete(self, pending: PendingCheckpoint) -> Iterator[Send]:
        message = messages.Complete(pending.checkpoint_id, pending.kind.ends_attempt)
        return (Send(task, message) for task in self._subtasks)

    def abort(self, pending: PendingCheckpoint) -> Iterator[Send]:
        return (Send(task, messages.Abort(pending.checkpoint_id)) for task in self._subtasks)

    def describe_missing(self, pending: PendingCheckpoint) -> str:
        """The tasks that have not acknowledged it."""
        missing = [self.name(task) for task in self._subtasks if task not in pending.handles]
        return f"missing: {', '.join(missing[:5])}" + (" and others" if len(missing) > 5 else "")

    def name(self, task: TaskId) -> str:
        subtask = self._subtasks[task]
        vertex = self.graph.job.vertex(subtask.vertex)
        return f"'{vertex.name}' ({subtask.index + 1}/{vertex.parallelism})"


class UnconfirmedSavepoints:
    """The savepoints of one attempt whose requests are open, or that end the attempt."""

    def __init__(self, is_periodic: bool) -> None:
        self._is_periodic = is_periodic
        self.draining: Optional[SavepointRequest] = None
        """The savepoint that ends the job after its sources have ended."""
        self.stopped: Optional[PendingCheckpoint] = None
        """The completed savepoint that ends the attempt."""
        self.unconfirmed: dict[int, SavepointRequest] = {}
        """Savepoints not yet followed by a checkpoint, by id."""

    def taken(self, pending: PendingCheckpoint, request: SavepointRequest) -> Iterator[Answer]:
        """A savepoint is complete. If it stops the job, its request is answered when the job has stopped.

        If the job keeps running, the request is answered after the next checkpoint, which commits the committables
        prepared for both. If the attempt failed before that, the next attempt would begin by removing them.
        """
        if pending.kind.ends_attempt:
            self.stopped = pending
        elif self._is_periodic and not pending.kind.cancels_job:
            self.unconfirmed[pending.checkpoint_id] = request
        else:
            yield Answer(request.request_id, request.folder)

    def confirmed_by(self, checkpoint_id: int) -> Iterator[Answer]:
        """A checkpoint is complete: answers the requests of the savepoints before it."""
        for saved in [n for n in self.unconfirmed if n < checkpoint_id]:
            request = self.unconfirmed.pop(saved)
            yield Answer(request.request_id, request.folder)

    def failed(self, pending: PendingCheckpoint, request: SavepointRequest, why: str) -> Iterator[Answer]:
        """A savepoint failed. The savepoint of a drained job is retried, like any final checkpoint."""
        if pending.kind.drains:
            self.draining = replace(request, folder=f"{request.folder}-{pending.checkpoint_id}")
        else:
            yield _refused(request, why)

    def discard_unconfirmed(self, why: str) -> Iterator[DiscardCheckpoint | Answer]:
        """Fails unconfirmed savepoints: the sinks of a restarting region may remove committables prepared for them."""
        for checkpoint_id, request in self.unconfirmed.items():
            yield DiscardCheckpoint(checkpoint_id, request.folder)
            yield _refused(request, why)
        self.unconfirmed.clear()


def _refused(request: SavepointRequest, why: str) -> Answer:
    return Answer(request.request_id, error=CheckpointError(f"the savepoint failed: {why}"))


_LONG_MS: Final = 1000
"""Calls that take longer are reported."""
_MOST: Final = 3


def awaited_calls(pending: PendingCheckpoint, tasks: Mapping[TaskId, TaskState]) -> str:
    """The operators and functions whose calls keep tasks from acknowledging a checkpoint."""
    missing = (
        [] if pending.is_storing else [state.report for task, state in tasks.items() if task not in pending.handles]
    )
    calls = [call for report in missing if (call := _describe(report))]
    return "; ".join(calls[:_MOST]) + (" and others" if len(calls) > _MOST else "")


def _describe(report: TaskReport) -> str:
    """The function call in which a task currently is, if the call takes long."""
    if report[CURRENT_CALL_TIME] >= _LONG_MS:
        return f"{report[CURRENT_CALL]}, in the same call for {report[CURRENT_CALL_TIME] // 1000} s"
    if report[CURRENT_STEP_PLACE]:
        return f"{report[CURRENT_STEP_PLACE]}, for {report[CURRENT_STEP_TIME] // 1000} s"
    return ""
