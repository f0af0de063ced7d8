"""Avro messages and files."""

from pyrite.connectors.formats.avro_files import AvroBulkWriters, AvroInputFormat, AvroReaderFormat
from pyrite.connectors.formats.avro_row import AvroRowDeserializationSchema, AvroRowSerializationSchema
from pyrite.connectors.formats.avro_schema import AvroSchema, GenericRecordAvroTypeInfo
from pyrite.connectors.formats.confluent_avro import (
    ConfluentRegistryAvroDeserializationSchema,
    ConfluentRegistryAvroSerializationSchema,
)
from pyrite.connectors.formats.schema_registry import ConfluentSchemaRegistry, FixedSchemaRegistry, SchemaRegistry

__all__ = [
    "AvroBulkWriters",
    "AvroInputFormat",
    "AvroReaderFormat",
    "AvroRowDeserializationSchema",
    "AvroRowSerializationSchema",
    "AvroSchema",
    "ConfluentRegistryAvroDeserializationSchema",
    "ConfluentRegistryAvroSerializationSchema",
    "ConfluentSchemaRegistry",
    "FixedSchemaRegistry",
    "GenericRecordAvroTypeInfo",
    "SchemaRegistry",
]
