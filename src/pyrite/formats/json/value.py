"""JsonSchema: reads and writes any JSON value as a Python value."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from pyrite.core.connector.serialization import DeserializationSchema, SerializationSchema
from pyrite.core.persistence.persisted import persisted
from pyrite.formats.compiled import Compiled
from pyrite.formats.json.text import make_dumps, make_loads


@persisted("json-schema/1")
class JsonSchema(Compiled, SerializationSchema, DeserializationSchema):
    """Converts JSON objects to dicts, arrays to lists, and so on. Several times faster if orjson is installed.

    `null` gives no record. Rows with names, dataclasses, enums, UUIDs, dates and times can be written, too, but are
    read back as plain values. Values that JSON cannot represent, such as bytes or NaN, are rejected.

    >>> JsonSchema().deserialize(b'{"item": "tea", "price": 3}')
    {'item': 'tea', 'price': 3}
    """

    def serialize(self, element: Any) -> bytes:
        return self._dumps(element)

    def deserialize(self, message: bytes) -> Any:
        return self._loads(message)

    @cached_property
    def _dumps(self) -> Callable[[Any], bytes]:
        return make_dumps()

    @cached_property
    def _loads(self) -> Callable[[bytes], Any]:
        return make_loads()
