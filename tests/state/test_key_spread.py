"""Keys spread over subtasks as if by chance, whatever they look like, and columns of them just like single ones."""

from __future__ import annotations

import math
import uuid
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.state.column_key_groups import column_key_groups
from pyrite.state.key_codec import encode_key
from pyrite.state.key_groups import key_group, key_group_range, subtask_of_group

COUNT = 2000
N = range(COUNT)
START_MS = 1_767_225_600_000
ALPHABET = "abcdefghijklmnopqrstuvwxyz"
FAMILIES: dict[str, Sequence[Any]] = {
    "numbers": N,
    "negative numbers": range(-COUNT, 0),
    "tens": range(0, 10 * COUNT, 10),
    "multiples of 1024": range(0, 1024 * COUNT, 1024),
    "numbers from a million": range(10**6, 10**6 + COUNT),
    "minutes in s": range(START_MS // 1000, START_MS // 1000 + 60 * COUNT, 60),
    "seconds in ms": range(START_MS, START_MS + 1000 * COUNT, 1000),
    "large numbers": [n << 64 for n in N],
    "u0": [f"u{n}" for n in N],
    "shop-0": [f"shop-{n}" for n in N],
    "sensor_0": [f"sensor_{n}" for n in N],
    "user000000": [f"user{n:06d}" for n in N],
    "email": [f"user{n}@example.com" for n in N],
    "hex": [f"{n:08x}" for n in N],
    "random uuid": [str(uuid.uuid5(uuid.NAMESPACE_DNS, str(n))) for n in N],
    "uuid in order": [str(uuid.UUID(int=n)) for n in N],
    "iban": [f"DE{n:020d}" for n in N],
    "card": [f"4929-{n:04d}-0000-{n % 97:04d}" for n in N],
    "ip": [f"10.0.{n // 256}.{n % 256}" for n in N],
    "mac": [f"00:1a:2b:{n >> 16 & 255:02x}:{n >> 8 & 255:02x}:{n & 255:02x}" for n in N],
    "phone": [f"+49171{n:07d}" for n in N],
    "url": [f"https://shop.example/items/{n}?ref=mail" for n in N],
    "path": [f"/var/log/app/{n}.log" for n in N],
    "plate": [f"B-{ALPHABET[n // 26 % 26]}{ALPHABET[n % 26]} {n}" for n in N],
    "three letters": [a + b + c for a in ALPHABET for b in ALPHABET for c in "xyz"][:COUNT],
    "place": [f"{50 + n / 1000:.3f},{8 + n / 1000:.3f}" for n in N],
    "sku": [f"SKU{n % 50:02d}{n // 50:04d}" for n in N],
    "bytes": [n.to_bytes(4, "big") for n in N],
    "tuple": [(n, "eu") for n in N],
    "nested tuple": [("shop", n // 50, (f"p{n % 50}",)) for n in N],
    "date": [date(2020, 1, 1) + timedelta(n) for n in N],
    "float": [n / 10 for n in N],
    "uuid object": [uuid.UUID(int=n) for n in N],
}
PARALLELISMS = (2, 3, 4, 5, 7, 8, 12, 16, 24, 32, 48, 64)


def deviations(family: str, max_parallelism: int = 128) -> dict[int, float]:
    """By parallelism, by how many standard deviations chi-square differs from that of keys distributed by chance."""
    groups = [key_group(encode_key(key), max_parallelism) for key in FAMILIES[family]]
    actual = {}
    for parallelism in PARALLELISMS:
        counts = [0] * parallelism
        for group in groups:
            counts[subtask_of_group(group, parallelism, max_parallelism)] += 1
        owned = [len(key_group_range(subtask, parallelism, max_parallelism)) for subtask in range(parallelism)]
        expected = [COUNT * groups_owned / max_parallelism for groups_owned in owned]
        chi_square = sum((count - mean) ** 2 / mean for count, mean in zip(counts, expected, strict=True))
        actual[parallelism] = (chi_square - (parallelism - 1)) / math.sqrt(2 * (parallelism - 1))
    return actual


def test_there_are_thirty_families() -> None:
    assert len(FAMILIES) >= 30


@pytest.mark.parametrize("family", FAMILIES)
def test_family_of_keys_spreads_as_by_chance(family: str) -> None:
    worst = max(deviations(family).items(), key=lambda item: item[1])
    assert worst[1] < 5, f"at parallelism {worst[0]}"


def test_families_spread_as_by_chance_on_average() -> None:
    actual = [deviation for family in FAMILIES for deviation in deviations(family).values()]
    assert abs(sum(actual) / len(actual)) < 0.3


@pytest.mark.parametrize("text", ["{}", "u{}", "shop-{}", "sensor_{}"])
@pytest.mark.parametrize("count", [10, 20])
def test_few_keys_are_on_both_of_two_subtasks(text: str, count: int) -> None:
    keys: list[Any] = [text.format(n) for n in range(count)]
    keys = [int(key) for key in keys] if text == "{}" else keys
    on_first = sum(subtask_of_group(key_group(key, 128), 2, 128) == 0 for key in keys)
    assert count // 5 <= on_first <= count - count // 5


INTS = st.integers(-(2**63), 2**63 - 1)


@given(st.lists(st.none() | INTS), st.integers(1, 32768))
def test_column_of_ints_has_the_groups_of_its_values(values: list[int | None], max_parallelism: int) -> None:
    groups = column_key_groups(pa.array(values, pa.int64()), max_parallelism)
    assert groups.tolist() == [key_group(encode_key(value), max_parallelism) for value in values]


@given(st.lists(st.none() | st.text(st.characters(exclude_categories=["Cs"]))), st.integers(1, 32768))
def test_column_of_strings_has_the_groups_of_its_values(values: list[str | None], max_parallelism: int) -> None:
    groups = column_key_groups(pa.array(values, pa.string()), max_parallelism)
    assert groups.tolist() == [key_group(encode_key(value), max_parallelism) for value in values]


def test_part_of_a_column_has_the_groups_of_its_values() -> None:
    column = pa.chunked_array([pa.array(["a", "bc", None]), pa.array(["", "längerer Text"])]).slice(1, 3)
    assert column_key_groups(column, 128).tolist() == [key_group(encode_key(key), 128) for key in ("bc", None, "")]


def test_column_of_small_ints_has_the_groups_of_its_values() -> None:
    assert column_key_groups(pa.array([1, 2], pa.int8()), 128).tolist() == [key_group(n, 128) for n in (1, 2)]
    assert [key_group(encode_key(n), 128) for n in np.arange(2)] == [key_group(0, 128), key_group(1, 128)]
