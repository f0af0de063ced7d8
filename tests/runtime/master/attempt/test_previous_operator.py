"""What each subtask takes of an operator's state at another parallelism: as much as it needs, and all together."""

from __future__ import annotations

import pickle
from typing import Any, Optional

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.checkpoint.manifest import OperatorState
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState
from pyrite.runtime.master.attempt.restore_plan import PreviousOperator
from pyrite.runtime.task.chain.unkeyed_state import read_unkeyed_state
from pyrite.runtime.wire.deployment import OperatorRestore
from pyrite.state.handles import HASHMAP, FileRef, KeyedHandle, StoredOperatorState
from pyrite.state.key_groups import key_group_range
from tests.runtime.task.chain.test_unkeyed_state import Inline, loads

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


def read(restore: OperatorRestore) -> Any:
    return read_unkeyed_state(restore, Inline(), loads)


def shares_of(states: list[OperatorSubtaskState | None], parallelism: int) -> list[Any]:
    """What each subtask reads at another parallelism."""
    shares = former([handle(state) for state in states])
    return [read(shares.rescaled(index, parallelism, (), None)) for index in range(parallelism)]


def joined(parts: list[dict[str, list[Any]]]) -> dict[str, list[Any]]:
    names = [name for part in parts for name in part]
    return {name: [element for part in parts for element in part.get(name, ())] for name in names}


def share_of(states: list[OperatorSubtaskState | None], index: int, parallelism: int) -> Any:
    """What a subtask takes, of all states at once."""
    present = [state for state in states if state is not None]
    if not present:
        return None
    lists = joined([state.lists for state in present])
    return OperatorSubtaskState(
        broadcast=max((state.broadcast for state in present), key=len),
        watermark_ms=min(state.watermark_ms for state in present),
        output_watermark_ms=min(state.output_watermark_ms for state in present),
        lists={
            name: elements[len(elements) * index // parallelism : len(elements) * (index + 1) // parallelism]
            for name, elements in lists.items()
        },
        unions=joined([state.unions for state in present]),
        numbered=joined([state.numbered for state in states[index::parallelism] if state is not None]),
    )


@given(st.lists(st.none() | _states, min_size=1, max_size=6), st.integers(1, 9))
def test_share_is_the_subtasks_part_of_all_states(states: list[OperatorSubtaskState | None], parallelism: int) -> None:
    assert shares_of(states, parallelism) == [share_of(states, index, parallelism) for index in range(parallelism)]


def test_lists_are_distributed_evenly() -> None:
    states = [OperatorSubtaskState(lists={"numbers": [1, 2, 3]}), None, OperatorSubtaskState(lists={"numbers": [4, 5]})]
    for parallelism in (1, 2, 4, 7):
        lists = [state.lists["numbers"] for state in shares_of(states, parallelism)]
        assert [number for numbers in lists for number in numbers] == [1, 2, 3, 4, 5]
        assert max(map(len, lists)) - min(map(len, lists)) <= 1


def test_numbered_state_stays_with_its_number() -> None:
    states = [None if text == "b" else OperatorSubtaskState(numbered={"owed": [text]}) for text in "abcde"]
    assert [state.numbered for state in shares_of(states, 2)] == [{"owed": ["a", "c", "e"]}, {"owed": ["d"]}]
    owed = [state.numbered.get("owed") for state in shares_of(states, 7)]
    assert owed == [["a"], None, ["c"], ["d"], ["e"], None, None]


def test_broadcast_state_goes_to_everyone_and_time_to_the_slowest() -> None:
    rules = {"rules": {"a": 1}}
    states = [OperatorSubtaskState(broadcast=rules, watermark_ms=n, output_watermark_ms=n) for n in (7, 4)]
    state = shares_of([*states], 3)[2]
    assert (state.broadcast, state.watermark_ms, state.output_watermark_ms) == (rules, 4, 4)


@pytest.mark.parametrize(("sender", "expected"), [(1, {"b": {}}), (None, {"a": {}, "c": {}})])
def test_broadcast_state_is_of_the_subtask_whose_records_are_taken(
    sender: Optional[int], expected: dict[str, dict[Any, Any]]
) -> None:
    broadcasts: list[dict[str, dict[Any, Any]]] = [{"a": {}, "c": {}}, {"b": {}}]
    shares = former([handle(OperatorSubtaskState(broadcast=one)) for one in broadcasts])
    assert read(shares.rescaled(0, 3, (), sender)).broadcast == expected


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
    assert read(restore).output_watermark_ms == 4


def test_unions_of_all_do_not_bring_the_lists_of_all() -> None:
    handles = [handle(OperatorSubtaskState(lists={"a": [n]}, unions={"u": [n]} if n == 0 else {})) for n in range(9)]
    restore = former(handles).same(4, ())
    assert (len(restore.unkeyed), restore.own) == (2, 1)
    assert (read(restore).lists, read(restore).unions) == ({"a": [4]}, {"u": [0]})


@pytest.mark.parametrize(("before", "now"), [(1, 5), (5, 1), (4, 6), (7, 3), (5, 5)])
def test_keyed_handles_are_those_that_overlap(before: int, now: int) -> None:
    ranges = [key_group_range(n, before, 128) for n in range(before)]
    handles = [KeyedHandle(HASHMAP, groups.start, groups.stop - 1, ()) for groups in ranges]
    actual = former([StoredOperatorState(one) for one in handles])
    for index in range(now):
        groups = key_group_range(index, now, 128)
        assert actual.keyed(groups) == tuple(one for one in handles if one.may_hold(groups))
