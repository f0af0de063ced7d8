"""PreviousAttempt: the summary of a subtask's earlier attempt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pyrite.core.functions.accumulators import Accumulator
from pyrite.core.metrics.declared_metrics import (
    BACK_PRESSURED_TIME,
    BUSY_TIME,
    IDLE_TIME,
    NUM_BYTES_IN,
    NUM_BYTES_OUT,
    NUM_RECORDS_IN,
    NUM_RECORDS_OUT,
)
from pyrite.core.metrics.metric_spec import MetricSpec
from pyrite.runtime.wire.messages import Register
from pyrite.runtime.wire.task_state import TaskPhase, TaskState

_METRICS: Final[tuple[MetricSpec[Any], ...]] = (
    NUM_BYTES_IN,
    NUM_BYTES_OUT,
    NUM_RECORDS_IN,
    NUM_RECORDS_OUT,
    BACK_PRESSURED_TIME,
    IDLE_TIME,
    BUSY_TIME,
)


@dataclass(frozen=True)
class PreviousAttempt:
    """One attempt of one subtask."""

    operator_id: str
    """The first operator of the subtask's vertex, which stays the same when the job is rescaled."""
    index: int
    registration: Register
    finished: bool
    failed: bool
    """If neither finished nor failed, it was canceled."""
    ended_ms: int
    since_ms: Mapping[TaskPhase, int] = field(default_factory=dict)
    metrics: Mapping[str, Any] = field(default_factory=dict)
    """The counters and times of the attempt."""
    accumulators: Mapping[str, Accumulator[Any, Any]] = field(default_factory=dict)
    attempt_number: int = 0

    @staticmethod
    def of(operator_id: str, index: int, registration: Register, state: TaskState, now_ms: int) -> PreviousAttempt:
        return PreviousAttempt(
            operator_id,
            index,
            registration,
            state.finished,
            state.failed,
            state.since_ms.get(TaskPhase.GONE, now_ms),
            state.since_ms,
            {metric.name: state.report[metric] for metric in _METRICS},
            state.accumulators or state.report.accumulators,
            state.attempt_number,
        )
