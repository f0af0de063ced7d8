"""CollectionSource: a list, in order, from one reader."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.connectors.builtin.collection import CollectionSource, Position
from pyrite.core.clock import ManualClock
from pyrite.core.connector.source import END_OF_INPUT, Boundedness, SourceReaderContext
from pyrite.testing import OperatorSubtaskState, SourceSnapshot, SourceTestHarness


@given(st.lists(st.integers()), st.integers(1, 7))
def test_reader_gives_every_element_in_order(elements: list[int], max_records: int) -> None:
    assert SourceTestHarness(CollectionSource(elements), max_records=max_records).read_all() == elements


def test_only_the_first_of_several_readers_gets_the_list() -> None:
    harness = SourceTestHarness(CollectionSource(["a", "b"]), parallelism=3)
    harness.read_all()
    assert [harness.extract_output_values(subtask) for subtask in range(3)] == [["a", "b"], [], []]


def test_source_is_bounded() -> None:
    assert CollectionSource([]).get_boundedness() is Boundedness.BOUNDED


def test_reader_waits_for_its_split() -> None:
    reader = CollectionSource(["a"]).create_reader(SourceReaderContext(0, 1, ManualClock()))
    assert reader.poll(10, 0) is None
    reader.notify_no_more_splits()
    assert reader.poll(10, 0) is END_OF_INPUT


@pytest.mark.parametrize("polls", range(5))
def test_reader_resumes_from_the_position_it_reported(polls: int) -> None:
    before = SourceTestHarness(CollectionSource(list(range(4))), max_records=1)
    for _ in range(polls):
        before.poll()
    after = SourceTestHarness(CollectionSource(list(range(4))), restore=before.snapshot())
    assert before.extract_output_values() + after.read_all() == list(range(4))


@pytest.mark.parametrize(("enumerator", "expected"), [(Position(0), [1]), (None, [])])
def test_restored_enumerator_hands_out_what_was_not_yet_handed_out(enumerator: Any, expected: list[int]) -> None:
    snapshot = SourceSnapshot(1, 1, (OperatorSubtaskState(),), enumerator)
    assert SourceTestHarness(CollectionSource([1]), restore=snapshot).read_all() == expected
