"""Watermark alignment: which sources wait for each other, and how far each may go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pyrite.common.time import MAX_WATERMARK
from pyrite.common.watermark_strategy import WatermarkAlignment
from pyrite.graph.execution_graph import ExecutionGraph, Subtask
from pyrite.operators.source import SourceOperator
from pyrite.runtime.job_events import TaskId
from pyrite.runtime.metrics import TaskReport


@dataclass(frozen=True)
class _Member:
    task: TaskId
    drift_ms: int


class WatermarkAligner:
    """The alignment groups of one job."""

    def __init__(self, graph: ExecutionGraph) -> None:
        self._groups: dict[str, list[_Member]] = {}
        self._interval_ms = 0
        self._last_ms = 0
        for level, found in enumerate(graph.levels):
            for pid, work in enumerate(found.work):
                if isinstance(work, Subtask):
                    head = graph.job.vertex(work.vertex).head.operator
                    if head.factory is SourceOperator and head.arguments[1].alignment is not None:
                        self._join((level, pid), head.arguments[1].alignment)

    def _join(self, task: TaskId, alignment: WatermarkAlignment) -> None:
        self._groups.setdefault(alignment.group, []).append(_Member(task, alignment.max_drift_ms))
        known = self._interval_ms or alignment.update_interval_ms
        self._interval_ms = min(known, alignment.update_interval_ms)

    def limits(self, reports: Mapping[TaskId, TaskReport], now_ms: int) -> dict[TaskId, int]:
        """The watermark up to which each source may read, if it is time to tell. Idle and ended ones hold nobody."""
        if not self._groups or now_ms - self._last_ms < self._interval_ms:
            return {}
        self._last_ms = now_ms
        limits: dict[TaskId, int] = {}
        for members in self._groups.values():
            known = [reports[member.task] for member in members]
            least_ms = min((report.watermark_ms for report in known if not report.idle), default=MAX_WATERMARK)
            limits.update({member.task: min(least_ms + member.drift_ms, MAX_WATERMARK) for member in members})
        return limits
