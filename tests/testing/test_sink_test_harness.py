"""SinkTestHarness: what is published when, after checkpoints, crashes and ends."""

from __future__ import annotations

from typing import Any

import pytest

from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.clock import SystemClock
from pyrite.core.connector.sink import Committer, Sink, SinkWriter, WriterInitContext
from pyrite.core.errors import InvalidProgramError
from pyrite.datastream.connectors import PrintSink
from pyrite.testing import SinkTestHarness


class Shelf(Sink):
    """Publishes what is committed, once; writers hold the last value of each checkpoint as state."""

    def __init__(self) -> None:
        self.published: list[Any] = []
        self.calls: list[Any] = []

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        self.calls.append(("create", context.subtask, context.attempt))
        return _Writer(self.calls)

    def restore_writer(self, context: WriterInitContext, states: list[Any]) -> SinkWriter:
        self.calls.append(("restore", context.subtask, context.attempt, states))
        return _Writer(self.calls)

    def create_committer(self) -> Committer:
        return _Committer(self)

    def roll_back(self, context: WriterInitContext, states: list[Any], retained: bool) -> None:
        self.calls.append(("roll back", context.attempt, states, retained))


class _Writer(SinkWriter):
    def __init__(self, calls: list[Any]) -> None:
        self._calls = calls
        self._values: list[Any] = []
        self._last: list[Any] = []

    def write(self, block: RowBlock) -> None:
        self._values += block.values

    def flush(self, end_of_input: bool) -> None:
        if end_of_input:
            self._calls.append("end")

    def before_savepoint(self) -> None:
        self._calls.append("savepoint")

    def prepare_commit(self) -> list[Any]:
        prepared, self._values = self._values, []
        self._last = prepared[-1:]
        return [tuple(prepared)] if prepared else []

    def snapshot_state(self, checkpoint_id: int) -> list[Any]:
        return self._last

    def close(self) -> None:
        self._calls.append("close")


class _Committer(Committer):
    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def commit(self, committables: list[Any]) -> None:
        self._shelf.published += [one for one in committables if one not in self._shelf.published]

    def abort(self, committables: list[Any]) -> None:
        self._shelf.calls.append(("abort", committables))


def test_records_are_published_when_their_checkpoint_is_complete() -> None:
    shelf = Shelf()
    harness = SinkTestHarness(shelf)
    harness.process_elements([1, 2])
    snapshot = harness.snapshot()
    assert (snapshot.committables, shelf.published) == ([[(1, 2)]], [])
    harness.notify_checkpoint_complete()
    assert shelf.published == [(1, 2)]


def test_next_complete_checkpoint_publishes_what_an_aborted_one_prepared() -> None:
    shelf = Shelf()
    harness = SinkTestHarness(shelf)
    harness.process_element(1)
    harness.snapshot()
    harness.notify_checkpoint_aborted()
    harness.process_element(2)
    harness.snapshot()
    harness.notify_checkpoint_complete()
    assert shelf.published == [(1,), (2,)]


def test_restore_publishes_what_was_pending_before_writers_are_made() -> None:
    before = SinkTestHarness(Shelf())
    before.process_elements([1, 2])
    shelf = Shelf()
    SinkTestHarness(shelf, restore=before.snapshot())
    assert (shelf.published, shelf.calls) == ([(1, 2)], [("restore", 0, 2, [2])])


def test_records_after_the_snapshot_are_lost_with_the_crash() -> None:
    shelf = Shelf()
    before = SinkTestHarness(shelf)
    before.process_element(1)
    snapshot = before.snapshot()
    before.process_element("never in a checkpoint")
    after = SinkTestHarness(shelf, restore=snapshot)
    after.end_input()
    after.snapshot()
    after.notify_checkpoint_complete()
    assert shelf.published == [(1,)]


@pytest.mark.parametrize("parallelism", [1, 3, 4])
def test_snapshot_is_restored_at_any_parallelism(parallelism: int) -> None:
    before = SinkTestHarness(Shelf(), parallelism=3)
    for subtask in range(3):
        before.process_element(subtask, subtask=subtask)
    shelf = Shelf()
    SinkTestHarness(shelf, parallelism=parallelism, restore=before.snapshot())
    assert sorted(shelf.published) == [(0,), (1,), (2,)]
    assert [state for call in shelf.calls if call[0] == "restore" for state in call[3]] == [0, 1, 2]


def test_end_of_input_without_checkpoints_publishes_everything() -> None:
    shelf = Shelf()
    harness = SinkTestHarness(shelf, parallelism=2, checkpointing=False)
    harness.process_element(1)
    harness.process_element(2, subtask=1)
    harness.end_input()
    assert shelf.published == [(1,), (2,)]


def test_job_that_fails_without_checkpoints_aborts_what_was_prepared() -> None:
    shelf = Shelf()
    harness = SinkTestHarness(shelf, checkpointing=False)
    harness.process_element(1)
    harness.end_input(job_fails=True)
    assert (shelf.published, shelf.calls[-1]) == ([], ("abort", [(1,)]))


def test_cancelled_job_publishes_its_newest_checkpoint_and_rolls_back() -> None:
    shelf = Shelf()
    harness = SinkTestHarness(shelf)
    harness.process_element(1)
    harness.cancel(harness.snapshot(), retained=True)
    assert (shelf.published, shelf.calls[-1]) == ([(1,)], ("roll back", 2, [1], True))


def test_writers_are_notified_of_a_savepoint() -> None:
    shelf = Shelf()
    SinkTestHarness(shelf).snapshot(savepoint=True)
    assert shelf.calls[-1] == "savepoint"


def test_close_closes_every_writer() -> None:
    shelf = Shelf()
    with SinkTestHarness(shelf, parallelism=2):
        pass
    assert shelf.calls[-2:] == ["close", "close"]


def test_text_is_what_the_sink_has_printed() -> None:
    harness = SinkTestHarness(PrintSink())
    harness.process_elements(["a", "b"])
    assert harness.get_text().split() == ["a", "b"]


def test_clock_of_the_machine_cannot_be_moved() -> None:
    with pytest.raises(InvalidProgramError, match="the harness has a SystemClock"):
        SinkTestHarness(Shelf(), clock=SystemClock()).advance_processing_time(1)


def test_something_else_than_a_sink_is_refused() -> None:
    sink: Any = print
    with pytest.raises(InvalidProgramError, match="takes a Sink, not <built-in function print>"):
        SinkTestHarness(sink)
