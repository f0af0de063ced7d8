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
    """Task: I have started. (level, pid) identify only the partition; the JobMaster assigns the work."""

    level: int
    pid: int
    attempt: int
    host: str
    executor: str
    process: int
    spark_attempt: int


@dataclass(frozen=True)
class Deploy:
    """JobMaster: your work, for `decode_deployment`."""

    shared: bytes
    """The part shared by all subtasks of a vertex."""
    own: bytes = b""


@dataclass(frozen=True)
class Opened:
    """Task: my functions are open; I accept records."""


@dataclass(frozen=True)
class Report:
    """Task: my current metrics. Also the heartbeat."""

    report: TaskReport


@dataclass(frozen=True)
class RequestSplit:
    """Task: my reader requests another split."""


@dataclass(frozen=True)
class AssignSplits:
    """JobMaster: read these splits."""

    splits: list[Any]


@dataclass(frozen=True)
class NoMoreSplits:
    """JobMaster: no split will follow."""


@dataclass(frozen=True)
class SourceEvent:
    """Either: an event between a source's enumerator and one of its readers."""

    event: Any


@dataclass(frozen=True)
class LoopEvent:
    """Either: an event between an operator of a loop and the JobMaster."""

    loop: str
    event: Any


@dataclass(frozen=True)
class Align:
    """JobMaster, to sources: read nothing while your watermark is beyond this limit."""

    limit_ms: int


WIDE_EDGE: Final = 256
"""The number of channels beyond which the JobMaster batches the grants of an edge, and windows are twice as long."""


@dataclass(frozen=True)
class Grant:
    """Task: the limits on the records that senders of an edge may send me in total since the attempt began."""

    edge: int
    limits: dict[int, int]


@dataclass(frozen=True)
class Credit:
    """JobMaster: the limits granted to you by receivers, as (edge, receiver, limit)."""

    limits: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True)
class Stop:
    """JobMaster, to sources: end your input."""


@dataclass(frozen=True)
class Trigger:
    """JobMaster, to sources: begin a checkpoint and send its barrier. If it is unaligned, sent to every task."""

    checkpoint_id: int
    triggered_ms: int
    completed_id: int = 0
    unaligned: bool = False
    stops: bool = False
    savepoint: str = ""


@dataclass(frozen=True)
class Abort:
    """JobMaster: a checkpoint was aborted. Committables prepared for it stay pending."""

    checkpoint_id: int


@dataclass(frozen=True)
class Complete:
    """JobMaster: a checkpoint is complete; commit its committables. If it ends the task, report when done."""

    checkpoint_id: int
    final: bool = False


@dataclass(frozen=True)
class Acknowledge:
    """Task: my part of a checkpoint is written."""

    checkpoint_id: int
    handle: TaskStateSnapshot
    metrics: CheckpointMetrics = field(default_factory=CheckpointMetrics)


@dataclass(frozen=True)
class Decline:
    """Task: my part of a checkpoint failed."""

    checkpoint_id: int
    error: Exception


@dataclass(frozen=True)
class Uploaded:
    """Upload thread, to its task: the files of a checkpoint are written; on failure, `handle` is None."""

    checkpoint_id: int
    handle: Optional[TaskStateSnapshot]
    metrics: CheckpointMetrics = field(default_factory=CheckpointMetrics)
    error: Optional[Exception] = None


@dataclass(frozen=True)
class Merged:
    """Merge thread, to its task: the request's files are merged; on failure, `ref` is None."""

    operator_id: str
    request: MergeRequest
    ref: Optional[FileRef]


@dataclass(frozen=True)
class Wake:
    """Another thread, to its task: a result awaited by an operator has arrived."""


@dataclass(frozen=True)
class Finished:
    """Task: all input is processed and END was sent. `committables` by the operator's position in the chain.

    With checkpoints, it is empty: the final checkpoint has the committables.
    """

    committables: dict[int, list[Any]] = field(default_factory=dict)
    accumulators: dict[str, Accumulator[Any, Any]] = field(default_factory=dict)


@dataclass(frozen=True)
class Commit:
    """JobMaster: all tasks have finished; commit these committables."""

    committables: dict[int, list[Any]]


@dataclass(frozen=True)
class Committed:
    """Task: my committables are committed."""


@dataclass(frozen=True)
class Leave:
    """JobMaster: exit normally."""


@dataclass(frozen=True)
class Cancel:
    """JobMaster: exit at once; emit and commit nothing more."""


@dataclass(frozen=True)
class Failed:
    """Task: I have failed with this error."""

    error: Exception


@dataclass(frozen=True)
class SampleStacks:
    """JobMaster: sample your stacks while you work."""

    request_id: int
    request: StackRequest


@dataclass(frozen=True)
class StacksSampled:
    """Task: my stack samples."""

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
"""The messages that the JobMaster handles. `StacksSampled` goes to the requester."""
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
"""The messages that a task's main loop handles."""
