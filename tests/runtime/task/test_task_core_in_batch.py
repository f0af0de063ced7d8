"""TaskCore in batch: keyed input is held until the end and given key by key."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pyrite.connectors.builtin.terminal import CollectSink
from pyrite.datastream import KeyedCoProcessFunction
from pyrite.runtime.wire.frames import FrameKind
from tests.graph.programs import environment, numbers, same
from tests.runtime.programs import counter, counting_env
from tests.runtime.task.task import Task


class Sides(KeyedCoProcessFunction):
    def process_element1(self, value: Any, ctx: Any) -> Iterator[Any]:
        yield 1, value

    def process_element2(self, value: Any, ctx: Any) -> Iterator[Any]:
        yield 2, value


def test_batch_holds_keyed_records_until_the_end_and_gives_them_key_by_key() -> None:
    task = counter(batch=True)
    task.receive_records([5, 6], ["a", "b"])
    task.receive_records([7], ["a"])
    assert (task.core.outbox, task.core.next_step().works) == ([], False)
    task.receive(FrameKind.END)
    records = task.take_records()
    assert [record for record in records if record[0] != "timer"] == [("a", 1), ("a", 2), ("b", 1)]


def test_batch_fires_a_keys_timers_at_its_end() -> None:
    task = counter(batch=True)
    task.receive_records([5, 6], ["a", "b"])
    task.receive(FrameKind.END)
    timer = "timer"
    assert task.take_records() == [
        ("a", 1),
        (timer, 5, "EVENT_TIME"),
        (timer, 5, "PROCESSING_TIME"),
        ("b", 1),
        (timer, 6, "EVENT_TIME"),
        (timer, 6, "PROCESSING_TIME"),
    ]


def test_batch_takes_no_watermark_before_the_end() -> None:
    task = counter(batch=True)
    task.receive_watermark(100)
    assert task.take_kinds() == []
    task.receive(FrameKind.END)
    assert task.take_kinds() == [FrameKind.WATERMARK, FrameKind.END]


def test_batch_gives_both_inputs_of_a_key_together() -> None:
    env = environment(1)
    one, other = numbers(env, "One"), numbers(env, "Other")
    one.connect(other).key_by(same, same).process(Sides()).rebalance().sink_to(CollectSink())
    task = Task(env, 1, 0, batch=True)
    for value, key, edge in ((1, "a", 0), (2, "b", 1), (3, "a", 1), (4, "b", 0)):
        task.receive_records([value], [key], edge)
    task.receive(FrameKind.END, input_edge=0)
    task.receive(FrameKind.END, input_edge=1)
    assert task.take_records() == [(1, 1), (2, 3), (1, 4), (2, 2)]


def test_batch_operator_without_keys_works_as_blocks_come() -> None:
    task = Task(counting_env(), 2, 0, batch=True)
    task.receive_records([1])
    assert task.results == [1]
