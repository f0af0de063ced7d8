"""OperatorStateHandler: the order in which an operator is kept and restored, whichever host it has."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import pytest

from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.clock import ManualClock
from pyrite.core.errors import InvalidProgramError, StateUnreadableError
from pyrite.operators.capabilities import Commits
from pyrite.operators.operator import Operator
from pyrite.operators.operator_context import OperatorContext, OperatorPlace
from pyrite.operators.output import Output
from pyrite.operators.state.operator_state_handler import OperatorStateHandler
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState, load_operator_state
from pyrite.state.evolution.migrations import NO_MIGRATIONS
from pyrite.state.hashmap.backend import HashMapBackend


class _LoggedBackend(HashMapBackend):
    """Notes what it is asked for."""

    def __init__(self, log: list[str]) -> None:
        super().__init__()
        self._log = log

    def confirm(self, checkpoint_id: int) -> None:
        self._log.append(f"confirm {checkpoint_id}")

    def freeze(self, checkpoint_id: int, full: bool = False) -> Any:
        self._log.append(f"freeze {checkpoint_id}")
        return super().freeze(checkpoint_id, full)

    def abort(self, checkpoint_id: int) -> None:
        self._log.append(f"abort {checkpoint_id}")

    def restore_entries(self, entries: Any) -> None:
        self._log.append("restore entries")


class _Logged(Operator, Commits):
    """Notes what it is asked for; keeps one element of each kind."""

    def __init__(self, log: list[str]) -> None:
        self.log = log
        self.restored = OperatorSubtaskState()
        self.kept = OperatorSubtaskState(lists={"list": [[1]]}, unions={"union": [2]}, numbered={"number": [3]})

    def process_block(self, block: RowBlock, input_index: int = 0) -> None:
        self.output.emit(block)

    def prepare(self, checkpoint_id: int, savepoint: bool = False) -> None:
        self.log.append(f"prepare {checkpoint_id}")

    def snapshot(self, checkpoint_id: int) -> OperatorSubtaskState:
        self.log.append(f"snapshot {checkpoint_id}")
        return self.kept

    def restore(self, state: OperatorSubtaskState) -> None:
        self.log.append(f"restore at {self.output.watermark_ms}")
        self.restored = state

    def checkpoint_completed(self, checkpoint_id: int) -> None:
        self.log.append(f"completed {checkpoint_id}")

    def checkpoint_aborted(self, checkpoint_id: int) -> None:
        self.log.append(f"aborted {checkpoint_id}")


def handled(keyed: bool = True) -> tuple[_Logged, OperatorStateHandler]:
    log: list[str] = []
    operator = _Logged(log)
    backend = _LoggedBackend(log) if keyed else None
    operator.setup(OperatorContext(OperatorPlace("Logged", "", 0, 1, 128, 0), ManualClock(), Output([]), backend))
    return operator, OperatorStateHandler(operator)


def test_keyed_state_is_frozen_before_the_operator_is_asked() -> None:
    operator, handler = handled()
    handler.prepare(2, completed_id=1)
    handler.freeze(2)
    assert operator.log == ["confirm 1", "prepare 2", "freeze 2", "snapshot 2"]


def test_sinks_commit_and_hear_of_an_abort_after_the_backend() -> None:
    operator, handler = handled()
    handler.completed(1)
    handler.aborted(2)
    assert operator.log == ["confirm 1", "completed 1", "abort 2", "aborted 2"]


def test_frozen_state_holds_what_the_operator_keeps_and_its_event_time() -> None:
    operator, handler = handled(keyed=False)
    operator.output.watermark_ms = 7
    frozen = handler.freeze(1)
    assert (frozen.keyed, frozen.has_unkeyed, frozen.has_unions) == (None, True, True)
    assert load_operator_state(frozen.unkeyed) == replace(operator.kept, output_watermark_ms=7)


def test_snapshot_shares_nothing_with_the_operator() -> None:
    operator, handler = handled()
    taken = handler.snapshot(1)
    operator.kept.lists["list"][0].append("later")
    assert (taken.lists, taken.checkpoint_id) == ({"list": [[1]]}, 1)


def test_operator_is_restored_after_its_keyed_state_and_its_event_time() -> None:
    operator, handler = handled()
    state = replace(pickle.loads(pickle.dumps(operator.kept)), output_watermark_ms=7, keyed=[("entry",)])
    handler.restore(state)
    assert operator.log == ["restore entries", "restore at 7"]
    assert operator.restored == state


def test_keyed_state_of_an_operator_without_a_key_is_refused() -> None:
    _, handler = handled(keyed=False)
    with pytest.raises(InvalidProgramError, match="'Logged', subtask 1/1 has keyed state"):
        handler.restore(OperatorSubtaskState(keyed=[("entry",)]))  # type: ignore[list-item]
    with pytest.raises(StateUnreadableError, match="call key_by"):
        handler.restore_keyed([], None, range(1), NO_MIGRATIONS)  # type: ignore[arg-type]
