"""JsonSchema: the same values with orjson and without it."""

from __future__ import annotations

import json
import pickle
import sys
from collections import namedtuple
from dataclasses import dataclass
from datetime import UTC, date, datetime
from enum import Enum
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.common import Row
from pyrite.datastream.formats.json import JsonSchema
from pyrite.formats.json import text as json_text

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@pytest.fixture(params=["orjson", "json"])
def schema(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> JsonSchema:
    if request.param == "json":
        monkeypatch.setitem(sys.modules, "orjson", None)
    assert (json_text._orjson() is None) == (request.param == "json")
    return JsonSchema()


def plain_schema() -> JsonSchema:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "orjson", None)
        schema = JsonSchema()
        assert schema.deserialize(schema.serialize(1)) == 1  # both are made now
    return schema


PLAIN = plain_schema()


@given(VALUES)
def test_value_comes_back(value: Any) -> None:
    fast = JsonSchema()
    for message in (fast.serialize(value), PLAIN.serialize(value)):
        assert repr(fast.deserialize(message)) == repr(PLAIN.deserialize(message)) == repr(value)


@given(st.text(alphabet='[]{}",:0123456789.eE+-nulltrfas\\ \ufeff'))
def test_any_text_is_read_alike_with_orjson_and_without(text: str) -> None:
    outcomes = []
    for schema in (JsonSchema(), PLAIN):
        try:
            outcomes.append(repr(schema.deserialize(text.encode())))
        except ValueError as error:
            outcomes.append(str(error))
    assert outcomes[0] == outcomes[1]


def test_integers_beyond_64_bits_stay_integers(schema: JsonSchema) -> None:
    for number in (2**64, -(2**63) - 1, 10**30):
        assert schema.deserialize(json.dumps([number]).encode()) == [number]
        assert schema.serialize([number]) == b"[%d]" % number


@pytest.mark.parametrize("message", [b"NaN", b"[Infinity]", b"[1,]", b"1 2", b"", b"{'a':1}", b'"\xff"', b"01"])
def test_what_is_no_json_is_refused(schema: JsonSchema, message: bytes) -> None:
    with pytest.raises(ValueError):
        schema.deserialize(message)


@pytest.mark.parametrize("value", [float("nan"), {"a": [1, None, float("inf")]}, [None, Row(a=float("nan"))]])
def test_number_that_json_has_not_is_refused(schema: JsonSchema, value: Any) -> None:
    with pytest.raises(ValueError, match="Out of range float"):
        schema.serialize(value)


@pytest.mark.parametrize("value", [b"bytes", {1, 2}, {"a": object()}, int])
def test_value_that_json_has_no_form_for_is_refused(schema: JsonSchema, value: Any) -> None:
    with pytest.raises(TypeError, match="JSON cannot represent"):
        schema.serialize(value)


@dataclass
class Point:
    x: int
    _y: int


class Colour(Enum):
    RED = "red"


class Real(float):
    pass


Pair = namedtuple("Pair", "a b")


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (Row(a=1, b=[Row(c=None)]), b'{"a":1,"b":[{"c":null}]}'),
        (Row(1, "x"), b'[1,"x"]'),
        (Point(1, 2), b'{"x":1,"_y":2}'),
        (Colour.RED, b'"red"'),
        (UUID(int=1), b'"00000000-0000-0000-0000-000000000001"'),
        (datetime(2020, 1, 2, 3, 4, 5, tzinfo=UTC), b'"2020-01-02T03:04:05+00:00"'),
        (date(2020, 1, 2), b'"2020-01-02"'),
        (Pair(1, (2, 3)), b"[1,[2,3]]"),
        (Real(1.5), b"1.5"),
        ({1: "é"}, '{"1":"é"}'.encode()),
    ],
    ids=str,
)
def test_python_values_are_written_alike(schema: JsonSchema, value: Any, message: bytes) -> None:
    assert schema.serialize(value) == message


def test_null_is_none_and_the_schema_pickles_after_use(schema: JsonSchema) -> None:
    assert schema.deserialize(b"null") is None
    assert pickle.loads(pickle.dumps(schema)).deserialize(b'{"a": [1]}') == {"a": [1]}
