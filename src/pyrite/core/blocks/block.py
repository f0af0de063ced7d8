"""Block: many records of one stream, the unit of all work."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Optional, Protocol, Self


class Block(Protocol):
    """Records in their order, as lists of Python objects (`RowBlock`) or as Arrow columns (`ColumnBlock`).

    Blocks are shared, never changed: every method returns another block, or the same one where nothing differs. All
    blocks of an edge are of one kind, that of its codec.
    """

    @property
    def timestamps(self) -> Optional[list[int]]:
        """The event time of each record in milliseconds, NO_TIMESTAMP where it has none; None: no record has one."""

    @property
    def change_kinds(self) -> Optional[Any]:
        """The ChangeKind of each record, as a column of int8; None: all records are inserts."""

    def __len__(self) -> int:
        """How many records there are."""

    def slice(self, start: int, stop: int) -> Self:
        """The records from `start` up to `stop`."""

    def concat(self, *others: Self) -> Self:
        """The records of this block and of others of the same stream, in this order."""

    def deal(self, count: int) -> Sequence[Self]:
        """The records in `count` parts of equal size, the first ones larger by a record if they must be."""

    def scatter(self, targets: Sequence[int], count: int) -> Iterator[tuple[int, Self]]:
        """The records by target, in their order: one of 0 to `count` - 1 for each. Empty parts are left out."""

    def unkeyed(self) -> Self:
        """The records without what says which keys they have: that holds for one edge only."""

    def with_timestamps(self, timestamps: list[int]) -> Self:
        """The records at other times."""
