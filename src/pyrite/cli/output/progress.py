"""The progress display of `pyrite run`: a live table on a terminal, elsewhere a line every five seconds."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Optional, Protocol

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table

from pyrite.graph.running_job import RunningJob
from pyrite.runtime.master.attempt.loops import Superstep
from pyrite.runtime.master.job_progress import JobProgress, Reports, VertexProgress, progress_between
from pyrite.runtime.wire.job_view import JobView

_REFRESH_S = 1.0
_LINE_S = 5.0
_ENDS = 5
"""How many supersteps are listed at the beginning and at the end, if there are many."""


@dataclass(frozen=True)
class ShownJob:
    """A job's state and rates, for the display."""

    name: str
    status: str
    progress: JobProgress
    checkpoints: int = 0
    restarts: int = 0
    trouble: str = ""
    accumulators: Mapping[str, Any] = field(default_factory=dict)


class JobWatch(Protocol):
    """The interface by which the display polls a job."""

    @property
    def elapsed_s(self) -> float: ...

    def look(self) -> ShownJob:
        """The job now, with its rates since the last call."""

    def whole(self) -> ShownJob:
        """The job now, with its rates since the start."""

    def wait(self, seconds: float) -> bool:
        """Waits for `seconds`, or until the job ends; returns whether it has ended."""


def show_progress(jobs: Sequence[RunningJob]) -> Callable[[], None]:
    """Shows jobs in the foreground until they end. Returns at once; the returned function waits for the summaries."""

    def run() -> None:
        with contextlib.suppress(OSError, ValueError):  # the output is closed: the job keeps running
            for job in jobs:
                sys.stderr.write(f"{job.view.name}: {job.guarantee}\n")
            show([_LocalWatch(job) for job in jobs])

    thread = threading.Thread(target=run, daemon=True, name="progress")
    thread.start()
    return lambda: thread.join(5)


def show(watches: Sequence[JobWatch]) -> None:
    """Shows jobs until they have ended, and then their summaries."""
    console = Console(stderr=True, soft_wrap=True)
    (_show_live if console.is_terminal else _show_lines)(watches, console)
    for watch in watches:
        console.print(_summary(watch.whole(), watch.elapsed_s))


class _LocalWatch:
    """Polls the reports of a job of this process."""

    def __init__(self, job: RunningJob) -> None:
        self._job = job
        self._begun = time.monotonic()
        self._ended: Optional[float] = None
        job.finished.add_done_callback(self._note_end)
        self._reports: Reports = {}
        self._attempt = job.view.graph.attempt
        self._at = self._begun

    def look(self) -> ShownJob:
        now, view = time.monotonic(), self._job.view
        reports = view.reports()
        if view.graph.attempt != self._attempt:
            self._attempt, self._reports = view.graph.attempt, {}
        progress = progress_between(view.graph, self._reports, reports, max(now - self._at, 0.001))
        self._reports, self._at = reports, now
        return _row_of_job(view, progress)

    def whole(self) -> ShownJob:
        view = self._job.view
        return _row_of_job(view, progress_between(view.graph, {}, view.reports(), self.elapsed_s))

    def wait(self, seconds: float) -> bool:
        until = time.monotonic() + seconds
        while time.monotonic() < until and not self._job.finished.done():
            time.sleep(0.05)
        return self._job.finished.done()

    @property
    def elapsed_s(self) -> float:
        return max((self._ended or time.monotonic()) - self._begun, 0.001)

    def _note_end(self, _: object) -> None:
        self._ended = time.monotonic()


def _row_of_job(view: JobView, progress: JobProgress) -> ShownJob:
    completed = view.checkpoints.completed
    return ShownJob(
        view.name, view.status.name, progress, completed, view.restarts, view.trouble or "", view.accumulators()
    )


def _show_live(watches: Sequence[JobWatch], console: Console) -> None:
    # output that goes to a file must not appear on the terminal
    with Live(console=console, refresh_per_second=4, transient=True, redirect_stdout=sys.stdout.isatty()) as live:
        while True:
            live.update(Group(*(_table(watch.look(), watch.elapsed_s) for watch in watches)))
            if _have_ended(watches, _REFRESH_S):
                return


def _show_lines(watches: Sequence[JobWatch], _: Console) -> None:
    while not _have_ended(watches, _LINE_S):
        for watch in watches:
            job = watch.look()
            name = f"{job.name}: " if len(watches) > 1 else ""
            trouble = f" | {job.trouble}" if job.trouble else ""
            sys.stderr.write(name + progress_line(job, watch.elapsed_s) + trouble + "\n")
        sys.stderr.flush()


def _have_ended(watches: Sequence[JobWatch], seconds: float) -> bool:
    """Waits for `seconds`, or until all jobs have ended; returns whether they have."""
    until = time.monotonic() + seconds
    return all(watch.wait(max(0, until - time.monotonic())) for watch in watches)


def progress_line(job: ShownJob, elapsed_s: float) -> str:
    """The job's progress in one line."""
    parts = [
        f"{row.name}: {row.in_per_second:,.0f}/s, busy {row.busy:.0%}, held {row.backpressured:.0%}, "
        f"state {row.state_entries:,}, watermark {row.watermark_text}"
        for row in job.progress.vertices
    ]
    line = " | ".join(parts) + f" | delay {_delay(job.progress)}" if parts else f"{job.name}: {job.status.lower()}"
    return f"[{elapsed_s:4.0f} s] {line}"


def _delay(progress: JobProgress) -> str:
    if progress.delay_p50_ms is None or progress.delay_p99_ms is None:
        return "-"
    return f"p50 {progress.delay_p50_ms:.1f} ms, p99 {progress.delay_p99_ms:.1f} ms"


def _table(job: ShownJob, elapsed_s: float) -> Table:
    title = f"{job.name}  {job.status.lower()}  {elapsed_s:.0f} s  delay {_delay(job.progress)}"
    if counts := _counts(job):
        title += f"  {counts}"
    table = Table(title=title, title_justify="left", caption=job.trouble or None, caption_justify="left")
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
    for row in job.progress.vertices:
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


def _summary(job: ShownJob, elapsed_s: float) -> str:
    lines = [f"{job.name}: {job.status.lower()} after {elapsed_s:.1f} s"]
    for row in job.progress.vertices:
        lines.append(
            f"  {row.name}: {row.records_in:,} records in, {row.records_out:,} out, "
            f"{row.state_entries:,} state entries, {row.timers:,} timers"
        )
        if row.late_records:
            what = "record" if row.late_records == 1 else "records"
            lines.append(f"    {row.late_records:,} {what} came too late, dropped")
    lines.append(f"  delay from source to sink: {_delay(job.progress)}")
    if counts := _counts(job):
        lines.append(f"  {counts}")
    lines.extend(f"  {name}: {figure_text(value)}" for name, value in sorted(job.accumulators.items()))
    return "\n".join(lines)


def _counts(job: ShownJob) -> str:
    """Counts of checkpoints and restarts; empty if both are 0."""
    has_any = job.checkpoints or job.restarts
    return f"{_count(job.checkpoints, 'checkpoint')}, {_count(job.restarts, 'restart')}" if has_any else ""


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def figure_text(value: object) -> str:
    """A summary value of an ended job, in one line."""
    if isinstance(value, list) and value and isinstance(value[0], Superstep):
        return _supersteps(value)
    return f"{value:,}" if isinstance(value, (int, float)) else str(value)


def _supersteps(steps: list[Superstep]) -> str:
    fed_back = [f"{step.fed_back:,}" for step in steps]
    if len(fed_back) > 2 * _ENDS:
        fed_back[_ENDS:-_ENDS] = ["..."]
    took_s = sum(step.took_ms for step in steps) / 1000
    return f"{len(steps):,} in {took_s:.1f} s, records fed back: {', '.join(fed_back)}"
