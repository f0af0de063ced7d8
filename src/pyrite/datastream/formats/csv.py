"""CSV messages and files."""

from pyrite.formats.csv.files import CsvBulkWriters, CsvReaderFormat
from pyrite.formats.csv.row import CsvRowDeserializationSchema, CsvRowSerializationSchema
from pyrite.formats.csv.schema import CsvSchema, CsvSchemaBuilder

__all__ = [
    "CsvBulkWriters",
    "CsvReaderFormat",
    "CsvRowDeserializationSchema",
    "CsvRowSerializationSchema",
    "CsvSchema",
    "CsvSchemaBuilder",
]
