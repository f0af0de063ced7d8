"""Run one benchmark work on PyFlink and print its result as one JSON line.

Run inside an environment that holds apache-flink:

    python pyflink_peer.py WORK --records N --mode process|thread [--tuned]
    python pyflink_peer.py tumbling_window|session_window --records N --mode process|thread --check
    python pyflink_peer.py latency --seconds S --mode process|thread

The time runs from the call of execute to its return. With --check the windows' results are printed instead.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from pyflink.common import Configuration, Duration, Time, Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import (
    AggregateFunction,
    DataStream,
    KeyedProcessFunction,
    RuntimeContext,
    StreamExecutionEnvironment,
)
from pyflink.datastream.connectors.base import Sink, Source
from pyflink.datastream.connectors.number_seq import NumberSequenceSource
from pyflink.datastream.state import ValueStateDescriptor
from pyflink.datastream.window import EventTimeSessionWindows, TumblingEventTimeWindows
from pyflink.java_gateway import get_gateway

Pair = tuple[int, int]
Event = tuple[int, int, int]
Settings = dict[str, str]

WORKS = (
    "map_filter",
    "keyed_state_1k",
    "keyed_state_100k",
    "keyed_reduce",
    "tumbling_window",
    "session_window",
    "latency",
)
KEYS = {"keyed_state_1k": 1_000, "keyed_state_100k": 100_000, "keyed_reduce": 1_000}
WINDOWS = ("tumbling_window", "session_window")
# Ten records a millisecond over 1,000 keys, as in benchmarks/window_works.py.
WINDOW_KEYS = 1_000
RECORDS_PER_MS = 10
WINDOW_MS = 10_000
GAP_MS = 1_000
LATE_BY_MS = 1_000
PARALLELISM = 2
LATENCY_RATE = 1_000
LATENCY_WARM_UP_S = 3
# The end of the input closes every open bundle early, so the last records are too fast to count.
LATENCY_TAIL_S = 2

TUNED_ALL: Settings = {"pipeline.object-reuse": "true", "python.metric.enabled": "false"}
TUNED_PROCESS: Settings = {
    "python.fn-execution.bundle.size": "100000",
    "python.fn-execution.bundle.time": "600000",
    "python.state.cache-size": "200000",
}
# The worker writes back every changed key when a bundle ends, so with state a long bundle is best.
TUNED_KEYED: Settings = {"python.fn-execution.bundle.size": "1000000"}
# In process mode the window operator counts late records and fails without metrics.
TUNED_WINDOWS: Settings = {"python.metric.enabled": "true"}
# The task threads of one process share one interpreter lock and pass it on at every record.
TUNED_THREAD: Settings = {"parallelism.default": "1"}


class Counter(KeyedProcessFunction):
    """Counts the records of each key in a value state."""

    def open(self, runtime_context: RuntimeContext) -> None:
        """Get the state."""
        self._count = runtime_context.get_state(ValueStateDescriptor("count", Types.LONG()))

    def process_element(self, value: Pair, ctx: KeyedProcessFunction.Context) -> Iterator[Pair]:
        """Read, add one, update, give out."""
        count = (self._count.value() or 0) + 1
        self._count.update(count)
        yield value[0], count


class Pass(KeyedProcessFunction):
    """Gives every record on as it is."""

    def process_element(self, value: Pair, ctx: KeyedProcessFunction.Context) -> Iterator[Pair]:
        """Give the record on."""
        yield value


class Record(KeyedProcessFunction):
    """Writes the stamp and the age of every record to a file of its own in a directory."""

    def __init__(self, directory: str) -> None:
        self._directory = directory
        self._file: TextIO | None = None

    def open(self, runtime_context: RuntimeContext) -> None:
        """Make the file; its lines reach the disk even if close is never called."""
        self._file = open(Path(self._directory, uuid.uuid4().hex), "w", buffering=1)

    def process_element(self, value: Pair, ctx: KeyedProcessFunction.Context) -> Iterator[Pair]:
        """Note the stamp and the age in nanoseconds."""
        if self._file is not None:
            self._file.write(f"{value[1]} {time.time_ns() - value[1]}\n")
        yield value

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()


class EventTime(TimestampAssigner):
    """Reads a record's time."""

    def extract_timestamp(self, value: Event, record_timestamp: int) -> int:
        """The third field."""
        return value[2]


class CountAndSum(AggregateFunction):
    """Counts records and adds up their numbers."""

    def create_accumulator(self) -> Pair:
        """Nothing yet."""
        return 0, 0

    def add(self, value: Event, accumulator: Pair) -> Pair:
        """One record more."""
        return accumulator[0] + 1, accumulator[1] + value[1]

    def get_result(self, accumulator: Pair) -> Pair:
        """The accumulator itself."""
        return accumulator

    def merge(self, acc_a: Pair, acc_b: Pair) -> Pair:
        """Both together."""
        return acc_a[0] + acc_b[0], acc_a[1] + acc_b[1]


def window_results(env: StreamExecutionEnvironment, work: str, records: int) -> DataStream:
    """Build the job of a window work up to its results.

    Each subtask of the source has a range of the numbers; interleaved, they move through event time together.
    """
    parallelism = env.get_parallelism()
    share = -(-records // parallelism)

    def tumbling_event(number: int) -> Event:
        at = number % share * parallelism + number // share
        return at % WINDOW_KEYS, at, at // RECORDS_PER_MS

    def session_event(number: int) -> Event:
        at = number % share * parallelism + number // share
        return (at % 500 + at // 200 * 2) % WINDOW_KEYS, at, at // RECORDS_PER_MS

    long = Types.LONG()
    pair, event = Types.TUPLE([long, long]), Types.TUPLE([long, long, long])
    numbers = env.from_source(NumberSequenceSource(0, records - 1), WatermarkStrategy.no_watermarks(), "numbers", long)
    events = numbers.map(session_event if work == "session_window" else tumbling_event, event)
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(LATE_BY_MS))
    stamped = events.assign_timestamps_and_watermarks(strategy.with_timestamp_assigner(EventTime()))
    keyed = stamped.key_by(lambda record: record[0], long)
    if work == "session_window":
        windows = keyed.window(EventTimeSessionWindows.with_gap(Time.milliseconds(GAP_MS)))
    else:
        windows = keyed.window(TumblingEventTimeWindows.of(Time.milliseconds(WINDOW_MS)))
    contents = Types.TUPLE([Types.LONG(), Types.LONG()])  # not `pair`: a type that Java has seen does not pickle
    return windows.aggregate(CountAndSum(), accumulator_type=contents, output_type=pair)


def _discard(stream: DataStream) -> None:
    """Drop every record inside the JVM."""
    sinks = get_gateway().jvm.org.apache.flink.streaming.api.functions.sink.v2
    stream.sink_to(Sink(sinks.DiscardingSink()))


def build_throughput(env: StreamExecutionEnvironment, work: str, records: int) -> None:
    """Build the job of a throughput work."""
    if work in WINDOWS:
        _discard(window_results(env, work, records))
        return
    long, pair = Types.LONG(), Types.TUPLE([Types.LONG(), Types.LONG()])
    numbers = env.from_source(NumberSequenceSource(0, records - 1), WatermarkStrategy.no_watermarks(), "numbers", long)
    if work == "map_filter":
        _discard(numbers.map(lambda x: x + 1, long).filter(lambda x: x % 2 == 0))
        return
    keys = KEYS[work]
    keyed = numbers.map(lambda x: (x % keys, x), pair).key_by(lambda record: record[0], long)
    if work == "keyed_reduce":
        _discard(keyed.reduce(lambda a, b: (a[0], a[1] + b[1])))
    else:
        _discard(keyed.process(Counter(), pair))


def _paced_source(records: int) -> Source:
    """The ints 0..records-1 at a steady rate, made inside the JVM."""
    jvm = get_gateway().jvm
    ints = jvm.java.util.stream.IntStream.range(0, records).boxed().toList()
    int_type = Types.INT().get_java_type_info()
    datagen = jvm.org.apache.flink.connector.datagen
    function = datagen.functions.FromElementsGeneratorFunction(
        int_type, jvm.org.apache.flink.api.common.ExecutionConfig(), ints
    )
    limits = jvm.org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy
    rate = limits.perSecond(float(LATENCY_RATE))
    return Source(datagen.source.DataGeneratorSource(function, records, rate, int_type))


def build_latency(env: StreamExecutionEnvironment, records: int, directory: str) -> None:
    """Build the job of the latency work: a stamp in the first Python step, then two exchanges."""
    pair = Types.TUPLE([Types.INT(), Types.LONG()])
    numbers = env.from_source(_paced_source(records), WatermarkStrategy.no_watermarks(), "numbers", Types.INT())
    stamped = numbers.map(lambda x: (x, time.time_ns()), pair)
    passed = stamped.key_by(lambda record: record[0] % 100, Types.INT()).process(Pass(), pair)
    _discard(passed.key_by(lambda record: record[0] % 97, Types.INT()).process(Record(directory), pair))


def make_settings(options: argparse.Namespace) -> Settings:
    """The settings of the run: the mode, the tuned ones if asked for, and those from the command line."""
    settings = {"python.execution-mode": options.mode, "parallelism.default": str(PARALLELISM)}
    if options.tuned:
        settings |= TUNED_ALL | (TUNED_PROCESS if options.mode == "process" else TUNED_THREAD)
    if options.tuned and options.mode == "process" and options.work in (*KEYS, *WINDOWS):
        settings |= TUNED_KEYED
    if options.tuned and options.mode == "process" and options.work in WINDOWS:
        settings |= TUNED_WINDOWS
    return settings | dict(text.split("=", 1) for text in options.set)


def make_environment(settings: Settings) -> StreamExecutionEnvironment:
    """An environment with these settings, whose workers use this interpreter."""
    config = Configuration()
    for name, value in settings.items():
        config.set_string(name, value)
    config.set_string("python.executable", sys.executable)
    return StreamExecutionEnvironment.get_execution_environment(config)


def run_throughput(options: argparse.Namespace) -> dict[str, object]:
    """Run a throughput work and time it."""
    settings = make_settings(options)
    # A local run would put all Python workers as threads into this one process; a cluster would not.
    os.environ["_python_worker_execution_mode"] = "process"
    env = make_environment(settings)
    if options.check:
        with window_results(env, options.work, options.records).execute_and_collect() as results:
            counted = list(results)
        records, total = (sum(one[field] for one in counted) for field in (0, 1))
        return {"results": len(counted), "records": records, "total": total}
    build_throughput(env, options.work, options.records)
    started = time.perf_counter()
    env.execute(options.work)
    seconds = round(time.perf_counter() - started, 4)
    return {"work": options.work, "records": options.records, "seconds": seconds, "settings": settings}


def _ages_ms(directory: str) -> list[float]:
    """The sorted ages of the records between warm-up and tail."""
    lines = [line.split() for file in Path(directory).iterdir() for line in file.read_text().splitlines()]
    pairs = [(int(line[0]), int(line[1])) for line in lines if len(line) == 2]
    stamps = [stamp for stamp, _ in pairs]
    low = min(stamps) + LATENCY_WARM_UP_S * 10**9
    high = max(stamps) - LATENCY_TAIL_S * 10**9
    return sorted(age / 1e6 for stamp, age in pairs if low <= stamp <= high)


def run_latency(options: argparse.Namespace) -> dict[str, object]:
    """Run the latency work at PyFlink's own settings."""
    settings = make_settings(options)
    env = make_environment(settings)
    records = (options.seconds + LATENCY_WARM_UP_S + LATENCY_TAIL_S) * LATENCY_RATE
    with tempfile.TemporaryDirectory() as directory:
        build_latency(env, records, directory)
        env.execute(options.work)
        ages = _ages_ms(directory)
    p50, p99 = (round(ages[len(ages) * percent // 100], 2) for percent in (50, 99))
    return {"work": "latency", "p50_ms": p50, "p99_ms": p99, "records": len(ages), "settings": settings}


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("work", choices=WORKS)
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--seconds", type=int, default=20, help="measured seconds of the latency work")
    parser.add_argument("--mode", choices=("process", "thread"), default="process")
    parser.add_argument("--tuned", action="store_true", help="the best settings known for throughput")
    parser.add_argument("--check", action="store_true", help="tell a window work's results instead of its time")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="one more setting")
    return parser.parse_args()


def main() -> None:
    """Run the work and print the result."""
    options = _options()
    # Thread mode finds its interpreter and modules through the `python` on the path.
    os.environ["PATH"] = str(Path(sys.executable).parent) + os.pathsep + os.environ.get("PATH", "")
    result = run_latency(options) if options.work == "latency" else run_throughput(options)
    print(json.dumps(result), flush=True)


if __name__ == "__main__":
    main()
