"""The calls of functions that a checkpoint waits for, as tasks have reported them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pyrite.core.declared_metrics import CURRENT_CALL, CURRENT_CALL_TIME, CURRENT_STEP_PLACE, CURRENT_STEP_TIME
from pyrite.runtime.master.job_events import TaskId
from pyrite.runtime.master.pending_checkpoint import PendingCheckpoint
from pyrite.runtime.wire.task_report import TaskReport
from pyrite.runtime.wire.task_state import TaskState

_LONG_MS: Final = 1000
"""A call that takes longer is named."""
_MOST: Final = 3


def awaited_calls(pending: PendingCheckpoint, tasks: Mapping[TaskId, TaskState]) -> str:
    """The operators and functions whose calls keep tasks from taking their part in a checkpoint."""
    missing = (
        [] if pending.is_storing else [state.report for task, state in tasks.items() if task not in pending.handles]
    )
    calls = [call for report in missing if (call := _describe(report))]
    return "; ".join(calls[:_MOST]) + (" and others" if len(calls) > _MOST else "")


def _describe(report: TaskReport) -> str:
    """The call of a function that a task is in, if that takes long."""
    if report[CURRENT_CALL_TIME] >= _LONG_MS:
        return f"{report[CURRENT_CALL]}, in one call for {report[CURRENT_CALL_TIME] // 1000} s"
    if report[CURRENT_STEP_PLACE]:
        return f"{report[CURRENT_STEP_PLACE]}, for {report[CURRENT_STEP_TIME] // 1000} s"
    return ""
