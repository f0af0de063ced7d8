"""Row: a record of fields by position and by name, and RowKind: what a row says about a changing result."""

from pyrite.core.types.rows import (
    Row,
    RowKind,
    row_from_parts,
)

__all__ = [
    "Row",
    "RowKind",
    "row_from_parts",
]
