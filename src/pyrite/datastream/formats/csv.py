"""CSV messages."""

from pyrite.connectors.formats.csv_row import CsvRowDeserializationSchema, CsvRowSerializationSchema

__all__ = ["CsvRowDeserializationSchema", "CsvRowSerializationSchema"]
