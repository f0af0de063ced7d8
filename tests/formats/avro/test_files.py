"""Avro files: records that their schema cannot hold are refused, and shown."""

from __future__ import annotations

import io
import re
from typing import Any

import fastavro
import pytest

from pyrite.formats.avro.files import AvroBulkWriters
from pyrite.formats.avro.schema import AvroSchema

SCHEMA = AvroSchema(
    {
        "type": "record",
        "name": "R",
        "fields": [
            {"name": "a", "type": "int"},
            {"name": "b", "type": "string"},
            {"name": "c", "type": ["null", "double"], "default": None},
        ],
    }
)


@pytest.mark.parametrize(
    ("record", "field"),
    [
        ({"a": 2**40, "b": "x"}, "R.a"),
        ({"a": 1.5, "b": "x"}, "R.a"),
        ({"a": True, "b": "x"}, "R.a"),
        ({"a": 1, "b": 7}, "R.b"),
        ({"b": "x"}, "R.a"),
        (None, "R"),
    ],
)
def test_record_that_does_not_fit_is_refused_and_shown(record: Any, field: str) -> None:
    writer = AvroBulkWriters.for_generic_record(SCHEMA).create(io.BytesIO())
    with pytest.raises(TypeError, match=f"Avro schema, got {re.escape(repr(record))} .*{re.escape(field)}"):
        writer.add_elements([{"a": 1, "b": "x"}, record])


def test_records_that_fit_are_written() -> None:
    stream = io.BytesIO()
    writer = AvroBulkWriters.for_generic_record(SCHEMA).create(stream)
    writer.add_element({"a": -(2**31), "b": "x"})
    writer.add_elements([{"a": 2**31 - 1, "b": "y", "c": 1}])
    writer.finish()
    stream.seek(0)
    assert list(fastavro.reader(stream)) == [
        {"a": -(2**31), "b": "x", "c": None},
        {"a": 2**31 - 1, "b": "y", "c": 1.0},
    ]
