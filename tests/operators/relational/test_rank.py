"""Rank: the first rows of a key, whose changes come with the rows that cause them."""

from __future__ import annotations

from typing import cast

import pyarrow as pa
import pytest

from pyrite.core.blocks.column_block import CHANGE_KINDS, ColumnBlock
from pyrite.core.types import BigIntType, RowField, RowType
from pyrite.operators.relational.keyed.sort_column import SortColumn
from pyrite.operators.relational.rank.rank import RankSpec, RankStrategy
from tests.operators.harness import Harness

INPUT = RowType((RowField("k", BigIntType()), RowField("n", BigIntType())), nullable=False)
RANKED = RowType((*INPUT.fields, RowField("rank", BigIntType(nullable=False))), nullable=False)
KINDS = ("+I", "-U", "+U", "-D")


class Ranks:
    """The two smallest numbers of each key, of rows that may be retracted."""

    def __init__(self, shows_ranks: bool = True, ttl_ms: int = 0) -> None:
        order, output = (SortColumn(1, False, False),), RANKED if shows_ranks else INPUT
        strategy = RankStrategy.RETRACT
        spec = RankSpec((0,), order, 1, 2, shows_ranks, strategy, (), INPUT, output, True, text="Rank", ttl_ms=ttl_ms)
        self.job = Harness(spec.build(), keyed=True)

    def change(self, kind: str, *numbers: int, key: int = 1) -> list[str]:
        """The changes that rows of one kind cause, as kind, number and rank."""
        columns = [
            pa.array([key] * len(numbers)),
            pa.array(numbers),
            pa.array([KINDS.index(kind)] * len(numbers), pa.int8()),
        ]
        self.job.operator.process_block(ColumnBlock(pa.record_batch(columns, names=["k", "n", CHANGE_KINDS])))
        batches = [cast(ColumnBlock, block).batch for block in self.job.main.blocks]
        self.job.main.clear()
        rows = [row for batch in batches for row in batch.to_pylist()]
        return [f"{KINDS[row[CHANGE_KINDS]]} {row['n']} {row.get('rank', '')}".rstrip() for row in rows]

    @property
    def dropped(self) -> int:
        return int(self.job.metrics.read()["numRetractionsDropped"])


@pytest.mark.parametrize("shows_ranks", [False, True])
def test_retraction_of_an_unknown_row_changes_nothing_and_is_counted(shows_ranks: bool) -> None:
    ranks = Ranks(shows_ranks)
    assert ranks.change("-D", 5) == []
    ranks.change("+I", 4, 6, 8)
    assert ranks.change("-D", 5) == []
    assert ranks.change("-D", 9) == []
    assert ranks.dropped == 3
    assert len(ranks.change("-D", 4)) > 0
    assert ranks.dropped == 3


def test_retraction_of_a_row_that_has_expired_is_dropped() -> None:
    ranks = Ranks(ttl_ms=1000)
    ranks.change("+I", 4)
    ranks.job.pass_time(1000)
    assert ranks.change("-D", 4) == []
    assert ranks.dropped == 1


def test_row_that_is_retracted_makes_place_for_the_next() -> None:
    ranks = Ranks()
    assert ranks.change("+I", 4, 6, 8) == ["+I 4 1", "+I 6 2"]
    assert ranks.change("-D", 4) == ["-U 4 1", "+U 6 1", "-U 6 2", "+U 8 2"]
    assert ranks.change("-D", 6) == ["-U 6 1", "+U 8 1", "-D 8 2"]
    assert ranks.change("-D", 8) == ["-D 8 1"]
    assert ranks.job.operator.state_entries() == 0


def test_row_that_is_retracted_makes_place_for_the_next_without_ranks() -> None:
    ranks = Ranks(shows_ranks=False)
    assert ranks.change("+I", 4, 6, 8) == ["+I 4", "+I 6"]
    assert ranks.change("+I", 5) == ["-D 6", "+I 5"]
    assert ranks.change("-D", 4) == ["-D 4", "+I 6"]
    assert ranks.change("-D", 8) == []
    assert ranks.change("-D", 5) == ["-D 5"]
