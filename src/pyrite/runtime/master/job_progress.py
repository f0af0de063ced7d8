"""JobProgress: a running job's figures by vertex, worked out from its tasks' reports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Optional

from pyrite.core.time.time import MAX_WATERMARK, MIN_WATERMARK
from pyrite.graph.execution_graph import ExecutionGraph, Subtask
from pyrite.runtime.wire.task_report import DelayHistogram, TaskReport

Reports = Mapping[tuple[int, int], TaskReport]


@dataclass(frozen=True)
class VertexProgress:
    """One vertex between two moments: rates per second, shares of time, and gauges at the later one."""

    name: str
    parallelism: int
    records_in: int
    records_out: int
    in_per_second: float
    out_per_second: float
    busy: float
    backpressured: float
    queued_bytes: int
    watermark_ms: int
    state_entries: int
    timers: int
    late_records: int
    memory_bytes: int

    @property
    def watermark_text(self) -> str:
        if self.watermark_ms == MIN_WATERMARK:
            return "-"
        return "end" if self.watermark_ms == MAX_WATERMARK else str(self.watermark_ms)


@dataclass(frozen=True)
class JobProgress:
    """All vertices, and the delay from source to sink in between: its median and its 99th percentile."""

    vertices: tuple[VertexProgress, ...]
    delay_p50_ms: float | None
    delay_p99_ms: float | None


def progress_between(graph: ExecutionGraph, earlier: Reports, later: Reports, seconds: float) -> JobProgress:
    """The job's progress from one set of reports to a later one. A task that was started again counts from 0."""
    earlier = {task: report for task, report in earlier.items() if _is_same_run(report, later.get(task))}
    rows = []
    for vertex in graph.job.vertices:
        tasks = [graph.task_of(Subtask(vertex.id, index)) for index in range(vertex.parallelism)]
        pairs = [(earlier.get(task, TaskReport()), later.get(task, TaskReport())) for task in tasks]
        rows.append(_vertex(vertex.name, vertex.parallelism, pairs, seconds))
    before = DelayHistogram.merged(DelayHistogram(report.delays) for report in earlier.values())
    delays = DelayHistogram.merged(DelayHistogram(report.delays) for report in later.values()).since(before)
    return JobProgress(tuple(rows), delays.quantile_ms(0.5), delays.quantile_ms(0.99))


def _vertex(name: str, parallelism: int, pairs: list[tuple[TaskReport, TaskReport]], seconds: float) -> VertexProgress:
    later = [report for _, report in pairs]
    spent_us = sum(_spent_us(b) - _spent_us(a) for a, b in pairs)
    return VertexProgress(
        name=name,
        parallelism=parallelism,
        records_in=sum(report.records_in for report in later),
        records_out=sum(report.records_out for report in later),
        in_per_second=sum(b.records_in - a.records_in for a, b in pairs) / seconds,
        out_per_second=sum(b.records_out - a.records_out for a, b in pairs) / seconds,
        busy=max(0, sum(b.busy_us - a.busy_us for a, b in pairs)) / max(spent_us, 1),
        backpressured=sum(b.backpressured_us - a.backpressured_us for a, b in pairs) / max(spent_us, 1),
        queued_bytes=sum(report.queued_bytes for report in later),
        watermark_ms=min((report.watermark_ms for report in later), default=MIN_WATERMARK),
        state_entries=sum(report.state_entries for report in later),
        timers=sum(report.timers for report in later),
        late_records=sum(report.late_records for report in later),
        memory_bytes=sum(report.memory_bytes for report in later),
    )


def _spent_us(report: TaskReport) -> int:
    return report.busy_us + report.idle_us + report.backpressured_us


def _is_same_run(earlier: TaskReport, later: Optional[TaskReport]) -> bool:
    """Whether both are of one run of a task: figures that only grow have not become smaller."""
    if later is None or _spent_us(later) < _spent_us(earlier):
        return False
    grow = ("idle_us", "backpressured_us", "records_in", "records_out")  # not busy_us, which is corrected afterwards
    return all(getattr(earlier, name) <= getattr(later, name) for name in grow)
