"""Messages of the control connection between a task and the JobMaster. Plain values that pickle."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, Optional, Union

from pyrite.checkpoint.manifest import CheckpointMetrics
from pyrite.core.functions.accumulators import Accumulator
from pyrite.runtime.wire.stack_samples import StackRequest, StackSamples
from pyrite.runtime.wire.task_report import TaskReport
from pyrite.state.chain import MergeRequest
from pyrite.state.handles import FileRef, TaskStateSnapshot


@dataclass(frozen=True)
class Register:
    """Task: I am here. Nothing is derived from (level, pid) but the partition; the JobMaster says what to run."""

    level: int
    pid: int
    attempt: int
    host: str
    executor: str
    process: int
    spark_attempt: int


@dataclass(frozen=True)
class Deploy:
    """JobMaster: this is your work, for `decode_deployment`."""

    shared: bytes
    """What is the same for all subtasks of a vertex."""
    own: bytes = b""


@dataclass(frozen=True)
class Opened:
    """Task: my functions are open; I take records."""


@dataclass(frozen=True)
class Report:
    """Task: what I have done so far. Also the heartbeat."""

    report: TaskReport


@dataclass(frozen=True)
class RequestSplit:
    """Task: my reader wants another split."""


@dataclass(frozen=True)
class AssignSplits:
    """JobMaster: read these."""

    splits: list[Any]


@dataclass(frozen=True)
class NoMoreSplits:
    """JobMaster: no split will follow."""


@dataclass(frozen=True)
class SourceEvent:
    """Either: something between a source's enumerator and a reader of it."""

    event: Any


@dataclass(frozen=True)
class LoopEvent:
    """Either: something between an operator of a loop and the JobMaster."""

    loop: str
    event: Any


@dataclass(frozen=True)
class Align:
    """JobMaster: sources, read nothing while your watermark is beyond this."""

    limit_ms: int


WIDE_EDGE: Final = 256
"""Channels of an edge beyond which the JobMaster gathers grants, and windows are twice as long."""


@dataclass(frozen=True)
class Grant:
    """Task: these senders of an edge may send me so many records in all since the attempt began."""

    edge: int
    limits: dict[int, int]


@dataclass(frozen=True)
class Credit:
    """JobMaster: what receivers have granted you, as (edge, receiver, limit)."""

    limits: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True)
class Stop:
    """JobMaster: sources, end your input."""


@dataclass(frozen=True)
class Trigger:
    """JobMaster: sources, take part in checkpoint n and send its barrier. An unaligned one is sent to every task."""

    checkpoint_id: int
    triggered_ms: int
    completed_id: int = 0
    unaligned: bool = False
    stops: bool = False
    savepoint: str = ""


@dataclass(frozen=True)
class Abort:
    """JobMaster: checkpoint n was aborted. Committables prepared for it stay pending."""

    checkpoint_id: int


@dataclass(frozen=True)
class Complete:
    """JobMaster: checkpoint n is complete; commit what was prepared for it. If it ends the task, report when done."""

    checkpoint_id: int
    final: bool = False


@dataclass(frozen=True)
class Acknowledge:
    """Task: my part of checkpoint n is written."""

    checkpoint_id: int
    handle: TaskStateSnapshot
    metrics: CheckpointMetrics = field(default_factory=CheckpointMetrics)


@dataclass(frozen=True)
class Decline:
    """Task: my part of checkpoint n could not be taken."""

    checkpoint_id: int
    error: Exception


@dataclass(frozen=True)
class Uploaded:
    """Upload thread, to its own task: the files of checkpoint n are written; None: they are not, and why."""

    checkpoint_id: int
    handle: Optional[TaskStateSnapshot]
    metrics: CheckpointMetrics = field(default_factory=CheckpointMetrics)
    error: Optional[Exception] = None


@dataclass(frozen=True)
class Merged:
    """Merging thread, to its own task: the request's files are one now; None: they could not be merged."""

    operator_id: str
    request: MergeRequest
    ref: Optional[FileRef]


@dataclass(frozen=True)
class Wake:
    """Another thread of the task, to its own task: something that an operator waits for has come."""


@dataclass(frozen=True)
class Finished:
    """Task: all input is processed and END was sent. Committables by the operator's position in the chain.

    With checkpoints there are none here: the final checkpoint has them.
    """

    committables: dict[int, list[Any]] = field(default_factory=dict)
    accumulators: dict[str, Accumulator[Any, Any]] = field(default_factory=dict)


@dataclass(frozen=True)
class Commit:
    """JobMaster: all tasks have finished; publish these."""

    committables: dict[int, list[Any]]


@dataclass(frozen=True)
class Committed:
    """Task: published."""


@dataclass(frozen=True)
class Leave:
    """JobMaster: return."""


@dataclass(frozen=True)
class Cancel:
    """JobMaster: exit at once, emit and commit nothing."""


@dataclass(frozen=True)
class Failed:
    """Task: this ended me."""

    error: Exception


@dataclass(frozen=True)
class SampleStacks:
    """JobMaster: sample your stacks, beside your work."""

    request_id: int
    request: StackRequest


@dataclass(frozen=True)
class StacksSampled:
    """Task: that is where I have been."""

    request_id: int
    samples: StackSamples


TaskMessage = Union[
    Register,
    Opened,
    Report,
    RequestSplit,
    SourceEvent,
    LoopEvent,
    Grant,
    Acknowledge,
    Decline,
    Finished,
    Committed,
    Failed,
]
"""What the JobMaster decides about. `StacksSampled` goes to whoever has asked."""
JobMasterMessage = Union[
    Deploy,
    AssignSplits,
    NoMoreSplits,
    SourceEvent,
    LoopEvent,
    Align,
    Credit,
    Trigger,
    Abort,
    Complete,
    Stop,
    Commit,
    Leave,
    Cancel,
    SampleStacks,
]
Message = Union[JobMasterMessage, Uploaded, Merged, Wake]
"""What a task's main loop takes."""
