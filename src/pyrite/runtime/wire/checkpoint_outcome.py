"""CheckpointOutcome: the result of a checkpoint, for display. SubtaskPart: a subtask's part of a checkpoint."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pyrite.checkpoint.manifest import CheckpointMetrics
from pyrite.graph.execution_graph import Subtask
from pyrite.runtime.wire.checkpoint_kind import CheckpointKind


@dataclass(frozen=True)
class SubtaskPart:
    """The acknowledged part of a subtask in a checkpoint."""

    metrics: CheckpointMetrics
    acknowledged_ms: int = 0
    in_flight_bytes: int = 0
    """The size of the in-flight data in an unaligned checkpoint."""


@dataclass(frozen=True)
class CheckpointOutcome:
    """The result of a checkpoint. Times in milliseconds."""

    checkpoint_id: int
    triggered_ms: int
    ended_ms: int
    completed: bool
    why: str = ""
    """The reason of a failure."""
    kind: CheckpointKind = CheckpointKind.CHECKPOINT
    savepoint: str = ""
    """The folder of a savepoint."""
    subtasks: Mapping[Subtask, SubtaskPart] = field(default_factory=dict)
    """The parts of the subtasks that acknowledged the checkpoint."""
    unaligned: bool = False
    is_aborted: bool = False
    """Whether it failed only because the input ended or tasks restarted, which is harmless."""
    requested_by: str = ""
    """The requester of a savepoint."""

    @property
    def took_ms(self) -> int:
        return self.ended_ms - self.triggered_ms

    @property
    def written_bytes(self) -> int:
        return sum(part.metrics.written_bytes for part in self.subtasks.values())

    @property
    def full_bytes(self) -> int:
        return sum(part.metrics.full_bytes for part in self.subtasks.values())
