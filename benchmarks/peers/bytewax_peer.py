"""Run one benchmark work on bytewax and print its wall time as one JSON line.

Run inside an environment that holds bytewax:

    python bytewax_peer.py WORK --records N --workers-kind one|processes

The time runs from the first batch asked of the source to the end of the dataflow.
"""

from __future__ import annotations

import argparse
import json
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import bytewax.operators as op
from bytewax.dataflow import Dataflow, Stream
from bytewax.inputs import DynamicSource, StatelessSourcePartition
from bytewax.outputs import DynamicSink, StatelessSinkPartition
from bytewax.testing import cluster_main, run_main

WORKS = ("map_filter", "keyed_state_1k", "keyed_state_100k", "keyed_reduce")
KEYS = {"keyed_state_1k": 1_000, "keyed_state_100k": 100_000, "keyed_reduce": 1_000}
# The best of the sizes tried; a stateful step groups a batch by key, which pays only while keys repeat in it.
BATCH = {"map_filter": 5_000, "keyed_state_1k": 10_000, "keyed_state_100k": 1_000, "keyed_reduce": 10_000}

Batch = list[Any]
MakeBatch = Callable[[range], Batch]


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
    if work == "map_filter":
        added = op.map("map", stream, lambda x: x + 1)
        return op.filter("filter", added, lambda x: x % 2 == 0)
    if work == "keyed_reduce":
        return op.stateful_map("reduce", stream, _total)
    return op.stateful_map("count", stream, _count)


def build(work: str, records: int, batch: int) -> tuple[Dataflow, NumberSource]:
    """Build the dataflow of the work."""
    make: MakeBatch = list if work == "map_filter" else _keyed(KEYS[work])
    source = NumberSource(records, make, batch)
    flow = Dataflow(work)
    stream = op.input("source", flow, source)
    op.output("sink", _steps(work, stream), DiscardSink())
    return flow, source


def run_here(options: argparse.Namespace) -> tuple[float, float]:
    """Run the dataflow in this process; give the clock times of its start and its end."""
    flow, source = build(options.work, options.records, options.batch)
    if options.addresses:
        addresses = options.addresses.split(",")
        cluster_main(flow, addresses, options.index, worker_count_per_proc=1)
    else:
        run_main(flow)
    return source.started(), time.time()


def _free_addresses(count: int) -> list[str]:
    """Addresses on this machine whose ports are free now."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    addresses = [f"127.0.0.1:{held.getsockname()[1]}" for held in sockets]
    for held in sockets:
        held.close()
    return addresses


def run_processes(options: argparse.Namespace, count: int = 2) -> tuple[float, float]:
    """Run the dataflow in several processes; give the first start and the last end."""
    addresses = ",".join(_free_addresses(count))
    command = [sys.executable, __file__, options.work, "--records", str(options.records)]
    command += ["--batch", str(options.batch), "--addresses", addresses]
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
    times = [json.loads(output.splitlines()[-1]) for output in outputs]
    return min(started for started, _ in times), max(ended for _, ended in times)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("work", choices=WORKS)
    parser.add_argument("--records", type=int, required=True)
    parser.add_argument("--workers-kind", choices=("one", "processes"), default="one")
    parser.add_argument("--batch", type=int, help="records in one source batch; the best known one if not given")
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
    started, ended = run_processes(options) if several else run_here(options)
    settings = {"workers_kind": options.workers_kind, "batch": options.batch}
    seconds = round(ended - started, 4)
    print(json.dumps({"work": options.work, "records": options.records, "seconds": seconds, "settings": settings}))


if __name__ == "__main__":
    main()
