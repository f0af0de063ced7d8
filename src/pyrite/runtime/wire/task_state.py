"""TaskState: the JobMaster's record of one task."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Optional

from pyrite.core.functions.accumulators import Accumulator
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.task_report import TaskReport


class TaskPhase(Enum):
    """The lifecycle of a task."""

    EXPECTED = "expected"
    REGISTERED = "registered"
    DEPLOYED = "deployed"
    RUNNING = "running"
    FINISHED = "finished"
    COMMITTED = "committed"
    GONE = "gone"


@dataclass(frozen=True)
class TaskState:
    """The JobMaster's record of one task, as an immutable value."""

    phase: TaskPhase = TaskPhase.EXPECTED
    registration: Optional[messages.Register] = None
    reported_ms: int = 0
    finished: bool = False
    """Whether it has processed all of its input, regardless of its phase."""
    failed: bool = False
    """Whether its error or loss has ended the attempt, so that the other tasks were canceled."""
    report: TaskReport = field(default_factory=TaskReport)
    committables: Mapping[int, list[Any]] = field(default_factory=dict)
    accumulators: Mapping[str, Accumulator[Any, Any]] = field(default_factory=dict)
    since_ms: Mapping[TaskPhase, int] = field(default_factory=dict)
    """The time at which it entered each phase."""
    attempt_number: int = 0
    """The number of earlier starts of the task by this driver."""

    @property
    def is_connected(self) -> bool:
        """Whether its process has registered and not disconnected."""
        return self.phase not in (TaskPhase.EXPECTED, TaskPhase.GONE)
