"""JSON messages."""

from pyrite.connectors.formats.json_row import JsonRowDeserializationSchema, JsonRowSerializationSchema
from pyrite.connectors.formats.json_value import JsonSchema

__all__ = ["JsonRowDeserializationSchema", "JsonRowSerializationSchema", "JsonSchema"]
