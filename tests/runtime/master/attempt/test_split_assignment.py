"""SplitAssignment: an enumerator's decisions as messages, each sent once."""

from __future__ import annotations

from typing import Any, Optional

from pyrite.connectors.builtin.collection import CollectionSource, Position
from pyrite.connectors.builtin.number_sequence import NumberSequenceSource, RangeSplit
from pyrite.runtime.master.attempt.split_assignment import SplitAssignment
from pyrite.runtime.wire.messages import AssignSplits, NoMoreSplits, SourceEvent


def test_reader_gets_its_split_and_then_no_more() -> None:
    assignment = SplitAssignment(NumberSequenceSource(0, 9), 2)
    assignment.start()
    assignment.add_reader(1)
    assert assignment.take() == [(1, AssignSplits([RangeSplit("1", 5, 10)])), (1, NoMoreSplits())]


def test_decision_is_reported_once() -> None:
    assignment = SplitAssignment(NumberSequenceSource(0, 9), 1)
    assignment.add_reader(0)
    assignment.take()
    assert assignment.take() == []


def test_reader_without_a_split_is_reported_that_none_will_come() -> None:
    assignment = SplitAssignment(CollectionSource(["a"]), 2)
    assignment.add_reader(1)
    assignment.add_reader(0)
    assert assignment.take() == [(1, NoMoreSplits()), (0, AssignSplits([Position(0)])), (0, NoMoreSplits())]


def test_enumerator_knows_parallelism_and_readers() -> None:
    assignment = SplitAssignment(NumberSequenceSource(0, 9), 3)
    assignment.add_reader(2)
    assert (assignment.current_parallelism(), assignment.registered_readers()) == (3, [2])


def test_request_of_a_reader_whose_source_has_no_more_is_not_answered() -> None:
    assignment = SplitAssignment(NumberSequenceSource(0, 9), 1)
    assignment.add_reader(0)
    assignment.take()
    assignment.request(0)
    assert assignment.take() == []


def test_reader_that_comes_again_gets_what_its_predecessor_got_and_the_enumerator_does_not_notice() -> None:
    assignment = SplitAssignment(NumberSequenceSource(0, 9), 2, repeats=True)
    assignment.add_reader(0)
    assignment.add_reader(1)
    handed_out = assignment.take()
    for _ in range(2):
        assignment.expect_again({0})
        assignment.add_reader(1)
        assert assignment.take() == [made for made in handed_out if made[0] == 1]
    assert assignment.registered_readers() == [0, 1]


def test_splits_for_a_reader_that_will_come_again_wait_for_it() -> None:
    assignment = SplitAssignment(NumberSequenceSource(0, 9), 2, repeats=True)
    assignment.add_reader(1)
    handed_out = assignment.take()
    assignment.expect_again(set())
    assignment.assign_splits(1, [RangeSplit("late", 0, 1)])
    assert assignment.take() == []
    assignment.add_reader(1)
    assert assignment.take() == [*handed_out, (1, AssignSplits([RangeSplit("late", 0, 1)]))]


def test_reader_that_has_exchanged_events_cannot_come_again() -> None:
    assignment = SplitAssignment(NumberSequenceSource(0, 9), 2, repeats=True)
    assignment.send_event_to_source_reader(1, "next")
    assert assignment.can_repeat(0) and not assignment.can_repeat(1)


def test_call_is_due_after_its_delay_and_again_after_its_period() -> None:
    assignment = SplitAssignment(NumberSequenceSource(0, 9), 1, now_ms=1000)
    actual: list[tuple[Any, Optional[Exception]]] = []
    assignment.call_async(lambda: "partitions", lambda result, error: actual.append((result, error)), 50, 100)
    assert (assignment.take_calls(), assignment.next_due_ms()) == ([], 1050)
    assignment.advance(1050)
    [(number, call)] = assignment.take_calls()
    assert (assignment.take_calls(), assignment.next_due_ms()) == ([], None)
    assignment.advance(1070)
    assignment.called(number, call(), None)
    assert (actual, assignment.next_due_ms()) == ([("partitions", None)], 1170)


def test_call_without_a_period_is_made_once() -> None:
    assignment = SplitAssignment(NumberSequenceSource(0, 9), 1)
    assignment.call_async(lambda: None, lambda result, error: None)
    [(number, _)] = assignment.take_calls()
    assignment.called(number, None, OSError("no route"))
    assert assignment.next_due_ms() is None


def test_event_for_a_reader_is_reported_in_order_with_its_splits() -> None:
    assignment = SplitAssignment(NumberSequenceSource(0, 9), 1)
    assignment.send_event_to_source_reader(0, "go")
    assignment.signal_no_more_splits(0)
    assert assignment.take() == [(0, SourceEvent("go")), (0, NoMoreSplits())]


def test_decisions_are_remembered_only_for_readers_that_may_come_again() -> None:
    once, repeated = (SplitAssignment(NumberSequenceSource(0, 9), 1, repeats=repeats) for repeats in (False, True))
    for assignment in (once, repeated):
        assignment.add_reader(0)
        assert len(assignment.take()) == 2
    assert (len(once._sent), len(repeated._sent)) == (0, 1)
