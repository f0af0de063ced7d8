"""The delay through two pipelined exchanges with no Pyrite code in the tasks, and prints one JSON line.

Same Spark settings, tasks, frames a second and frame size as a Pyrite job; a frame is stamped just before its yield.
"""

from __future__ import annotations

import argparse
import json
import struct
import time
from collections.abc import Callable, Iterator
from typing import Any

import pyarrow as pa

from benchmarks.works import WARM_UP_S
from pyrite.common import Configuration
from pyrite.runtime.spark.driver.exchange import make_pipelined
from pyrite.runtime.spark.session.session import get_session

TASKS = 2
Batches = Iterator[pa.RecordBatch]


def row(pid: int, frame: bytes) -> pa.RecordBatch:
    return pa.RecordBatch.from_arrays([pa.array([pid], pa.int32()), pa.array([frame], pa.binary())], ["pid", "frame"])


def source(frames_per_second: float, size: int, seconds: float) -> Callable[[Batches], Batches]:
    """A task that sends its share of the frames to each receiver in turn."""
    filler = b"x" * max(0, size - 8)

    def run(batches: Batches) -> Batches:
        for _ in batches:
            pass
        begun = time.monotonic()
        sent = 0
        while (now := time.monotonic() - begun) < seconds:
            while sent < now * frames_per_second / TASKS:
                yield row(sent % TASKS, struct.pack("<q", time.time_ns()) + filler)
                sent += 1
            time.sleep(0.0005)

    return run


def forward(batches: Batches) -> Batches:
    """A task that sends every frame on as it comes."""
    for count, batch in enumerate(batches):
        frame = batch.column(1)[0]
        if frame.is_valid:
            yield row(count // 2 % TASKS, frame.as_py())


def sink(batches: Batches) -> Batches:
    """A task that takes each frame's age; gives them all at the end."""
    ages: list[int] = []
    begun: float | None = None
    for batch in batches:
        frame = batch.column(1)[0]
        if frame.is_valid:
            now = time.monotonic()
            begun = begun or now
            if now - begun > WARM_UP_S:
                ages.append(time.time_ns() - struct.unpack_from("<q", frame.as_buffer())[0])
    yield row(0, json.dumps(ages).encode())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames-per-second", type=float, required=True)
    parser.add_argument("--frame-bytes", type=float, required=True)
    parser.add_argument("--seconds", type=float, default=15)
    options = parser.parse_args()
    session: Any = get_session(Configuration())
    schema = "pid int, frame binary"
    first = source(options.frames_per_second, int(options.frame_bytes), options.seconds)
    frame = session.range(0, TASKS, 1, TASKS).mapInArrow(first, schema)
    for stage in (forward, sink):
        frame = frame.repartitionById(TASKS, "pid")
        frame = frame.selectExpr("pid", "explode(array(frame, cast(null as binary))) frame").mapInArrow(stage, schema)
    make_pipelined(frame)
    ages = sorted(age / 1e6 for item in frame.collect() for age in json.loads(bytes(item.frame)))
    print(json.dumps({"p50_ms": ages[len(ages) // 2], "p99_ms": ages[int(len(ages) * 0.99)], "frames": len(ages)}))


if __name__ == "__main__":
    main()
