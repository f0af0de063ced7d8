"""RankedRows: a table that applies the announced changes has the first rows of the key, in a plain model of them."""

from __future__ import annotations

import random

import pytest

from pyrite.core.blocks.changelog import ChangeKind
from pyrite.core.types import BigIntType, LogicalType
from pyrite.expressions.row_identity import RowIdentity
from pyrite.operators.relational.keyed.row_order import Row, RowOrder
from pyrite.operators.relational.keyed.sort_column import SortColumn
from pyrite.operators.relational.rank.ranked_rows import RankChanges, RankedRows, Rows

TYPES: list[LogicalType] = [BigIntType(), BigIntType()]
"""An id, and the number that rows are ordered by."""
RANGES = pytest.mark.parametrize(("start", "end"), [(1, 1), (1, 3), (2, 3)])
SHOWN = pytest.mark.parametrize("shows_ranks", [False, True])


class Announced:
    """The rows that changes leave, by rank if ranks are shown; each change must fit the rows before it."""

    def __init__(self, start: int, end: int, shows_ranks: bool) -> None:
        is_numbered = shows_ranks or start > 1
        self.ranked = RankedRows(
            RowOrder((SortColumn(1, False, False),), TYPES),
            start,
            end,
            shows_ranks,
            RowIdentity(TYPES),
            RowIdentity(TYPES, (0,)),
        )
        self.rows: Rows = []
        self.table: dict[int, Row] = {}
        self._bounds = start, end
        self._is_numbered = is_numbered

    def apply(self, changes: RankChanges) -> None:
        for kind, row, rank in zip(changes.kinds, changes.rows, changes.ranks, strict=True):
            key = rank if self._is_numbered else row[0]
            if kind in (ChangeKind.UPDATE_BEFORE, ChangeKind.DELETE):
                assert self.table.pop(key) == row
            else:
                assert key not in self.table
                self.table[key] = row

    def changes(self) -> RankChanges:
        return RankChanges(*self._bounds, emits_update_before=True)

    def check(self, model: Rows) -> None:
        start, end = self._bounds
        first = sorted(model, key=lambda row: row[1])[start - 1 : end]
        shown = [self.table[rank] for rank in sorted(self.table)] if self._is_numbered else list(self.table.values())
        assert sorted(row[1] for row in shown) == [row[1] for row in first]
        assert set(shown) <= set(model)
        assert not self._is_numbered or [row[1] for row in shown] == [row[1] for row in first]


@RANGES
@SHOWN
@pytest.mark.parametrize("seed", range(5))
def test_changes_of_inserted_rows_give_the_first_rows(start: int, end: int, shows_ranks: bool, seed: int) -> None:
    chance, announced, model = random.Random(seed), Announced(start, end, shows_ranks), list[Row]()
    for number in range(30):
        row, changes = (number, chance.randrange(20)), announced.changes()
        model.append(row)
        is_kept = announced.ranked.insert(announced.rows, row, changes)
        assert is_kept == (row in announced.rows)
        announced.apply(changes)
        announced.check(model)


@RANGES
@SHOWN
@pytest.mark.parametrize("seed", range(5))
def test_changes_of_rows_that_come_and_go_give_the_first_rows(
    start: int, end: int, shows_ranks: bool, seed: int
) -> None:
    chance, announced, model = random.Random(seed), Announced(start, end, shows_ranks), list[Row]()
    for number in range(60):
        changes = announced.changes()
        if model and chance.random() < 0.5:
            assert announced.ranked.retract(announced.rows, model.pop(chance.randrange(len(model))), changes)
        else:
            model.append((number, chance.randrange(20)))
            announced.ranked.accumulate(announced.rows, model[-1], changes)
        announced.apply(changes)
        announced.check(model)


@SHOWN
@pytest.mark.parametrize("seed", range(5))
def test_changes_of_rows_that_move_up_give_the_first_rows(shows_ranks: bool, seed: int) -> None:
    chance, announced, model = random.Random(seed), Announced(1, 3, shows_ranks), dict[int, Row]()
    for _ in range(40):
        name, changes = chance.randrange(6), announced.changes()
        model[name] = (name, min(chance.randrange(20), model.get(name, (name, 99))[1]))
        announced.ranked.upsert(announced.rows, model[name], changes)
        if shows_ranks:  # without ranks, an update replaces a row by a row of the same key
            announced.apply(changes)
            announced.check([*model.values()])
        assert [row[1] for row in announced.rows] == sorted(row[1] for row in model.values())[:3]


def test_row_that_moves_down_changes_the_ranks_between() -> None:
    announced = Announced(1, 3, shows_ranks=True)
    for row in ((1, 10), (2, 20), (3, 30), (1, 25)):
        changes = announced.changes()
        announced.ranked.upsert(announced.rows, row, changes)
        announced.apply(changes)
    assert announced.table == {1: (2, 20), 2: (1, 25), 3: (3, 30)}
