"""Messages of the control connection between a task and the JobMaster. Plain values that pickle."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Union

from pyrite.common.accumulators import Accumulator
from pyrite.runtime.metrics import TaskReport


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
    """JobMaster: this is your work. `deployment` is a pickled TaskDeployment."""

    deployment: bytes


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
class Align:
    """JobMaster: sources, read nothing while your watermark is beyond this."""

    limit_ms: int


@dataclass(frozen=True)
class Stop:
    """JobMaster: sources, end your input."""


@dataclass(frozen=True)
class Finished:
    """Task: all input is processed and END was sent. Committables by the operator's position in the chain."""

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


TaskMessage = Union[Register, Opened, Report, RequestSplit, Finished, Committed, Failed]
JobMasterMessage = Union[Deploy, AssignSplits, NoMoreSplits, Align, Stop, Commit, Leave, Cancel]
