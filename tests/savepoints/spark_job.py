"""A job on Spark, with classes of `__main__`. Its savepoints are recorded in spark-hashmap and spark-rocksdb.

`make savepoints` runs it.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pyrite.common import Time, TimestampAssigner, WatermarkStrategy
from pyrite.datastream import KeyedProcessFunction, RuntimeContext, SourceFunction, StreamExecutionEnvironment
from pyrite.datastream.connectors import DiscardingSink
from pyrite.datastream.state import ListStateDescriptor, MapStateDescriptor, ValueStateDescriptor
from pyrite.datastream.window import TumblingEventTimeWindows

HERE = Path(__file__).parent
NUMBERS = 20
KEYS = 4
TIMER_MS = 10**9


@dataclass
class Last:
    """The last number of a key."""

    number: int
    text: str


class Wait(SourceFunction):
    """Gives its numbers, and then nothing, until it is cancelled."""

    def __init__(self) -> None:
        self._runs = True

    def run(self, ctx: Any) -> None:
        for number in range(NUMBERS):
            ctx.collect(number)
        while self._runs:
            time.sleep(0.01)

    def cancel(self) -> None:
        self._runs = False


class Keep(KeyedProcessFunction):
    """Keeps every kind of state, and a timer for each key."""

    def open(self, runtime_context: RuntimeContext) -> None:
        self._count = runtime_context.get_state(ValueStateDescriptor("count"))
        self._last = runtime_context.get_state(ValueStateDescriptor("last"))
        self._numbers = runtime_context.get_list_state(ListStateDescriptor("numbers"))
        self._squares = runtime_context.get_map_state(MapStateDescriptor("squares"))

    def process_element(self, value: int, ctx: Any) -> Iterator[int]:
        self._count.update((self._count.value() or 0) + 1)
        self._last.update(Last(value, f"number {value}"))
        self._numbers.add(value)
        self._squares.put(value, value * value)
        ctx.timer_service().register_event_time_timer(TIMER_MS + value % KEYS)
        yield value


class NumberIsTime(TimestampAssigner):
    def extract_timestamp(self, value: int, record_timestamp: int) -> int:
        return value


def build(env: StreamExecutionEnvironment) -> None:
    strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(NumberIsTime())
    numbers = env.add_source(Wait()).uid("numbers")
    timed = numbers.assign_timestamps_and_watermarks(strategy).uid("time")
    kept = timed.key_by(lambda number: number % KEYS).process(Keep()).uid("keep")
    windows = kept.key_by(lambda number: number % KEYS).window(TumblingEventTimeWindows.of(Time.seconds(1000)))
    windows.reduce(lambda a, b: a + b).uid("sums").sink_to(DiscardingSink()).uid("sink")


def main() -> None:
    for backend in ("hashmap", "rocksdb"):
        env = StreamExecutionEnvironment.get_execution_environment()
        env.set_parallelism(2)
        settings = {
            "execution.checkpointing.interval": "200ms",
            "state.backend.type": backend,
            "execution.checkpointing.data-inline-threshold": "0",
        }
        for key, value in settings.items():
            env.get_configuration().set_string(key, value)
        build(env)
        client = env.execute_async("savepoints")
        time.sleep(15)
        path = client.stop_with_savepoint(False, str(HERE)).result(60)
        target = HERE / f"spark-{backend}"
        shutil.rmtree(target, ignore_errors=True)
        Path(path.removeprefix("file://")).rename(target)


if __name__ == "__main__":
    main()
