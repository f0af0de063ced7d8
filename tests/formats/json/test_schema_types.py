"""The row type of a JSON schema."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest

from pyrite.common import Row, Types
from pyrite.core.errors import InvalidProgramError
from pyrite.datastream.formats.json import JsonRowDeserializationSchema
from pyrite.formats.json.schema_types import type_of_json_schema


def of(**fields: Any) -> str:
    return json.dumps({"type": "object", "properties": fields})


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        ({"type": "string"}, Types.STRING()),
        ({"type": "integer"}, Types.BIG_DEC()),
        ({"type": "number", "multipleOf": 10}, Types.BIG_DEC()),
        ({"type": ["boolean", "null"]}, Types.BOOLEAN()),
        ({"type": "string", "format": "date"}, Types.SQL_DATE()),
        ({"type": "string", "format": "time"}, Types.SQL_TIME()),
        ({"type": "string", "format": "date-time"}, Types.SQL_TIMESTAMP()),
        ({"type": "string", "format": "email"}, Types.STRING()),
        ({"type": "string", "contentEncoding": "base64"}, Types.PRIMITIVE_ARRAY(Types.BYTE())),
        ({"type": "array", "items": {"type": "string"}}, Types.OBJECT_ARRAY(Types.STRING())),
        (
            {"type": "array", "items": [{"type": "string"}, {"type": "number"}]},
            Types.ROW([Types.STRING(), Types.BIG_DEC()]),
        ),
        ({"oneOf": [{"type": "null"}, {"type": "string"}]}, Types.STRING()),
        ({"type": "object", "properties": {"x": {"type": "string"}}}, Types.ROW_NAMED(["x"], [Types.STRING()])),
    ],
    ids=str,
)
def test_field_has_the_type_that_flink_gives_it(field: Any, expected: Any) -> None:
    assert type_of_json_schema(of(v=field)) == Types.ROW_NAMED(["v"], [expected])


@pytest.mark.parametrize(
    ("field", "why"),
    [
        ({"type": ["string", "number"]}, "expected one type, optionally with null"),
        ({"type": "frob"}, "unknown type 'frob'"),
        ({}, "'type' is missing"),
        ({"anyOf": [{"type": "string"}]}, "'anyOf' combines several types"),
        ({"type": "array"}, "an array needs 'items'"),
        ({"type": "object", "additionalProperties": True}, "cannot have additional properties"),
        ({"type": "string", "contentEncoding": "hex"}, "expected the content encoding base64"),
        ({"$ref": "#/nowhere"}, "is not in the document"),
        ({"$ref": "http://other"}, "refers to another document"),
        ({"$ref": "#"}, "refers to itself"),
        (1, "expected an object, got 1"),
    ],
    ids=str,
)
def test_schema_without_a_type_is_refused_with_its_place(field: Any, why: str) -> None:
    with pytest.raises(InvalidProgramError, match=f"the JSON schema at .*: .*{why}"):
        type_of_json_schema(of(v=field))


def test_schema_that_is_no_json_is_refused() -> None:
    with pytest.raises(InvalidProgramError, match="is not valid JSON"):
        type_of_json_schema("{")


def test_rows_are_read_by_a_schema_with_references() -> None:
    schema = json.dumps(
        {
            "definitions": {"pair": {"type": "array", "items": [{"type": "string"}, {"type": "number"}]}},
            "type": "object",
            "properties": {"id": {"type": "integer"}, "best": {"$ref": "#/definitions/pair"}},
        }
    )
    reader = JsonRowDeserializationSchema.builder().json_schema(schema).build()
    assert reader.deserialize(b'{"id": 1, "best": ["x", 2.50]}') == Row(
        id=Decimal(1), best=Row(f0="x", f1=Decimal("2.50"))
    )
