"""What the driver's end of the control connections costs: memory, and CPU while every task sends its heartbeats.

    python -m benchmarks.control_connections --tasks 500 --seconds 20

Each task has two connections, its own and its watchdog's. As by default, it sends a report with all declared metrics
every second, and its watchdog a sign of life every three seconds, which is answered. Another process plays the tasks.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import queue
import subprocess
import sys
import threading
import time
from pathlib import Path

from benchmarks.results import Result
from benchmarks.run import ROOT, run_json
from pyrite.core.config.configuration import Configuration
from pyrite.core.metrics.declared_metrics import NUM_STATE_ENTRIES, TASK_METRICS
from pyrite.core.metrics.metric_spec import MetricName
from pyrite.runtime.master.job_events import AliveEvent, Event, MessageEvent
from pyrite.runtime.spark.control_protocol import Endpoint, connect
from pyrite.runtime.spark.driver.control_server import ControlServer
from pyrite.runtime.spark.task.watchdog import Lease, RegisterWatchdog
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.task_report import TaskReport

NAME = "control_connections"
_SECRET = b"s" * 32
_TASKS = 500
_SECONDS = 20
_MOST_MB = 100
_MOST_PERCENT = 5


def measure() -> list[Result]:
    """1,000 connections against what they may cost."""
    module = ["-m", "benchmarks.control_connections"]
    run = run_json([sys.executable, *module, "--tasks", str(_TASKS), "--seconds", str(_SECONDS)])
    note = f"{run['connections']} connections, {run['threads']} threads, {run['events_per_second']:,.0f} heartbeats/s"
    return [
        Result(f"{NAME}_cpu", run["cpu_percent"], "limit", _MOST_PERCENT, "% of a core", note),
        Result(f"{NAME}_memory", run["memory_mb"], "limit", _MOST_MB, "MB", note),
    ]


def serve(tasks: int, seconds: float) -> dict[str, float]:
    """Serves the tasks of another process for a while; what that took."""
    events: queue.SimpleQueue[Event] = queue.SimpleQueue()
    gc.collect()
    before_mb, before_threads = _resident_mb(), threading.active_count()
    server = ControlServer("127.0.0.1", _SECRET, 1, events.put, lambda message: None)
    command = [sys.executable, "-m", "benchmarks.control_connections", "--play", str(server.port)]
    player = subprocess.Popen([*command, "--tasks", str(tasks), "--seconds", str(seconds + 10)], cwd=ROOT)
    try:
        waiting = 2 * tasks  # until each task has sent a report, and each watchdog a sign of life
        seen: set[object] = set()
        while len(seen) < waiting:
            event = events.get(timeout=120)
            if isinstance(event, AliveEvent):
                seen.add(("alive", event.task))
            elif isinstance(event, MessageEvent) and isinstance(event.message, messages.Report):
                seen.add(("report", event.task))
        _drain(events)
        begun, begun_cpu = time.monotonic(), time.process_time()
        handled = 0
        while time.monotonic() - begun < seconds:
            time.sleep(1)
            handled += _drain(events)
        took_s, cpu_s = time.monotonic() - begun, time.process_time() - begun_cpu
        return {
            "connections": 2 * tasks,
            "threads": threading.active_count() - before_threads,
            "cpu_percent": 100 * cpu_s / took_s,
            "memory_mb": _resident_mb() - before_mb,
            "events_per_second": handled / took_s,
        }
    finally:
        player.kill()
        player.wait()
        server.close()


def _drain(events: queue.SimpleQueue[Event]) -> int:
    count = 0
    while not events.empty():
        events.get()
        count += 1
    return count


def play(port: int, tasks: int, seconds: float) -> None:
    """Connects as so many tasks and their watchdogs, and sends their heartbeats."""
    endpoint = Endpoint("127.0.0.1", port, _SECRET, 1)
    pairs = []
    for pid in range(tasks):
        control, watchdog = connect(endpoint), connect(endpoint)
        control.send(messages.Register(0, pid, 1, "host", "executor", os.getpid(), 0))
        watchdog.send(RegisterWatchdog(0, pid, 1))
        pairs.append((control, watchdog))
    own = {MetricName(NUM_STATE_ENTRIES.name, NUM_STATE_ENTRIES.kind): 1000}
    report = TaskReport(dict.fromkeys(TASK_METRICS, 1000000), {f"{n:032x}": own for n in range(3)})
    beats = round(Lease.of(Configuration()).interval_s)
    begun = time.monotonic()
    for beat in range(int(seconds) * tasks):
        time.sleep(max(0.0, begun + beat / tasks - time.monotonic()))
        control, watchdog = pairs[beat % tasks]
        control.send(messages.Report(report))
        if beat // tasks % beats == 0:
            watchdog.send("alive")
        elif beat // tasks % beats == 1:
            watchdog.receive()  # which has come long since


def _resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", type=int, default=_TASKS)
    parser.add_argument("--seconds", type=float, default=_SECONDS)
    parser.add_argument("--play", type=int, metavar="PORT", help="be the tasks")
    options = parser.parse_args()
    if options.play:
        play(options.play, options.tasks, options.seconds)
    else:
        print(json.dumps(serve(options.tasks, options.seconds)))


if __name__ == "__main__":
    main()
