"""What the JobMaster decides about loops, event by event."""

from __future__ import annotations

from typing import Any

from pyrite.datastream import StreamExecutionEnvironment, SumAggregator
from pyrite.graph.execution_graph import Subtask
from pyrite.graph.region import whole
from pyrite.operators.iteration.loop_events import (
    Aggregated,
    Aggregates,
    AggregatesKnown,
    Begin,
    Connect,
    End,
    FedBack,
    HeadOpened,
    InputEnded,
    Joined,
    TailOpened,
    Terminating,
)
from pyrite.runtime.master.job_instructions import Send
from pyrite.runtime.master.loops import Loops
from pyrite.runtime.wire.messages import LoopEvent


class Told:
    """The loops of a program; what is told to whom, as (event, subtasks)."""

    def __init__(self, env: StreamExecutionEnvironment) -> None:
        self.graph = env.get_job_spec(clear=True).plan().execution
        self.failed: list[Exception] = []
        self.loops = Loops(self.graph, lambda _, error: self.failed.append(error))
        self.now_ms = 0

    def tell(self, event: Any, *subtasks: int) -> list[Any]:
        found = []
        for index in subtasks:
            message = LoopEvent("loop-1", event)
            found += self.loops.handle(self.graph, Subtask(0, index), message, self.now_ms)
        return events(found)

    def open(self, *heads: HeadOpened) -> list[Any]:
        for index, head in enumerate(heads):
            self.tell(head, index)
            self.tell(TailOpened(), index)
        return events(self.loops.start(self.graph, whole(self.graph), self.now_ms))

    def wait(self, milliseconds: int) -> list[Any]:
        self.now_ms += milliseconds
        return events(self.loops.tick(self.graph, self.now_ms))


def events(instructions: list[Any]) -> list[Any]:
    assert all(isinstance(found, Send) and isinstance(found.message, LoopEvent) for found in instructions)
    return [(found.task[1], found.message.event) for found in instructions]


def stream(max_wait_ms: int) -> Told:
    env = StreamExecutionEnvironment().set_parallelism(2)
    loop = env.from_sequence(1, 9).iterate(max_wait_ms)
    loop.close_with(loop.map(lambda n: n))
    return Told(env)


def bulk(termination: bool = False) -> Told:
    env = StreamExecutionEnvironment().set_parallelism(2)
    loop = env.from_sequence(1, 9).iterate_bulk(3)
    loop.register_aggregator("sum", SumAggregator())
    body = loop.map(lambda n: n)
    loop.close_with(body, body.filter(lambda n: n > 1) if termination else None)
    return Told(env)


HEADS = HeadOpened("a", 1), HeadOpened("b", 1)


def test_tails_are_told_where_their_heads_are() -> None:
    assert stream(0).open(*HEADS) == [(0, Connect("a")), (1, Connect("b"))]


def test_stream_ends_when_input_has_ended_and_marks_find_it_empty_for_the_wait() -> None:
    told = stream(100)
    told.open(*HEADS)
    assert told.tell(InputEnded(), 0) == []
    assert told.tell(InputEnded(), 1) == [(0, Begin(1)), (1, Begin(1))]
    assert told.tell(FedBack(1, 5), 0, 1) == []
    assert told.wait(20) == [(0, Begin(2)), (1, Begin(2))]
    assert told.tell(FedBack(2, 0), 0, 1) == []  # empty, but not for long enough
    assert told.loops.next_due_ms() == 120
    assert told.wait(100) == [(0, Begin(3)), (1, Begin(3))]
    assert told.tell(FedBack(3, 0), 0, 1) == [(0, Begin(4, True)), (1, Begin(4, True))]  # event time ends
    assert told.tell(FedBack(4, 0), 0, 1) == [(0, End()), (1, End())]
    assert told.loops.next_due_ms() is None


def test_stream_that_was_not_empty_after_the_wait_waits_again() -> None:
    told = stream(100)
    told.open(*HEADS)
    told.tell(InputEnded(), 0, 1)
    told.tell(FedBack(1, 0), 0, 1)
    told.wait(100)
    told.tell(FedBack(2, 1), 0)
    assert told.tell(FedBack(2, 0), 1) == []
    assert told.wait(20) == [(0, Begin(3)), (1, Begin(3))]
    assert told.tell(FedBack(3, 0), 0, 1) == []
    assert told.loops.next_due_ms() == 220


def test_superstep_begins_when_all_have_told_and_ends_after_the_last() -> None:
    told = bulk()
    told.open(*HEADS)
    assert told.tell(FedBack(1, 5), 0) == []
    assert told.tell(FedBack(1, 0), 1) == [(0, Begin(2)), (1, Begin(2))]
    assert told.tell(FedBack(2, 0), 0, 1) == [(0, Begin(3)), (1, Begin(3))]
    assert told.tell(FedBack(3, 9), 0, 1) == [(0, End()), (1, End())]
    (steps,) = told.loops.supersteps().values()
    assert [(step.number, step.fed_back) for step in steps] == [(1, 5), (2, 0), (3, 18)]


def test_empty_termination_set_ends_the_loop() -> None:
    told = bulk(termination=True)
    told.open(*HEADS)
    told.tell(FedBack(1, 5), 0, 1)
    told.tell(Terminating(1, 1), 0)
    assert told.tell(Terminating(1, 0), 1) == [(0, Begin(2)), (1, Begin(2))]
    told.tell(FedBack(2, 5), 0, 1)
    assert told.tell(Terminating(2, 0), 0, 1) == [(0, End()), (1, End())]


def test_next_superstep_waits_until_all_know_the_aggregates() -> None:
    told = bulk()
    told.tell(Joined("op"), 0, 1)
    told.open(*HEADS)
    told.tell(FedBack(1, 1), 0, 1)
    assert told.tell(Aggregated("op", 1, {"sum": 3}), 0) == []
    known = Aggregates(1, {"sum": 7})
    assert told.tell(Aggregated("op", 1, {"sum": 4}), 1) == [(0, known), (1, known)]
    assert told.tell(AggregatesKnown("op", 1), 0) == []
    assert told.tell(AggregatesKnown("op", 1), 1) == [(0, Begin(2)), (1, Begin(2))]


class Broken(SumAggregator):
    def merge(self, acc_a: int, acc_b: int) -> int:
        raise ValueError("cannot be merged")


def test_aggregator_that_raises_fails_the_job_and_is_named() -> None:
    env = StreamExecutionEnvironment().set_parallelism(2)
    loop = env.from_sequence(1, 9).iterate_bulk(3)
    loop.register_aggregator("broken", Broken())
    loop.close_with(loop.map(lambda n: n))
    told = Told(env)
    told.tell(Joined("op"), 0)
    told.open(*HEADS)
    told.tell(FedBack(1, 1), 0, 1)
    assert told.tell(Aggregated("op", 1, {"broken": 3}), 0) == []
    assert "cannot be merged" in str(told.failed[0]) and "aggregator 'broken'" in str(told.failed[0])


def test_restored_loop_goes_on_from_the_superstep_that_a_head_has_begun() -> None:
    told = bulk()
    told.tell(FedBack(2, 4), 0, 1)
    assert told.open(HeadOpened("a", 2), HeadOpened("b", 2))[2:] == [(0, Begin(3)), (1, Begin(3))]


def test_loop_of_which_a_head_had_finished_ends() -> None:
    told = stream(1000)
    assert told.open(HeadOpened("a", 1)) == [(0, Connect("a")), (0, End())]


def test_loop_whose_end_a_head_has_heard_of_ends() -> None:
    told = bulk()
    assert told.open(HeadOpened("a", 2, ending=True), HeadOpened("b", 2))[2:] == [(0, End()), (1, End())]
