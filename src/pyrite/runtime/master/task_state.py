"""TaskState: what the JobMaster knows of one task."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Optional

from pyrite.core.functions.accumulators import Accumulator
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.task_report import TaskReport


class TaskPhase(Enum):
    EXPECTED = "expected"
    REGISTERED = "registered"
    DEPLOYED = "deployed"
    RUNNING = "running"
    FINISHED = "finished"
    COMMITTED = "committed"
    GONE = "gone"


@dataclass
class TaskState:
    """What the JobMaster knows of one task."""

    phase: TaskPhase = TaskPhase.EXPECTED
    registration: Optional[messages.Register] = None
    heard_ms: int = 0
    reported_ms: int = 0
    finished: bool = False
    report: TaskReport = field(default_factory=TaskReport)
    committables: dict[int, list[Any]] = field(default_factory=dict)
    accumulators: dict[str, Accumulator[Any, Any]] = field(default_factory=dict)
