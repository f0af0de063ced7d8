"""Row: a record of fields by position and by name, and RowKind: the change that a row describes."""

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
