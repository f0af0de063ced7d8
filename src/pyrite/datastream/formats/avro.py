"""Avro messages."""

from pyrite.connectors.formats.avro_row import AvroRowDeserializationSchema, AvroRowSerializationSchema
from pyrite.connectors.formats.confluent_avro import (
    ConfluentRegistryAvroDeserializationSchema,
    ConfluentRegistryAvroSerializationSchema,
)
from pyrite.connectors.formats.schema_registry import ConfluentSchemaRegistry, FixedSchemaRegistry, SchemaRegistry

__all__ = [
    "AvroRowDeserializationSchema",
    "AvroRowSerializationSchema",
    "ConfluentRegistryAvroDeserializationSchema",
    "ConfluentRegistryAvroSerializationSchema",
    "ConfluentSchemaRegistry",
    "FixedSchemaRegistry",
    "SchemaRegistry",
]
