"""Avro files."""

from pyrite.connectors.formats.avro_files import AvroBulkWriters, AvroInputFormat, AvroReaderFormat
from pyrite.connectors.formats.avro_schema import AvroSchema, GenericRecordAvroTypeInfo

__all__ = ["AvroBulkWriters", "AvroInputFormat", "AvroReaderFormat", "AvroSchema", "GenericRecordAvroTypeInfo"]
