"""What each subtask takes of an operator's state at another parallelism: as much as it needs, and all together."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.checkpoint.manifest import OperatorState
from pyrite.operators.operator import OperatorRest, OperatorSnapshot
from pyrite.runtime.master.former_operator import FormerOperator
from pyrite.runtime.task.operator_rest import read_rest
from pyrite.runtime.wire.deployment import OperatorRestore
from pyrite.state.handles import HASHMAP, FileRef, KeyedHandle, OperatorHandle
from pyrite.state.key_groups import key_group_range
from tests.runtime.task.test_operator_rest import Inline, loads

_lists = st.lists(st.integers(), max_size=5)
_rests = st.builds(
    lambda a, b, union, numbered, broadcast, watermark_ms: OperatorRest(
        OperatorSnapshot(broadcast=broadcast, watermark_ms=watermark_ms),
        watermark_ms + 1,
        {"a": a, "b": b},
        {"union": union} if union else {},
        {"owed": numbered} if numbered else {},
    ),
    _lists,
    _lists,
    _lists,
    _lists,
    st.sampled_from([{}, {"rules": {"x": 1}}]),
    st.integers(0, 9),
)


def handle(rest: OperatorRest | None) -> OperatorHandle:
    if rest is None:
        return OperatorHandle()
    data = pickle.dumps(rest)
    ref = FileRef("", len(data), 0, data)
    return OperatorHandle(None, ref, not rest.is_empty, bool(rest.unions), summary=rest.summary())


def former(handles: list[OperatorHandle]) -> FormerOperator:
    return FormerOperator(OperatorState("op", "Op", "", len(handles), 128, dict(enumerate(handles))))


def read(restore: OperatorRestore, subtask: int, parallelism: int) -> Any:
    return read_rest(restore, subtask, parallelism, Inline(), loads)


@given(st.lists(st.none() | _rests, min_size=1, max_size=6), st.integers(1, 9))
def test_share_is_what_reading_all_rests_gives(rests: list[OperatorRest | None], parallelism: int) -> None:
    handles = [handle(rest) for rest in rests]
    shares, all_rests = former(handles), former([replace(found, summary=None) for found in handles])
    for index in range(parallelism):
        share = read(shares.rescaled(index, parallelism, (), None), index, parallelism)
        assert share == read(all_rests.rescaled(index, parallelism, (), None), index, parallelism)


def test_subtask_reads_no_more_rests_than_it_takes_elements_from() -> None:
    rests = [OperatorRest(OperatorSnapshot(), 0, {"splits": [n]}) for n in range(500)]
    shares = former([handle(rest) for rest in rests])
    counts = []
    for index in range(750):
        share = shares.rescaled(index, 750, (), None).share
        assert share is not None
        counts.append(len(share.parts))
    assert (sum(counts), max(counts)) == (500, 1)


def test_rest_of_which_only_the_time_counts_is_not_read() -> None:
    shares = former([handle(OperatorRest(OperatorSnapshot(watermark_ms=n), n)) for n in (7, 4)])
    restore = shares.rescaled(2, 3, (), None)
    assert restore.share is not None
    assert restore.share.parts == ()
    assert read(restore, 2, 3).output_watermark_ms == 4


def test_unions_of_all_do_not_bring_the_lists_of_all() -> None:
    handles = [handle(OperatorRest(OperatorSnapshot(), 0, {"a": [n]}, {"u": [n]} if n == 0 else {})) for n in range(9)]
    restore = former(handles).same(4, ())
    assert (len(restore.rests), restore.own) == (2, 1)
    assert (read(restore, 4, 9).lists, read(restore, 4, 9).unions) == ({"a": [4]}, {"u": [0]})


@pytest.mark.parametrize(("before", "now"), [(1, 5), (5, 1), (4, 6), (7, 3), (5, 5)])
def test_keyed_handles_are_those_that_overlap(before: int, now: int) -> None:
    ranges = [key_group_range(n, before, 128) for n in range(before)]
    handles = [KeyedHandle(HASHMAP, groups.start, groups.stop - 1, ()) for groups in ranges]
    found = former([OperatorHandle(one) for one in handles])
    for index in range(now):
        groups = key_group_range(index, now, 128)
        assert found.keyed(groups) == tuple(one for one in handles if one.may_hold(groups))


def test_keyed_handles_of_former_keys_go_to_everyone() -> None:
    old = KeyedHandle(HASHMAP, 100, 127, (), key_version=1)
    new = KeyedHandle(HASHMAP, 0, 63, ())
    found = former([OperatorHandle(old), OperatorHandle(new)])
    assert found.keyed(range(64, 128)) == (old,)
    assert found.keyed(range(64)) == (old, new)
