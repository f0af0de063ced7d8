"""The job: two paths from one source to sinks, with state and timers, and with windows. Both see the same chance.

`chaos.checker` computes the expected results independently.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Optional

from chaos import checker
from chaos.checker import Verdict
from chaos.fault_plan import FollowsPlan
from chaos.jobs import SoakedJob
from chaos.numbers_source import NumbersSource
from chaos.run_folder import JobSpec, RunFolder
from chaos.sinks import soaked_sink
from pyrite.common import Duration, Time, TimestampAssigner, WatermarkStrategy
from pyrite.datastream import DataStream, KeyedProcessFunction, ProcessWindowFunction, StreamExecutionEnvironment
from pyrite.datastream.state import ListStateDescriptor, MapStateDescriptor, ValueStateDescriptor
from pyrite.datastream.window import TumblingEventTimeWindows

KEYS = 1000
RUN = 10
WINDOW_KEYS = 11
WINDOW_MS = 100
TIMER_MS = 70
DISORDER_MS = 13

Record = tuple[int, tuple[float, int]]
"""A number, with a random value and the clock's time."""


def time_of(number: int) -> int:
    """A number's event time: about the number itself, a little out of order."""
    return number + number * 7 % DISORDER_MS


def key_of(number: int) -> int:
    """Consecutive numbers have the same key, so that few keys change between two checkpoints."""
    return number // RUN % KEYS


class Chance(FollowsPlan):
    """Adds a non-deterministic value. In each task it also follows the plan of faults, if there is one."""

    def __call__(self, number: int) -> Record:
        return number, (random.random(), time.time_ns())


class NumberIsTime(TimestampAssigner):
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return time_of(value)


class CountAndFlush(FollowsPlan, KeyedProcessFunction):
    """Counts each key's records, and emits the last ones in a list when a timer fires."""

    def open(self, runtime_context: Any) -> None:
        self._count = runtime_context.get_state(ValueStateDescriptor("count"))
        self._held = runtime_context.get_list_state(ListStateDescriptor("held"))
        self._remainders = runtime_context.get_map_state(MapStateDescriptor("remainders"))

    def process_element(self, value: Record, ctx: Any) -> Iterator[dict[str, Any]]:
        number, chance = value
        count = (self._count.value() or 0) + 1
        self._count.update(count)
        remainder = number % 5
        same = (self._remainders.get(remainder) or 0) + 1
        self._remainders.put(remainder, same)
        self._held.add(number)
        ctx.timer_service().register_event_time_timer(ctx.timestamp() // TIMER_MS * TIMER_MS + TIMER_MS)
        key = ctx.get_current_key()
        yield {"kind": "counted", "key": key, "n": number, "count": count, "same": same, "chance": chance}

    def on_timer(self, timestamp: int, ctx: Any) -> Iterator[dict[str, Any]]:
        held = list(self._held.get())
        if held:
            yield {"kind": "flushed", "key": ctx.get_current_key(), "at": timestamp, "numbers": held}
        self._held.clear()


class Collect(FollowsPlan, ProcessWindowFunction[Any, Any, Any, Any]):
    """A window's records as one."""

    def process(self, key: int, context: Any, elements: Iterable[Record]) -> Iterator[dict[str, Any]]:
        records = list(elements)
        yield {
            "kind": "window",
            "key": key,
            "start": context.window().start,
            "numbers": [number for number, _ in records],
            "chances": [chance for _, chance in records],
        }


def numbers_with_chance(
    env: StreamExecutionEnvironment, spec: JobSpec, strategy: Optional[WatermarkStrategy] = None
) -> DataStream:
    """The first operators of each job; without a strategy, a number is its timestamp."""
    folder = RunFolder(Path(spec.folder))
    by_number = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(DISORDER_MS))
    strategy = strategy or by_number.with_timestamp_assigner(NumberIsTime())
    numbers = env.from_source(NumbersSource(folder.total, spec.rate), strategy, "numbers").uid("numbers")
    return numbers.map(Chance(folder.plan("task"))).name("chance").uid("chance")


def collect_windows(records: DataStream, spec: JobSpec) -> None:
    """The path of windows, to its sink."""
    folder = RunFolder(Path(spec.folder))
    windows = records.key_by(lambda record: record[0] % WINDOW_KEYS).window(
        TumblingEventTimeWindows.of(Time.milliseconds(WINDOW_MS))
    )
    collected = windows.process(Collect(folder.plan("task"))).name("windows").uid("windows")
    sink = soaked_sink(spec.sink, folder).watched("windows", spec.sink_settings)
    collected.sink_to(sink).name("window files").uid("window files")


class Paths(SoakedJob):
    """The soak's first job."""

    def build(self, env: StreamExecutionEnvironment, spec: JobSpec) -> None:
        """State and timers, with a sink after another exchange; windows with their sink."""
        folder = RunFolder(Path(spec.folder))
        records = numbers_with_chance(env, spec)
        counting = CountAndFlush(folder.plan("task"))
        counted = records.key_by(lambda record: key_of(record[0])).process(counting).name("count").uid("count")
        sink = soaked_sink(spec.sink, folder).watched("state", spec.sink_settings)
        counted.rebalance().sink_to(sink).name("state files").uid("state files").set_parallelism(1)
        collect_windows(records, spec)

    def check(self, lines: Iterable[tuple[str, str]], numbers: int) -> Verdict:
        return checker.check_lines(lines, numbers)
