"""Runs works on Pyrite and prints one JSON line: `python -m benchmarks.ours WORK --records N[,N...]`."""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import time
from concurrent.futures import wait

from benchmarks.window_works import window_results
from benchmarks.works import build, build_latency
from pyrite.core.metrics.declared_metrics import (
    MEMORY_USED,
    NUM_BUFFERS_OUT,
    NUM_BYTES_OUT,
    NUM_RECORDS_IN,
    NUM_STATE_ENTRIES,
)
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.runtime.spark.spark_executor import SparkExecutor


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work")
    parser.add_argument("--records", default="0", help="one or more sizes, run one after another")
    parser.add_argument("--rate", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--buffer-timeout", type=int)
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a setting")
    parser.add_argument("--check", action="store_true", help="tell a window work's results instead of its time")
    parser.add_argument("--watch", action="store_true", help="tell state and memory over time instead")
    options = parser.parse_args()
    env = StreamExecutionEnvironment.get_execution_environment()
    for name, value in (text.split("=", 1) for text in options.set):
        env.get_configuration().set_string(name, value)
    if options.buffer_timeout is not None:
        env.set_buffer_timeout(options.buffer_timeout)
    if options.work == "latency":
        print(json.dumps(measure_latency(env, options.rate, options.seconds)))
        return
    if options.check:
        print(json.dumps(check_windows(env, options.work, int(options.records))))
        return
    if options.watch:
        print(json.dumps(watch_memory(env, options.work, int(options.records))))
        return
    build(env, options.work, 1000)  # Spark's own warm-up
    env.execute()
    spans = []
    for records in map(int, options.records.split(",")):
        build(env, options.work, records)
        begun = time.monotonic()
        env.execute()
        spans.append((begun, time.monotonic()))
    print(json.dumps({"work": options.work, "seconds": [end - begin for begin, end in spans], "spans": spans}))


def check_windows(env: StreamExecutionEnvironment, work: str, records: int) -> dict[str, int]:
    """How many results a window work has, how many records are in them, and the sum of all."""
    with window_results(env, work, records).execute_and_collect() as results:
        counted = list(results)
    return {"results": len(counted), "records": sum(one[0] for one in counted), "total": sum(one[1] for one in counted)}


def watch_memory(env: StreamExecutionEnvironment, work: str, records: int) -> dict[str, list[list[float]]]:
    """About once a second: second, records so far, state entries, resident bytes of the sources and of the windows."""
    build(env, work, records)
    begun = time.monotonic()
    master = SparkExecutor().submit(env.get_job_spec(clear=True))
    samples: list[list[float]] = []
    while not wait([master.finished], timeout=1).done:
        reports = list(master.view.reports().items())
        sources = [report for (level, _), report in reports if level == 0]
        windows = [report for (level, _), report in reports if level > 0]
        read = sum(report[NUM_RECORDS_IN] for report in sources)
        entries = sum(report.total(NUM_STATE_ENTRIES) for report in windows)
        memory = [sum(report[MEMORY_USED] for report in part) for part in (sources, windows)]
        if entries:
            samples.append([time.monotonic() - begun, read, entries, *memory])
    master.finished.result()
    return {"samples": samples}


def measure_latency(env: StreamExecutionEnvironment, rate: int, seconds: float) -> dict[str, float]:
    """Percentiles of the delay, and what the exchange carried, for a comparison with the bare exchange."""
    build_latency(env, rate, seconds)
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        master = SparkExecutor().submit(env.get_job_spec(clear=True))
        master.finished.result()
    ages = sorted(
        age / 1e6
        for line in output.getvalue().splitlines()
        if line.startswith("ages ")
        for age in json.loads(line.removeprefix("ages "))
    )
    sources = [report for (level, _), report in master.view.reports().items() if level == 0]
    frames = sum(report[NUM_BUFFERS_OUT] for report in sources)
    return {
        "records": len(ages),
        "p50_ms": ages[len(ages) // 2],
        "p99_ms": ages[int(len(ages) * 0.99)],
        "frames_per_second": frames / seconds,
        "frame_bytes": sum(report[NUM_BYTES_OUT] for report in sources) / max(frames, 1),
    }


if __name__ == "__main__":
    main()
