"""TaskState: what the JobMaster knows of one task."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Optional

from pyrite.core.functions.accumulators import Accumulator
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.task_report import TaskReport


class TaskPhase(Enum):
    """How far a task has come."""

    EXPECTED = "expected"
    REGISTERED = "registered"
    DEPLOYED = "deployed"
    RUNNING = "running"
    FINISHED = "finished"
    COMMITTED = "committed"
    GONE = "gone"


@dataclass(frozen=True)
class TaskState:
    """What the JobMaster knows of one task. A value: whoever has it sees one moment."""

    phase: TaskPhase = TaskPhase.EXPECTED
    registration: Optional[messages.Register] = None
    reported_ms: int = 0
    finished: bool = False
    """Whether it has processed all of its input, wherever its process is now."""
    failed: bool = False
    """Whether its error, or its loss, has ended the attempt; the other tasks were canceled."""
    report: TaskReport = field(default_factory=TaskReport)
    committables: Mapping[int, list[Any]] = field(default_factory=dict)
    accumulators: Mapping[str, Accumulator[Any, Any]] = field(default_factory=dict)
    since_ms: Mapping[TaskPhase, int] = field(default_factory=dict)
    """When it came to each phase."""
    attempt_number: int = 0
    """How often this driver has started the task before."""

    @property
    def is_there(self) -> bool:
        """Whether its process has registered, and is not gone."""
        return self.phase not in (TaskPhase.EXPECTED, TaskPhase.GONE)
