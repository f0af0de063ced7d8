"""Key groups: the same everywhere, and shared out without gaps."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.state import key_groups
from pyrite.state.key_codec import encode_key
from pyrite.state.key_groups import SubtaskOfKey, key_group, key_group_range, subtask_of_group

PARALLELISMS = st.integers(1, 200).flatmap(lambda most: st.tuples(st.integers(1, most), st.just(most)))
SAMPLE: list[Any] = [0, 1, -1, 2**70, "", "a", "key", "ключ", b"a", 1.5, True, None, ("a", 1), ("a", ("b", 2.0))]


def groups_of_the_sample() -> list[int]:
    return [key_group(encode_key(key), 32768) for key in SAMPLE]


def test_groups_are_the_same_in_a_process_with_another_hash_seed() -> None:
    code = "from tests.state.test_key_groups import groups_of_the_sample; print(groups_of_the_sample())"
    seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    output = subprocess.check_output(
        [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, text=True, timeout=60
    )
    assert output.strip() == str(groups_of_the_sample())


def test_groups_never_change() -> None:
    assert [key_group(key, 128) for key in (0, 1, 42, "a", "key", b"a")] == [76, 106, 3, 45, 0, 67]


@given(st.integers() | st.text() | st.binary(), st.integers(1, 32768))
def test_group_is_below_max_parallelism(key: int | str | bytes, max_parallelism: int) -> None:
    assert 0 <= key_group(key, max_parallelism) < max_parallelism


def test_text_that_is_no_valid_unicode_has_a_group() -> None:
    assert 0 <= key_group("\ud800", 128) < 128


@given(PARALLELISMS)
def test_ranges_of_all_subtasks_are_all_groups_in_order(parallelisms: tuple[int, int]) -> None:
    parallelism, most = parallelisms
    ranges = [key_group_range(subtask, parallelism, most) for subtask in range(parallelism)]
    assert [group for owned in ranges for group in owned] == list(range(most))


@given(PARALLELISMS)
def test_ranges_agree_with_the_subtask_of_each_group(parallelisms: tuple[int, int]) -> None:
    parallelism, most = parallelisms
    for subtask in range(parallelism):
        owned = key_group_range(subtask, parallelism, most)
        assert {subtask_of_group(group, parallelism, most) for group in owned} == {subtask}


@given(PARALLELISMS)
def test_ranges_differ_in_size_by_one_at_most(parallelisms: tuple[int, int]) -> None:
    parallelism, most = parallelisms
    sizes = {len(key_group_range(subtask, parallelism, most)) for subtask in range(parallelism)}
    assert max(sizes) - min(sizes) <= 1


@given(st.lists(st.integers() | st.text() | st.binary()), PARALLELISMS)
def test_subtask_of_key_is_that_of_its_group(keys: list[int | str | bytes], parallelisms: tuple[int, int]) -> None:
    parallelism, most = parallelisms
    subtask_of = SubtaskOfKey(parallelism, most)
    for key in keys + keys:
        assert subtask_of[key] == subtask_of_group(key_group(key, most), parallelism, most)


def test_subtask_of_key_forgets_when_it_holds_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(key_groups, "_CACHE_LIMIT", 10)
    subtask_of = SubtaskOfKey(4, 128)
    actual = [subtask_of[key] for key in range(100)]
    assert len(subtask_of) <= 10
    assert actual == [subtask_of[key] for key in range(100)]
