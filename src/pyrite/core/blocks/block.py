"""Block: many records of one stream, the unit of all work."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Optional, Protocol, Self


class Block(Protocol):
    """Records in order, as lists of Python objects (`RowBlock`) or as Arrow columns (`ColumnBlock`).

    Blocks are shared and immutable: every method returns another block, or the same one if nothing differs. All blocks
    of an edge have the block type of its codec.
    """

    @property
    def timestamps(self) -> Optional[list[int]]:
        """The event time of each record in milliseconds, or NO_TIMESTAMP; None: no record has a timestamp."""

    @property
    def change_kinds(self) -> Optional[Any]:
        """The ChangeKind of each record, as a column of int8; None: all records are inserts."""

    def __len__(self) -> int:
        """The number of records."""

    def slice(self, start: int, stop: int) -> Self:
        """The records from `start` up to `stop`, exclusive."""

    def concat(self, *others: Self) -> Self:
        """The records of this block and of other blocks of the same stream, in this order."""

    def deal(self, count: int) -> Sequence[Self]:
        """The records in `count` parts of equal size; the first parts may be larger by one record."""

    def scatter(self, targets: Sequence[int], count: int) -> Iterator[tuple[int, Self]]:
        """The records by target, in order: `targets` has a number below `count` for each. Empty parts are left out."""

    def unkeyed(self) -> Self:
        """The records without their keys, which are valid on one edge only."""

    def with_timestamps(self, timestamps: list[int]) -> Self:
        """The records with other timestamps."""
