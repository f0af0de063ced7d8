"""AttemptSettings: the settings shared by all attempts of a job."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Optional

from pyrite.core.config.cluster_options import ATTEMPTS_HISTORY_SIZE
from pyrite.graph.execution_graph import ExecutionGraph
from pyrite.runtime.master.checkpoint.checkpoint_schedule import CheckpointPlan
from pyrite.runtime.wire.deployment import SubtaskRestore
from pyrite.runtime.wire.messages import Deploy

Deployer = Callable[[ExecutionGraph, int, int, Optional[SubtaskRestore]], Deploy]


@dataclass(frozen=True)
class AttemptSettings:
    """Settings shared by all attempts of a job. Times in milliseconds."""

    deployer: Deployer
    batch: bool
    heartbeat_timeout_ms: int
    slot_timeout_ms: int
    checkpoints: Optional[CheckpointPlan] = None
    hang_timeout_ms: int = 0
    """How long one step of a task's main loop may take; 0: no limit."""
    allow_non_restored_state: bool = False
    """Whether the job may drop restored state that matches none of its operators."""
    regions_restart_alone: bool = False
    """Whether the failure of a task restarts only its region, not the whole job."""

    attempts_history: int = ATTEMPTS_HISTORY_SIZE.default
    """The number of previous attempts remembered per subtask."""

    @property
    def repeats_stages(self) -> bool:
        """Whether a batch job keeps its complete stages when a task fails."""
        return self.batch and self.regions_restart_alone
