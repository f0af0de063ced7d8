"""GenericWriteAheadSink: when it writes, under which ids, and what a repeat does."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from pyrite.core.errors import UserFunctionError
from pyrite.datastream.functions import CheckpointCommitter, GenericWriteAheadSink
from pyrite.testing import SinkSnapshot, SinkTestHarness

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


def harness(sink: Target, **settings: Any) -> SinkTestHarness:
    return SinkTestHarness(sink, parallelism=2, uid="uid", **settings)


def after_one_checkpoint(sink: Target, job_id: str = "job") -> tuple[SinkTestHarness, SinkSnapshot]:
    """The second writer has got a record, and checkpoint 7 is taken."""
    opened = harness(sink, job_id=job_id)
    opened.process_element("a", subtask=1)
    return opened, opened.snapshot(7)


def test_records_are_written_under_their_own_subtask_and_checkpoint() -> None:
    sink = Target()
    opened = harness(sink)
    opened.process_elements(["a", "b"], subtask=1)
    opened.snapshot(7)
    assert sink.calls == []
    opened.notify_checkpoint_complete(7)
    assert sink.calls == ["create", "open notes", "open", (7, ["a", "b"])]
    assert sink.notes.noted == {("job", "uid", 1, 7)}


def test_repeat_writes_nothing() -> None:
    sink = Target()
    opened, snapshot = after_one_checkpoint(sink)
    opened.notify_checkpoint_complete()
    harness(sink, restore=snapshot)
    assert sink.calls.count((7, ["a"])) == 1


def test_records_of_another_job_are_looked_up_under_its_id() -> None:
    sink = Target()
    _, snapshot = after_one_checkpoint(sink, job_id="old")
    opened = harness(sink, job_id="new", restore=snapshot)
    opened.process_element("b", subtask=1)
    opened.snapshot(8)
    opened.notify_checkpoint_complete()
    assert sink.notes.noted == {("old", "uid", 1, 7), ("new", "uid", 1, 8)}


def test_checkpoints_are_written_in_their_order() -> None:
    sink = Target()
    opened, _ = after_one_checkpoint(sink)
    opened.process_element("b", subtask=0)
    SinkTestHarness(sink, parallelism=1, restore=opened.snapshot(8))  # it takes what both had to commit
    assert sink.calls[-2:] == [(7, ["a"]), (8, ["b"])]


def test_what_was_not_taken_is_not_noted_and_ends_the_attempt() -> None:
    sink = Target()
    sink.takes = False
    opened, _ = after_one_checkpoint(sink)
    with pytest.raises(UserFunctionError, match="checkpoint 7, subtask 1"):
        opened.notify_checkpoint_complete()
    assert sink.notes.noted == set()


def test_close_closes_both_once() -> None:
    sink = Target()
    opened, _ = after_one_checkpoint(sink)
    opened.notify_checkpoint_complete()
    opened.close()
    assert (sink.calls.count("close"), sink.calls.count("close notes")) == (1, 1)
    assert sink.calls[-2:] == ["close", "close notes"]


def test_nothing_is_staged_without_records() -> None:
    assert harness(Target()).snapshot().committables == [[], []]
