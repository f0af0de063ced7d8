"""Sensors and timers: an alert for one that is over the limit for 10 seconds, and for one that is silent for 30.

Run it with: pyrite run examples/streaming/sensor_alerts.py
"""

from __future__ import annotations

from collections.abc import Iterator

from pyrite.common import WatermarkStrategy
from pyrite.datastream import KeyedProcessFunction, RuntimeContext, StreamExecutionEnvironment
from pyrite.datastream.state import ValueStateDescriptor
from pyrite.testing import At, ScriptedSource

Reading = tuple[str, float]
LIMIT, HOT_MS, SILENT_MS = 80.0, 10_000, 30_000
READINGS = """\
0 oven 75    1 pump 40    4 oven 82    8 oven 79    12 oven 85    15 pump 41    17 oven 90    21 oven 88
26 oven 70    30 oven 81    50 oven 60    70 pump 40    75 oven 65    95 pump 42
"""  # seconds, sensors, degrees; those of one sensor come in their order


def script() -> Iterator[At]:
    words = iter(READINGS.split())
    for second, sensor, degrees in zip(words, words, words, strict=True):
        yield At(int(second) * 1000, (sensor, float(degrees)))


class TooHot(KeyedProcessFunction):
    """A timer runs from the first reading over the limit; one that is not over it in time takes the timer back."""

    def open(self, runtime_context: RuntimeContext) -> None:
        self._due = runtime_context.get_state(ValueStateDescriptor("due"))

    def process_element(self, value: Reading, ctx: KeyedProcessFunction.Context) -> None:
        due = self._due.value()
        if value[1] > LIMIT and due is None:
            self._due.update(ctx.timestamp() + HOT_MS)
            ctx.timer_service().register_event_time_timer(ctx.timestamp() + HOT_MS)
        elif value[1] <= LIMIT and due is not None:
            self._due.clear()
            if ctx.timestamp() < due:  # else the timer is right, and only waits for the watermark
                ctx.timer_service().delete_event_time_timer(due)

    def on_timer(self, timestamp: int, ctx: KeyedProcessFunction.OnTimerContext) -> Iterator[str]:
        yield f"{ctx.get_current_key()}: over {LIMIT} since second {(timestamp - HOT_MS) // 1000}"


class Silent(KeyedProcessFunction):
    """Every reading moves the timer on, unless it comes after the timer's time."""

    def open(self, runtime_context: RuntimeContext) -> None:
        self._due = runtime_context.get_state(ValueStateDescriptor("due"))

    def process_element(self, value: Reading, ctx: KeyedProcessFunction.Context) -> None:
        due = self._due.value()
        if due is not None and ctx.timestamp() < due:
            ctx.timer_service().delete_event_time_timer(due)
        self._due.update(ctx.timestamp() + SILENT_MS)
        ctx.timer_service().register_event_time_timer(ctx.timestamp() + SILENT_MS)

    def on_timer(self, timestamp: int, ctx: KeyedProcessFunction.OnTimerContext) -> Iterator[str]:
        if self._due.value() == timestamp:
            self._due.clear()
        yield f"{ctx.get_current_key()}: silent since second {(timestamp - SILENT_MS) // 1000}"


def main() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.enable_checkpointing(10_000)
    readings = env.from_source(ScriptedSource(script()), WatermarkStrategy.for_monotonous_timestamps(), "readings")
    sensors = readings.set_parallelism(1).key_by(lambda reading: reading[0])
    too_hot = sensors.process(TooHot()).name("too hot").uid("too-hot")
    too_hot.union(sensors.process(Silent()).name("silent").uid("silent")).print().set_parallelism(1)
    env.execute("sensor alerts")


if __name__ == "__main__":
    main()
