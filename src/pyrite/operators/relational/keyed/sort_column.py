"""SortColumn: an item of an order, as plans and operators have it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SortColumn:
    """A column by which rows are ordered, and where NULLs go."""

    place: int
    is_descending: bool
    nulls_first: bool
