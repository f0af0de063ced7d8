"""What a job loses that is watched: the same job alone and watched, in pairs.

    python -m benchmarks.watched_job --records 15000000 --pairs 10

All jobs run one after another in one driver, so that neither Spark's start nor the luck of a process is compared. Which
of a pair comes first changes from pair to pair, so that a drift of the machine cancels out. While a job is alone, the
JobManager is stopped by SIGSTOP. While it is watched, a client asks the JobManager once a second for everything that
the web dashboard shows of it. CPU is that of the job's own processes: what watching costs them, whatever else runs.
"""

from __future__ import annotations

import argparse
import os
import signal
import statistics
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx

from benchmarks.job_manager_process import headers_of, job_manager
from benchmarks.rate import Rate
from benchmarks.results import Result, table
from benchmarks.run import run_json

NAME: Final = "job_manager_watched"
_WORK: Final = "keyed_reduce"
_RECORDS, _PAIRS = 15_000_000, 10
_LOOK_S: Final = 0.1


@dataclass(frozen=True)
class Pair:
    """The same job, alone and watched."""

    alone: Rate
    watched: Rate

    @property
    def time_percent(self) -> float:
        """How much longer the watched one takes."""
        return (self.alone.per_second / self.watched.per_second - 1) * 100

    @property
    def cpu_percent(self) -> float:
        """How much more CPU the watched one uses."""
        return (self.watched.cpu_s_per_million / self.alone.cpu_s_per_million - 1) * 100


def order(pairs: int) -> list[bool]:
    """Which jobs are watched: the second of a pair, then the first of the next one, and so on."""
    return [is_second != bool(pair % 2) for pair in range(pairs) for is_second in (False, True)]


def pairs_of(rates: Sequence[Rate], is_watched: Sequence[bool]) -> list[Pair]:
    """Rates in the order in which they were measured, by pair."""
    firsts = range(0, len(rates), 2)
    return [Pair(rates[i + is_watched[i]], rates[i + (not is_watched[i])]) for i in firsts]


def measure(records: int = _RECORDS, pairs: int = _PAIRS) -> list[Result]:
    measured = run_pairs(records, pairs)
    alone, watched = _middle([pair.alone for pair in measured]), _middle([pair.watched for pair in measured])
    note = (
        f"{_WORK}, {records:,} records; median of {pairs} pairs, with the quartiles: "
        f"time {_summary([pair.time_percent for pair in measured])}, "
        f"CPU of the job {_summary([pair.cpu_percent for pair in measured])}"
    )
    return [Result(NAME, watched.per_second, "alone", alone.per_second, note=note).with_cpu(watched, alone)]


def _middle(rates: Sequence[Rate]) -> Rate:
    cpu = statistics.median(rate.cpu_s_per_million for rate in rates)
    return Rate(statistics.median(rate.per_second for rate in rates), cpu)


def _summary(percents: Sequence[float]) -> str:
    low, middle, high = statistics.quantiles(percents, n=4, method="inclusive")
    return f"{middle:+.1f} % ({low:+.1f} to {high:+.1f})"


def run_pairs(records: int, pairs: int) -> list[Pair]:
    is_watched = order(pairs)
    with job_manager() as (url, pid, env):
        ended = threading.Event()
        client = httpx.Client(base_url=url, headers=headers_of(env), trust_env=False, timeout=30)
        arguments = (client, pid, Path(env["PYRITE_CONTROL_DIR"]), is_watched, ended)
        watcher = threading.Thread(target=_watch_some, args=arguments, daemon=True)
        watcher.start()
        sizes = ",".join([str(records)] * len(is_watched))
        run = run_json([sys.executable, "-m", "benchmarks.ours", _WORK, "--records", sizes], env=env)
        ended.set()
        watcher.join()
    rates = [
        Rate(records / seconds, cpu_s / records * 1e6)
        for seconds, cpu_s in zip(run["seconds"], run["cpu_seconds"], strict=True)
    ]
    return pairs_of(rates, is_watched)


def _watch_some(
    client: httpx.Client, pid: int, folder: Path, is_watched: Sequence[bool], ended: threading.Event
) -> None:
    """Watches those of the driver's jobs that are to be; the first one in the folder is its warm-up."""
    seen: set[str] = set()
    os.kill(pid, signal.SIGSTOP)
    is_stopped, looked_s = True, 0.0
    with client:
        while not ended.wait(_LOOK_S):
            seen |= {path.name for path in folder.glob("*.json")}
            number = len(seen) - 2
            is_wanted = 0 <= number < len(is_watched) and is_watched[number]
            if is_wanted == is_stopped:
                os.kill(pid, signal.SIGCONT if is_wanted else signal.SIGSTOP)
                is_stopped = not is_wanted
            if is_wanted and time.monotonic() - looked_s >= 1.0:
                looked_s = time.monotonic()
                _look(client)
    os.kill(pid, signal.SIGCONT)


def _look(client: httpx.Client) -> None:
    """Everything that the dashboard shows of the jobs that run."""
    for job in client.get("/jobs/overview").json()["jobs"]:
        if job["state"] != "RUNNING":
            continue
        base = f"/jobs/{job['jid']}"
        for path in ("/checkpoints", "/exceptions", "/config", "/metrics?get=numRestarts"):
            client.get(base + path)
        for vertex in client.get(base).json().get("vertices", ()):
            for path in ("", "/watermarks", "/backpressure", "/subtasks/metrics?get=numRecordsIn"):
                client.get(f"{base}/vertices/{vertex['id']}{path}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--records", type=int, default=_RECORDS)
    parser.add_argument("--pairs", type=int, default=_PAIRS)
    arguments = parser.parse_args()
    for result in (results := measure(arguments.records, arguments.pairs)):
        print(result.note)
    print(table(results))


if __name__ == "__main__":
    main()
