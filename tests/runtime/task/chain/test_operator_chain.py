"""OperatorChain: opened from its end, closed from its head, all of it, once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle, islice
from typing import Any

import pytest

from pyrite.common import WatermarkStrategy
from pyrite.connectors.builtin.terminal import CollectSink
from pyrite.core.errors import UserFunctionError
from pyrite.datastream import DataStream, MapFunction, ProcessFunction, RuntimeContext
from pyrite.testing.simulation import simulate
from tests.graph.programs import environment, job_graph, numbers
from tests.runtime.task.task import Task


class Life(MapFunction):
    """Logs its life; `close` fails on request."""

    def __init__(self, name: str, log: list[str], fails: bool = False) -> None:
        self._name, self._log, self._fails = name, log, fails

    def open(self, runtime_context: RuntimeContext) -> None:
        self._log.append(f"open {self._name}")

    def map(self, value: Any) -> Any:
        return value

    def close(self) -> None:
        self._log.append(f"close {self._name}")
        if self._fails:
            raise RuntimeError(f"{self._name} does not close")


def test_chain_is_opened_from_its_end_and_closed_from_its_head() -> None:
    log: list[str] = []
    env = environment(1)
    numbers(env).rebalance().map(Life("first", log)).map(Life("second", log))
    Task(env, 1, 0).core.close()
    assert log == ["open second", "open first", "close first", "close second"]


def test_chain_closes_every_function_when_one_fails_to_close() -> None:
    log: list[str] = []
    env = environment(1)
    numbers(env).rebalance().map(Life("first", log, fails=True)).map(Life("second", log))
    with pytest.raises(UserFunctionError, match="first does not close"):
        Task(env, 1, 0).core.close()
    assert log[2:] == ["close first", "close second"]


def test_chain_is_closed_once() -> None:
    log: list[str] = []
    env = environment(1)
    numbers(env).rebalance().map(Life("only", log))
    core = Task(env, 1, 0).core
    core.close()
    core.close()
    assert log == ["open only", "close only"]


# Long chains ----------------------------------------------------------------------------------------------------------


def add_one(value: int) -> int:
    return value + 1


class AddOne(ProcessFunction):
    def process_element(self, value: int, ctx: ProcessFunction.Context) -> Iterator[int]:
        yield value + 1


def never_ends(value: int) -> int:
    return never_ends(value) + 1


MONOTONOUS = WatermarkStrategy.for_monotonous_timestamps()
LINKS: dict[str, Callable[[DataStream], DataStream]] = {
    "map": lambda stream: stream.map(add_one),
    "flat_map": lambda stream: stream.flat_map(lambda value: [value + 1]),
    "process": lambda stream: stream.process(AddOne()),
    "watermarks": lambda stream: stream.assign_timestamps_and_watermarks(MONOTONOUS).map(add_one),
}


@pytest.mark.parametrize("kinds", [("map",), ("flat_map",), ("process",), ("watermarks",), tuple(LINKS)])
def test_chain_of_a_thousand_functions_runs(kinds: tuple[str, ...]) -> None:
    env = environment(1)
    stream: DataStream = env.from_collection([0])
    for kind in islice(cycle(kinds), 1000):
        stream = LINKS[kind](stream)
    stream.sink_to(CollectSink())
    assert simulate(env).results == [1000]


def test_chain_of_more_functions_is_cut() -> None:
    env = environment(1)
    stream: DataStream = env.from_collection([0])
    for _ in range(2500):
        stream = stream.map(add_one)
    stream.sink_to(CollectSink())
    assert [len(vertex.operators) for vertex in job_graph(env).vertices] == [1100, 1100, 302]
    assert simulate(env).results == [2500]


@pytest.mark.parametrize("place", [0, 999])
def test_functions_that_never_return_are_named_in_a_chain_of_a_thousand(place: int) -> None:
    env = environment(1)
    stream: DataStream = env.from_collection([0])
    for number in range(1000):
        stream = stream.map(never_ends if number == place else add_one).name(f"map {number}")
    cause = simulate(env).cause
    assert isinstance(cause, UserFunctionError)
    assert f"'map {place}'" in str(cause) and "never_ends" in str(cause) and "RecursionError" in str(cause)
