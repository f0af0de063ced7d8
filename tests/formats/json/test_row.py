"""Rows as JSON: what is read as PyFlink 2.3 was seen to read it, and what is refused where it would have guessed."""

from __future__ import annotations

import pickle
from datetime import date, datetime, time
from decimal import Decimal
from math import isnan
from typing import Any

import pytest

from pyrite.common import Instant, Row, TypeInformation, Types
from pyrite.core.errors import InvalidProgramError
from pyrite.datastream.formats.json import JsonRowDeserializationSchema, JsonRowSerializationSchema

BYTES = Types.PRIMITIVE_ARRAY(Types.BYTE())
INNER = Types.ROW_NAMED(["x", "y"], [Types.INT(), Types.STRING()])


def reader(*types: TypeInformation, **named: TypeInformation) -> JsonRowDeserializationSchema:
    fields = {f"f{index}": kind for index, kind in enumerate(types)} | named
    row_type = Types.ROW_NAMED(list(fields), list(fields.values()))
    return JsonRowDeserializationSchema.builder().type_info(row_type).build()


def read(kind: TypeInformation, text: str) -> Any:
    row = reader(v=kind).deserialize(f'{{"v": {text}}}'.encode())
    assert row is not None
    return row.v


def write(kind: TypeInformation, value: Any) -> str:
    schema = JsonRowSerializationSchema.builder().with_type_info(Types.ROW_NAMED(["v"], [kind])).build()
    return schema.serialize(Row(value)).decode().removeprefix('{"v":').removesuffix("}")


AS_FLINK = [
    (Types.INT(), "1", 1),
    (Types.INT(), '" 1 "', 1),
    (Types.INT(), "1.0", 1),
    (Types.INT(), "1e2", 100),
    (Types.INT(), "null", None),
    (Types.BYTE(), '"5"', 5),
    (Types.LONG(), "-9223372036854775808", -(2**63)),
    (Types.DOUBLE(), "1", 1.0),
    (Types.DOUBLE(), '"1.5"', 1.5),
    (Types.DOUBLE(), '"-Infinity"', float("-inf")),
    (Types.BOOLEAN(), "true", True),
    (Types.BOOLEAN(), '" TRUE "', True),
    (Types.BOOLEAN(), '"false"', False),
    (Types.STRING(), '"a"', "a"),
    (Types.STRING(), "1", "1"),
    (Types.STRING(), "1.50", "1.5"),
    (Types.STRING(), "true", "true"),
    (Types.STRING(), '{"b": 1, "c": [1.50, "x"]}', '{"b":1,"c":[1.5,"x"]}'),
    (Types.STRING(), '[1, "é"]', '[1,"é"]'),
    (Types.STRING(), "100000000000000000000000", "100000000000000000000000"),
    (Types.CHAR(), '"a"', "a"),
    (Types.BIG_INT(), "100000000000000000000000", 10**23),
    (Types.BIG_INT(), '"12"', 12),
    (Types.BIG_DEC(), "1.500000000000000000000000001", Decimal("1.500000000000000000000000001")),
    (Types.BIG_DEC(), '"1.50"', Decimal("1.50")),
    (Types.BIG_DEC(), "1e2", Decimal("1e2")),
    (Types.SQL_DATE(), '"2020-01-02"', date(2020, 1, 2)),
    (Types.SQL_TIME(), '"12:34:56Z"', time(12, 34, 56)),
    (Types.SQL_TIMESTAMP(), '"2020-01-02T12:34:56Z"', datetime(2020, 1, 2, 12, 34, 56)),
    (Types.SQL_TIMESTAMP(), '"2020-01-02T12:34:56.123456Z"', datetime(2020, 1, 2, 12, 34, 56, 123000)),
    (Types.INSTANT(), '"2020-01-02T12:34:56.5Z"', Instant(1577968496, 500_000_000)),
    (Types.INSTANT(), "1.5", Instant(1, 500_000_000)),
    (BYTES, '"AQID"', b"\x01\x02\x03"),
    (Types.PRIMITIVE_ARRAY(Types.INT()), '[1, "2"]', [1, 2]),
    (Types.BASIC_ARRAY(Types.INT()), '[1, null, "2"]', [1, None, 2]),
    (Types.OBJECT_ARRAY(INNER), '[{"x": 1}, null]', [Row(x=1, y=None), None]),
    (Types.MAP(Types.STRING(), Types.INT()), '{"a": 1, "b": null}', {"a": 1, "b": None}),
    (Types.MAP(Types.INT(), Types.INT()), '{"1": 1}', {1: 1}),
    (INNER, '{"x": 1, "y": "a", "z": 3}', Row(x=1, y="a")),
    (INNER, "null", None),
    (Types.TUPLE([Types.INT(), Types.STRING()]), '{"f0": 1, "f1": "a"}', (1, "a")),
]


@pytest.mark.parametrize(("kind", "text", "expected"), AS_FLINK, ids=lambda part: str(part)[:30])
def test_value_is_read_as_by_flink(kind: TypeInformation, text: str, expected: Any) -> None:
    actual = read(kind, text)
    assert actual == expected and type(actual) is type(expected)


def test_nan_is_read_from_its_text() -> None:
    assert isnan(read(Types.DOUBLE(), '"NaN"'))


MORE_THAN_FLINK = [
    (Types.SQL_TIMESTAMP(), '"2020-01-02 12:34:56"', datetime(2020, 1, 2, 12, 34, 56)),
    (Types.SQL_TIMESTAMP(), '"2020-01-02T12:34:56+00:00"', datetime(2020, 1, 2, 12, 34, 56)),
    (Types.SQL_TIME(), '"12:34:56.789"', time(12, 34, 56, 789000)),
    (Types.INSTANT(), '"2020-01-02T12:34:56+01:30"', Instant(1577963096, 0)),
    (Types.LIST(Types.LONG()), '[1, "2"]', [1, 2]),
    (INNER, '[1, "a"]', Row(x=1, y="a")),
    (Types.TUPLE([Types.INT()]), "[1]", (1,)),
    (Types.PICKLED_BYTE_ARRAY(), '{"a": [1, null]}', {"a": [1, None]}),
]


@pytest.mark.parametrize(("kind", "text", "expected"), MORE_THAN_FLINK, ids=lambda part: str(part)[:30])
def test_value_is_read_that_flink_refuses(kind: TypeInformation, text: str, expected: Any) -> None:
    actual = read(kind, text)
    assert actual == expected and type(actual) is type(expected)


REFUSED_BY_BOTH = [
    (Types.INT(), "3000000000"),
    (Types.INT(), "true"),
    (Types.INT(), '"x"'),
    (Types.INT(), "[1]"),
    (Types.INT(), '""'),
    (Types.LONG(), "9223372036854775808"),
    (Types.DOUBLE(), "true"),
    (Types.DOUBLE(), "NaN"),
    (Types.BYTE(), "200"),
    (Types.CHAR(), '"ab"'),
    (Types.BIG_INT(), "1.5"),
    (Types.BIG_DEC(), '"x"'),
    (Types.SQL_DATE(), '"2020-01-02T00:00:00"'),
    (Types.SQL_DATE(), "1"),
    (Types.SQL_TIME(), '"12:34:56+01:00"'),
    (Types.SQL_TIMESTAMP(), '"2020-01-02T12:34:56+01:00"'),
    (BYTES, '"AQ"'),
    (BYTES, '"x y"'),
    (Types.BASIC_ARRAY(Types.INT()), "1"),
    (Types.BASIC_ARRAY(Types.INT()), '["x"]'),
    (Types.MAP(Types.STRING(), Types.INT()), '{"a": "x"}'),
    (INNER, '"{}"'),
]
CUT_OR_GUESSED_BY_FLINK = [
    (Types.INT(), "1.5"),
    (Types.FLOAT(), "1e40"),
    (Types.BOOLEAN(), "1"),
    (Types.BOOLEAN(), '"yes"'),
    (Types.MAP(Types.STRING(), Types.INT()), "1"),
    (BYTES, "1"),
    (Types.PRIMITIVE_ARRAY(Types.INT()), "[1, null]"),
    (Types.LIST(Types.INT()), "[1.5]"),
    (Types.DOUBLE(), '"1_0"'),
]


@pytest.mark.parametrize(("kind", "text"), REFUSED_BY_BOTH + CUT_OR_GUESSED_BY_FLINK, ids=str)
def test_value_is_refused_when_the_type_cannot_hold_it(kind: TypeInformation, text: str) -> None:
    with pytest.raises((TypeError, ValueError)):
        read(kind, text)


def test_missing_field_is_none_and_unknown_one_is_left_out() -> None:
    assert reader(a=Types.INT(), b=Types.STRING()).deserialize(b'{"a": 1, "z": 2}') == Row(a=1, b=None)


def test_missing_field_fails_when_reported_to_but_null_does_not() -> None:
    row_type = Types.ROW_NAMED(["a", "b"], [Types.INT(), Types.STRING()])
    schema = JsonRowDeserializationSchema.builder().type_info(row_type).fail_on_missing_field().build()
    assert schema.deserialize(b'{"a": 1, "b": null}') == Row(a=1, b=None)
    with pytest.raises(TypeError, match=r"the fields \['b'\] are missing"):
        schema.deserialize(b'{"a": 1}')


@pytest.mark.parametrize("message", [b"", b"{", b"[]x", b'{"a": 1} {"a": 2}', b'{"a": 01}', b'{"a": "\xff"}', b"1"])
def test_message_that_is_not_one_object_is_refused(message: bytes) -> None:
    with pytest.raises((TypeError, ValueError)):
        reader(a=Types.STRING()).deserialize(message)


def test_null_gives_no_record_and_a_byte_order_mark_is_passed_over() -> None:
    schema = reader(a=Types.INT())
    assert schema.deserialize(b"null") is None
    assert schema.deserialize(b'\xef\xbb\xbf {"a": 1}\n') == Row(a=1)


def test_error_names_the_place() -> None:
    schema = reader(a=Types.OBJECT_ARRAY(Types.ROW_NAMED(["b"], [Types.MAP(Types.STRING(), Types.INT())])))
    with pytest.raises(TypeError, match=r"field 'a': element 1: field 'b': key 'k': expected INT, got 'x' \(str\)"):
        schema.deserialize(b'{"a": [null, {"b": {"k": "x"}}]}')


def test_ignored_errors_leave_none_in_the_field_or_no_record() -> None:
    row_type = Types.ROW_NAMED(["a", "b", "c"], [Types.INT(), Types.BASIC_ARRAY(Types.INT()), INNER])
    schema = JsonRowDeserializationSchema.builder().type_info(row_type).ignore_parse_errors().build()
    assert schema.deserialize(b'{"a": "x", "b": ["x", 1], "c": {"x": "y"}}') == Row(
        a=None, b=[None, 1], c=Row(x=None, y=None)
    )
    assert schema.deserialize(b'{"a": 1, "b": 2, "c": 3}') == Row(a=1, b=None, c=None)
    assert [schema.deserialize(message) for message in (b"{", b"null", b"1", b"", b"[" * 2000)] == [None] * 5


def test_missing_fields_and_ignored_errors_exclude_each_other() -> None:
    builder = JsonRowDeserializationSchema.builder().type_info(INNER).fail_on_missing_field().ignore_parse_errors()
    with pytest.raises(InvalidProgramError, match="exclude each other"):
        builder.build()


def test_builder_needs_a_row_type() -> None:
    with pytest.raises(InvalidProgramError, match=r"expected a type such as Types\.ROW_NAMED.*, got None"):
        JsonRowDeserializationSchema.builder().build()
    with pytest.raises(InvalidProgramError, match="got Integer"):
        JsonRowSerializationSchema.builder().with_type_info(Types.INT()).build()


# Writing --------------------------------------------------------------------------------------------------------------

WRITTEN = [
    (Types.STRING(), 'é"\\/\n\u2028\x01', '"é\\"\\\\/\\n\u2028\\u0001"'),
    (Types.STRING(), None, "null"),
    (Types.DOUBLE(), 1.0, "1.0"),
    (Types.DOUBLE(), float("nan"), '"NaN"'),
    (Types.DOUBLE(), float("-inf"), '"-Infinity"'),
    (Types.FLOAT(), 0.1, "0.1"),
    (Types.FLOAT(), 16777216, "16777216.0"),
    (Types.BOOLEAN(), True, "true"),
    (Types.BIG_DEC(), Decimal("1.50"), "1.50"),
    (Types.BIG_DEC(), Decimal("1E+2"), "100"),
    (Types.BIG_DEC(), Decimal("1.500000000000000000000000001"), "1.500000000000000000000000001"),
    (Types.BIG_INT(), 10**23, "100000000000000000000000"),
    (Types.SQL_DATE(), date(2020, 1, 2), '"2020-01-02"'),
    (Types.SQL_TIME(), time(12, 34, 56), '"12:34:56Z"'),
    (Types.SQL_TIMESTAMP(), datetime(2020, 1, 2, 12, 34, 56), '"2020-01-02T12:34:56Z"'),
    (Types.SQL_TIMESTAMP(), datetime(2020, 1, 2, 12, 34, 56, 120000), '"2020-01-02T12:34:56.12Z"'),
    (Types.INSTANT(), Instant(5, 120_000_000), '"1970-01-01T00:00:05.12Z"'),
    (BYTES, b"\x01\x02\x03", '"AQID"'),
    (Types.BASIC_ARRAY(Types.STRING()), ["a", None], '["a",null]'),
    (Types.MAP(Types.STRING(), Types.INT()), {"a": 1, "b": None}, '{"a":1,"b":null}'),
    (Types.MAP(Types.INT(), Types.INT()), {1: 2}, '{"1":2}'),
    (INNER, Row(1, None), '{"x":1,"y":null}'),
    (INNER, Row(y="a", x=1), '{"x":1,"y":"a"}'),
    (Types.LIST(Types.STRING()), ["a", None], '["a",null]'),
    (Types.TUPLE([Types.INT(), Types.STRING()]), (1, "a"), '{"f0":1,"f1":"a"}'),
    (Types.PICKLED_BYTE_ARRAY(), {"a": [Decimal("1.50"), "x"]}, '{"a":[1.50,"x"]}'),
]


@pytest.mark.parametrize(("kind", "value", "expected"), WRITTEN, ids=lambda part: str(part)[:30])
def test_value_is_written_as_by_flink(kind: TypeInformation, value: Any, expected: str) -> None:
    assert write(kind, value) == expected


def test_what_does_not_fit_is_not_written_and_its_place_is_named() -> None:
    schema = JsonRowSerializationSchema.builder().with_type_info(Types.ROW_NAMED(["a"], [INNER])).build()
    with pytest.raises(TypeError, match=r"field 'a': field 'x': expected INT, got '1' \(str\)"):
        schema.serialize(Row(Row("1", "a")))
    with pytest.raises(TypeError, match=r"field 'a': expected 2 fields"):
        schema.serialize(Row(Row(1)))


def test_schemas_pickle_and_tell_their_type() -> None:
    schema: JsonRowDeserializationSchema = pickle.loads(pickle.dumps(reader(a=Types.INT())))
    assert schema.deserialize(b'{"a": 1}') == Row(a=1)
    assert schema.get_produced_type() == Types.ROW_NAMED(["a"], [Types.INT()])
    written = JsonRowSerializationSchema.builder().with_type_info(INNER).build()
    assert pickle.loads(pickle.dumps(written)).serialize(Row(1, "a")) == b'{"x":1,"y":"a"}'
