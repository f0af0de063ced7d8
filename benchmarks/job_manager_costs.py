"""What a JobManager costs: memory and CPU while it is idle, and how long /jobs/overview takes with 20 jobs of 50 tasks.

    python -m benchmarks.job_manager_costs --seconds 20 --requests 300

The jobs are drivers' control sockets in another process, which speak the real protocol and run nothing. With --watched
WORK, a job of `benchmarks.ours` is measured alone, and while a client asks the JobManager once a second for everything
that the web dashboard shows of it.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, cast

import httpx

from benchmarks.results import Result
from benchmarks.run import ROOT, run_json

NAME: Final = "job_manager"
_JOBS, _TASKS = 20, 50
_SECONDS, _REQUESTS = 20, 300
_WORK, _RECORDS = "keyed_reduce", 5_000_000
_MOST_MB, _MOST_PERCENT, _MOST_MS = 150, 1.0, 20.0


def measure() -> list[Result]:
    """The figures against their limits."""
    command = [sys.executable, "-m", "benchmarks.job_manager_costs"]
    run = run_json([*command, "--seconds", str(_SECONDS), "--requests", str(_REQUESTS)])
    alone_s, watched_s = _best_seconds(run_json([*command, "--watched", _WORK, "--records", str(_RECORDS)]))
    note = f"{_JOBS} jobs of {_TASKS} tasks; with them {run['busy_mb']:.0f} MB, {run['busy_percent']:.1f} % of a core"
    return [
        Result(f"{NAME}_idle_memory", run["idle_mb"], "limit", _MOST_MB, "MB", "without jobs"),
        Result(f"{NAME}_idle_cpu", run["idle_percent"], "limit", _MOST_PERCENT, "% of a core", "without jobs"),
        Result(f"{NAME}_overview", run["overview_ms"], "limit", _MOST_MS, "ms", note),
        Result(f"{NAME}_watched", watched_s, "alone", alone_s, "s", f"{_WORK}, {_RECORDS:,} records, best of two"),
    ]


def _best_seconds(runs: dict[str, Any]) -> tuple[float, float]:
    """Alone and watched."""
    alone, watched = ("alone", "alone again"), ("watched", "watched again")
    return min(runs[name]["seconds"][0] for name in alone), min(runs[name]["seconds"][0] for name in watched)


@contextlib.contextmanager
def job_manager() -> Iterator[tuple[str, int, dict[str, str]]]:
    """A JobManager in folders of its own: its address, its process, and the environment of its jobs."""
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "PYRITE_JOBMANAGER_DIR": f"{folder}/manager", "PYRITE_CONTROL_DIR": f"{folder}/control"}
        Path(env["PYRITE_CONTROL_DIR"]).mkdir(0o700)
        command = [sys.executable, "-u", "-m", "pyrite.cli.main", "jobmanager", "start-foreground", "127.0.0.1", "0"]
        process = subprocess.Popen(command, env=env, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        try:
            assert process.stdout is not None
            address = re.search(rb"http://[^ \n]+", process.stdout.readline())
            assert address is not None, "the JobManager did not start"
            yield address[0].decode(), process.pid, env
        finally:
            process.terminate()
            process.wait(30)
            process.communicate()


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
            with httpx.Client(base_url=url, trust_env=False) as client:
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
    from pyrite.core.declared_metrics import TASK_METRICS
    from pyrite.core.job.completable_future import CompletableFuture
    from pyrite.core.job.job_id import JobID
    from pyrite.core.job.job_status import JobStatus
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


def watched(work: str, records: int) -> dict[str, Any]:
    """What `benchmarks.ours` says of a job, alone and watched, twice each."""
    with job_manager() as (url, _, env):
        rates = {}
        for name in ("alone", "watched", "alone again", "watched again"):
            ended = threading.Event()
            watcher = threading.Thread(target=_watch, args=(url, ended), daemon=True)
            if "watched" in name:
                watcher.start()
            command = [sys.executable, "-m", "benchmarks.ours", work, "--records", str(records)]
            done = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, check=True)
            ended.set()
            if "watched" in name:
                watcher.join()
            rates[name] = json.loads(done.stdout.splitlines()[-1])
    return rates


def _watch(url: str, ended: threading.Event) -> None:
    with httpx.Client(base_url=url, trust_env=False, timeout=30) as client:
        while not ended.wait(1.0):
            for job in client.get("/jobs/overview").json()["jobs"]:
                base = f"/jobs/{job['jid']}"
                for path in ("", "/checkpoints", "/exceptions", "/config", "/metrics?get=numRestarts"):
                    client.get(base + path)
                for vertex in client.get(base).json().get("vertices", ()):
                    for path in ("", "/watermarks", "/backpressure", "/subtasks/metrics?get=numRecordsIn"):
                        client.get(f"{base}/vertices/{vertex['id']}{path}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=_SECONDS)
    parser.add_argument("--requests", type=int, default=_REQUESTS)
    parser.add_argument("--watched", metavar="WORK")
    parser.add_argument("--records", type=int, default=_RECORDS)
    parser.add_argument("--play", action="store_true")
    arguments = parser.parse_args()
    if arguments.play:
        play()
    elif arguments.watched:
        print(json.dumps(watched(arguments.watched, arguments.records)))
    else:
        print(json.dumps(costs(arguments.seconds, arguments.requests)))


if __name__ == "__main__":
    main()
