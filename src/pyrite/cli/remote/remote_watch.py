"""RemoteWatch: polls a job at a JobManager for the progress display; the job's output appears on this terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping
from typing import Any, Final
from urllib.parse import quote

from pyrite.cli.output.progress import ShownJob
from pyrite.cli.remote.job_manager_client import JobManagerClient, RefusedError
from pyrite.core.job.job_status import JobStatus
from pyrite.core.metrics.declared_metrics import (
    CURRENT_INPUT_WATERMARK,
    MEMORY_USED,
    NUM_COMPLETED_CHECKPOINTS,
    NUM_LATE_RECORDS_DROPPED,
    NUM_RESTARTS,
    NUM_STATE_ENTRIES,
    NUM_TIMERS,
)
from pyrite.core.time.time import MAX_WATERMARK, MIN_WATERMARK
from pyrite.runtime.master.job_progress import JobProgress, VertexProgress

_POLL_S: Final = 0.2
_LAST_OUTPUT_S: Final = 10.0
"""How long the program may still print after the job's end."""
_FIGURES: Final = (CURRENT_INPUT_WATERMARK, MEMORY_USED, NUM_STATE_ENTRIES, NUM_TIMERS, NUM_LATE_RECORDS_DROPPED)
_TIMES: Final = ("accumulated-busy-time", "accumulated-idle-time", "accumulated-backpressured-time")


class RemoteWatch:
    """Watches a job of Pyrite's JobManager, or of Flink's, which has no paths for a job's output."""

    def __init__(self, client: JobManagerClient, job_id: str) -> None:
        self._client = client
        self._path = f"/jobs/{job_id}"
        self._begun = self._at = time.monotonic()
        self._before: dict[str, Mapping[str, float]] = {}
        self._positions: dict[str, int] = {}
        self._has_output = True

    @property
    def elapsed_s(self) -> float:
        return max(time.monotonic() - self._begun, 0.001)

    def look(self) -> ShownJob:
        now = time.monotonic()
        job = self._client.look(self._path)
        current = self._job_at(job, self._before, max(now - self._at, 0.001))
        self._before, self._at = {vertex["id"]: vertex["metrics"] for vertex in job["vertices"]}, now
        return current

    def whole(self) -> ShownJob:
        return self._job_at(self._client.look(self._path), {}, self.elapsed_s)

    def wait(self, seconds: float) -> bool:
        until = time.monotonic() + seconds
        while not (has_ended := self.status.is_terminal_state()) and time.monotonic() < until:
            self._print_output()
            time.sleep(_POLL_S)
        return has_ended

    @property
    def status(self) -> JobStatus:
        return JobStatus[self._client.look(f"{self._path}/status")["status"]]

    def finish(self) -> None:
        """Call it when the job has ended: prints the last output of its program."""
        until = time.monotonic() + _LAST_OUTPUT_S
        while not self._print_output() and time.monotonic() < until:
            time.sleep(_POLL_S)

    def cause(self) -> str:
        """The error of a failed job, without the traceback; empty if unknown."""
        history = self._client.look(f"{self._path}/exceptions?maxExceptions=1")["exceptionHistory"]["entries"]
        lines = [line for line in history[0]["stacktrace"].splitlines() if line.strip()] if history else []
        return lines[-1] if lines else ""

    # Figures ----------------------------------------------------------------------------------------------------------

    def _job_at(self, job: Mapping[str, Any], before: Mapping[str, Mapping[str, float]], seconds: float) -> ShownJob:
        rows = tuple(self._row(vertex, before.get(vertex["id"], {}), seconds) for vertex in job["vertices"])
        names = f"{NUM_COMPLETED_CHECKPOINTS.name},{NUM_RESTARTS.name}"
        counts = {each["id"]: int(each["value"]) for each in self._client.look(f"{self._path}/metrics?get={names}")}
        accumulators = self._client.look(f"{self._path}/accumulators")["user-task-accumulators"]
        return ShownJob(
            job["name"],
            job["state"],
            JobProgress(rows, None, None),
            counts.get(NUM_COMPLETED_CHECKPOINTS.name, 0),
            counts.get(NUM_RESTARTS.name, 0),
            accumulators={each["name"]: each["value"] for each in accumulators},
        )

    def _row(self, vertex: Mapping[str, Any], before: Mapping[str, float], seconds: float) -> VertexProgress:
        now = vertex["metrics"]
        if any(now[name] < before.get(name, 0) for name in ("read-records", "write-records")):
            before = {}  # the job was restarted
        grown = {name: value - before.get(name, 0) for name, value in now.items() if not isinstance(value, (bool, str))}
        spent_ms = max(sum(grown.get(name, 0) for name in _TIMES), 0.001)
        own = self._figures(vertex["id"])
        return VertexProgress(
            name=vertex["name"],
            parallelism=vertex["parallelism"],
            records_in=now["read-records"],
            records_out=now["write-records"],
            in_per_second=grown["read-records"] / seconds,
            out_per_second=grown["write-records"] / seconds,
            busy=max(0.0, grown.get("accumulated-busy-time", 0)) / spent_ms,
            backpressured=grown["accumulated-backpressured-time"] / spent_ms,
            queued_bytes=0,
            watermark_ms=_watermark(own),
            state_entries=_total(own, NUM_STATE_ENTRIES.name),
            timers=_total(own, NUM_TIMERS.name),
            late_records=_total(own, NUM_LATE_RECORDS_DROPPED.name),
            memory_bytes=_total(own, MEMORY_USED.name),
        )

    def _figures(self, vertex_id: str) -> dict[str, Mapping[str, float]]:
        """Metrics that are missing in `/jobs/:jobid`: minimum and sum over the subtasks, by name."""
        path = f"{self._path}/vertices/{vertex_id}/subtasks/metrics"
        figures = {metric.name for metric in _FIGURES}
        names = [each["id"] for each in self._client.look(path) if each["id"].rpartition(".")[2] in figures]
        if not names:
            return {}
        return {each["id"]: each for each in self._client.look(f"{path}?get={quote(','.join(names))}&agg=min,sum")}

    # Output -----------------------------------------------------------------------------------------------------------

    def _print_output(self) -> bool:
        """Prints new output; returns whether it was the last."""
        if not self._has_output:
            return True
        try:
            output = self._client.look(f"{self._path}/output")
        except RefusedError:
            self._has_output = False
            return True
        for file in output["files"]:
            for text in self._parts(file["name"], file["size"]):
                sys.stdout.write(text)
        sys.stdout.flush()
        return bool(output["complete"])

    def _parts(self, name: str, size: int) -> Iterator[str]:
        start = self._positions.get(name, 0)
        start = start if start <= size else 0  # the file has been rotated
        while start < size:
            part = self._client.look(f"{self._path}/output/{quote(name)}?from={start}")
            if part["next"] == start:
                break  # the line is incomplete
            yield part["text"]
            start = part["next"]
        self._positions[name] = start


def _watermark(figures: Mapping[str, Mapping[str, float]]) -> int:
    """Flink's aggregates are floating point numbers, which round the largest watermark up by one."""
    least = figures.get(CURRENT_INPUT_WATERMARK.name, {}).get("min")
    return MIN_WATERMARK if least is None else min(int(least), MAX_WATERMARK)


def _total(figures: Mapping[str, Mapping[str, float]], name: str) -> int:
    """The metric of the task, or the sum over its operators."""
    return sum(int(each["sum"]) for key, each in figures.items() if key.rpartition(".")[2] == name)
