"""JobProgress: a running job's throughput and state by vertex, computed from the reports of its tasks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Optional, TypeVar

from pyrite.core.metrics.declared_metrics import (
    BACK_PRESSURED_TIME,
    BUSY_TIME,
    CURRENT_INPUT_WATERMARK,
    IDLE_TIME,
    INPUT_QUEUE_SIZE,
    MEMORY_USED,
    NUM_LATE_RECORDS_DROPPED,
    NUM_RECORDS_IN,
    NUM_RECORDS_OUT,
    NUM_STATE_ENTRIES,
    NUM_TIMERS,
    SOURCE_TO_SINK_LATENCY,
)
from pyrite.core.metrics.metric_spec import MetricSpec
from pyrite.core.time.time import MAX_WATERMARK, MIN_WATERMARK
from pyrite.graph.execution_graph import ExecutionGraph, Subtask
from pyrite.runtime.wire.task_report import DelayHistogram, TaskReport

N = TypeVar("N", int, float)
Reports = Mapping[tuple[int, int], TaskReport]


@dataclass(frozen=True)
class VertexProgress:
    """One vertex between two points in time: rates per second, shares of time, and gauges at the later point."""

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
    """All vertices, and the source-to-sink delay in between: its median and its 99th percentile."""

    vertices: tuple[VertexProgress, ...]
    delay_p50_ms: float | None
    delay_p99_ms: float | None


def progress_between(graph: ExecutionGraph, earlier: Reports, later: Reports, seconds: float) -> JobProgress:
    """The job's progress from one set of reports to a later one. A restarted task counts from 0."""
    earlier = {task: report for task, report in earlier.items() if _is_same_run(report, later.get(task))}
    rows = []
    for vertex in graph.job.vertices:
        tasks = [graph.task_of(Subtask(vertex.id, index)) for index in range(vertex.parallelism)]
        pairs = [(earlier.get(task, TaskReport()), later.get(task, TaskReport())) for task in tasks]
        rows.append(_vertex(vertex.name, vertex.parallelism, pairs, seconds))
    delays = _delays(later).since(_delays(earlier))
    return JobProgress(tuple(rows), delays.quantile_ms(0.5), delays.quantile_ms(0.99))


def _vertex(name: str, parallelism: int, pairs: list[tuple[TaskReport, TaskReport]], seconds: float) -> VertexProgress:
    later = [report for _, report in pairs]
    spent_ms = sum(_spent_ms(b) - _spent_ms(a) for a, b in pairs)
    return VertexProgress(
        name=name,
        parallelism=parallelism,
        records_in=sum(report[NUM_RECORDS_IN] for report in later),
        records_out=sum(report[NUM_RECORDS_OUT] for report in later),
        in_per_second=_growth(NUM_RECORDS_IN, pairs) / seconds,
        out_per_second=_growth(NUM_RECORDS_OUT, pairs) / seconds,
        busy=max(0.0, _growth(BUSY_TIME, pairs)) / max(spent_ms, 0.001),
        backpressured=_growth(BACK_PRESSURED_TIME, pairs) / max(spent_ms, 0.001),
        queued_bytes=sum(report[INPUT_QUEUE_SIZE] for report in later),
        watermark_ms=min((report[CURRENT_INPUT_WATERMARK] for report in later), default=MIN_WATERMARK),
        state_entries=sum(report.total(NUM_STATE_ENTRIES) for report in later),
        timers=sum(report.total(NUM_TIMERS) for report in later),
        late_records=sum(report.total(NUM_LATE_RECORDS_DROPPED) for report in later),
        memory_bytes=sum(report[MEMORY_USED] for report in later),
    )


def _growth(metric: MetricSpec[N], pairs: list[tuple[TaskReport, TaskReport]]) -> float:
    return sum(later[metric] - earlier[metric] for earlier, later in pairs)


def _delays(reports: Reports) -> DelayHistogram:
    return DelayHistogram.merged(DelayHistogram(report[SOURCE_TO_SINK_LATENCY]) for report in reports.values())


def _spent_ms(report: TaskReport) -> float:
    return report[BUSY_TIME] + report[IDLE_TIME] + report[BACK_PRESSURED_TIME]


def _is_same_run(earlier: TaskReport, later: Optional[TaskReport]) -> bool:
    """Whether both reports are from the same run of a task: counters have not decreased."""
    if later is None or _spent_ms(later) < _spent_ms(earlier):
        return False
    # BUSY_TIME is excluded: it is corrected afterwards
    grow: tuple[MetricSpec[Any], ...] = (IDLE_TIME, BACK_PRESSURED_TIME, NUM_RECORDS_IN, NUM_RECORDS_OUT)
    return all(earlier[metric] <= later[metric] for metric in grow)
