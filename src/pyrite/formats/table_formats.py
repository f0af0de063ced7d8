"""The table formats, by their identifiers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pyrite.core.connector.table_format import TableFormat
from pyrite.formats.csv.table_format import CsvTableFormat
from pyrite.formats.json.table_format import JsonTableFormat
from pyrite.formats.raw.table_format import RawTableFormat

_FORMATS: Final = (CsvTableFormat(), JsonTableFormat(), RawTableFormat())

TABLE_FORMATS: Final[Mapping[str, TableFormat]] = {table_format.identifier: table_format for table_format in _FORMATS}
"""Formats of single messages. Formats of whole files are part of the file system connector."""
