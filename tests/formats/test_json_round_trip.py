"""Whatever row of whatever type: written as JSON and read again, it is the same."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given

from pyrite.common import Row
from pyrite.datastream.formats.json import JsonRowDeserializationSchema, JsonRowSerializationSchema
from tests.formats.typed_values import typed_rows


@given(typed_rows())
def test_row_comes_back(typed: tuple[Any, Row]) -> None:
    row_type, row = typed
    message = JsonRowSerializationSchema.builder().with_type_info(row_type).build().serialize(row)
    json.loads(message, parse_constant=lambda constant: 1 / 0)
    assert JsonRowDeserializationSchema.builder().type_info(row_type).build().deserialize(message) == row
