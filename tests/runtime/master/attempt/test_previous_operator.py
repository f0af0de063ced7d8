"""What each subtask takes of an operator's state at another parallelism: as much as it needs, and all together."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.checkpoint.manifest import OperatorState
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState
from pyrite.runtime.master.attempt.restore_plan import PreviousOperator
from pyrite.runtime.task.unkeyed_state import read_unkeyed_state
from pyrite.runtime.wire.deployment import OperatorRestore
from pyrite.state.handles import HASHMAP, FileRef, KeyedHandle, StoredOperatorState
from pyrite.state.key_groups import key_group_range
from tests.runtime.task.test_unkeyed_state import Inline, loads

_lists = st.lists(st.integers(), max_size=5)
_states = st.builds(
    lambda a, b, union, numbered, broadcast, watermark_ms: OperatorSubtaskState(
        broadcast=broadcast,
        watermark_ms=watermark_ms,
        output_watermark_ms=watermark_ms + 1,
        lists={"a": a, "b": b},
        unions={"union": union} if union else {},
        numbered={"owed": numbered} if numbered else {},
    ),
    _lists,
    _lists,
    _lists,
    _lists,
    st.sampled_from([{}, {"rules": {"x": 1}}]),
    st.integers(0, 9),
)


def handle(state: OperatorSubtaskState | None) -> StoredOperatorState:
    if state is None:
        return StoredOperatorState()
    data = pickle.dumps(state)
    ref = FileRef("", len(data), 0, data)
    return StoredOperatorState(None, ref, state.has_unkeyed, bool(state.unions), summary=state.summary())


def former(handles: list[StoredOperatorState]) -> PreviousOperator:
    return PreviousOperator(OperatorState("op", "Op", "", len(handles), 128, dict(enumerate(handles))))


def read(restore: OperatorRestore, subtask: int, parallelism: int) -> Any:
    return read_unkeyed_state(restore, subtask, parallelism, Inline(), loads)


@given(st.lists(st.none() | _states, min_size=1, max_size=6), st.integers(1, 9))
def test_share_is_what_reading_all_gives(states: list[OperatorSubtaskState | None], parallelism: int) -> None:
    handles = [handle(state) for state in states]
    shares, read_whole = former(handles), former([replace(one, summary=None) for one in handles])
    for index in range(parallelism):
        share = read(shares.rescaled(index, parallelism, (), None), index, parallelism)
        assert share == read(read_whole.rescaled(index, parallelism, (), None), index, parallelism)


def test_subtask_reads_no_more_files_than_it_takes_elements_from() -> None:
    states = [OperatorSubtaskState(lists={"splits": [n]}) for n in range(500)]
    shares = former([handle(state) for state in states])
    counts = []
    for index in range(750):
        share = shares.rescaled(index, 750, (), None).share
        assert share is not None
        counts.append(len(share.parts))
    assert (sum(counts), max(counts)) == (500, 1)


def test_state_of_which_only_the_time_counts_is_not_read() -> None:
    shares = former([handle(OperatorSubtaskState(watermark_ms=n, output_watermark_ms=n)) for n in (7, 4)])
    restore = shares.rescaled(2, 3, (), None)
    assert restore.share is not None
    assert restore.share.parts == ()
    assert read(restore, 2, 3).output_watermark_ms == 4


def test_unions_of_all_do_not_bring_the_lists_of_all() -> None:
    handles = [handle(OperatorSubtaskState(lists={"a": [n]}, unions={"u": [n]} if n == 0 else {})) for n in range(9)]
    restore = former(handles).same(4, ())
    assert (len(restore.unkeyed), restore.own) == (2, 1)
    assert (read(restore, 4, 9).lists, read(restore, 4, 9).unions) == ({"a": [4]}, {"u": [0]})


@pytest.mark.parametrize(("before", "now"), [(1, 5), (5, 1), (4, 6), (7, 3), (5, 5)])
def test_keyed_handles_are_those_that_overlap(before: int, now: int) -> None:
    ranges = [key_group_range(n, before, 128) for n in range(before)]
    handles = [KeyedHandle(HASHMAP, groups.start, groups.stop - 1, ()) for groups in ranges]
    actual = former([StoredOperatorState(one) for one in handles])
    for index in range(now):
        groups = key_group_range(index, now, 128)
        assert actual.keyed(groups) == tuple(one for one in handles if one.may_hold(groups))
