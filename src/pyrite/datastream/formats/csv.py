"""CSV files."""

from pyrite.connectors.formats.csv_files import CsvBulkWriters, CsvReaderFormat
from pyrite.connectors.formats.csv_schema import CsvSchema, CsvSchemaBuilder

__all__ = ["CsvBulkWriters", "CsvReaderFormat", "CsvSchema", "CsvSchemaBuilder"]
