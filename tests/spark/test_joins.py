"""Joins and full-window partitions on Spark."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pyrite.common import Time, TimestampAssigner, WatermarkStrategy
from pyrite.datastream import DataStream, Order, ProcessJoinFunction, StreamExecutionEnvironment
from pyrite.datastream.window import TumblingEventTimeWindows
from tests.spark.conftest import environment


class SecondField(TimestampAssigner):
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        time: int = value[1]
        return time


class Paid(ProcessJoinFunction):
    def process_element(self, left: Any, right: Any, ctx: Any) -> Iterator[Any]:
        yield left[0], left[1], right[1], ctx.get_timestamp()


def first_field(value: Any) -> Any:
    return value[0]


def stream(env: StreamExecutionEnvironment, *records: tuple[str, int]) -> DataStream:
    strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(SecondField())
    return env.from_collection(list(records)).assign_timestamps_and_watermarks(strategy)


def test_joins_of_all_kinds_in_one_program(env: StreamExecutionEnvironment) -> None:
    orders = stream(env, ("a", 1), ("b", 2), ("a", 12))
    payments = stream(env, ("a", 5), ("b", 15), ("a", 18))
    windows = TumblingEventTimeWindows.of(Time.milliseconds(10))
    joined = orders.join(payments).where(first_field).equal_to(first_field).window(windows)
    grouped = orders.co_group(payments).where(first_field).equal_to(first_field).window(windows)
    timed = orders.key_by(first_field).interval_join(payments.key_by(first_field))
    pairs = joined.apply(lambda order, payment: ("join", order[1], payment[1]))
    counts = grouped.apply(lambda first, second: [("group", len(list(first)), len(list(second)))])
    paid = timed.between(Time.milliseconds(0), Time.milliseconds(5)).process(Paid())
    assert sorted(pairs.union(counts, paid).execute_and_collect()) == [
        ("a", 1, 5, 5),
        ("group", 0, 1),
        ("group", 1, 0),
        ("group", 1, 1),
        ("group", 1, 1),
        ("join", 1, 5),
        ("join", 12, 18),
    ]


def test_full_window_partitions() -> None:
    env = environment()
    records = env.from_collection([("a", 3), ("b", 1), ("a", 1), ("b", 2)]).key_by(first_field)
    lists = records.full_window_partition().sort_partition(1, Order.DESCENDING).key_by(first_field)
    actual = lists.full_window_partition().map_partition(lambda values: [list(values)]).execute_and_collect()
    assert sorted(actual) == [[("a", 3), ("a", 1)], [("b", 2), ("b", 1)]]
