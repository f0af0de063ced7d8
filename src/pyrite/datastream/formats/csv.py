"""CSV messages and files."""

from pyrite.connectors.formats.csv_files import CsvBulkWriters, CsvReaderFormat
from pyrite.connectors.formats.csv_row import CsvRowDeserializationSchema, CsvRowSerializationSchema
from pyrite.connectors.formats.csv_schema import CsvSchema, CsvSchemaBuilder

__all__ = [
    "CsvBulkWriters",
    "CsvReaderFormat",
    "CsvRowDeserializationSchema",
    "CsvRowSerializationSchema",
    "CsvSchema",
    "CsvSchemaBuilder",
]
