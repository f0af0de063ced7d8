"""From a user's key to the state's key and back."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.state.key_codec import decode_key, encode_key, encode_keys

NAN = float("nan")
ALIKE: list[Any] = [1, 1.0, True, 0, 0.0, -0.0, False, None, NAN, "1", b"1", (1,), (1.0,), [1], "", b"", (), "None"]


class Colour(Enum):
    RED = 1


@dataclass(frozen=True)
class Point:
    x: int
    y: int


LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.binary()
KEYS = st.recursive(LEAVES, lambda parts: st.lists(parts, max_size=4).map(tuple), max_leaves=8)


def copied(key: Any) -> Any:
    """An equal key of other objects."""
    if isinstance(key, tuple):
        return tuple(map(copied, key))
    if isinstance(key, str):
        return "".join(list(key))
    return bytes(bytearray(key)) if isinstance(key, bytes) else key


def test_keys_that_look_alike_are_keys_of_their_own() -> None:
    encoded = [encode_key(key) for key in ALIKE]
    assert len({(type(key), key) for key in encoded}) == len(ALIKE)


@pytest.mark.parametrize("key", [*ALIKE, Colour.RED, Point(1, 2), (Point(1, 2), "a", None)], ids=repr)
def test_key_comes_back_as_it_was_type_included(key: Any) -> None:
    back = decode_key(encode_key(key))
    assert type(back) is type(key)
    assert repr(back) == repr(key)


@given(KEYS)
def test_any_key_comes_back_as_it_was(key: Any) -> None:
    back = decode_key(encode_key(key))
    assert (back, type(back)) == (key, type(key))


@given(KEYS)
def test_key_encodes_the_same_whatever_objects_it_is_made_of(key: Any) -> None:
    assert encode_key(copied(key)) == encode_key(key)


def test_tuples_of_equal_parts_encode_the_same_when_one_shares_its_parts() -> None:
    part = "".join(["long", " enough"])
    other = "".join(["long", " enough"])
    assert part is not other
    assert encode_key((part, part)) == encode_key((part, other))


def test_nan_encodes_the_same_every_time() -> None:
    assert encode_key(float("nan")) == encode_key(math.nan)


@pytest.mark.parametrize("key", [1, -1, 2**70, "", "a", "\ud800"])
def test_int_and_str_are_their_own_encoding(key: Any) -> None:
    assert encode_key(key) is key


@pytest.mark.parametrize(
    "key",
    [{1}, frozenset({1}), {"a": 1}, (1, frozenset({"a", "b"})), [1, [{"a": 1}]], ((1, (set(),)),)],
    ids=["set", "frozenset", "dict", "frozenset in tuple", "dict in lists", "set in tuples"],
)
def test_key_without_a_stable_order_is_refused_also_inside(key: Any) -> None:
    with pytest.raises(TypeError, match="cannot be a key, or in one: its elements have no stable order"):
        encode_key(key)


def test_key_that_cannot_be_pickled_is_refused() -> None:
    with pytest.raises(TypeError, match="cannot be a key"):
        encode_key(lambda: 1)


def test_key_that_holds_itself_is_refused() -> None:
    key: list[Any] = []
    key.append(key)
    with pytest.raises(TypeError, match="cannot be a key"):
        encode_key(key)


@given(st.lists(KEYS))
def test_keys_of_a_block_are_encoded_one_by_one(keys: list[Any]) -> None:
    assert encode_keys(keys) == [encode_key(key) for key in keys]


def test_bools_among_ints_are_encoded_all_the_same() -> None:
    assert encode_keys([1, True]) == [1, encode_key(True)]
