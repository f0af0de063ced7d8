"""Runs a program under the simulation, and the sources and functions that the programs here share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pyrite.connectors.builtin.terminal import CollectSink
from pyrite.core.time.watermark_strategy import TimestampAssigner, WatermarkStrategy
from pyrite.datastream import DataStream, ProcessFunction, RuntimeExecutionMode, StreamExecutionEnvironment
from pyrite.testing.simulation import SimulationOptions, SimulationResult, simulate

Build = Callable[[StreamExecutionEnvironment], DataStream]


def environment(parallelism: int = 1, batch: bool = False) -> StreamExecutionEnvironment:
    mode = RuntimeExecutionMode.BATCH if batch else RuntimeExecutionMode.STREAMING
    return StreamExecutionEnvironment().set_parallelism(parallelism).set_runtime_mode(mode)


def run(program: Callable[[StreamExecutionEnvironment], object], parallelism: int, batch: bool) -> SimulationResult:
    """How the program ends; raises what made it fail."""
    env = environment(parallelism, batch)
    program(env)
    result = simulate(env, 0, SimulationOptions(batch=batch))
    if result.cause is not None:
        raise result.cause
    return result


def collect(build: Build, batch: bool = False, parallelism: int = 1) -> list[Any]:
    """What comes out of the stream that `build` makes; raises what made the job fail."""
    return run(lambda env: build(env).sink_to(CollectSink()), parallelism, batch).results


def printed(build: Callable[[StreamExecutionEnvironment], object], parallelism: int = 1, batch: bool = False) -> str:
    """What the program writes to the terminal."""
    return run(build, parallelism, batch).text


class LastField(TimestampAssigner):
    """A record's timestamp is its last field."""

    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        timestamp: int = value[-1]
        return timestamp


def stamped(stream: DataStream) -> DataStream:
    """The stream with its last field as timestamp, and ascending watermarks."""
    strategy = WatermarkStrategy.for_monotonous_timestamps()
    return stream.assign_timestamps_and_watermarks(strategy.with_timestamp_assigner(LastField()))


class WithTimestamp(ProcessFunction):
    """Gives (value, timestamp)."""

    def process_element(self, value: Any, ctx: ProcessFunction.Context) -> Iterator[Any]:
        yield value, ctx.timestamp()
