"""CheckpointOutcome: what became of a checkpoint, for people. SubtaskPart: a subtask's part of one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pyrite.checkpoint.manifest import CheckpointMetrics
from pyrite.graph.execution_graph import Subtask
from pyrite.runtime.wire.checkpoint_kind import CheckpointKind


@dataclass(frozen=True)
class SubtaskPart:
    """A subtask's part of a checkpoint, which it has acknowledged."""

    metrics: CheckpointMetrics
    acknowledged_ms: int = 0
    in_flight_bytes: int = 0
    """What an unaligned barrier has overtaken, and is in the checkpoint."""


@dataclass(frozen=True)
class CheckpointOutcome:
    """What became of a checkpoint. Times in milliseconds."""

    checkpoint_id: int
    triggered_ms: int
    ended_ms: int
    completed: bool
    why: str = ""
    """Why it failed."""
    kind: CheckpointKind = CheckpointKind.CHECKPOINT
    savepoint: str = ""
    """The folder of a savepoint."""
    subtasks: Mapping[Subtask, SubtaskPart] = field(default_factory=dict)
    """The parts of those that have acknowledged it."""
    unaligned: bool = False
    is_aborted: bool = False
    """Whether it failed only because the input ended or tasks restarted: nobody needs to worry."""
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
