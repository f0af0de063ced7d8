"""The progress display of `pyrite run`: a live table on a terminal, a line every five seconds elsewhere."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Callable

from rich.console import Console
from rich.live import Live
from rich.table import Table

from pyrite.graph.running_job import RunningJob
from pyrite.runtime.master.job_progress import JobProgress, Reports, VertexProgress, progress_between
from pyrite.runtime.master.loops import Superstep
from pyrite.runtime.wire.job_view import JobView

_REFRESH_S = 1.0
_LINE_S = 5.0
_ENDS = 5
"""Of many supersteps, as many are shown at the beginning and at the end."""


def show_progress(job: RunningJob) -> Callable[[], None]:
    """Shows a job that runs in the foreground until it ends; returns at once, with what waits for the summary."""
    console = Console(stderr=True, soft_wrap=True)
    show = _show_live if console.is_terminal else _show_lines

    def run() -> None:
        with contextlib.suppress(OSError, ValueError):  # the output is closed: the job keeps running
            sys.stderr.write(f"{job.view.name}: {job.guarantee}\n")
            show(job, console)

    thread = threading.Thread(target=run, daemon=True, name="progress")
    thread.start()
    return lambda: thread.join(5)


class _Watch:
    """Takes reports at intervals."""

    def __init__(self, job: RunningJob) -> None:
        self._job = job
        self._begun = time.monotonic()
        self._reports: Reports = {}
        self._attempt = job.view.graph.attempt
        self._at = self._begun

    def look(self) -> JobProgress:
        """Progress since the last look."""
        now, view = time.monotonic(), self._job.view
        reports = view.reports()
        if view.graph.attempt != self._attempt:
            self._attempt, self._reports = view.graph.attempt, {}
        progress = progress_between(view.graph, self._reports, reports, max(now - self._at, 0.001))
        self._reports, self._at = reports, now
        return progress

    def whole(self) -> JobProgress:
        view = self._job.view
        return progress_between(view.graph, {}, view.reports(), self.elapsed_s)

    @property
    def elapsed_s(self) -> float:
        return max(time.monotonic() - self._begun, 0.001)


def _show_live(job: RunningJob, console: Console) -> None:
    watch = _Watch(job)
    with Live(console=console, refresh_per_second=4, transient=True) as live:
        while not job.finished.done():
            live.update(_table(job.view, watch.look(), watch.elapsed_s))
            _sleep(job, _REFRESH_S)
    console.print(_summary(job.view, watch))


def _show_lines(job: RunningJob, console: Console) -> None:
    watch = _Watch(job)
    while not job.finished.done():
        _sleep(job, _LINE_S)
        if not job.finished.done():
            trouble = f" | {job.view.trouble}" if job.view.trouble else ""
            sys.stderr.write(progress_line(watch.look(), watch.elapsed_s) + trouble + "\n")
            sys.stderr.flush()
    console.print(_summary(job.view, watch))


def _sleep(job: RunningJob, seconds: float) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until and not job.finished.done():
        time.sleep(0.05)


def progress_line(progress: JobProgress, elapsed_s: float) -> str:
    """The job's progress in one line."""
    parts = [
        f"{row.name}: {row.in_per_second:,.0f}/s, busy {row.busy:.0%}, held {row.backpressured:.0%}, "
        f"state {row.state_entries:,}, watermark {row.watermark_text}"
        for row in progress.vertices
    ]
    return f"[{elapsed_s:4.0f} s] " + " | ".join(parts) + f" | delay {_delay(progress)}"


def _delay(progress: JobProgress) -> str:
    if progress.delay_p50_ms is None or progress.delay_p99_ms is None:
        return "-"
    return f"p50 {progress.delay_p50_ms:.1f} ms, p99 {progress.delay_p99_ms:.1f} ms"


def _table(view: JobView, progress: JobProgress, elapsed_s: float) -> Table:
    title = f"{view.name}  {view.status.name.lower()}  {elapsed_s:.0f} s  delay {_delay(progress)}"
    if counts := _counts(view):
        title += f"  {counts}"
    table = Table(title=title, title_justify="left", caption=view.trouble or None, caption_justify="left")
    for column in (
        "operator",
        "tasks",
        "records",
        "in/s",
        "out/s",
        "busy",
        "held back",
        "watermark",
        "state",
        "memory",
    ):
        table.add_column(column, justify="left" if column == "operator" else "right")
    for row in progress.vertices:
        table.add_row(*_cells(row))
    return table


def _cells(row: VertexProgress) -> tuple[str, ...]:
    return (
        row.name,
        str(row.parallelism),
        f"{row.records_in:,}",
        f"{row.in_per_second:,.0f}",
        f"{row.out_per_second:,.0f}",
        f"{row.busy:.0%}",
        f"{row.backpressured:.0%}",
        row.watermark_text,
        f"{row.state_entries:,}",
        f"{row.memory_bytes >> 20:,} MB",
    )


def _summary(view: JobView, watch: _Watch) -> str:
    progress = watch.whole()
    lines = [f"{view.name}: {view.status.name.lower()} after {watch.elapsed_s:.1f} s"]
    for row in progress.vertices:
        lines.append(
            f"  {row.name}: {row.records_in:,} records in, {row.records_out:,} out, "
            f"{row.state_entries:,} state entries, {row.timers:,} timers"
        )
        if row.late_records:
            what = "record" if row.late_records == 1 else "records"
            lines.append(f"    {row.late_records:,} {what} came too late, dropped")
    lines.append(f"  delay from source to sink: {_delay(progress)}")
    if counts := _counts(view):
        lines.append(f"  {counts}")
    lines.extend(f"  {name}: {figure_text(value)}" for name, value in sorted(view.accumulators().items()))
    return "\n".join(lines)


def _counts(view: JobView) -> str:
    """Checkpoints and restarts; empty if there were none."""
    completed, restarts = view.checkpoints.completed, view.restarts
    return f"{_count(completed, 'checkpoint')}, {_count(restarts, 'restart')}" if completed or restarts else ""


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def figure_text(value: object) -> str:
    """A job's summary at its end, in one line."""
    if isinstance(value, list) and value and isinstance(value[0], Superstep):
        return _supersteps(value)
    return f"{value:,}" if isinstance(value, (int, float)) else str(value)


def _supersteps(steps: list[Superstep]) -> str:
    fed_back = [f"{step.fed_back:,}" for step in steps]
    if len(fed_back) > 2 * _ENDS:
        fed_back[_ENDS:-_ENDS] = ["..."]
    took_s = sum(step.took_ms for step in steps) / 1000
    return f"{len(steps):,} in {took_s:.1f} s, records fed back: {', '.join(fed_back)}"
