"""What a JobManager costs: memory and CPU while it is idle, and how long /jobs/overview takes with 20 jobs of 50 tasks.

    python -m benchmarks.job_manager_costs --seconds 20 --requests 300

The jobs are drivers' control sockets in another process, which speak the real protocol and run nothing.
`benchmarks.watched_job` has what a job loses that is watched.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, cast

import httpx

from benchmarks.job_manager_process import headers_of, job_manager
from benchmarks.results import Result
from benchmarks.run import ROOT, run_json
from benchmarks.watched_job import measure as measure_watched

NAME: Final = "job_manager"
_JOBS, _TASKS = 20, 50
_SECONDS, _REQUESTS = 20, 300
_MOST_MB, _MOST_PERCENT, _MOST_MS = 150, 1.0, 20.0


def measure() -> list[Result]:
    """The figures against their limits."""
    command = [sys.executable, "-m", "benchmarks.job_manager_costs"]
    run = run_json([*command, "--seconds", str(_SECONDS), "--requests", str(_REQUESTS)])
    note = f"{_JOBS} jobs of {_TASKS} tasks; with them {run['busy_mb']:.0f} MB, {run['busy_percent']:.1f} % of a core"
    return [
        Result(f"{NAME}_idle_memory", run["idle_mb"], "limit", _MOST_MB, "MB", "without jobs"),
        Result(f"{NAME}_idle_cpu", run["idle_percent"], "limit", _MOST_PERCENT, "% of a core", "without jobs"),
        Result(f"{NAME}_overview", run["overview_ms"], "limit", _MOST_MS, "ms", note),
        *measure_watched(),
    ]


def _cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory_mb(pid: int) -> float:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def costs(seconds: float, requests: int) -> dict[str, float]:
    """The JobManager idle, and then with jobs."""
    with job_manager() as (url, pid, env):
        time.sleep(2)
        before = _cpu_s(pid)
        time.sleep(seconds)
        idle = {"idle_percent": (_cpu_s(pid) - before) / seconds * 100, "idle_mb": _memory_mb(pid)}
        command = [sys.executable, "-m", "benchmarks.job_manager_costs", "--play"]
        player = subprocess.Popen(command, env=env, cwd=ROOT, stdin=subprocess.PIPE)
        try:
            with httpx.Client(base_url=url, headers=headers_of(env), trust_env=False) as client:
                while len(client.get("/jobs/overview").json()["jobs"]) < _JOBS:
                    time.sleep(0.2)
                before = _cpu_s(pid)
                time.sleep(seconds / 2)
                percent = (_cpu_s(pid) - before) / (seconds / 2) * 100
                took = [_request_ms(client) for _ in range(requests)]
            busy = {"busy_percent": percent, "busy_mb": _memory_mb(pid), "overview_ms": statistics.median(took)}
        finally:
            player.communicate()
    return {**idle, **busy, "overview_p99_ms": sorted(took)[int(len(took) * 0.99)]}


def _request_ms(client: httpx.Client) -> float:
    began = time.perf_counter()
    client.get("/jobs/overview").raise_for_status()
    return (time.perf_counter() - began) * 1000


def play() -> None:
    """Drivers of jobs that run nothing, until stdin is closed."""
    from pyrite.control.job_control import serve_job
    from pyrite.core.config.configuration import Configuration
    from pyrite.core.job.completable_future import CompletableFuture
    from pyrite.core.job.job_id import JobID
    from pyrite.core.job.job_status import JobStatus
    from pyrite.core.metrics.declared_metrics import TASK_METRICS
    from pyrite.datastream import StreamExecutionEnvironment
    from pyrite.runtime.wire.job_view import JobView
    from pyrite.runtime.wire.task_report import TaskReport
    from pyrite.runtime.wire.task_state import TaskPhase, TaskState

    env = StreamExecutionEnvironment.get_execution_environment().set_parallelism(_TASKS // 2)
    env.from_sequence(1, 2).key_by(lambda value: value).reduce(lambda one, _: one).print()
    graph = env.get_job_spec("nothing").plan().execution
    report = TaskReport({name: metric.initial for name, metric in TASK_METRICS.items()})
    state = TaskState(TaskPhase.RUNNING, report=report)
    tasks = {(level, pid): state for level, one in enumerate(graph.levels) for pid in range(len(one.work))}
    assert len(tasks) == _TASKS
    for _ in range(_JOBS):
        view = JobView(JobStatus.RUNNING, graph, is_batch=False, tasks=tasks)
        finished: CompletableFuture[Any] = CompletableFuture()
        job = SimpleNamespace(
            job_id=JobID(), view=view, configuration=Configuration(), finished=finished, is_resumable=False
        )
        serve_job(cast(Any, job), "")
    sys.stdin.read()
    os._exit(0)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=_SECONDS)
    parser.add_argument("--requests", type=int, default=_REQUESTS)
    parser.add_argument("--play", action="store_true")
    arguments = parser.parse_args()
    if arguments.play:
        play()
    else:
        print(json.dumps(costs(arguments.seconds, arguments.requests)))


if __name__ == "__main__":
    main()
