"""CheckpointOutcome: what became of a checkpoint, for people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pyrite.checkpoint.manifest import CheckpointMetrics
from pyrite.graph.execution_graph import Subtask
from pyrite.runtime.wire.checkpoint_kind import CheckpointKind


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
    subtasks: Mapping[Subtask, CheckpointMetrics] = field(default_factory=dict)
    """What each subtask that has acknowledged it has measured."""

    @property
    def took_ms(self) -> int:
        return self.ended_ms - self.triggered_ms

    @property
    def written_bytes(self) -> int:
        return sum(metrics.written_bytes for metrics in self.subtasks.values())

    @property
    def full_bytes(self) -> int:
        return sum(metrics.full_bytes for metrics in self.subtasks.values())
