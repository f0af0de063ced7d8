"""JSON messages."""

from pyrite.formats.json.row import JsonRowDeserializationSchema, JsonRowSerializationSchema
from pyrite.formats.json.value import JsonSchema

__all__ = ["JsonRowDeserializationSchema", "JsonRowSerializationSchema", "JsonSchema"]
