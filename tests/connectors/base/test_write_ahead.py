"""GenericWriteAheadSink: when it writes, under which ids, and what a repeat does."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from pyrite.common.block import Block
from pyrite.connectors.base.write_ahead import StagedRecords
from pyrite.core.connector.sink import WriterInitContext
from pyrite.core.errors import ConnectorError
from pyrite.datastream.functions import CheckpointCommitter, GenericWriteAheadSink

Note = tuple[str, str, int, int]


class Notes(CheckpointCommitter):
    def __init__(self, calls: list[Any]) -> None:
        self.calls = calls
        self.noted: set[Note] = set()

    def create_resource(self) -> None:
        self.calls.append("create")

    def open(self) -> None:
        self.calls.append("open notes")

    def close(self) -> None:
        self.calls.append("close notes")

    def commit_checkpoint(self, subtask_idx: int, checkpoint_id: int) -> None:
        self.noted.add((self.job_id, self.operator_id, subtask_idx, checkpoint_id))

    def is_checkpoint_committed(self, subtask_idx: int, checkpoint_id: int) -> bool:
        return (self.job_id, self.operator_id, subtask_idx, checkpoint_id) in self.noted


class Target(GenericWriteAheadSink):
    def __init__(self) -> None:
        self.calls: list[Any] = []
        self.takes = True
        self.notes = Notes(self.calls)
        super().__init__(self.notes)

    def open(self) -> None:
        self.calls.append("open")

    def close(self) -> None:
        self.calls.append("close")

    def send_values(self, values: Iterable[Any], checkpoint_id: int, timestamp: int) -> bool:
        self.calls.append((checkpoint_id, list(values)))
        return self.takes


def staged(sink: Target, *values: Any, checkpoint_id: int = 7, subtask: int = 1, job: str = "job") -> StagedRecords:
    context = WriterInitContext(
        subtask, 2, 1, lambda text, error: None, lambda results: None, job_id=job, operator_id="uid"
    )
    writer = sink.create_writer(context)
    writer.write(Block(list(values)))
    (prepared,) = writer.prepare_commit()
    writer.snapshot_state(checkpoint_id)
    assert isinstance(prepared, StagedRecords)
    return prepared


def test_records_are_written_under_their_own_subtask_and_checkpoint() -> None:
    sink = Target()
    sink.create_committer().commit([staged(sink, "a", "b")])
    assert sink.calls == ["create", "open notes", "open", (7, ["a", "b"])]
    assert sink.notes.noted == {("job", "uid", 1, 7)}


def test_repeat_writes_nothing() -> None:
    sink = Target()
    owed = [staged(sink, "a")]
    committer = sink.create_committer()
    committer.commit(owed)
    committer.commit(owed)
    assert sink.calls.count((7, ["a"])) == 1


def test_records_of_another_job_are_looked_up_under_its_id() -> None:
    sink = Target()
    committer = sink.create_committer()
    committer.commit([staged(sink, "a", job="old")])
    committer.commit([staged(sink, "b", job="new")])
    assert sink.notes.noted == {("old", "uid", 1, 7), ("new", "uid", 1, 7)}


def test_checkpoints_are_written_in_their_order() -> None:
    sink = Target()
    sink.create_committer().commit([staged(sink, "b", checkpoint_id=9), staged(sink, "a", checkpoint_id=8)])
    assert sink.calls[-2:] == [(8, ["a"]), (9, ["b"])]


def test_what_was_not_taken_is_not_noted_and_ends_the_attempt() -> None:
    sink = Target()
    sink.takes = False
    with pytest.raises(ConnectorError, match="checkpoint 7, subtask 1"):
        sink.create_committer().commit([staged(sink, "a")])
    assert sink.notes.noted == set()


def test_close_closes_both_once() -> None:
    sink = Target()
    committer = sink.create_committer()
    committer.commit([staged(sink, "a")])
    committer.close()
    committer.close()
    assert sink.calls[-2:] == ["close", "close notes"]


def test_nothing_is_staged_without_records() -> None:
    context = WriterInitContext(0, 1, 1, lambda text, error: None, lambda results: None)
    assert Target().create_writer(context).prepare_commit() == []
