"""Windows on Spark: the transcripts of the operators, and programs as users write them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pyrite.common import Duration, Time, TimestampAssigner, WatermarkStrategy
from pyrite.core.time.watermark_strategy import WatermarkGenerator, WatermarkOutput
from pyrite.datastream import (
    AggregateFunction,
    DataStream,
    OutputTag,
    ProcessWindowFunction,
    RuntimeExecutionMode,
    StreamExecutionEnvironment,
)
from pyrite.datastream.window import (
    EventTimeSessionWindows,
    SlidingEventTimeWindows,
    TimeWindow,
    TumblingEventTimeWindows,
)
from tests.operators.window.assigner_cases import ASSIGNERS
from tests.operators.window.evictor_cases import EVICTORS
from tests.operators.window.late_cases import LATE_RULES
from tests.operators.window.transcript import expected_of, shown_stream
from tests.operators.window.trigger_cases import TRIGGERS
from tests.spark.conftest import environment

SAMPLE = (
    "a_six_fires_again_with_allowed_lateness",
    "trigger_count_in_sessions_that_merge",
    "evictor_custom",
)


def test_transcripts_give_on_spark_what_they_give_on_the_operator() -> None:
    """One program of some of them: a Spark job costs seconds, and each transcript has tasks of its own."""
    cases = {**ASSIGNERS, **TRIGGERS, **EVICTORS, **LATE_RULES}
    env = environment().set_parallelism(1)
    streams = [shown_stream(env, cases[name].program, cases[name].script, f"{name}: ") for name in SAMPLE]
    expected = [text for name in SAMPLE for text in expected_of(cases[name].script, f"{name}: ")]
    assert sorted(streams[0].union(*streams[1:]).execute_and_collect()) == sorted(expected)


class Time1(TimestampAssigner):
    """The second field."""

    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        time: int = value[1]
        return time


class Average(AggregateFunction):
    """Flink's documented example; its merge is not for these windows."""

    def create_accumulator(self) -> tuple[int, int]:
        return 0, 0

    def add(self, value: Any, accumulator: tuple[int, int]) -> tuple[int, int]:
        return accumulator[0] + value[2], accumulator[1] + 1

    def get_result(self, accumulator: tuple[int, int]) -> float:
        return accumulator[0] / accumulator[1]

    def merge(self, acc_a: Any, acc_b: Any) -> Any:
        raise AssertionError("tumbling windows do not merge")


class WithWindow(ProcessWindowFunction[Any, Any, str, TimeWindow]):
    def process(
        self, key: str, context: ProcessWindowFunction.Context[TimeWindow], elements: Iterable[Any]
    ) -> Iterator[Any]:
        window = context.window()
        yield key, window.start, window.end, list(elements)


def stamped(env: StreamExecutionEnvironment, records: list[Any], bound_ms: int = 0) -> DataStream:
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(bound_ms))
    return env.from_collection(records).assign_timestamps_and_watermarks(strategy.with_timestamp_assigner(Time1()))


def averages(env: StreamExecutionEnvironment) -> list[Any]:
    """1,000 readings of 10 sensors, a tenth of a second apart: 10 windows of 10 s each."""
    readings = [(f"sensor {number % 10}", number * 100, number // 100) for number in range(1_000)]
    windowed = (
        stamped(env, readings).key_by(lambda reading: reading[0]).window(TumblingEventTimeWindows.of(Time.seconds(10)))
    )
    return sorted(windowed.aggregate(Average(), WithWindow()).execute_and_collect())


AVERAGES = sorted(
    (f"sensor {sensor}", start * 10_000, start * 10_000 + 10_000, [float(start)])
    for sensor in range(10)
    for start in range(10)
)


def test_tumbling_average_at_parallelism_2() -> None:
    assert averages(environment()) == AVERAGES


def test_tumbling_average_in_batch() -> None:
    assert averages(environment().set_runtime_mode(RuntimeExecutionMode.BATCH)) == AVERAGES


def test_sliding_windows_with_a_process_function() -> None:
    clicks = [("a", 1_000), ("b", 2_000), ("a", 6_000), ("a", 12_000)]
    keyed = stamped(environment(), clicks, bound_ms=20_000).key_by(lambda click: click[0])
    actual = keyed.window(SlidingEventTimeWindows.of(Time.seconds(10), Time.seconds(5))).process(WithWindow())
    times = {
        (key, start, end): sorted(click[1] for click in entry)
        for key, start, end, entry in actual.execute_and_collect()
    }
    assert times == {
        ("a", -5_000, 5_000): [1_000],
        ("a", 0, 10_000): [1_000, 6_000],
        ("a", 5_000, 15_000): [6_000, 12_000],
        ("a", 10_000, 20_000): [12_000],
        ("b", -5_000, 5_000): [2_000],
        ("b", 0, 10_000): [2_000],
    }


class AfterEach(WatermarkGenerator):
    """A watermark right behind every record: what is late does not depend on when it comes."""

    def on_event(self, event: Any, event_timestamp: int, output: WatermarkOutput) -> None:
        output.emit_watermark(event_timestamp - 1)

    def on_periodic_emit(self, output: WatermarkOutput) -> None:
        pass


def test_sessions_with_late_clicks_in_a_side_output() -> None:
    late = OutputTag("late-clicks")
    strategy = WatermarkStrategy.for_generator(AfterEach).with_timestamp_assigner(Time1())
    clicks = [("a", 1_000), ("b", 3_000), ("a", 4_000), ("b", 20_000), ("a", 2_000), ("b", 16_000), ("a", 24_000)]
    stream = environment().from_collection(clicks).assign_timestamps_and_watermarks(strategy).set_parallelism(1)
    windowed = stream.key_by(lambda click: click[0]).window(EventTimeSessionWindows.with_gap(Time.seconds(5)))
    actual = windowed.side_output_late_data(late).process(WithWindow())
    texts = actual.map(lambda value: f"{value[0]} {value[1]} {value[2]} {len(value[3])}")
    assert sorted(
        texts.union(actual.get_side_output(late).map(lambda click: f"late {click}")).execute_and_collect()
    ) == [
        "a 1000 9000 2",
        "a 24000 29000 1",
        "b 16000 25000 2",
        "b 3000 8000 1",
        "late ('a', 2000)",
    ]
