"""Schemas and encoders: how connectors turn records into bytes and bytes into records."""

from pyrite.core.connector.serialization import (
    BulkWriter,
    BulkWriterFactory,
    ByteArraySchema,
    DeserializationSchema,
    Encoder,
    RowFieldExtractorSchema,
    SerializationSchema,
    SimpleStringSchema,
)

__all__ = [
    "BulkWriter",
    "BulkWriterFactory",
    "ByteArraySchema",
    "DeserializationSchema",
    "Encoder",
    "RowFieldExtractorSchema",
    "SerializationSchema",
    "SimpleStringSchema",
]
