"""A small program whose tasks the tests drive one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pyrite.connectors.builtin.terminal import CollectSink
from pyrite.datastream import KeyedProcessFunction, RuntimeContext, StreamExecutionEnvironment
from pyrite.datastream.state import ValueStateDescriptor
from tests.graph.programs import environment, numbers, same
from tests.runtime.task.task import Task


class Count(KeyedProcessFunction):
    """Counts a key's records; a timer at each record's own value."""

    def open(self, runtime_context: RuntimeContext) -> None:
        self._seen = runtime_context.get_long_counter("seen")
        self._count = runtime_context.get_state(ValueStateDescriptor("count"))

    def process_element(self, value: int, ctx: KeyedProcessFunction.Context) -> Iterator[Any]:
        self._seen.add(1)
        self._count.update((self._count.value() or 0) + 1)
        ctx.timer_service().register_event_time_timer(value)
        ctx.timer_service().register_processing_time_timer(value)
        yield ctx.get_current_key(), self._count.value()

    def on_timer(self, timestamp: int, ctx: KeyedProcessFunction.OnTimerContext) -> Iterator[Any]:
        yield "timer", timestamp, ctx.time_domain().name


def counting_env() -> StreamExecutionEnvironment:
    """Level 0: a source of one; level 1: a keyed count of one; level 2: a collecting sink of one."""
    env = environment(1)
    numbers(env).key_by(same).process(Count()).rebalance().sink_to(CollectSink())
    return env


def counter(batch: bool = False) -> Task:
    return Task(counting_env(), 1, 0, batch)
