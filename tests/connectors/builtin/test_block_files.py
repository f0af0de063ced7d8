"""Blocks in files: what a sink has committed a source reads, block by block."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.common.block import Block
from pyrite.connectors.builtin.block_files import BlockFile, BlockFileReader, BlockFileSink, BlockFileSource
from pyrite.core.clock import ManualClock
from pyrite.core.connector.sink import WriterInitContext
from pyrite.core.connector.source import END_OF_INPUT, Boundedness, EndOfInput, SourceBlock, SourceReaderContext


class Assignment:
    """The enumerator's context, with a reader behind it."""

    def __init__(self, source: BlockFileSource, checkpoint: Any = None) -> None:
        context: Any = self
        self.enumerator = (
            source.create_enumerator(context) if checkpoint is None else source.restore_enumerator(context, checkpoint)
        )
        request = SourceReaderContext(0, 1, ManualClock(), lambda: self.enumerator.handle_split_request(0))
        self.reader = source.create_reader(request)
        assert isinstance(self.reader, BlockFileReader)

    def assign_splits(self, subtask: int, splits: list[BlockFile]) -> None:
        self.reader.add_splits(splits)

    def signal_no_more_splits(self, subtask: int) -> None:
        self.reader.notify_no_more_splits()


def write(folder: Path, blocks: list[Block], subtask: int = 0, commit: bool = True) -> list[Any]:
    sink = BlockFileSink(str(folder))
    writer = sink.create_writer(WriterInitContext(subtask, 2, 0, lambda *_: None, lambda *_: None))
    for block in blocks:
        writer.write(block)
    writer.flush(True)
    committables = writer.prepare_commit()
    writer.close()
    if commit:
        sink.create_committer().commit(committables)
    return committables


def read(reader: Any, limit: int = 1000) -> list[SourceBlock]:
    """What a reader gives, up to so many blocks."""
    taken: list[SourceBlock] = []
    while len(taken) < limit and not isinstance(polled := reader.poll(1000, 0), EndOfInput):
        if polled is not None:
            taken.append(polled)
    return taken


def read_folder(folder: Path) -> list[tuple[list[Any], Any]]:
    assignment = Assignment(BlockFileSource(str(folder)))
    assignment.enumerator.add_reader(0)
    return [(block.values, block.timestamps) for block in read(assignment.reader)]


BLOCKS = st.lists(
    st.lists(st.integers() | st.text() | st.none(), min_size=1, max_size=4).flatmap(
        lambda values: st.builds(
            Block,
            st.just(values),
            st.none() | st.lists(st.integers(), min_size=len(values), max_size=len(values)),
        )
    ),
    max_size=5,
)


@given(blocks=BLOCKS)
def test_committed_blocks_are_read_as_they_were_written(
    tmp_path_factory: pytest.TempPathFactory, blocks: list[Block]
) -> None:
    folder = tmp_path_factory.mktemp("blocks")
    write(folder, blocks)
    assert read_folder(folder) == [(block.values, block.timestamps) for block in blocks]


def test_files_of_all_subtasks_are_read(tmp_path: Path) -> None:
    write(tmp_path, [Block([1]), Block([2])], subtask=0)
    write(tmp_path, [Block([3])], subtask=1)
    assert sorted(values[0] for values, _ in read_folder(tmp_path)) == [1, 2, 3]


def test_writer_makes_the_folder_and_no_two_files_of_one_name(tmp_path: Path) -> None:
    for _ in range(2):
        write(tmp_path / "deep" / "er", [Block([1])])
    assert len(list((tmp_path / "deep" / "er").iterdir())) == 2


def test_blocks_that_are_not_committed_are_not_seen(tmp_path: Path) -> None:
    committables = write(tmp_path, [Block([1])], commit=False)
    assert read_folder(tmp_path) == []
    BlockFileSink(str(tmp_path)).create_committer().commit(committables)
    assert read_folder(tmp_path) == [([1], None)]


def test_commit_may_be_repeated(tmp_path: Path) -> None:
    committables = write(tmp_path, [Block([1])])
    BlockFileSink(str(tmp_path)).create_committer().commit(committables)
    assert read_folder(tmp_path) == [([1], None)]


def test_folder_without_files_is_at_its_end(tmp_path: Path) -> None:
    assert read_folder(tmp_path) == []
    assert read_folder(tmp_path / "missing") == []
    assert BlockFileSource(str(tmp_path)).get_boundedness() is Boundedness.BOUNDED


def test_files_are_handed_out_one_by_one_as_readers_ask(tmp_path: Path) -> None:
    for subtask in range(3):
        write(tmp_path, [Block([subtask])], subtask)
    assignment = Assignment(BlockFileSource(str(tmp_path)))
    assignment.enumerator.add_reader(0)
    assert [len(assignment.reader.snapshot_state(1)), len(assignment.enumerator.snapshot_state(1))] == [1, 2]
    assert [block.values for block in read(assignment.reader)] == [[0], [1], [2]]
    assert assignment.enumerator.snapshot_state(1) == []


def test_reader_waits_for_its_files() -> None:
    reader = BlockFileSource("nowhere").create_reader(SourceReaderContext(0, 1, ManualClock()))
    assert reader.poll(10, 0) is None
    reader.notify_no_more_splits()
    assert reader.poll(10, 0) is END_OF_INPUT


@pytest.mark.parametrize("taken", range(5))
def test_reader_and_enumerator_resume_from_what_they_reported(tmp_path: Path, taken: int) -> None:
    for subtask in range(2):
        write(tmp_path, [Block([subtask, number]) for number in range(2)], subtask)
    source = BlockFileSource(str(tmp_path))
    before = Assignment(source)
    before.enumerator.add_reader(0)
    first = read(before.reader, taken)
    after = Assignment(source, before.enumerator.snapshot_state(1))
    after.reader.add_splits(before.reader.snapshot_state(1))
    before.reader.close()
    if not before.reader.snapshot_state(1):
        after.enumerator.add_reader(0)
    values = [block.values for block in first + read(after.reader)]
    assert values == [[0, 0], [0, 1], [1, 0], [1, 1]]


def test_reader_gives_no_more_records_than_it_is_asked_for(tmp_path: Path) -> None:
    """What SourceReader.poll promises, for the sake of the task's slices of work."""
    write(tmp_path, [Block(list(range(10)))])
    assignment = Assignment(BlockFileSource(str(tmp_path)))
    assignment.enumerator.add_reader(0)
    polled = assignment.reader.poll(4, 0)
    assert isinstance(polled, SourceBlock)
    assert polled.values == [0, 1, 2, 3]
