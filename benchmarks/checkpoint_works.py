"""The jobs that checkpoints are measured with, as Pyrite programs."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from benchmarks.works import WARM_UP_S, Counter
from pyrite.common import WatermarkStrategy
from pyrite.connectors.builtin.number_sequence import RangeReader, RangeSplit
from pyrite.connectors.builtin.pace import Pace
from pyrite.core.connector.source import (
    EndOfInput,
    SourceBlock,
    SourceReader,
    SourceReaderContext,
)
from pyrite.core.functions.functions import KeyedContext, RuntimeContext
from pyrite.datastream import KeyedProcessFunction, KeyedStream, MapFunction, StreamExecutionEnvironment
from pyrite.datastream.connectors import DataGeneratorSource, DiscardingSink
from pyrite.datastream.state import ValueStateDescriptor

Stamped = tuple[int, int]
"""A key, and when its record was made, in nanoseconds; 0 while keys are loaded."""

_STRIDE = 611_953
"""A prime: so many steps of it as there are keys hit each key once, in no order that memory or files like."""


@dataclass(frozen=True)
class Updates:
    """All keys once, as fast as it goes; then single keys, scattered over all, at a rate."""

    keys: int
    per_second: int
    seconds: float
    """For how long, after the keys are loaded."""

    def per_reader(self, parallelism: int) -> tuple[int, int]:
        """How many records each reader loads, and gives in all."""
        load = -(-self.keys // parallelism)
        return load, load + int(self.per_second * self.seconds) // parallelism


class UpdatesReader(RangeReader):
    """Gives the first part of its range at once and the rest at a rate; from a checkpoint it resumes where it was."""

    def __init__(self, make: Callable[[int], Any], load: int, share: int, pace: Pace) -> None:
        super().__init__(make, None)
        self._load = load
        self._share = share
        self._updates = pace

    def _left_to_load(self) -> int:
        return self._load - self._splits[0].start % self._share if self._splits else 0

    def available_at_ms(self, now_ms: int) -> int:
        return now_ms if self._left_to_load() > 0 or not self._splits else self._updates.next_at_ms(now_ms)

    def poll(self, max_records: int, timeout_ms: int) -> SourceBlock | EndOfInput | None:
        load = self._left_to_load()
        if load > 0 or not self._splits:
            return super().poll(min(max_records, load) if load > 0 else max_records, timeout_ms)
        due = self._updates.due()
        block = super().poll(min(max_records, due), timeout_ms) if due > 0 else None
        if isinstance(block, SourceBlock):
            self._updates.emitted(len(block.values))
        return block


class UpdatesSource(DataGeneratorSource):
    def __init__(self, updates: Updates, parallelism: int) -> None:
        load, share = updates.per_reader(parallelism)
        super().__init__(_make_update(updates.keys, load, share, parallelism), share * parallelism)
        self._load, self._share, self._per_second = load, share, updates.per_second

    def create_reader(self, context: SourceReaderContext) -> SourceReader[RangeSplit]:
        pace = Pace(self._per_second / context.parallelism, context.clock)
        return UpdatesReader(self._make, self._load, self._share, pace)


def _make_update(keys: int, load: int, share: int, parallelism: int) -> Callable[[int], Stamped]:
    def make(number: int) -> Stamped:
        reader, at = divmod(number, share)
        if at < load:
            return (at * parallelism + reader) % keys, 0
        return ((at - load) * parallelism + reader) * _STRIDE % keys, time.time_ns()

    return make


def updated(env: StreamExecutionEnvironment, updates: Updates) -> KeyedStream:
    """The records by key."""
    source = UpdatesSource(updates, env.get_parallelism())
    return env.from_source(source, WatermarkStrategy.no_watermarks(), "updates").key_by(lambda record: record[0])


def build_updates(env: StreamExecutionEnvironment, updates: Updates) -> None:
    """Counts the records of each key in keyed state."""
    updated(env, updates).process(Counter()).sink_to(DiscardingSink())


# Recovery -------------------------------------------------------------------------------------------------------------


class FirstTold(Counter):
    """Tells when it gets its first record since it was opened."""

    def open(self, runtime_context: RuntimeContext) -> None:
        super().open(runtime_context)
        self._subtask = runtime_context.get_index_of_this_subtask()
        self._told = False

    def process_element(self, value: tuple[int, int], ctx: KeyedContext) -> Iterator[tuple[int, int]]:
        if not self._told:
            self._told = True
            print(f"first {json.dumps([self._subtask, time.time()])}")
        return super().process_element(value, ctx)


def build_recovery(env: StreamExecutionEnvironment, updates: Updates) -> None:
    updated(env, updates).process(FirstTold()).sink_to(DiscardingSink())


# Delay ----------------------------------------------------------------------------------------------------------------


class Touch(KeyedProcessFunction):
    """Counts the records of each key and gives them on as they are."""

    def open(self, runtime_context: RuntimeContext) -> None:
        self._count = runtime_context.get_state(ValueStateDescriptor("count"))

    def process_element(self, value: Stamped, ctx: KeyedContext) -> Iterator[Stamped]:
        self._count.update((self._count.value() or 0) + 1)
        yield value


class Ages(MapFunction):
    """Takes the time from a record's stamp to its arrival here, after a warm-up; tells them all at the end."""

    def open(self, runtime_context: RuntimeContext) -> None:
        self._ages_ns: list[int] = []
        self._from_ns = 0

    def map(self, value: Stamped) -> Any:
        stamp_ns = value[1]
        if stamp_ns:
            self._from_ns = self._from_ns or stamp_ns + int(WARM_UP_S * 1e9)
            if stamp_ns >= self._from_ns:
                self._ages_ns.append(time.time_ns() - stamp_ns)
        return value

    def close(self) -> None:
        print("ages " + json.dumps(self._ages_ns))


def build_delay(env: StreamExecutionEnvironment, updates: Updates) -> None:
    """Through two exchanges, with keyed state between them."""
    touched = updated(env, updates).process(Touch())
    touched.key_by(lambda record: record[0] % 101).map(Ages()).sink_to(DiscardingSink())


# Back pressure --------------------------------------------------------------------------------------------------------

PAYLOAD_BYTES = 1000


class Slow(KeyedProcessFunction):
    """Takes so long for a record."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def open(self, runtime_context: RuntimeContext) -> None:
        self._count = runtime_context.get_state(ValueStateDescriptor("count"))

    def process_element(self, value: tuple[int, bytes], ctx: KeyedContext) -> Iterator[int]:
        time.sleep(self._seconds)
        self._count.update((self._count.value() or 0) + 1)
        yield value[0]


def build_slow(env: StreamExecutionEnvironment, seconds: float = 0.001) -> None:
    """A source without end that is far faster than the operator behind it."""
    source = DataGeneratorSource(lambda number: (number % 1000, number.to_bytes(PAYLOAD_BYTES, "big")))
    records = env.from_source(source, WatermarkStrategy.no_watermarks(), "fast")
    records.key_by(lambda record: record[0]).process(Slow(seconds)).sink_to(DiscardingSink())
