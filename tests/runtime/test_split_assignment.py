"""SplitAssignment: an enumerator's decisions as messages, each told once."""

from __future__ import annotations

from pyrite.connectors.collection import CollectionSource, Position
from pyrite.connectors.number_sequence import NumberSequenceSource, RangeSplit
from pyrite.runtime.messages import AssignSplits, NoMoreSplits
from pyrite.runtime.split_assignment import SplitAssignment


def test_reader_gets_its_split_and_then_no_more() -> None:
    assignment = SplitAssignment(NumberSequenceSource(0, 9), 2)
    assignment.start()
    assignment.add_reader(1)
    assert assignment.take() == [(1, AssignSplits([RangeSplit("1", 5, 10)])), (1, NoMoreSplits())]


def test_decision_is_told_once() -> None:
    assignment = SplitAssignment(NumberSequenceSource(0, 9), 1)
    assignment.add_reader(0)
    assignment.take()
    assert assignment.take() == []


def test_reader_without_a_split_is_told_that_none_will_come() -> None:
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
