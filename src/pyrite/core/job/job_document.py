"""JobDocument: the complete description of a job, as a value. REST, the history and the command line read it.

A driver creates it for each request (`document_of_view`); a job's last document is its archive. In JSON, fields have
their own names: `to_json` and `of_json` of `core/json_dataclasses`. Readers ignore unknown fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Optional

RUNNING_END_MS = -1
"""The end time before the end, as in Flink."""


@dataclass(frozen=True)
class AccumulatorDocument:
    """A user's accumulator: its class and its value, as text."""

    type: str
    value: str


@dataclass(frozen=True)
class SubtaskDocument:
    """One attempt of a subtask."""

    index: int
    attempt: int
    state: str
    """Flink's execution state."""
    since_ms: Mapping[str, int] = field(default_factory=dict)
    """The times at which it reached its states."""
    host: str = ""
    executor: str = ""
    process: int = 0
    metrics: Mapping[str, Any] = field(default_factory=dict)
    """The task's metrics by name, its operators' as `operator.name`."""
    accumulators: Mapping[str, AccumulatorDocument] = field(default_factory=dict)

    @property
    def start_ms(self) -> int:
        """The time of its deployment; -1 before that."""
        return self.since_ms.get("DEPLOYING", RUNNING_END_MS)

    @property
    def has_ended(self) -> bool:
        return self.state in ("FINISHED", "CANCELED", "FAILED")

    @property
    def end_ms(self) -> int:
        """-1 while it runs."""
        return self.since_ms.get(self.state, RUNNING_END_MS) if self.has_ended else RUNNING_END_MS


@dataclass(frozen=True)
class InputDocument:
    """An input edge of a vertex."""

    vertex: str
    ship_strategy: str


@dataclass(frozen=True)
class OperatorDocument:
    """An operator in a vertex's chain."""

    id: str
    name: str
    description: str


@dataclass(frozen=True)
class VertexDocument:
    """A chain of operators in one task."""

    id: str
    """32 hexadecimal digits."""
    name: str
    parallelism: int
    max_parallelism: int
    slot_sharing_group: str
    operators: tuple[OperatorDocument, ...]
    inputs: tuple[InputDocument, ...]
    subtasks: tuple[SubtaskDocument, ...]
    former: tuple[SubtaskDocument, ...] = ()
    """Earlier attempts of subtasks, in the order of their attempts."""


@dataclass(frozen=True)
class SubtaskCheckpointDocument:
    """A subtask's part of a checkpoint. Times in milliseconds."""

    index: int
    acknowledged_ms: int
    sync_ms: float
    async_ms: float
    alignment_ms: float
    start_delay_ms: float
    written_bytes: int
    full_bytes: int
    held_bytes: int
    """Bytes held back during the alignment of barriers."""
    in_flight_bytes: int
    """Bytes that an unaligned barrier has overtaken."""


@dataclass(frozen=True)
class CheckpointDocument:
    """A checkpoint or savepoint: in progress, complete or failed."""

    id: int
    kind: str
    """`checkpoint`, `savepoint` or `final checkpoint`, or a savepoint that ends a job."""
    is_savepoint: bool
    status: str
    """IN_PROGRESS, COMPLETED or FAILED."""
    triggered_ms: int
    ended_ms: int = RUNNING_END_MS
    path: str = ""
    failure: str = ""
    unaligned: bool = False
    vertices: Mapping[str, tuple[SubtaskCheckpointDocument, ...]] = field(default_factory=dict)
    """The acknowledged parts, by vertex."""
    subtasks: int = 0
    """The number of subtasks."""
    waits_for: str = ""
    """The function calls that an unfinished checkpoint waits for."""

    @property
    def parts(self) -> list[SubtaskCheckpointDocument]:
        return [part for parts in self.vertices.values() for part in parts]

    @property
    def acknowledged_ms(self) -> int:
        """The time of the last acknowledgment so far; -1 without any."""
        return max((part.acknowledged_ms for part in self.parts), default=RUNNING_END_MS)

    def took_ms(self, now_ms: int) -> int:
        return max(0, (now_ms if self.ended_ms == RUNNING_END_MS else self.ended_ms) - self.triggered_ms)


@dataclass(frozen=True)
class RestoredDocument:
    """The checkpoint from which a job was last restored."""

    id: int
    restored_ms: int


@dataclass(frozen=True)
class CheckpointsDocument:
    """The checkpoints of a job over all attempts, with details of the last ones."""

    completed: int = 0
    failed: int = 0
    restores: int = 0
    restored: Optional[RestoredDocument] = None
    history: tuple[CheckpointDocument, ...] = ()
    """The oldest first, checkpoints in progress last."""

    @property
    def in_progress(self) -> int:
        return sum(one.status == "IN_PROGRESS" for one in self.history)


@dataclass(frozen=True)
class ExceptionDocument:
    """The error of a failed attempt."""

    name: str
    """The class of the error."""
    stack_trace: str
    at_ms: int
    task: str = ""
    """`name (1/2) - execution #3`; empty: the whole job."""
    host: str = ""
    executor: str = ""
    process: int = 0


@dataclass(frozen=True)
class EventDocument:
    """An event in the life of a job: see `job_event`."""

    kind: str
    at_ms: int
    requested_by: str
    writer: str
    number: int
    details: Mapping[str, Any] = field(default_factory=dict)
    """The fields of its kind."""


@dataclass(frozen=True)
class CheckpointSettingsDocument:
    """The checkpoint configuration. Times in milliseconds; an interval of 0: no checkpoints."""

    interval_ms: int
    exactly_once: bool
    timeout_ms: int
    min_pause_ms: int
    max_concurrent: int
    tolerable_failures: int
    unaligned: bool
    aligned_timeout_ms: int
    are_retained: bool
    delete_on_cancellation: bool
    state_backend: str
    storage: str


@dataclass(frozen=True)
class JobDocument:
    """A job at one moment, or at its end."""

    id: str
    name: str
    status: str
    is_batch: bool
    now_ms: int
    """The time of this document."""
    since_ms: Mapping[str, int]
    """The time at which the job last reached each status."""
    start_ms: int
    end_ms: int
    parallelism: int
    vertices: tuple[VertexDocument, ...]
    checkpoints: CheckpointsDocument
    checkpoint_settings: CheckpointSettingsDocument
    exceptions: tuple[ExceptionDocument, ...] = ()
    """The oldest first."""
    configuration: Mapping[str, str] = field(default_factory=dict)
    """The job's configuration, with masked secrets."""
    job_parameters: Mapping[str, str] = field(default_factory=dict)
    restart_strategy: str = ""
    accumulators: Mapping[str, AccumulatorDocument] = field(default_factory=dict)
    metrics: Mapping[str, Any] = field(default_factory=dict)
    """The metrics of the job itself."""
    restarts: int = 0
    trouble: str = ""
    """A problem that the user should know about."""
    process: int = 0
    """The driver's pid."""
    host: str = ""
    events: tuple[EventDocument, ...] = ()
    """The oldest first, also of earlier drivers."""

    def duration_ms(self) -> int:
        return max(0, (self.now_ms if self.end_ms == RUNNING_END_MS else self.end_ms) - self.start_ms)

    def vertex(self, vertex_id: str) -> Optional[VertexDocument]:
        return next((vertex for vertex in self.vertices if vertex.id == vertex_id), None)

    def checkpoint(self, checkpoint_id: int) -> Optional[CheckpointDocument]:
        return next((one for one in self.checkpoints.history if one.id == checkpoint_id), None)
