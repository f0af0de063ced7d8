"""RankedRows: the first rows of a key by an order, and the changes that an added or removed row causes, as in Flink.

The rows of a key are a sorted list. Rows that are equal in the order stay in the order of arrival. Ranks begin at 1;
changes are emitted for rows with ranks from `start` to `end`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Optional

from pyrite.core.blocks.changelog import ChangeKind
from pyrite.expressions.row_identity import RowIdentity
from pyrite.operators.relational.keyed.row_order import Row, RowOrder

Rows = list[Row]


class RankChanges:
    """Changes of rows with their ranks, in the order of emission."""

    def __init__(self, start: int, end: int, emits_update_before: bool) -> None:
        self._start, self._end = start, end
        self._emits_update_before = emits_update_before
        self.kinds: list[int] = []
        self.rows: Rows = []
        self.ranks: list[int] = []

    def add(self, kind: ChangeKind, row: Row, rank: int) -> None:
        if self._start <= rank <= self._end:
            self.kinds.append(kind)
            self.rows.append(row)
            self.ranks.append(rank)

    def update(self, before: Row, after: Row, rank: int) -> None:
        """Records that another row has the rank."""
        self.before(before, rank)
        self.add(ChangeKind.UPDATE_AFTER, after, rank)

    def before(self, row: Row, rank: int) -> None:
        if self._emits_update_before:
            self.add(ChangeKind.UPDATE_BEFORE, row, rank)


class RankedRows:
    """Updates the rows of one key at a time.

    If ranks are shown or do not start at 1, a row that moves others down changes all of them. Otherwise one row is
    added and one removed.
    """

    def __init__(
        self, order: RowOrder, start: int, end: int, shows_ranks: bool, rows: RowIdentity, keys: RowIdentity
    ) -> None:
        """`rows` compares whole rows, `keys` the columns by which `upsert` identifies a row."""
        self.order = order
        self._rows, self._keys = rows, keys
        self._end = end
        self._is_numbered = shows_ranks or start > 1
        self._is_single = start == end == 1

    # Inserts ----------------------------------------------------------------------------------------------------------

    def insert(self, rows: Rows, row: Row, changes: RankChanges) -> bool:
        """Inserts a row, keeping only the first rows. Returns whether the row is among them. For insert-only input."""
        place = bisect_right(rows, self.order.key(row), key=self.order.key)
        if place >= self._end:
            return False
        if self._is_single and rows:
            changes.update(rows[0], row, 1)
        else:
            self._come(rows, place, row, changes)
        rows.insert(place, row)
        del rows[self._end :]
        return True

    def _come(self, rows: Rows, place: int, row: Row, changes: RankChanges) -> None:
        """Inserts a row at a position within the ranks."""
        end = self._end
        if self._is_numbered:
            current = row
            for rank in range(place + 1, min(len(rows), end) + 1):
                before = rows[rank - 1]
                changes.update(before, current, rank)
                current = before
            if len(rows) < end:
                changes.add(ChangeKind.INSERT, current, len(rows) + 1)
            return
        if len(rows) >= end:
            changes.add(ChangeKind.DELETE, rows[end - 1], end)
        changes.add(ChangeKind.INSERT, row, place + 1)

    # Changes ----------------------------------------------------------------------------------------------------------

    def accumulate(self, rows: Rows, row: Row, changes: RankChanges) -> None:
        """Inserts a row, keeping all rows. For input with retractions."""
        place = bisect_right(rows, self.order.key(row), key=self.order.key)
        if place < self._end:
            self._come(rows, place, row, changes)
        rows.insert(place, row)

    def retract(self, rows: Rows, row: Row, changes: RankChanges) -> bool:
        """Removes a row. Returns whether it existed."""
        place = self._place_of(rows, row)
        if place is None:
            return False
        end = self._end
        if place < end and self._is_numbered:
            for rank in range(place + 1, min(end, len(rows) - 1) + 1):
                changes.update(rows[rank - 1], rows[rank], rank)
            if len(rows) <= end:
                changes.add(ChangeKind.DELETE, rows[-1], len(rows))
        elif place < end:
            changes.add(ChangeKind.DELETE, rows[place], place + 1)
            if len(rows) > end:
                changes.add(ChangeKind.INSERT, rows[end], end)
        del rows[place]
        return True

    def _place_of(self, rows: Rows, row: Row) -> Optional[int]:
        """Returns the position of the first identical row."""
        key, is_same = self.order.key(row), self._rows.matcher(row)
        for place in range(bisect_left(rows, key, key=self.order.key), len(rows)):
            if is_same(rows[place]):
                return place
            if key < self.order.key(rows[place]):
                return None
        return None

    # Upserts ----------------------------------------------------------------------------------------------------------

    def upsert(self, rows: Rows, row: Row, changes: RankChanges) -> bool:
        """Inserts or moves a row, keeping only the first rows.

        Returns whether rows changed. For rows that only move up.
        """
        has_key = self._keys.matcher(row)
        place = next((place for place, each in enumerate(rows) if has_key(each)), None)
        if place is None:
            return self.insert(rows, row, changes)
        before = rows[place]
        if self._is_single and self._rows.are_same(before, row):
            return False
        if self.order.key(before) == self.order.key(row):
            rows[place] = row
            changes.update(before, row, place + 1)
            return True
        del rows[place]
        new = bisect_right(rows, self.order.key(row), key=self.order.key)
        rows.insert(new, row)
        if not self._is_numbered:
            changes.update(before, row, place + 1)
        elif new <= place:
            self._move_up(rows, new, place, before, changes)
        else:
            self._move_down(rows, new, place, before, changes)
        return True

    def _move_up(self, rows: Sequence[Row], new: int, old: int, before: Row, changes: RankChanges) -> None:
        """Moves a row to a position above. The rows in between move down by one."""
        if new == old:
            changes.update(before, rows[new], new + 1)
            return
        for place in range(new, old):
            changes.before(rows[place + 1], place + 1)
            if place == new:
                changes.before(before, old + 1)
            changes.add(ChangeKind.UPDATE_AFTER, rows[place], place + 1)
        changes.add(ChangeKind.UPDATE_AFTER, rows[old], old + 1)

    def _move_down(self, rows: Sequence[Row], new: int, old: int, before: Row, changes: RankChanges) -> None:
        """Moves a row to a position below, which happens only if state expired."""
        changes.before(before, old + 1)
        for place in range(old, new):
            changes.before(rows[place], place + 2)
            changes.add(ChangeKind.UPDATE_AFTER, rows[place], place + 1)
        changes.add(ChangeKind.UPDATE_AFTER, rows[new], new + 1)
