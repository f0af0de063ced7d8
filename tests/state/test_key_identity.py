"""Which keys are one key, whatever Python, numpy and the objects themselves do about their pickles."""

from __future__ import annotations

import functools
import logging
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from enum import Enum, Flag, IntEnum
from fractions import Fraction
from ipaddress import ip_address
from pathlib import PurePosixPath
from typing import Any, NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd  # type: ignore[import-untyped]
import pytest

from pyrite.core.types.rows import Row, RowKind
from pyrite.core.windows.windows import TimeWindow
from pyrite.datastream import KeyedProcessFunction, RuntimeContext
from pyrite.datastream.state import ValueStateDescriptor
from pyrite.state import key_encoders
from pyrite.state.key_codec import decode_key, encode_key
from pyrite.testing import ProcessFunctionTestHarnesses


class Colour(Enum):
    RED = 1
    GREEN = 2


class Size(IntEnum):
    SMALL = 1


class Rights(Flag):
    READ = 1
    WRITE = 2


class Point(NamedTuple):
    x: int
    y: int


@dataclass(frozen=True)
class Account:
    bank: str
    number: int
    label: str = field(default="none", compare=False)

    @functools.cached_property
    def text(self) -> str:
        return f"{self.bank} {self.number}"


@dataclass(frozen=True, slots=True)
class Place:
    city: str
    seen: int = field(compare=False)


@dataclass(frozen=True)
class Hashed:
    """Works out its hash, and another field, when it is made."""

    name: str
    short: str = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "short", self.name[:1])
        object.__setattr__(self, "name", self.name.lower())
        object.__setattr__(self, "hash", hash(self.name))

    def __hash__(self) -> int:
        return self.hash  # type: ignore[attr-defined, no-any-return]


class Branch(Account):
    """Not a dataclass itself: it compares more than the fields of one."""

    def __init__(self, bank: str, number: int, town: str) -> None:
        super().__init__(bank, number)
        object.__setattr__(self, "town", town)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Branch) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash(self.bank)


class CaseInsensitive:
    """A class with an encoding of its own."""

    def __repr__(self) -> str:
        return f"CaseInsensitive({self.name!r})"

    def __init__(self, name: str) -> None:
        self.name = name
        self.cached: Any = object()

    def __pyrite_key__(self) -> tuple[str]:
        return (self.name.lower(),)


class Plain:
    """A class without one."""

    def __init__(self, name: str) -> None:
        self.name = name


class Count(KeyedProcessFunction):
    def open(self, runtime_context: RuntimeContext) -> None:
        self._count = runtime_context.get_state(ValueStateDescriptor("count"))

    def process_element(self, value: Any, ctx: Any) -> Iterator[Any]:
        self._count.update((self._count.value() or 0) + 1)
        yield self._count.value()


MOMENT = datetime(2026, 3, 1, 12, 30, 15, 250, UTC)

ONE_KEY: list[tuple[Any, Any]] = [
    (1, np.int64(1)),
    (1, np.uint8(1)),
    (1.5, np.float32(1.5)),
    (True, np.bool_(True)),
    ("a", np.str_("a")),
    (b"a", np.bytes_(b"a")),
    ((1, "a"), (np.int32(1), np.str_("a"))),
    (float("nan"), np.float64("nan")),
    (Decimal("1.0"), Decimal("1.00")),
    (Decimal("-0"), Decimal("0.00")),
    (Decimal(100), Decimal("1E+2")),
    (MOMENT, MOMENT.astimezone(ZoneInfo("Asia/Tokyo"))),
    (datetime(2026, 1, 1), datetime(2026, 1, 1, fold=1)),
    (Account("a", 1, "x"), Account("a", 1, "y")),
    (Place("a", 1), Place("a", 2)),
    (CaseInsensitive("A"), CaseInsensitive("a")),
    (range(1, 4, 2), range(1, 5, 2)),
]

OTHER_KEYS: list[tuple[Any, Any]] = [
    (1, Size.SMALL),
    (1, True),
    (1, 1.0),
    (0.0, -0.0),
    ("1", 1),
    ((1, 2), [1, 2]),
    ((1, 2), Point(1, 2)),
    (Colour.RED, Colour.GREEN),
    (Rights.READ, Rights.READ | Rights.WRITE),
    (date(2026, 1, 1), datetime(2026, 1, 1)),
    (datetime(2026, 1, 1), datetime(2026, 1, 1, tzinfo=UTC)),
    (np.datetime64(5, "s"), np.datetime64(5, "ms")),
    (Account("a", 1), Account("a", 2)),
    (Branch("a", 1, "Bonn"), Branch("a", 1, "Ulm")),
    (("a", "bc"), ("ab", "c")),
    ((("a",), "b"), ("a", ("b",))),
    (Row(1, 2), Row(2, 1)),
    (Row(1), Row.of_kind(RowKind.DELETE, 1)),
]

COME_BACK: list[Any] = [
    *(Colour.RED, Size.SMALL, Rights.READ | Rights.WRITE, Point(1, -2), Account("a", 1), CaseInsensitive),
    *(date(2026, 1, 2), datetime(2026, 1, 2, 3, 4, 5, 6), MOMENT, time(1, 2, 3, 4), timedelta(-1, 2, 3), UTC),
    *(time(1, 2, tzinfo=timezone(timedelta(hours=2))), pd.Timestamp(5), pd.Timestamp(5, tz="UTC")),
    *(UUID(int=7), Decimal("-12.345"), Decimal("1E+400"), Decimal("Infinity"), Fraction(1, 3), 1 - 2j, range(3)),
    *(PurePosixPath("/a/ä"), ip_address("10.0.0.1"), ip_address("::1"), np.datetime64(5, "ns"), np.timedelta64(5, "D")),
    *(2**31, -(2**31) - 1, 2**70, -(2**3000), "\ud800", bytearray(b"a"), [1, (2, [3])], TimeWindow(0, 10)),
    *(Row(1, "a"), Row(a=1, b=(2, 3)), Row.of_kind(RowKind.DELETE, 1)),
]


@pytest.mark.parametrize(("key", "other"), ONE_KEY, ids=repr)
def test_equal_keys_are_one_key(key: Any, other: Any) -> None:
    assert encode_key(key) == encode_key(other)
    assert encode_key(("in a tuple", key)) == encode_key(("in a tuple", other))


@pytest.mark.parametrize(("key", "other"), OTHER_KEYS, ids=repr)
def test_keys_that_differ_are_two_keys(key: Any, other: Any) -> None:
    assert (type(encode_key(key)), encode_key(key)) != (type(encode_key(other)), encode_key(other))
    assert encode_key((key,)) != encode_key((other,))


@pytest.mark.parametrize("key", COME_BACK, ids=repr)
def test_key_comes_back(key: Any) -> None:
    for back in (decode_key(encode_key(key)), decode_key(encode_key(("a", key)))[1]):
        assert back == key
        assert type(back) is type(key)


def test_numpy_key_comes_back_as_pythons() -> None:
    assert type(decode_key(encode_key((np.int64(1),)))[0]) is int


def test_field_that_is_not_compared_comes_back_with_its_default() -> None:
    assert decode_key(encode_key(Account("a", 1, "x"))).label == "none"
    assert decode_key(encode_key(Place("a", 3))).seen is None


def test_what_a_dataclass_works_out_when_it_is_made_comes_back() -> None:
    key = Hashed("Ab")
    back = decode_key(encode_key(key))
    assert back == key and hash(back) == hash(key)
    assert back.short == "a"


def test_instance_of_a_class_with_an_encoding_is_made_of_it_again() -> None:
    back = decode_key(encode_key(CaseInsensitive("ABC")))
    assert type(back) is CaseInsensitive and back.name == "abc"


def test_what_a_key_caches_does_not_split_it() -> None:
    key = Account("a", 1)
    harness = ProcessFunctionTestHarnesses.for_keyed_process_function(Count(), lambda value: key)
    for number in range(6):
        if number == 3:
            assert key.text == "a 1"
        harness.process_element(number)
    assert harness.extract_output_values() == [1, 2, 3, 4, 5, 6]


def ours(function: str) -> bytes:
    """The begin of a call of a function of ours."""
    return b"cpyrite\npersisted\n(X" + len(function).to_bytes(4, "little") + function.encode()


def test_bytes_of_keys_are_the_same_in_every_version_of_python_and_numpy() -> None:
    """The format of state: from 0.1.0 on, a change here is a new KEY_VERSION, and state is converted on restore."""
    module = b"X\x1d\x00\x00\x00tests.state.test_key_identity"
    assert encode_key((1, "a")) == b"(J\x01\x00\x00\x00X\x01\x00\x00\x00at."
    assert encode_key(np.float64(1.5)) == b"G?\xf8\x00\x00\x00\x00\x00\x00."
    assert encode_key(2**40 * np.ones(1, np.int64)[0]) == 2**40
    assert encode_key((2**40,)) == b"(\x8a\x06\x00\x00\x00\x00\x00\x01t."
    assert (
        encode_key(Colour.RED) == ours("key-enum-member/1") + module + b"X\x06\x00\x00\x00ColourX\x03\x00\x00\x00REDtR."
    )
    assert encode_key(date(2026, 1, 2)) == b"cdatetime\ndate\n(J\xea\x07\x00\x00J\x01\x00\x00\x00J\x02\x00\x00\x00tR."
    assert encode_key(PurePosixPath("/a")) == b"cpathlib\nPurePosixPath\n(X\x02\x00\x00\x00/atR."
    assert encode_key(Point(1, 2)) == (
        ours("key-by-fields/1") + module + b"X\x05\x00\x00\x00Point"
        b"(X\x01\x00\x00\x00xX\x01\x00\x00\x00yt(J\x01\x00\x00\x00J\x02\x00\x00\x00ttR."
    )


def test_key_of_another_class_is_warned_about_once(caplog: pytest.LogCaptureFixture) -> None:
    key_encoders.forget(Plain)
    with caplog.at_level(logging.WARNING):
        encoded = [encode_key(Plain("a")), encode_key((Plain("a"), 1)), encode_key(Plain("b"))]
    assert encoded[0] == encode_key(Plain("a")) != encoded[2]
    assert decode_key(encoded[1])[0].name == "a"
    assert len(caplog.messages) == 1
    assert "tests.state.test_key_identity.Plain" in caplog.text and "__pyrite_key__" in caplog.text


def test_key_of_a_class_that_cannot_be_imported_is_refused() -> None:
    @dataclass(frozen=True)
    class Local:
        x: int

    with pytest.raises(TypeError, match=r"cannot be a key: .*Local cannot be imported"):
        encode_key(Local(1))


def test_encoding_that_is_no_tuple_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CaseInsensitive, "__pyrite_key__", lambda self: self.name)
    with pytest.raises(TypeError, match=r"CaseInsensitive.__pyrite_key__\(\) must return a tuple"):
        encode_key(CaseInsensitive("a"))
