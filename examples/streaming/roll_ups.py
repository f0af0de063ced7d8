"""Sales by minute, hour and day: windows on windows. The hour adds up minutes, and the day hours.

Run it with: pyrite run examples/streaming/roll_ups.py
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from pyrite.common import Duration, Time, TimestampAssigner, WatermarkStrategy
from pyrite.common.window_functions import WindowContext
from pyrite.datastream import DataStream, ProcessWindowFunction, StreamExecutionEnvironment
from pyrite.datastream.window import TimeWindow, TumblingEventTimeWindows

SALES = """\
2026-03-02T09:00:10Z tea 3.50
2026-03-02T09:00:55Z tea 4.00
2026-03-02T09:00:40Z salt 0.80
2026-03-02T09:59:59Z tea 3.50
2026-03-02T10:00:00Z tea 7.00
2026-03-03T08:30:00Z salt 0.80
"""


@dataclass(frozen=True)
class Total:
    product: str
    time_ms: int
    count: int
    cents: int

    def __str__(self) -> str:
        start = datetime.fromtimestamp(self.time_ms / 1000, UTC)
        return f"{start:%d %H:%M} {self.product}: {self.count} for {self.cents / 100:.2f}"


def parse(line: str) -> Total:
    time, product, price = line.split()
    return Total(product, int(datetime.fromisoformat(time).timestamp() * 1000), 1, round(float(price) * 100))


class SaleTime(TimestampAssigner):
    def extract_timestamp(self, value: Total, record_timestamp: int) -> int:
        return value.time_ms


def add(first: Total, second: Total) -> Total:
    return replace(first, count=first.count + second.count, cents=first.cents + second.cents)


class FromStart(ProcessWindowFunction[Total, Total, str, TimeWindow]):
    def process(self, key: str, context: WindowContext[TimeWindow], elements: Iterable[Total]) -> Iterator[Total]:
        for total in elements:
            yield replace(total, time_ms=context.window().start)


def rolled_up(totals: DataStream, size: Time, name: str) -> DataStream:
    """Totals of a greater window. They carry the window's last time, so the next one needs no new timestamps."""
    windows = totals.key_by(lambda total: total.product).window(TumblingEventTimeWindows.of(size))
    sums = windows.reduce(add, FromStart()).name(name).uid(name)
    sums.map(lambda total: f"{name} {total}").print().set_parallelism(1)
    return sums


def main() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.enable_checkpointing(10_000)
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(30))
    timed = strategy.with_timestamp_assigner(SaleTime())
    totals = env.from_collection(SALES.splitlines()).map(parse).assign_timestamps_and_watermarks(timed)
    for size, name in ((Time.minutes(1), "minute"), (Time.hours(1), "hour"), (Time.days(1), "day")):
        totals = rolled_up(totals, size, name)
    env.execute("roll-ups")


if __name__ == "__main__":
    main()
