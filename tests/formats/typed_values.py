"""Hypothesis: types, each with a strategy for its values."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from hypothesis import strategies as st

from pyrite.common import Instant, Row, TypeInformation, Types

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


@dataclass(frozen=True)
class Typed:
    """A type and what it holds; `None` is not among it."""

    kind: TypeInformation
    values: st.SearchStrategy[Any]


def _whole(kind: TypeInformation, bits: int) -> Typed:
    return Typed(kind, st.integers(-(1 << bits - 1), (1 << bits - 1) - 1))


def _float32(number: float) -> float:
    return float(struct.unpack("<f", struct.pack("<f", number))[0])


def _to_millis(value: Any) -> Any:
    return value.replace(microsecond=value.microsecond // 1000 * 1000)


INSTANTS = st.builds(Instant, st.integers(-62_135_596_800, 253_402_300_799), st.integers(0, 999_999_999))

SINGLE = [
    Typed(Types.STRING(), TEXT),
    Typed(Types.BOOLEAN(), st.booleans()),
    _whole(Types.BYTE(), 8),
    _whole(Types.SHORT(), 16),
    _whole(Types.INT(), 32),
    _whole(Types.LONG(), 64),
    Typed(Types.BIG_INT(), st.integers()),
    Typed(Types.DOUBLE(), st.floats(allow_nan=False)),
    Typed(Types.FLOAT(), st.floats(width=32, allow_nan=False).map(_float32)),
    Typed(Types.BIG_DEC(), st.decimals(allow_nan=False, allow_infinity=False)),
    Typed(Types.SQL_DATE(), st.dates()),
    Typed(Types.SQL_TIME(), st.times().map(_to_millis)),
    Typed(Types.SQL_TIMESTAMP(), st.datetimes(min_value=datetime(1, 1, 1)).map(_to_millis)),
    Typed(Types.INSTANT(), INSTANTS),
    Typed(Types.PRIMITIVE_ARRAY(Types.BYTE()), st.binary(max_size=20)),
]


def _or_none(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | values


def row_of(fields: list[Typed]) -> Typed:
    """Rows with the names a, b, c..."""
    names = [chr(ord("a") + index) for index in range(len(fields))]
    kind = Types.ROW_NAMED(names, [field.kind for field in fields])
    values = st.tuples(*(_or_none(field.values) for field in fields))
    return Typed(kind, values.map(lambda items: Row(**dict(zip(names, items, strict=True)))))


def list_of(element: Typed) -> Typed:
    return Typed(Types.OBJECT_ARRAY(element.kind), st.lists(_or_none(element.values), max_size=4))


def map_of(key: Typed, value: Typed) -> Typed:
    return Typed(Types.MAP(key.kind, value.kind), st.dictionaries(key.values, _or_none(value.values), max_size=4))


KEYS = st.sampled_from([typed for typed in SINGLE if typed.kind not in (Types.BIG_DEC(), Types.FLOAT())])
TYPES = st.recursive(
    st.sampled_from(SINGLE),
    lambda inner: (
        st.lists(inner, min_size=1, max_size=4).map(row_of) | inner.map(list_of) | st.builds(map_of, KEYS, inner)
    ),
    max_leaves=6,
)


@st.composite
def typed_rows(draw: st.DrawFn, fields: st.SearchStrategy[Typed] = TYPES) -> tuple[Any, Row]:
    """A row type, and a row of it."""
    typed = row_of(draw(st.lists(fields, min_size=1, max_size=4)))
    return typed.kind, draw(typed.values)
