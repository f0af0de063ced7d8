"""Watermarks of several sources in a whole job: the slowest counts, an idle one does not, a union waits for all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pyrite.connectors.builtin.terminal import CollectSink
from pyrite.core.time.time import MIN_WATERMARK, Duration
from pyrite.core.time.watermark_strategy import WatermarkGenerator, WatermarkOutput, WatermarkStrategy
from pyrite.datastream import DataStream, ProcessFunction, StreamExecutionEnvironment
from pyrite.testing import At, Pause, ScriptedSource, SimulationOptions, simulate

SEEDS = range(6)


class EveryRecord(WatermarkGenerator):
    """A watermark at every record's own time."""

    def on_event(self, event: Any, event_timestamp: int, output: WatermarkOutput) -> None:
        output.emit_watermark(event_timestamp)

    def on_periodic_emit(self, output: WatermarkOutput) -> None:
        """Punctuated only."""


class Seen(ProcessFunction):
    """Gives each record with the watermark at which it is seen."""

    def process_element(self, value: Any, ctx: ProcessFunction.Context) -> Iterator[Any]:
        yield value, ctx.timer_service().current_watermark()


def source(env: StreamExecutionEnvironment, name: str, *script: Any, idle_ms: int = 0) -> DataStream:
    strategy = WatermarkStrategy.for_generator(EveryRecord)
    if idle_ms:
        strategy = strategy.with_idleness(Duration.of_millis(idle_ms))
    return env.from_source(ScriptedSource(script), strategy, name)


def seen(seed: int, *scripts: tuple[Any, ...], idle_ms: int = 0) -> list[tuple[Any, int]]:
    env = StreamExecutionEnvironment().set_parallelism(1)
    first, *others = [source(env, f"s{i}", *script, idle_ms=idle_ms) for i, script in enumerate(scripts)]
    first.union(*others).process(Seen()).sink_to(CollectSink())
    return simulate(env, seed, SimulationOptions()).results


@pytest.mark.parametrize("seed", SEEDS)
def test_fast_source_beside_a_slow_one_does_not_move_the_watermark(seed: int) -> None:
    fast = [At(time, ("fast", time)) for time in range(100, 1000, 100)]
    slow = [At(10, ("slow", 10)), Pause(5000), At(20, ("slow", 20))]
    actual = seen(seed, tuple(fast), tuple(slow))
    assert len(actual) == 11
    assert all(mark <= 10 for value, mark in actual if value[0] == "fast")


@pytest.mark.parametrize("seed", SEEDS)
def test_idle_source_does_not_hold_back_a_busy_one(seed: int) -> None:
    idle = (At(10, ("idle", 10)), Pause(60_000), At(20, ("idle", 20)))
    busy = (At(100, "b1"), Pause(10_000), At(200, "b2"), Pause(100), At(300, "b3"))
    marks = dict(seen(seed, idle, busy, idle_ms=1000))
    assert marks["b3"] == 200


@pytest.mark.parametrize("seed", SEEDS)
def test_source_that_is_silent_without_idleness_holds_all_back(seed: int) -> None:
    silent = (Pause(60_000), At(20, "s"))
    busy = (At(100, "b1"), Pause(10_000), At(200, "b2"), Pause(100), At(300, "b3"))
    marks = dict(seen(seed, silent, busy))
    assert marks["b3"] == MIN_WATERMARK


@pytest.mark.parametrize("seed", SEEDS)
def test_union_of_three_has_the_least_watermark_of_all(seed: int) -> None:
    first = (At(50, "a"), Pause(30_000))
    second = (At(30, "b"), Pause(30_000))
    third = (At(40, "c"), Pause(1000), At(70, "d"), Pause(30_000))
    marks = dict(seen(seed, first, second, third))
    assert marks["d"] == 30
