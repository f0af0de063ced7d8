"""Which keys share state, without a key type.

PyFlink's answer depends on the mode and the order of records: its state lives under the encoded bytes, but the cache
before it goes by Python's equality, so that 1, 1.0 and True share state in STREAMING and do not in BATCH. Pyrite's rule
is equality within a type, by the encoded bytes. Where PyFlink keeps keys apart or together in both modes, so do we.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest

from pyrite.core.errors import PyriteError
from pyrite.datastream import KeyedProcessFunction, KeySelector, RuntimeContext
from pyrite.datastream.state import ValueStateDescriptor
from tests.whole.behaviour.run import collect

NAN = float("nan")


class Count(KeyedProcessFunction):
    """Gives the current key and how often it was seen."""

    def open(self, runtime_context: RuntimeContext) -> None:
        self._count = runtime_context.get_state(ValueStateDescriptor("count"))

    def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> Iterator[Any]:
        self._count.update((self._count.value() or 0) + 1)
        yield ctx.get_current_key(), self._count.value()


class First(KeySelector):
    def get_key(self, value: Any) -> Any:
        return value[0]


def counts(keys: list[Any], batch: bool = False) -> list[Any]:
    return collect(lambda env: env.from_collection([(key,) for key in keys]).key_by(First()).process(Count()), batch)


@pytest.mark.parametrize(
    "key",
    [1, 1.0, True, "1", b"1", None, "", (1,), (1.0,), [1], 2**40, -0.0, datetime.date(2020, 1, 1), Decimal("1.0")],
    ids=repr,
)
@pytest.mark.parametrize("batch", [False, True])
def test_equal_keys_share_state_and_come_back_as_what_they_are(key: Any, batch: bool) -> None:
    actual = counts([key, key], batch)
    assert actual == [(key, 1), (key, 2)]
    assert {type(seen) for seen, _ in actual} == {type(key)}


@pytest.mark.parametrize("batch", [False, True])
def test_nan_is_one_key(batch: bool) -> None:
    """As in PyFlink and in Java, though nan != nan."""
    assert [count for _, count in counts([NAN, float("nan"), NAN], batch)] == [1, 2, 3]


@pytest.mark.parametrize(
    ("one", "other"), [(1, "1"), ("1", b"1"), ((1,), [1]), (None, ""), (None, 0), (b"1", bytearray(b"1"))], ids=repr
)
@pytest.mark.parametrize("batch", [False, True])
def test_keys_of_different_types_do_not_share_state(one: Any, other: Any, batch: bool) -> None:
    assert [count for _, count in counts([one, other], batch)] == [1, 1]


@pytest.mark.parametrize(("one", "other"), [(1, 1.0), (1, True), (0, False), (0, 0.0), ((1,), (1.0,))], ids=repr)
@pytest.mark.parametrize("batch", [False, True])
def test_numbers_of_different_types_do_not_share_state(one: Any, other: Any, batch: bool) -> None:
    """PyFlink: 1, 1.0 and True share in STREAMING and not in BATCH; (1,) and (1.0,) never do."""
    assert [count for _, count in counts([one, other], batch)] == [1, 1]


def test_zero_and_minus_zero_do_not_share_state() -> None:
    """By the encoded bytes, as Java's Double keys; PyFlink's cache lets them share."""
    assert [count for _, count in counts([0.0, -0.0])] == [1, 1]


def test_objects_are_keys_by_their_contents() -> None:
    actual = collect(lambda env: env.from_collection([1, 1]).key_by(lambda value: Point(value, 2)).process(Count()))
    assert [(key.x, count) for key, count in actual] == [(1, 1), (1, 2)]


class Point:
    """Without __eq__."""

    def __init__(self, x: int, y: int) -> None:
        self.x = x
        self.y = y


@pytest.mark.parametrize("key", [{"a": 1}, {1, 2}, frozenset([1]), (1, {2})], ids=repr)
def test_key_without_a_stable_encoding_fails_the_job(key: Any) -> None:
    """PyFlink takes it, and its state then depends on the order of the elements; ours is a clear error."""
    with pytest.raises(PyriteError, match="cannot be a key"):
        counts([key])


def test_text_of_the_selectors_exception_ends_the_job() -> None:
    with pytest.raises(PyriteError, match="IndexError: tuple index out of range"):
        collect(lambda env: env.from_collection([(1,)]).key_by(lambda value: value[5]).process(Count()))


def test_key_that_does_not_pickle_fails_the_job() -> None:
    with pytest.raises(PyriteError, match="cannot"):
        collect(lambda env: env.from_collection([1]).key_by(lambda value: (i for i in range(3))).process(Count()))


def test_position_is_no_key_selector() -> None:
    """PyFlink raises a TypeError when the program is built."""
    with pytest.raises((TypeError, PyriteError), match="KeySelector"):
        collect(lambda env: env.from_collection([(1,)]).key_by(0).process(Count()))  # type: ignore[arg-type]
