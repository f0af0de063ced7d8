"""Keyed streams that end in an operator without keyed state: a sink, a table. Both modes alike, as in PyFlink 2.3."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pyrite.common import Types
from pyrite.connectors.builtin.terminal import CollectSink
from pyrite.datastream import DataStream, SinkFunction, StreamExecutionEnvironment
from pyrite.table import StreamTableEnvironment
from pyrite.testing.simulation import SimulationOptions, simulate
from tests.whole.behaviour.run import collect, environment, printed, run

BOTH_MODES = pytest.mark.parametrize("batch", [False, True], ids=["streaming", "batch"])
WRITTEN: list[Any] = []


class Write(SinkFunction):
    def invoke(self, value: Any, context: SinkFunction.Context) -> None:
        WRITTEN.append(value)


def keyed(env: StreamExecutionEnvironment) -> DataStream:
    return env.from_collection([3, 1, 2, 1], Types.INT()).key_by(lambda value: value)


@BOTH_MODES
@pytest.mark.parametrize("parallelism", [1, 2])
def test_keyed_stream_is_collected(batch: bool, parallelism: int) -> None:
    assert sorted(collect(keyed, batch, parallelism)) == [1, 1, 2, 3]


@BOTH_MODES
def test_keyed_stream_is_printed(batch: bool) -> None:
    assert sorted(printed(lambda env: keyed(env).print(), batch=batch).split()) == ["1", "1", "2", "3"]


@BOTH_MODES
def test_keyed_stream_goes_into_a_sink_function(batch: bool) -> None:
    WRITTEN.clear()
    run(lambda env: keyed(env).add_sink(Write()), 2, batch)
    assert sorted(WRITTEN) == [1, 1, 2, 3]


@BOTH_MODES
@pytest.mark.parametrize("use", [lambda stream: stream.map(str), lambda stream: stream.filter(bool).map(str)])
def test_keyed_stream_goes_through_a_function_into_a_sink(batch: bool, use: Callable[[DataStream], DataStream]) -> None:
    assert sorted(collect(lambda env: use(keyed(env)), batch)) == ["1", "1", "2", "3"]


@BOTH_MODES
def test_keyed_stream_becomes_a_table(batch: bool) -> None:
    env = environment(2, batch)
    t_env = StreamTableEnvironment.create(env)
    stream = t_env.to_data_stream(t_env.from_data_stream(keyed(env)))
    stream.map(lambda row: row[0]).sink_to(CollectSink())
    assert sorted(simulate(env, 0, SimulationOptions(batch=batch)).results) == [1, 1, 2, 3]
