"""Event time around loops with supersteps: what comes from outside is of the first superstep, whatever its own time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pyrite.common import Duration, Time, WatermarkStrategy
from pyrite.connectors.builtin.terminal import CollectSink
from pyrite.core.job.job_status import JobStatus
from pyrite.datastream import DataStream, KeyedCoProcessFunction, SolutionSetFunction, StreamExecutionEnvironment
from pyrite.datastream.state import ValueStateDescriptor
from pyrite.datastream.window import TumblingEventTimeWindows
from pyrite.testing import At, Pause, ScriptedSource, simulate

PAIRS = [(key, 100 * key) for key in range(4)]
LATE_MS = 1_600_000_000_000


def plain(env: StreamExecutionEnvironment) -> DataStream:
    return env.from_collection(PAIRS)


def behind_a_loop(env: StreamExecutionEnvironment) -> DataStream:
    loop = plain(env).iterate_bulk(3)
    return loop.close_with(loop.rebalance().map(lambda pair: pair))


def with_event_time(env: StreamExecutionEnvironment) -> DataStream:
    script = [step for pair in PAIRS for step in (At(LATE_MS + pair[0], pair), Pause(50))]
    return env.from_source(ScriptedSource(script), WatermarkStrategy.for_monotonous_timestamps(), "outside")


def with_idleness(env: StreamExecutionEnvironment) -> DataStream:
    script = [step for pair in PAIRS for step in (Pause(500), At(1, pair))]
    strategy = WatermarkStrategy.for_monotonous_timestamps().with_idleness(Duration.of_millis(20))
    return env.from_source(ScriptedSource(script), strategy, "outside")


OUTSIDE = [plain, behind_a_loop, with_event_time, with_idleness]
Outside = Callable[[StreamExecutionEnvironment], DataStream]


def results_of(env: StreamExecutionEnvironment, stream: DataStream, seed: int) -> list[Any]:
    stream.sink_to(CollectSink())
    result = simulate(env, seed=seed)
    assert (result.status, result.cause) == (JobStatus.FINISHED, None)
    return sorted(result.results, key=repr)


class Add(SolutionSetFunction):
    def join(self, values: list[Any], entry: Any, ctx: Any) -> list[Any]:
        key, actual = entry.value()
        entry.update((key, actual + sum(value for _, value in values)))
        return []


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("outside", OUTSIDE)
def test_solution_set_is_there_before_the_first_superstep_ends(outside: Outside, seed: int) -> None:
    env = StreamExecutionEnvironment().set_parallelism(2)
    iteration = outside(env).iterate_delta(env.from_collection([(key, 1) for key in range(4)]), 5, keys=0)
    delta = iteration.join_solution_set(iteration.get_workset(), lambda pair: pair[0], Add())
    actual = results_of(env, iteration.close_with(delta, delta), seed)
    assert actual == [(key, 100 * key + 1) for key in range(4)]


class Weigh(KeyedCoProcessFunction):
    """At the end of each superstep, adds a key's weight, which comes from outside."""

    def open(self, runtime_context: Any) -> None:
        self._value = runtime_context.get_state(ValueStateDescriptor("value"))
        self._weight = runtime_context.get_state(ValueStateDescriptor("weight"))

    def process_element1(self, value: tuple[int, int], ctx: Any) -> None:
        self._value.update(value)
        ctx.timer_service().register_event_time_timer(ctx.timestamp())

    def process_element2(self, value: tuple[int, int], ctx: Any) -> None:
        assert ctx.timestamp() == 1
        self._weight.update(value[1])

    def on_timer(self, timestamp: int, ctx: Any) -> Iterator[tuple[int, int]]:
        key, value = self._value.value()
        yield key, value + self._weight.value()


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("outside", OUTSIDE)
def test_connected_stream_is_there_before_the_first_superstep_ends(outside: Outside, seed: int) -> None:
    env = StreamExecutionEnvironment().set_parallelism(2)
    loop = env.from_collection([(key, 0) for key in range(4)]).iterate_bulk(3)
    weights = outside(env).key_by(lambda pair: pair[0])
    body = loop.key_by(lambda pair: pair[0]).connect(weights).process(Weigh())
    assert results_of(env, loop.close_with(body), seed) == [(key, 300 * key) for key in range(4)]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("outside", OUTSIDE)
def test_union_with_a_stream_from_outside_is_one_superstep(outside: Outside, seed: int) -> None:
    env = StreamExecutionEnvironment().set_parallelism(2)
    loop = env.from_collection([(key, 1) for key in range(4)]).iterate_bulk(2)
    windows = (
        loop.union(outside(env)).key_by(lambda pair: pair[0]).window(TumblingEventTimeWindows.of(Time.milliseconds(1)))
    )
    body = windows.reduce(lambda one, other: (one[0], one[1] + other[1]))
    assert results_of(env, loop.close_with(body), seed) == [(key, 100 * key + 1) for key in range(4)]
