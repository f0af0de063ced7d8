"""JobDocument: all that can be shown of a job, as a value. REST, the history and the command line read it.

A driver makes it when it is asked (`document_of_view`); the last one of a job is its archive. As JSON it has the
fields' own names: `to_json` and `of_json` of `core/json_dataclasses`. A reader ignores fields that it does not know.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Optional

RUNNING_END_MS = -1
"""The end of what has not ended, as Flink has it."""


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
    """When it came to each state."""
    host: str = ""
    executor: str = ""
    process: int = 0
    metrics: Mapping[str, Any] = field(default_factory=dict)
    """Of the task by name, of its operators as `operator.name`."""
    accumulators: Mapping[str, AccumulatorDocument] = field(default_factory=dict)

    @property
    def start_ms(self) -> int:
        """When it was deployed; -1 before that."""
        return self.since_ms.get("DEPLOYING", RUNNING_END_MS)

    @property
    def has_ended(self) -> bool:
        return self.state in ("FINISHED", "CANCELED", "FAILED")

    @property
    def end_ms(self) -> int:
        """-1 as long as it runs."""
        return self.since_ms.get(self.state, RUNNING_END_MS) if self.has_ended else RUNNING_END_MS


@dataclass(frozen=True)
class InputDocument:
    """An edge by which a vertex gets records."""

    vertex: str
    ship_strategy: str


@dataclass(frozen=True)
class OperatorDocument:
    """An operator of a vertex's chain."""

    id: str
    name: str
    description: str


@dataclass(frozen=True)
class VertexDocument:
    """A chain of operators that run in one task."""

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
    """Former attempts of subtasks, the oldest of each first."""


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
    """Held back while barriers were aligned."""
    in_flight_bytes: int
    """What an unaligned barrier has overtaken."""


@dataclass(frozen=True)
class CheckpointDocument:
    """A checkpoint or savepoint: under way, complete or failed."""

    id: int
    kind: str
    """`checkpoint`, `savepoint` or `final checkpoint`, and the ways in which a savepoint ends a job."""
    is_savepoint: bool
    status: str
    """IN_PROGRESS, COMPLETED or FAILED."""
    triggered_ms: int
    ended_ms: int = RUNNING_END_MS
    path: str = ""
    failure: str = ""
    unaligned: bool = False
    vertices: Mapping[str, tuple[SubtaskCheckpointDocument, ...]] = field(default_factory=dict)
    """The parts that were acknowledged, by vertex."""
    subtasks: int = 0
    """How many there are."""
    waits_for: str = ""
    """The calls of functions that it waits for while it is under way."""

    @property
    def parts(self) -> list[SubtaskCheckpointDocument]:
        return [part for parts in self.vertices.values() for part in parts]

    @property
    def acknowledged_ms(self) -> int:
        """When the last subtask so far acknowledged it; -1: none has."""
        return max((part.acknowledged_ms for part in self.parts), default=RUNNING_END_MS)

    def took_ms(self, now_ms: int) -> int:
        return max(0, (now_ms if self.ended_ms == RUNNING_END_MS else self.ended_ms) - self.triggered_ms)


@dataclass(frozen=True)
class RestoredDocument:
    """The checkpoint that a job was last restored from."""

    id: int
    restored_ms: int


@dataclass(frozen=True)
class CheckpointsDocument:
    """The checkpoints of a job over all attempts; of the last ones everything is known."""

    completed: int = 0
    failed: int = 0
    restores: int = 0
    restored: Optional[RestoredDocument] = None
    history: tuple[CheckpointDocument, ...] = ()
    """The oldest first, those under way last."""

    @property
    def in_progress(self) -> int:
        return sum(one.status == "IN_PROGRESS" for one in self.history)


@dataclass(frozen=True)
class ExceptionDocument:
    """Why an attempt failed."""

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
    """How checkpoints are taken. Times in milliseconds; an interval of 0: they are not."""

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
    """When this was made."""
    since_ms: Mapping[str, int]
    """When the job last came to each status."""
    start_ms: int
    end_ms: int
    parallelism: int
    vertices: tuple[VertexDocument, ...]
    checkpoints: CheckpointsDocument
    checkpoint_settings: CheckpointSettingsDocument
    exceptions: tuple[ExceptionDocument, ...] = ()
    """The oldest first."""
    configuration: Mapping[str, str] = field(default_factory=dict)
    """What the job was started with. Secrets are masked."""
    job_parameters: Mapping[str, str] = field(default_factory=dict)
    restart_strategy: str = ""
    accumulators: Mapping[str, AccumulatorDocument] = field(default_factory=dict)
    metrics: Mapping[str, Any] = field(default_factory=dict)
    """Of the job as a whole."""
    restarts: int = 0
    trouble: str = ""
    """What the user should know now."""
    process: int = 0
    """The driver's."""
    host: str = ""
    events: tuple[EventDocument, ...] = ()
    """The oldest first, also of earlier drivers."""

    def duration_ms(self) -> int:
        return max(0, (self.now_ms if self.end_ms == RUNNING_END_MS else self.end_ms) - self.start_ms)

    def vertex(self, vertex_id: str) -> Optional[VertexDocument]:
        return next((vertex for vertex in self.vertices if vertex.id == vertex_id), None)

    def checkpoint(self, checkpoint_id: int) -> Optional[CheckpointDocument]:
        return next((one for one in self.checkpoints.history if one.id == checkpoint_id), None)
