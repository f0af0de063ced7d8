"""RawSchema: single values as their bytes."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.common import TypeInformation, Types
from pyrite.core.errors import InvalidProgramError
from pyrite.datastream.formats.raw import RawSchema
from tests.formats.typed_values import SINGLE, Typed

BYTES = Types.PRIMITIVE_ARRAY(Types.BYTE())
RAW = [Types.STRING(), Types.BOOLEAN(), Types.BYTE(), Types.SHORT(), Types.INT(), Types.LONG(), Types.FLOAT()]
TYPED = [typed for typed in SINGLE if typed.kind in (*RAW, Types.DOUBLE(), BYTES)]


@pytest.mark.parametrize(
    ("kind", "value", "message"),
    [
        (Types.STRING(), "é", b"\xc3\xa9"),
        (Types.BOOLEAN(), True, b"\x01"),
        (Types.BYTE(), -1, b"\xff"),
        (Types.SHORT(), 258, b"\x01\x02"),
        (Types.INT(), 1, b"\x00\x00\x00\x01"),
        (Types.LONG(), -2, b"\xff\xff\xff\xff\xff\xff\xff\xfe"),
        (Types.FLOAT(), 1.5, b"\x3f\xc0\x00\x00"),
        (Types.DOUBLE(), 1.5, b"\x3f\xf8\x00\x00\x00\x00\x00\x00"),
        (BYTES, b"\x00a", b"\x00a"),
    ],
    ids=str,
)
def test_value_is_its_bytes(kind: TypeInformation, value: Any, message: bytes) -> None:
    schema = RawSchema(kind)
    assert schema.serialize(value) == message and schema.deserialize(message) == value
    assert schema.get_produced_type() == kind


def test_charset_and_byte_order() -> None:
    assert RawSchema(Types.STRING(), charset="latin-1").serialize("é") == b"\xe9"
    assert RawSchema(Types.INT(), big_endian=False).serialize(1) == b"\x01\x00\x00\x00"


@given(st.data(), st.sampled_from(TYPED), st.booleans())
def test_value_comes_back(data: st.DataObject, typed: Typed, big_endian: bool) -> None:
    value = data.draw(typed.values)
    schema = RawSchema(typed.kind, big_endian=big_endian)
    assert pickle.loads(pickle.dumps(schema)).deserialize(schema.serialize(value)) == value


@pytest.mark.parametrize(
    ("kind", "value"),
    [(Types.INT(), 2**31), (Types.INT(), "1"), (Types.STRING(), 1), (BYTES, "a"), (Types.INT(), None)],
)
def test_value_that_does_not_fit_is_refused(kind: TypeInformation, value: Any) -> None:
    with pytest.raises(TypeError, match="expected"):
        RawSchema(kind).serialize(value)


def test_message_of_another_length_is_refused() -> None:
    with pytest.raises(TypeError, match=r"expected the 4 bytes of a INT, got b'\\x01' \(bytes\): 1 bytes"):
        RawSchema(Types.INT()).deserialize(b"\x01")


def test_type_and_charset_are_checked_when_it_is_made() -> None:
    with pytest.raises(InvalidProgramError, match=r"RawSchema: expected STRING, BOOLEAN, .*, got DateTypeInfo"):
        RawSchema(Types.SQL_DATE())
    with pytest.raises(InvalidProgramError, match="expected a charset such as 'UTF-8', got 'klingon'"):
        RawSchema(Types.STRING(), charset="klingon")
