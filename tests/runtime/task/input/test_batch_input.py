"""GroupedInput: a batch task's input key by key, in memory or from spilled runs."""

from __future__ import annotations

import random
from typing import Any, Optional

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyrite.common.block import Block, StateKey
from pyrite.core.time.time import NO_TIMESTAMP
from pyrite.runtime.task.input import batch_input
from pyrite.runtime.task.input.batch_input import GroupedInput

PLENTY, NOTHING = 1 << 30, 0
Record = tuple[int, StateKey, int]
"""(input, key, value)"""
Groups = dict[StateKey, tuple[list[Any], list[Any]]]
"""For each key the (value, timestamp) pairs of both inputs."""


def gather(records: list[Record], budget_bytes: int, timed: bool = False, block_size: int = 1) -> GroupedInput:
    """Adds records in blocks of at most `block_size`; a value is its own timestamp."""
    made = GroupedInput(budget_bytes)
    start = 0
    while start < len(records):
        stop = start + 1
        while stop < len(records) and stop - start < block_size and records[stop][0] == records[start][0]:
            stop += 1
        part = records[start:stop]
        values = [value for _, _, value in part]
        made.add(part[0][0], Block(values, list(values) if timed else None, [key for _, key, _ in part]), 10)
        start = stop
    return made


def read(made: GroupedInput) -> Groups:
    groups: Groups = {}
    for key, blocks in made.groups():
        assert key not in groups, "a key comes once"
        groups[key] = ([], [])
        for input_index, block in blocks:
            assert block.keys == [key] * len(block)
            groups[key][input_index].extend(zip(block.values, block.timestamps_or_none_marks(), strict=True))
    return groups


def model(records: list[Record], timed: bool) -> Groups:
    groups: Groups = {}
    for input_index, key, value in records:
        groups.setdefault(key, ([], []))[input_index].append((value, value if timed else NO_TIMESTAMP))
    for inputs in groups.values():
        for item in inputs:
            item.sort(key=lambda pair: pair[1])
    return groups


KEYS = st.integers(-2, 2) | st.sampled_from(["a", "b", "1"]) | st.sampled_from([b"a", b"1"])
RECORDS = st.lists(st.tuples(st.integers(0, 1), KEYS, st.integers()), max_size=60)


@settings(deadline=None)
@given(RECORDS, st.sampled_from([PLENTY, 1000, NOTHING]), st.booleans(), st.integers(1, 7))
def test_grouped_input_gives_what_a_plain_dict_gives(
    records: list[Record], budget_bytes: int, timed: bool, block_size: int
) -> None:
    assert read(gather(records, budget_bytes, timed, block_size)) == model(records, timed)


@given(RECORDS, st.sampled_from([PLENTY, 1000, NOTHING]), st.integers(1, 7))
def test_records_of_both_inputs_come_by_time_then_by_input(
    records: list[Record], budget_bytes: int, block_size: int
) -> None:
    for key, blocks in gather(records, budget_bytes, True, block_size).groups():
        actual = [(time, index) for index, block in blocks for time in block.timestamps_or_none_marks()]
        assert actual == sorted(
            (value, index) for index, other, value in records if other == key and type(other) is type(key)
        )


@pytest.mark.parametrize(("budget_bytes", "runs"), [(PLENTY, 0), (NOTHING, 5)])
def test_records_are_spilled_when_they_are_over_the_budget(budget_bytes: int, runs: int) -> None:
    made = gather([(0, key, key) for key in range(5)], budget_bytes)
    assert made.spilled_runs == runs


@pytest.mark.parametrize("budget_bytes", [PLENTY, 2000, NOTHING])
def test_keys_records_keep_their_order_of_arrival(budget_bytes: int) -> None:
    chance = random.Random(0)
    records: list[Record] = [(0, chance.choice("abc"), number) for number in range(500)]
    groups = read(gather(records, budget_bytes))
    for values, _ in groups.values():
        assert values == sorted(values)


@pytest.mark.parametrize("budget_bytes", [PLENTY, NOTHING])
def test_blocks_of_both_inputs_come_under_their_key(budget_bytes: int) -> None:
    groups = read(gather([(0, "a", 1), (1, "a", 2), (1, "b", 3), (0, "a", 4)], budget_bytes))
    mark = NO_TIMESTAMP
    assert groups == {"a": ([(1, mark), (4, mark)], [(2, mark)]), "b": ([], [(3, mark)])}


def test_first_inputs_blocks_come_before_the_seconds_in_memory() -> None:
    made = gather([(1, "a", 1), (0, "a", 2)], PLENTY)
    assert [index for _, blocks in made.groups() for index, _ in blocks] == [0, 1]


def test_keys_come_in_order_of_their_first_record_in_memory() -> None:
    made = gather([(0, key, 0) for key in ("b", 3, b"x", "a", "b")], PLENTY)
    assert [key for key, _ in made.groups()] == ["b", 3, b"x", "a"]


def test_keys_of_all_types_come_sorted_from_runs() -> None:
    made = gather([(0, key, 0) for key in (b"b", "b", 2, b"a", "a", 1)], NOTHING)
    assert [key for key, _ in made.groups()] == [1, 2, "a", "b", b"a", b"b"]


def test_many_runs_are_merged_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_input, "_FAN_IN", 4)
    records: list[Record] = [(number % 2, number % 7, number) for number in range(100)]
    made = gather(records, NOTHING)
    assert made.spilled_runs == 100
    assert len(made._runs) < 4
    assert read(made) == model(records, timed=False)


def test_large_group_comes_back_in_small_blocks_when_it_was_spilled() -> None:
    made = gather([(0, "a", number) for number in range(1000)], NOTHING, block_size=1000)
    sizes = [len(block) for _, blocks in made.groups() for _, block in blocks]
    assert (sum(sizes), max(sizes)) == (1000, batch_input._CHUNK_RECORDS)


@pytest.mark.parametrize("budget_bytes", [PLENTY, NOTHING])
@pytest.mark.parametrize("taken", [0, 1])
def test_blocks_that_the_caller_leaves_unread_are_skipped(budget_bytes: int, taken: int) -> None:
    made = gather([(index, key, 0) for key in "abc" for index in (0, 1)], budget_bytes)
    keys = []
    for key, blocks in made.groups():
        keys.append(key)
        for _ in range(taken):
            next(blocks)
    assert keys == ["a", "b", "c"]


def test_input_with_timestamps_marks_the_records_that_have_none() -> None:
    made = GroupedInput(PLENTY)
    made.add(0, Block([1], None, ["a"]), 10)
    made.add(0, Block([2], [5], ["a"]), 10)
    assert read(made) == {"a": ([(1, NO_TIMESTAMP), (2, 5)], [])}


@pytest.mark.parametrize("budget_bytes", [PLENTY, NOTHING])
def test_input_without_timestamps_has_none_afterwards(budget_bytes: int) -> None:
    made = gather([(0, "a", 1)], budget_bytes)
    actual: list[Optional[list[int]]] = [block.timestamps for _, blocks in made.groups() for _, block in blocks]
    assert actual == [None]


def test_empty_input_has_no_groups() -> None:
    assert read(GroupedInput(PLENTY)) == {}
