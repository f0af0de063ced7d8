"""Checkpoints of a harness."""

from __future__ import annotations

from typing import Any, Optional

import pytest

from pyrite.core.errors import InvalidProgramError
from pyrite.datastream.functions import CheckpointListener, MapFunction
from pyrite.operators.sink import SinkOperator
from pyrite.testing import OperatorSubtaskState, OperatorTestHarness
from tests.whole.simulation.ledger import LEDGERS, LedgerSink, read_ledger


class Notified(MapFunction, CheckpointListener):
    def __init__(self) -> None:
        self.complete: list[int] = []

    def map(self, value: Any) -> Any:
        return value

    def notify_checkpoint_complete(self, checkpoint_id: int) -> None:
        self.complete.append(checkpoint_id)


def harness(restore: Any = None, **settings: Any) -> OperatorTestHarness:
    return OperatorTestHarness.of(lambda stream: stream.map(Notified()), restore=restore, **settings)


def test_checkpoints_are_counted_and_a_restored_harness_counts_on() -> None:
    before = harness()
    assert [before.snapshot().checkpoint_id for _ in range(2)] == [1, 2]
    after = harness(before.snapshot(9))
    assert after.snapshot().checkpoint_id == 10


def test_last_checkpoint_is_the_one_that_is_complete_unless_another_is_named() -> None:
    actual = harness()
    actual.snapshot()
    actual.snapshot()
    actual.notify_checkpoint_complete()
    actual.notify_checkpoint_complete(1)
    operator: Any = actual.operator
    assert operator.func.complete == [2, 1]


def test_snapshots_of_all_subtasks_are_wanted_or_one() -> None:
    with pytest.raises(InvalidProgramError, match="a snapshot of each subtask: 2, not 1"):
        harness([OperatorSubtaskState()], parallelism=2)
    assert harness(OperatorSubtaskState()).snapshot() == OperatorSubtaskState()


def test_sink_commits_what_a_snapshot_holds_once() -> None:
    def made(restore: Optional[OperatorSubtaskState] = None) -> OperatorTestHarness:
        return OperatorTestHarness(SinkOperator(LedgerSink("harness")), restore=restore)

    LEDGERS.pop("harness", None)
    before = made()
    before.process_element("a")
    snapshot = before.snapshot()
    assert read_ledger("harness") == []
    before.notify_checkpoint_complete()
    made(snapshot)
    assert read_ledger("harness") == ["a"]
