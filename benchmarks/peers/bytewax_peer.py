"""Run one benchmark work on bytewax and print its wall time as one JSON line.

Run inside an environment that holds bytewax:

    python bytewax_peer.py WORK --records N --workers-kind one|processes [--check]

The time runs from the first batch asked of the source to the end of the dataflow. With --check the windows' results
are printed instead.
"""

from __future__ import annotations

import argparse
import json
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import bytewax.operators as op
import bytewax.operators.windowing as win
from bytewax.dataflow import Dataflow, Stream
from bytewax.inputs import DynamicSource, StatelessSourcePartition
from bytewax.outputs import DynamicSink, StatelessSinkPartition
from bytewax.testing import cluster_main, run_main

WORKS = ("map_filter", "keyed_state_1k", "keyed_state_100k", "keyed_reduce", "tumbling_window", "session_window")
KEYS = {"keyed_state_1k": 1_000, "keyed_state_100k": 100_000, "keyed_reduce": 1_000}
# The best of the sizes tried; a stateful step groups a batch by key, which pays only while keys repeat in it.
BATCH = {
    "map_filter": 5_000,
    "keyed_state_1k": 10_000,
    "keyed_state_100k": 1_000,
    "keyed_reduce": 10_000,
    "tumbling_window": 30_000,
    "session_window": 30_000,
}
# Ten records a millisecond over 1,000 keys, as in benchmarks/window_works.py.
WINDOWS = ("tumbling_window", "session_window")
WINDOW_KEYS = 1_000
RECORDS_PER_MS = 10
WINDOW = timedelta(seconds=10)
GAP = timedelta(seconds=1)
LATE_BY = timedelta(seconds=1)
BEGIN = datetime(2024, 1, 1, tzinfo=UTC)

Batch = list[Any]
MakeBatch = Callable[[range], Batch]
Run = tuple[float, float, list[int]]


class Numbers(StatelessSourcePartition[Any]):
    """Hands out a range of numbers in big batches."""

    def __init__(self, numbers: range, make: MakeBatch, size: int) -> None:
        self._numbers = numbers
        self._make = make
        self._size = size
        self._at = 0
        self.started = 0.0

    def next_batch(self) -> Batch:
        """Give the next batch, or end the source."""
        if self._at == 0:
            self.started = time.time()
        part = self._numbers[self._at : self._at + self._size]
        if not part:
            raise StopIteration
        self._at += self._size
        return self._make(part)


class NumberSource(DynamicSource[Any]):
    """The numbers 0..records-1, shared out over the workers."""

    def __init__(self, records: int, make: MakeBatch, size: int) -> None:
        self._records = records
        self._make = make
        self._size = size
        self.parts: list[Numbers] = []

    def build(self, step_id: str, worker_index: int, worker_count: int) -> Numbers:
        """Build the part of one worker."""
        numbers = range(worker_index, self._records, worker_count)
        part = Numbers(numbers, self._make, self._size)
        self.parts.append(part)
        return part

    def started(self) -> float:
        """Clock time of the first batch asked of any part in this process."""
        return min(part.started for part in self.parts)


class Discard(StatelessSinkPartition[Any]):
    """Takes every batch and does nothing with it."""

    def write_batch(self, items: Batch) -> None:
        """Drop the batch."""


class AddUp(StatelessSinkPartition[Any]):
    """Counts windows' results and the records in them, and adds up the records' numbers."""

    def __init__(self, sums: list[int]) -> None:
        self._sums = sums

    def write_batch(self, items: Batch) -> None:
        """Add the batch."""
        self._sums[0] += len(items)
        for _key, (_window, (count, total)) in items:
            self._sums[1] += count
            self._sums[2] += total


class AddUpSink(DynamicSink[Any]):
    """A sink that keeps sums of windows' results."""

    def __init__(self, sums: list[int]) -> None:
        self._sums = sums

    def build(self, step_id: str, worker_index: int, worker_count: int) -> AddUp:
        """Build the sink of one worker."""
        return AddUp(self._sums)


class DiscardSink(DynamicSink[Any]):
    """A sink that throws everything away."""

    def build(self, step_id: str, worker_index: int, worker_count: int) -> Discard:
        """Build the sink of one worker."""
        return Discard()


def _keyed(keys: int) -> MakeBatch:
    """Batches of (key string, number): the strings are made once, not once a record."""
    names = [str(key) for key in range(keys)]

    def make(numbers: range) -> Batch:
        return [(names[number % keys], number) for number in numbers]

    return make


def _events(work: str) -> MakeBatch:
    """Batches of (key string, (number, time)): the strings are made once, a time once a millisecond."""
    names = [str(key) for key in range(WINDOW_KEYS)]
    sessions = work == "session_window"
    times: dict[int, datetime] = {}

    def make(numbers: range) -> Batch:
        first, last = numbers[0] // RECORDS_PER_MS, numbers[-1] // RECORDS_PER_MS
        times.clear()
        times.update((at, BEGIN + timedelta(milliseconds=at)) for at in range(first, last + 1))
        if sessions:
            return [
                (names[(number % 500 + number // 200 * 2) % WINDOW_KEYS], (number, times[number // RECORDS_PER_MS]))
                for number in numbers
            ]
        return [(names[number % WINDOW_KEYS], (number, times[number // RECORDS_PER_MS])) for number in numbers]

    return make


def _time_of(event: tuple[int, datetime]) -> datetime:
    return event[1]


def _standing() -> datetime:
    """A clock on the wall that stands: windows end by their records' times alone, so that none is late."""
    return BEGIN


def _never(_time: datetime) -> None:
    """When to look whether a window has ended, by that clock: records and the end of the input tell."""


def _empty() -> tuple[int, int]:
    return 0, 0


def _add(contents: tuple[int, int], event: tuple[int, datetime]) -> tuple[int, int]:
    return contents[0] + 1, contents[1] + event[0]


def _merge(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return one[0] + other[0], one[1] + other[1]


def _windows(work: str, stream: Stream[Any]) -> Stream[Any]:
    """Add the windows of the work to the stream."""
    clock = win.EventClock(_time_of, LATE_BY, _standing, _never)
    windower = win.SessionWindower(GAP) if work == "session_window" else win.TumblingWindower(WINDOW, BEGIN)
    return win.fold_window("window", stream, clock, windower, _empty, _add, _merge, ordered=False).down


def _count(state: int | None, _number: int) -> tuple[int, int]:
    """Read the counter, add one, keep it and give it out."""
    count = 1 if state is None else state + 1
    return count, count


def _total(state: int | None, number: int) -> tuple[int, int]:
    """The running sum of one key."""
    total = number if state is None else state + number
    return total, total


def _steps(work: str, stream: Stream[Any]) -> Stream[Any]:
    """Add the steps of the work to the stream."""
    if work in WINDOWS:
        return _windows(work, stream)
    if work == "map_filter":
        added = op.map("map", stream, lambda x: x + 1)
        return op.filter("filter", added, lambda x: x % 2 == 0)
    if work == "keyed_reduce":
        return op.stateful_map("reduce", stream, _total)
    return op.stateful_map("count", stream, _count)


def build(work: str, records: int, batch: int, sink: DynamicSink[Any]) -> tuple[Dataflow, NumberSource]:
    """Build the dataflow of the work."""
    make: MakeBatch
    if work in WINDOWS:
        make = _events(work)
    else:
        make = list if work == "map_filter" else _keyed(KEYS[work])
    source = NumberSource(records, make, batch)
    flow = Dataflow(work)
    stream = op.input("source", flow, source)
    op.output("sink", _steps(work, stream), sink)
    return flow, source


def run_here(options: argparse.Namespace) -> Run:
    """Run the dataflow in this process; give the clock times of its start and its end, and the sums of its results."""
    sums = [0, 0, 0]
    sink = AddUpSink(sums) if options.check else DiscardSink()
    flow, source = build(options.work, options.records, options.batch, sink)
    if options.addresses:
        addresses = options.addresses.split(",")
        cluster_main(flow, addresses, options.index, worker_count_per_proc=1)
    else:
        run_main(flow)
    return source.started(), time.time(), sums


def _free_addresses(count: int) -> list[str]:
    """Addresses on this machine whose ports are free now."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    addresses = [f"127.0.0.1:{entry.getsockname()[1]}" for entry in sockets]
    for entry in sockets:
        entry.close()
    return addresses


def run_processes(options: argparse.Namespace, count: int = 2) -> Run:
    """Run the dataflow in several processes; give the first start, the last end and the sums of all."""
    addresses = ",".join(_free_addresses(count))
    command = [sys.executable, __file__, options.work, "--records", str(options.records)]
    command += ["--batch", str(options.batch), "--addresses", addresses]
    command += ["--check"] if options.check else []
    children = [
        subprocess.Popen([*command, "--index", str(index)], stdout=subprocess.PIPE, text=True) for index in range(count)
    ]
    try:
        outputs = [child.communicate()[0] for child in children]
    finally:
        for child in children:
            child.kill()
    if any(child.returncode for child in children):
        raise SystemExit("a bytewax process failed")
    runs: list[Run] = [json.loads(output.splitlines()[-1]) for output in outputs]
    sums = [sum(column) for column in zip(*(run[2] for run in runs), strict=True)]
    return min(run[0] for run in runs), max(run[1] for run in runs), sums


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("work", choices=WORKS)
    parser.add_argument("--records", type=int, required=True)
    parser.add_argument("--workers-kind", choices=("one", "processes"), default="one")
    parser.add_argument("--batch", type=int, help="records in one source batch; the best known one if not given")
    parser.add_argument("--check", action="store_true", help="tell a window work's results instead of its time")
    parser.add_argument("--addresses", help=argparse.SUPPRESS)
    parser.add_argument("--index", type=int, default=0, help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.batch = options.batch or BATCH[options.work]
    return options


def main() -> None:
    """Run the work and print the result."""
    options = _options()
    if options.addresses:
        print(json.dumps(run_here(options)))
        return
    several = options.workers_kind == "processes"
    started, ended, sums = run_processes(options) if several else run_here(options)
    if options.check:
        print(json.dumps(dict(zip(("results", "records", "total"), sums, strict=True))))
        return
    settings = {"workers_kind": options.workers_kind, "batch": options.batch}
    seconds = round(ended - started, 4)
    print(json.dumps({"work": options.work, "records": options.records, "seconds": seconds, "settings": settings}))


if __name__ == "__main__":
    main()
