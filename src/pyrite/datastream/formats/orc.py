"""ORC files."""

from pyrite.formats.orc.files import OrcBulkWriters, OrcColumnarRowInputFormat

__all__ = ["OrcBulkWriters", "OrcColumnarRowInputFormat"]
