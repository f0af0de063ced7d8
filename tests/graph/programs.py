"""Small programs whose graphs the tests look at, and the fixtures to compare them with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pyrite.datastream import (
    DataStream,
    KeyedCoProcessFunction,
    KeyedProcessFunction,
    OutputTag,
    StreamExecutionEnvironment,
)
from pyrite.graph.execution_graph import ExecutionGraph
from pyrite.graph.job_graph import JobGraph
from pyrite.graph.stream_graph import StreamGraph, StreamNode

_FIXTURES = Path(__file__).parent / "fixtures"


class Count(KeyedProcessFunction):
    def process_element(self, value: Any, ctx: Any) -> Iterator[Any]:
        yield value


class Join(KeyedCoProcessFunction):
    def process_element1(self, value: Any, ctx: Any) -> Iterator[Any]:
        yield value

    def process_element2(self, value: Any, ctx: Any) -> Iterator[Any]:
        yield value


def same(value: Any) -> Any:
    return value


def environment(parallelism: int = 2) -> StreamExecutionEnvironment:
    return StreamExecutionEnvironment().set_parallelism(parallelism)


def numbers(env: StreamExecutionEnvironment, name: str = "Numbers") -> DataStream:
    return env.from_sequence(1, 10).name(name)


def counting() -> StreamExecutionEnvironment:
    """Source and map of parallelism 2, a keyed process of 2, a sink of 1."""
    env = environment()
    counts = numbers(env).map(same).key_by(same).process(Count()).name("Count")
    counts.print().set_parallelism(1)
    return env


def diamond() -> StreamExecutionEnvironment:
    """Two branches that meet again, a side output, and a union with their common source and with a late one."""
    env = environment()
    source = numbers(env)
    left = source.map(same).name("Left").key_by(same).process(Count()).name("Count").uid("counts")
    right = source.filter(same).name("Right").rebalance().map(same).name("Spread")
    left.get_side_output(OutputTag("late")).print().name("Late").slot_sharing_group("out")
    joined = left.key_by(same).connect(right.key_by(same)).process(Join()).name("Join")
    rules = env.from_collection([1]).name("Rules")
    joined.union(source, rules).print().name("All").set_parallelism(1)
    return env


def stream_graph(env: StreamExecutionEnvironment) -> StreamGraph:
    return env.get_stream_graph("Test job")


def job_graph(env: StreamExecutionEnvironment) -> JobGraph:
    return execution_graph(env).job


def execution_graph(env: StreamExecutionEnvironment) -> ExecutionGraph:
    return env.get_job_spec("Test job").plan().execution


def node_named(graph: StreamGraph, name: str) -> StreamNode:
    return next(node for node in graph.nodes if node.name == name)


def vertex_names(env: StreamExecutionEnvironment) -> list[str]:
    return [vertex.name for vertex in job_graph(env).vertices]


def fixture(name: str) -> str:
    return (_FIXTURES / name).read_text().rstrip("\n")
