"""CollectionSource: a list, in order, from one reader."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.connectors.builtin.collection import CollectionSource, Position
from pyrite.core.clock import ManualClock
from pyrite.core.connector.source import END_OF_INPUT, Boundedness, SourceReaderContext
from tests.connectors.readers import read_all, reader_of


@given(st.lists(st.integers()), st.integers(1, 7))
def test_reader_gives_every_element_in_order(elements: list[int], max_records: int) -> None:
    assert read_all(reader_of(CollectionSource(elements)), max_records) == elements


def test_only_the_first_of_several_readers_gets_the_list() -> None:
    source = CollectionSource(["a", "b"])
    assert [read_all(reader_of(source, subtask, 3)) for subtask in range(3)] == [["a", "b"], [], []]


def test_source_is_bounded() -> None:
    assert CollectionSource([]).get_boundedness() is Boundedness.BOUNDED


def test_reader_waits_for_its_split() -> None:
    reader = CollectionSource(["a"]).create_reader(SourceReaderContext(0, 1, ManualClock()))
    assert reader.poll(10, 0) is None
    reader.notify_no_more_splits()
    assert reader.poll(10, 0) is END_OF_INPUT


@pytest.mark.parametrize("read", range(5))
def test_reader_resumes_from_the_position_it_reported(read: int) -> None:
    before: Any = reader_of(CollectionSource(list(range(4))))
    taken = [before.poll(1, 0).values[0] for _ in range(read)]
    after = CollectionSource(list(range(4))).create_reader(SourceReaderContext(0, 1, ManualClock()))
    after.add_splits(before.snapshot_state(1))
    after.notify_no_more_splits()
    assert taken + read_all(after) == list(range(4))


def test_restored_enumerator_hands_out_what_was_not_yet_handed_out() -> None:
    handed: list[Any] = []

    class Context:
        def assign_splits(self, subtask: int, splits: list[Any]) -> None:
            handed.extend(splits)

        def signal_no_more_splits(self, subtask: int) -> None: ...

    context: Any = Context()
    CollectionSource([1]).restore_enumerator(context, Position(0)).add_reader(0)
    CollectionSource([1]).restore_enumerator(context, None).add_reader(0)
    assert handed == [Position(0)]
