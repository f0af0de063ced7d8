"""Rows as Avro messages."""

from __future__ import annotations

import json
import pickle
import sys
from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.common import Row, Types
from pyrite.core.errors import InvalidProgramError, MissingDependencyError
from pyrite.datastream.formats.avro import AvroRowDeserializationSchema, AvroRowSerializationSchema
from tests.formats.typed_values import TEXT


def record(**fields: Any) -> str:
    """A record schema with these fields."""
    return json.dumps(
        {"type": "record", "name": "R", "fields": [{"name": name, "type": kind} for name, kind in fields.items()]}
    )


def both(schema: str) -> tuple[AvroRowSerializationSchema, AvroRowDeserializationSchema]:
    return (
        AvroRowSerializationSchema(avro_schema_string=schema),
        AvroRowDeserializationSchema(avro_schema_string=schema),
    )


def round_trip(kind: Any, value: Any) -> Any:
    writer, reader = both(record(v=kind))
    return reader.deserialize(writer.serialize(Row(v=value))).v


def logical(kind: str, name: str, **more: Any) -> dict[str, Any]:
    return {"type": kind, "logicalType": name, **more}


INNER = {"type": "record", "name": "Inner", "fields": [{"name": "x", "type": "int"}]}
MOMENT = datetime(2020, 1, 2, 3, 4, 5, 678000)


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("boolean", True),
        ("int", -(2**31)),
        ("long", 2**63 - 1),
        ("float", 1.5),
        ("double", 1e300),
        ("string", "é"),
        ("bytes", b"\x00\xff"),
        (["null", "string"], None),
        (["string", "null"], "a"),
        (["null", "string", "int"], 7),
        ({"type": "fixed", "name": "F", "size": 2}, b"ab"),
        ({"type": "enum", "name": "E", "symbols": ["A", "B"]}, "B"),
        ({"type": "array", "items": ["null", "int"]}, [1, None]),
        ({"type": "map", "values": INNER}, {"a": Row(x=1)}),
        ({"type": "array", "items": INNER}, [Row(x=1), Row(x=2)]),
        (["null", INNER], Row(x=1)),
        (["null", INNER], None),
        (logical("int", "date"), date(2020, 1, 2)),
        (logical("int", "time-millis"), time(1, 2, 3, 456000)),
        (logical("long", "time-micros"), time(1, 2, 3, 456789)),
        (logical("long", "timestamp-millis"), MOMENT),
        (logical("long", "timestamp-micros"), MOMENT + timedelta(microseconds=9)),
        (logical("long", "local-timestamp-millis"), MOMENT),
        (logical("bytes", "decimal", precision=6, scale=2), Decimal("1234.50")),
        (logical("string", "uuid"), "00000000-0000-0000-0000-000000000005"),
        (logical("string", "unknown"), "text"),
    ],
    ids=str,
)
def test_value_comes_back(kind: Any, value: Any) -> None:
    actual = round_trip(kind, value)
    assert actual == value and type(actual) is type(value)


def test_message_is_avros_binary_form() -> None:
    writer, reader = both(record(a="int", b="string"))
    assert writer.serialize(Row(1, "ab")) == b"\x02\x04ab"
    assert reader.deserialize(b"\x02\x04ab") == Row(a=1, b="ab")


def test_produced_type_is_flinks() -> None:
    fields = {
        "a": ["null", "long"],
        "b": {"type": "array", "items": "string"},
        "c": logical("long", "timestamp-millis"),
    }
    _, reader = both(record(**fields, d=INNER, e={"type": "map", "values": "bytes"}))
    expected = Types.ROW_NAMED(
        list("abcde"),
        [
            Types.LONG(),
            Types.OBJECT_ARRAY(Types.STRING()),
            Types.SQL_TIMESTAMP(),
            Types.ROW_NAMED(["x"], [Types.INT()]),
            Types.MAP(Types.STRING(), Types.PRIMITIVE_ARRAY(Types.BYTE())),
        ],
    )
    assert reader.get_produced_type() == expected


def test_time_with_a_zone_is_written_as_that_moment() -> None:
    hour_ahead = datetime(2020, 1, 2, 4, 4, 5, tzinfo=timezone(timedelta(hours=1)))
    for kind in ("timestamp-millis", "timestamp-micros"):
        assert round_trip(logical("long", kind), hour_ahead) == datetime(2020, 1, 2, 3, 4, 5)
    assert round_trip(logical("long", "timestamp-millis"), MOMENT.replace(tzinfo=UTC)) == MOMENT


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("int", 2**31),
        ("int", 1.5),
        ("int", "x"),
        ("int", None),
        ("boolean", "x"),
        ("float", 1e40),
        ("string", 1),
        ("bytes", "a"),
        ({"type": "enum", "name": "E", "symbols": ["A"]}, "B"),
        ({"type": "array", "items": "int"}, "12"),
        ({"type": "map", "values": "int"}, {1: 1}),
        (logical("long", "timestamp-millis"), 5),
        (["null", INNER], Row(1, 2)),
    ],
    ids=str,
)
def test_value_that_the_schema_cannot_hold_is_refused_with_its_place(kind: Any, value: Any) -> None:
    with pytest.raises(TypeError, match="field 'v': expected"):
        round_trip(kind, value)


def test_decimal_with_more_digits_than_the_schema_is_refused() -> None:
    with pytest.raises(ValueError):
        round_trip(logical("bytes", "decimal", precision=4, scale=2), Decimal("1.234"))


@pytest.mark.parametrize(
    ("message", "why"),
    [
        (b"", "ends before its record does"),
        (b"\x02\x04a", "ends before its record does"),
        (b"\x02\x04abX", "1 bytes are left over"),
    ],
)
def test_message_of_another_length_is_refused(message: bytes, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        both(record(a="int", b="string"))[1].deserialize(message)


@pytest.mark.parametrize(
    ("schema", "why"),
    [
        ("{", "cannot be read"),
        ('{"type": "frob"}', "cannot be read"),
        ('"int"', "expected the schema of a record"),
        (
            record(a={"type": "record", "name": "N", "fields": [{"name": "n", "type": ["null", "N"]}]}),
            "contains itself",
        ),
    ],
)
def test_schema_without_rows_is_refused_when_it_is_made(schema: str, why: str) -> None:
    with pytest.raises(InvalidProgramError, match=why):
        AvroRowDeserializationSchema(avro_schema_string=schema)


def test_java_class_is_refused_and_a_schema_is_needed() -> None:
    with pytest.raises(InvalidProgramError, match="record_class is a Java class"):
        AvroRowSerializationSchema("com.example.User")
    with pytest.raises(InvalidProgramError, match="pass avro_schema_string"):
        AvroRowDeserializationSchema()


def test_missing_package_names_the_pip_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fastavro", None)
    with pytest.raises(MissingDependencyError, match=r"pip install 'pyrite\[avro\]'"):
        both(record(a="int"))


def test_schemas_pickle_after_use() -> None:
    writer, reader = pickle.loads(pickle.dumps(both(record(a="int"))))
    assert pickle.loads(pickle.dumps(reader)).deserialize(writer.serialize(Row(5))) == Row(a=5)


LEAVES: list[tuple[Any, st.SearchStrategy[Any]]] = [
    ("boolean", st.booleans()),
    ("int", st.integers(-(2**31), 2**31 - 1)),
    ("long", st.integers(-(2**63), 2**63 - 1)),
    ("double", st.floats(allow_nan=False)),
    ("string", TEXT),
    ("bytes", st.binary(max_size=9)),
    (logical("int", "date"), st.dates()),
    (logical("long", "time-micros"), st.times()),
    (logical("long", "timestamp-micros"), st.datetimes()),
]
SCHEMAS = st.recursive(
    st.sampled_from(LEAVES),
    lambda inner: (
        inner.map(lambda part: ({"type": "array", "items": part[0]}, st.lists(part[1], max_size=3)))
        | inner.map(lambda part: ({"type": "map", "values": part[0]}, st.dictionaries(TEXT, part[1], max_size=3)))
    ),
    max_leaves=4,
)


@given(st.data(), st.lists(SCHEMAS, min_size=1, max_size=4))
def test_any_row_comes_back(data: st.DataObject, parts: list[tuple[Any, st.SearchStrategy[Any]]]) -> None:
    fields = {f"f{index}": ["null", kind] for index, (kind, _) in enumerate(parts)}
    row = Row(**{f"f{index}": data.draw(st.none() | values) for index, (_, values) in enumerate(parts)})
    writer, reader = both(record(**fields))
    assert reader.deserialize(writer.serialize(row)) == row
