"""State that is not keyed, taken up at the same parallelism. `test_previous_operator.py` is about another."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any, Optional

from pyrite.core.time.time import MAX_WATERMARK, MIN_WATERMARK
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState
from pyrite.runtime.task.chain.unkeyed_state import read_unkeyed_state, with_event_time_reset
from pyrite.runtime.wire.deployment import OperatorRestore
from pyrite.state.handles import FileRef, StateReader


class Inline(StateReader):
    """Reads what is in the handles."""

    def read(self, ref: FileRef) -> bytes:
        assert ref.data is not None
        return ref.data

    def download(self, ref: FileRef, path: Path) -> None:
        raise AssertionError("nothing is large")


def loads(data: bytes, read_staged: Any = None) -> Any:
    return pickle.loads(data)


def ref(
    numbers: list[int],
    unions: Optional[list[int]] = None,
    watermark_ms: int = 0,
) -> FileRef:
    state = OperatorSubtaskState(
        watermark_ms=watermark_ms,
        output_watermark_ms=watermark_ms,
        lists={"numbers": numbers},
        unions={} if unions is None else {"all": unions},
    )
    data = pickle.dumps(state)
    return FileRef("", len(data), 0, data)


def read(restore: OperatorRestore) -> OperatorSubtaskState:
    state = read_unkeyed_state(restore, Inline(), loads)
    assert state is not None
    return state


def test_own_state_at_the_same_parallelism() -> None:
    state = read(OperatorRestore((), (ref([1, 2], watermark_ms=5),), 0))
    assert (state.lists, state.output_watermark_ms, state.watermark_ms) == ({"numbers": [1, 2]}, 5, 5)


def test_unions_of_all_and_the_own_lists() -> None:
    restore = OperatorRestore((), (ref([1], [10]), ref([2], [20, 21])), 1)
    state = read(restore)
    assert (state.lists, state.unions) == ({"numbers": [2]}, {"all": [10, 20, 21]})


def test_unions_reach_a_subtask_that_had_none_of_its_own() -> None:
    state = read(OperatorRestore((), (ref([1], [10]), None), 1))
    assert (state.lists, state.unions) == ({}, {"all": [10]})


def test_time_starts_over_after_a_drained_job() -> None:
    state = with_event_time_reset(read(OperatorRestore((), (ref([1], watermark_ms=MAX_WATERMARK),), 0)))
    assert (state.watermark_ms, state.output_watermark_ms) == (MIN_WATERMARK, MIN_WATERMARK)
    assert state.lists == {"numbers": [1]}
    assert with_event_time_reset(read(OperatorRestore((), (ref([], watermark_ms=7),), 0))).output_watermark_ms == 7


def test_nothing_of_nothing() -> None:
    assert read_unkeyed_state(OperatorRestore((), (None,), 0), Inline(), loads) is None
    assert read_unkeyed_state(OperatorRestore(), Inline(), loads) is None
