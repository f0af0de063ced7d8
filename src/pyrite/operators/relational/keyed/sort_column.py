"""SortColumn: a column of a sort order, in plans and operators."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SortColumn:
    """A sort column, with its direction and the position of NULLs."""

    place: int
    is_descending: bool
    nulls_first: bool
