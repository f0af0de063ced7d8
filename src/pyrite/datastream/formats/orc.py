"""ORC files."""

from pyrite.connectors.formats.orc_files import OrcBulkWriters, OrcColumnarRowInputFormat

__all__ = ["OrcBulkWriters", "OrcColumnarRowInputFormat"]
