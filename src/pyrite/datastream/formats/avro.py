"""Avro messages and files."""

from pyrite.formats.avro.confluent import (
    ConfluentRegistryAvroDeserializationSchema,
    ConfluentRegistryAvroSerializationSchema,
)
from pyrite.formats.avro.files import AvroBulkWriters, AvroInputFormat, AvroReaderFormat
from pyrite.formats.avro.row import AvroRowDeserializationSchema, AvroRowSerializationSchema
from pyrite.formats.avro.schema import AvroSchema, GenericRecordAvroTypeInfo
from pyrite.formats.avro.schema_registry import ConfluentSchemaRegistry, FixedSchemaRegistry, SchemaRegistry

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
