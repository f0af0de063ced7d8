"""Watermark alignment: which sources wait for each other, and up to which watermark each may read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Optional

from pyrite.core.metrics.declared_metrics import CURRENT_INPUT_WATERMARK, IS_IDLE
from pyrite.core.time.time import MAX_WATERMARK
from pyrite.core.time.watermark_strategy import WatermarkAlignment
from pyrite.graph.execution_graph import ExecutionGraph, Subtask
from pyrite.operators.source import SourceSpec
from pyrite.runtime.master.attempt.attempt_tasks import AttemptTasks
from pyrite.runtime.master.attempt.decisions import Decision, PartEvent, PlacedEvent
from pyrite.runtime.master.attempt.region_attempt import RegionPhase
from pyrite.runtime.master.job_events import TaskId, TickEvent
from pyrite.runtime.master.job_instructions import Send
from pyrite.runtime.wire.messages import Align
from pyrite.runtime.wire.task_report import TaskReport
from pyrite.runtime.wire.task_state import TaskPhase


@dataclass(frozen=True)
class _Member:
    task: TaskId
    drift_ms: int


class WatermarkAligner:
    """The alignment groups of one job."""

    def __init__(self, attempt_tasks: AttemptTasks) -> None:
        self._attempt_tasks = attempt_tasks
        self._groups: dict[str, list[_Member]] = {}
        self._interval_ms = 0
        self._last_ms = 0
        self._rebuild_groups(attempt_tasks.graph)

    def _rebuild_groups(self, graph: ExecutionGraph) -> None:
        self._groups.clear()
        for number, level in enumerate(graph.levels):
            for pid, work in enumerate(level.work):
                if isinstance(work, Subtask):
                    head = graph.job.vertex(work.vertex).head.operator
                    if isinstance(head, SourceSpec) and head.strategy.alignment is not None:
                        self._join((number, pid), head.strategy.alignment)

    def _join(self, task: TaskId, alignment: WatermarkAlignment) -> None:
        self._groups.setdefault(alignment.group, []).append(_Member(task, alignment.max_drift_ms))
        interval_ms = self._interval_ms or alignment.update_interval_ms
        self._interval_ms = min(interval_ms, alignment.update_interval_ms)

    def handle(self, event: PartEvent, now_ms: int) -> list[Decision]:
        match event:
            case PlacedEvent(graph):
                self._rebuild_groups(graph)
            case TickEvent() if self._groups:
                return self._align(now_ms)
        return []

    def next_due_ms(self) -> Optional[int]:
        return None

    def _align(self, now_ms: int) -> list[Decision]:
        """The messages to sources, if an update is due."""
        regions = [region for region in self._attempt_tasks.regions if region.phase is RegionPhase.RUNNING]
        states = {task: state for region in regions for task, state in region.tasks.items()}
        limits = self.limits({task: state.report for task, state in states.items()}, now_ms) if states else {}
        running = [task for task in limits if states[task].phase is TaskPhase.RUNNING]
        return [Send(task, Align(limits[task])) for task in running]

    def limits(self, reports: Mapping[TaskId, TaskReport], now_ms: int) -> dict[TaskId, int]:
        """The watermark up to which each source may read, if an update is due.

        Idle and ended sources do not hold back others, nor do restarting ones, which have no report.
        """
        if not self._groups or now_ms - self._last_ms < self._interval_ms:
            return {}
        self._last_ms = now_ms
        limits: dict[TaskId, int] = {}
        for members in self._groups.values():
            running = [member for member in members if member.task in reports]
            latest = [reports[member.task] for member in running]
            least_ms = min(
                (report[CURRENT_INPUT_WATERMARK] for report in latest if not report[IS_IDLE]), default=MAX_WATERMARK
            )
            limits.update({member.task: min(least_ms + member.drift_ms, MAX_WATERMARK) for member in running})
        return limits
