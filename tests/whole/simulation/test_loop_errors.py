"""Loops that cannot be: the job fails, and says why."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from pyrite.common import Time
from pyrite.connectors.builtin.terminal import CollectSink
from pyrite.core.job.job_status import JobStatus
from pyrite.datastream import (
    AsyncDataStream,
    AsyncFunction,
    DataStream,
    KeyedProcessFunction,
    MapFunction,
    SolutionSetFunction,
    StreamExecutionEnvironment,
    SumAggregator,
)
from pyrite.testing import simulate


def environment() -> StreamExecutionEnvironment:
    return StreamExecutionEnvironment().set_parallelism(2)


def test_operator_that_waits_for_the_end_of_its_input_fails_the_job() -> None:
    """What it gives then can no longer be fed back: better than losing it."""
    env = environment()
    loop = env.from_sequence(1, 5).iterate()
    loop.close_with(loop.full_window_partition().map_partition(lambda values: list(values)))
    result = simulate(env, seed=1)
    assert result.status is JobStatus.FAILED
    assert "fed back after the loop's end" in str(result.cause) and "Feedback of Iteration" in str(result.cause)


class AskLate(MapFunction):
    def open(self, runtime_context: Any) -> None:
        self._context = runtime_context

    def map(self, value: int) -> int:
        self._context.get_iteration_aggregator("sum").aggregate(value)
        return value


class AskForUnknown(MapFunction):
    def open(self, runtime_context: Any) -> None:
        runtime_context.get_iteration_aggregator("total")

    def map(self, value: int) -> int:
        return value


@pytest.mark.parametrize(
    ("func", "said"), [(AskLate(), "requested in open()"), (AskForUnknown(), "no aggregator 'total'; registered: sum")]
)
def test_wrong_use_of_an_aggregator_fails_the_job(func: MapFunction, said: str) -> None:
    env = environment()
    loop = env.from_sequence(1, 5).iterate_bulk(2)
    loop.register_aggregator("sum", SumAggregator())
    loop.close_with(loop.map(func)).sink_to(CollectSink())
    result = simulate(env, seed=1)
    assert result.status is JobStatus.FAILED and said in str(result.cause)


class AskOutside(MapFunction):
    def open(self, runtime_context: Any) -> None:
        runtime_context.get_superstep_number()

    def map(self, value: int) -> int:
        return value


def test_superstep_outside_of_a_loop_fails_the_job() -> None:
    env = environment()
    env.from_sequence(1, 5).map(AskOutside()).sink_to(CollectSink())
    result = simulate(env, seed=1)
    assert result.status is JobStatus.FAILED and "not in the body" in str(result.cause)


class Later(AsyncFunction[Any, Any]):
    async def async_invoke(self, value: Any) -> list[Any]:
        await asyncio.sleep(5)
        return [value]


def countdown(loop: DataStream) -> DataStream:
    return loop.map(lambda pair: (pair[0], pair[1] - 1))


@pytest.mark.parametrize("seed", range(5))
def test_slow_body_is_waited_for_however_short_the_wait_is(seed: int) -> None:
    """Each turn takes 5 s of async I/O, the wait is 1 ms: marks do not overtake what is on its way."""
    env = environment()
    loop: Any = env.from_sequence(1, 5).map(lambda n: (n, n)).iterate(1)
    asked = AsyncDataStream.unordered_wait(countdown(loop).rebalance(), Later(), Time.seconds(60), 2)
    loop.close_with(asked.filter(lambda pair: pair[1] > 0))
    asked.filter(lambda pair: pair[1] == 0).sink_to(CollectSink())
    assert sorted(simulate(env, seed).results) == [(n, 0) for n in range(1, 6)]


class AtTheEnd(KeyedProcessFunction):
    """Holds a record until event time ends, twice."""

    def process_element(self, value: tuple[int, int], ctx: Any) -> Iterator[tuple[int, int]]:
        if value[1] == 0:
            ctx.timer_service().register_event_time_timer(2**62)
        else:
            yield value

    def on_timer(self, timestamp: int, ctx: Any) -> Iterator[tuple[int, int]]:
        yield ctx.get_current_key(), 1


@pytest.mark.parametrize("seed", range(5))
def test_what_timers_give_at_the_end_of_time_goes_round_too(seed: int) -> None:
    env = environment()
    loop = env.from_sequence(1, 5).map(lambda n: (n, 0)).iterate()
    body = loop.key_by(lambda pair: pair[0]).process(AtTheEnd()).map(lambda pair: (pair[0], pair[1] + 1))
    loop.close_with(body.filter(lambda pair: pair[1] < 4))
    body.filter(lambda pair: pair[1] == 4).sink_to(CollectSink())
    assert sorted(simulate(env, seed).results) == [(n, 4) for n in range(1, 6)]


@pytest.mark.parametrize("seed", range(5))
def test_stream_that_is_connected_in_the_loop_ends_before_it(seed: int) -> None:
    """What it brings late goes round as well."""
    env = environment()
    loop = env.from_sequence(1, 3).map(lambda n: (n, 2)).iterate()
    beside = env.from_sequence(11, 40).map(lambda n: (n, 2))
    body = countdown(loop.union(beside).rebalance())
    loop.close_with(body.filter(lambda pair: pair[1] > 0))
    body.filter(lambda pair: pair[1] == 0).sink_to(CollectSink())
    assert sorted(simulate(env, seed).results) == [(n, 0) for n in (1, 2, 3, *range(11, 41))]


class Guilty(SolutionSetFunction):
    def join(self, values: list[Any], entry: Any, ctx: Any) -> Iterator[Any]:
        raise ValueError("boom")
        yield


@pytest.mark.parametrize(
    ("keys", "said"),
    [(0, ["ValueError: boom", "calling Guilty (", "[(1, 1)] of key 1"]), (5, ["iterate_delta(keys=5): (1, 1): tuple"])],
)
def test_error_in_a_delta_iteration_names_what_the_user_wrote(keys: int, said: list[str]) -> None:
    env = environment()
    pairs = env.from_collection([(1, 1)])
    iteration = pairs.iterate_delta(pairs, 5, keys=keys)
    delta = iteration.join_solution_set(iteration.get_workset(), lambda pair: pair[0], Guilty())
    iteration.close_with(delta, delta).sink_to(CollectSink())
    result = simulate(env, seed=1)
    assert result.status is JobStatus.FAILED
    assert all(text in str(result.cause) for text in said), result.cause
