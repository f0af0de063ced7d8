"""PendingCheckpoint: a checkpoint or savepoint that is under way, and the manifest that it becomes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Optional

from pyrite.checkpoint.manifest import CheckpointMetrics, InFlightEdge, Manifest, OperatorState
from pyrite.graph.execution_graph import ExecutionGraph, Subtask
from pyrite.graph.job_graph import JobGraph, JobVertex
from pyrite.runtime.master.job_events import TaskId
from pyrite.runtime.wire.checkpoint_kind import CheckpointKind, SavepointRequest
from pyrite.runtime.wire.checkpoint_outcome import CheckpointOutcome, SubtaskPart
from pyrite.state.handles import FileRef, StoredOperatorState, TaskStateSnapshot


@dataclass
class PendingCheckpoint:
    """A checkpoint that is under way."""

    checkpoint_id: int
    triggered_ms: int
    kind: CheckpointKind
    enumerators: dict[str, FileRef]
    unaligned: bool
    completed_id: int
    """The last checkpoint that was complete when this one began."""
    request: Optional[SavepointRequest] = None
    """Of a savepoint."""
    handles: dict[TaskId, TaskStateSnapshot] = field(default_factory=dict)
    parts: dict[Subtask, SubtaskPart] = field(default_factory=dict)
    storing_ms: Optional[int] = None
    """Since when it waits for the store: every task has acknowledged it."""

    @property
    def is_storing(self) -> bool:
        return self.storing_ms is not None

    @property
    def begun_ms(self) -> int:
        """Since when it waits for its tasks, or for the store."""
        return self.triggered_ms if self.storing_ms is None else self.storing_ms

    @property
    def folder(self) -> str:
        """Of the savepoint; empty for a checkpoint."""
        return "" if self.request is None else self.request.folder

    def acknowledge(
        self, task: TaskId, subtask: Subtask, handle: TaskStateSnapshot, metrics: CheckpointMetrics, now_ms: int
    ) -> None:
        """A subtask has written its part."""
        self.handles[task] = handle
        in_flight_bytes = sum(data.ref.size for data in handle.in_flight.values())
        self.parts[subtask] = SubtaskPart(metrics, now_ms, in_flight_bytes)

    def outcome(self, ended_ms: int, why: str = "", is_aborted: bool = False) -> CheckpointOutcome:
        """What has become of it: it is complete, or failed for a reason."""
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
        )

    def manifest(self, graph: ExecutionGraph, job_id: str, stopped_at: str, now_ms: int) -> Manifest:
        """What it consists of: every task has acknowledged it."""
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
    """What was in flight to the subtasks of a vertex, on each of its edges."""
    for edge in job.inputs(vertex.id):
        data = {index: handle.in_flight[edge.id] for index, handle in handles.items() if edge.id in handle.in_flight}
        if data:
            senders = job.vertex(edge.source).parallelism
            yield InFlightEdge(job.identity(edge), edge.partitioning.kind, senders, vertex.parallelism, data)
