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
from pyrite.runtime.master.attempt.decisions import FailVertex, PartEvent, RegionOpenedEvent
from pyrite.runtime.master.attempt.loops import Loops
from pyrite.runtime.master.job_events import MessageEvent, TickEvent
from pyrite.runtime.master.job_instructions import Send
from pyrite.runtime.wire.messages import LoopEvent


class SentEvents:
    """The loops of a program; what is sent to whom, as (event, subtasks)."""

    def __init__(self, env: StreamExecutionEnvironment) -> None:
        self.graph = env.get_job_spec(clear=True).plan().execution
        self.failed: list[Exception] = []
        self.loops = Loops(self.graph)
        self.now_ms = 0

    def tell(self, event: Any, *subtasks: int) -> list[Any]:
        message = LoopEvent("loop-1", event)
        tasks = [self.graph.task_of(Subtask(0, index)) for index in subtasks]
        return [sent for task in tasks for sent in self._handle(MessageEvent(task, message))]

    def _handle(self, event: PartEvent) -> list[Any]:
        sent = []
        for decision in self.loops.handle(event, self.now_ms):
            if isinstance(decision, FailVertex):
                self.failed.append(decision.error)
            else:
                assert isinstance(decision, Send) and isinstance(decision.message, LoopEvent)
                sent.append((decision.task[1], decision.message.event))
        return sent

    def open(self, *heads: HeadOpened) -> list[Any]:
        for index, head in enumerate(heads):
            self.tell(head, index)
            self.tell(TailOpened(), index)
        return self._handle(RegionOpenedEvent(whole(self.graph)))

    def wait(self, milliseconds: int) -> list[Any]:
        self.now_ms += milliseconds
        return self._handle(TickEvent())


def stream(max_wait_ms: int) -> SentEvents:
    env = StreamExecutionEnvironment().set_parallelism(2)
    loop = env.from_sequence(1, 9).iterate(max_wait_ms)
    loop.close_with(loop.map(lambda n: n))
    return SentEvents(env)


def bulk(termination: bool = False) -> SentEvents:
    env = StreamExecutionEnvironment().set_parallelism(2)
    loop = env.from_sequence(1, 9).iterate_bulk(3)
    loop.register_aggregator("sum", SumAggregator())
    body = loop.map(lambda n: n)
    loop.close_with(body, body.filter(lambda n: n > 1) if termination else None)
    return SentEvents(env)


HEADS = HeadOpened("a", 1), HeadOpened("b", 1)


def test_tails_are_reported_where_their_heads_are() -> None:
    assert stream(0).open(*HEADS) == [(0, Connect("a")), (1, Connect("b"))]


def test_stream_ends_when_input_has_ended_and_marks_find_it_empty_for_the_wait() -> None:
    reported = stream(100)
    reported.open(*HEADS)
    assert reported.tell(InputEnded(), 0) == []
    assert reported.tell(InputEnded(), 1) == [(0, Begin(1)), (1, Begin(1))]
    assert reported.tell(FedBack(1, 5), 0, 1) == []
    assert reported.wait(20) == [(0, Begin(2)), (1, Begin(2))]
    assert reported.tell(FedBack(2, 0), 0, 1) == []  # empty, but not for long enough
    assert reported.loops.next_due_ms() == 120
    assert reported.wait(100) == [(0, Begin(3)), (1, Begin(3))]
    assert reported.tell(FedBack(3, 0), 0, 1) == [(0, Begin(4, True)), (1, Begin(4, True))]  # event time ends
    assert reported.tell(FedBack(4, 0), 0, 1) == [(0, End()), (1, End())]
    assert reported.loops.next_due_ms() is None


def test_stream_that_was_not_empty_after_the_wait_waits_again() -> None:
    reported = stream(100)
    reported.open(*HEADS)
    reported.tell(InputEnded(), 0, 1)
    reported.tell(FedBack(1, 0), 0, 1)
    reported.wait(100)
    reported.tell(FedBack(2, 1), 0)
    assert reported.tell(FedBack(2, 0), 1) == []
    assert reported.wait(20) == [(0, Begin(3)), (1, Begin(3))]
    assert reported.tell(FedBack(3, 0), 0, 1) == []
    assert reported.loops.next_due_ms() == 220


def test_superstep_begins_when_all_have_reported_and_ends_after_the_last() -> None:
    reported = bulk()
    reported.open(*HEADS)
    assert reported.tell(FedBack(1, 5), 0) == []
    assert reported.tell(FedBack(1, 0), 1) == [(0, Begin(2)), (1, Begin(2))]
    assert reported.tell(FedBack(2, 0), 0, 1) == [(0, Begin(3)), (1, Begin(3))]
    assert reported.tell(FedBack(3, 9), 0, 1) == [(0, End()), (1, End())]
    (steps,) = reported.loops.supersteps().values()
    assert [(step.number, step.fed_back) for step in steps] == [(1, 5), (2, 0), (3, 18)]


def test_empty_termination_set_ends_the_loop() -> None:
    reported = bulk(termination=True)
    reported.open(*HEADS)
    reported.tell(FedBack(1, 5), 0, 1)
    reported.tell(Terminating(1, 1), 0)
    assert reported.tell(Terminating(1, 0), 1) == [(0, Begin(2)), (1, Begin(2))]
    reported.tell(FedBack(2, 5), 0, 1)
    assert reported.tell(Terminating(2, 0), 0, 1) == [(0, End()), (1, End())]


def test_next_superstep_waits_until_all_know_the_aggregates() -> None:
    reported = bulk()
    reported.tell(Joined("op"), 0, 1)
    reported.open(*HEADS)
    reported.tell(FedBack(1, 1), 0, 1)
    assert reported.tell(Aggregated("op", 1, {"sum": 3}), 0) == []
    known = Aggregates(1, {"sum": 7})
    assert reported.tell(Aggregated("op", 1, {"sum": 4}), 1) == [(0, known), (1, known)]
    assert reported.tell(AggregatesKnown("op", 1), 0) == []
    assert reported.tell(AggregatesKnown("op", 1), 1) == [(0, Begin(2)), (1, Begin(2))]


class Broken(SumAggregator):
    def merge(self, acc_a: int, acc_b: int) -> int:
        raise ValueError("cannot be merged")


def test_aggregator_that_raises_fails_the_job_and_is_named() -> None:
    env = StreamExecutionEnvironment().set_parallelism(2)
    loop = env.from_sequence(1, 9).iterate_bulk(3)
    loop.register_aggregator("broken", Broken())
    loop.close_with(loop.map(lambda n: n))
    reported = SentEvents(env)
    reported.tell(Joined("op"), 0)
    reported.open(*HEADS)
    reported.tell(FedBack(1, 1), 0, 1)
    assert reported.tell(Aggregated("op", 1, {"broken": 3}), 0) == []
    assert "cannot be merged" in str(reported.failed[0]) and "aggregator 'broken'" in str(reported.failed[0])


def test_restored_loop_resumes_from_the_superstep_that_a_head_has_begun() -> None:
    reported = bulk()
    reported.tell(FedBack(2, 4), 0, 1)
    assert reported.open(HeadOpened("a", 2), HeadOpened("b", 2))[2:] == [(0, Begin(3)), (1, Begin(3))]


def test_loop_of_which_a_head_had_finished_ends() -> None:
    reported = stream(1000)
    assert reported.open(HeadOpened("a", 1)) == [(0, Connect("a")), (0, End())]


def test_loop_whose_end_a_head_has_heard_of_ends() -> None:
    reported = bulk()
    assert reported.open(HeadOpened("a", 2, ending=True), HeadOpened("b", 2))[2:] == [(0, End()), (1, End())]


def test_loops_of_one_name_are_numbered_in_the_result() -> None:
    env = StreamExecutionEnvironment().set_parallelism(2)
    for _ in range(3):
        loop = env.from_sequence(1, 9).iterate_bulk(3)
        loop.close_with(loop.map(lambda n: n).name("Body"))
    (name, *others) = SentEvents(env).loops.supersteps()
    assert others == [f"{name} (2)", f"{name} (3)"]
