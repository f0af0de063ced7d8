"""Operators in batch: results come at the end of the input, in blocks of a limited size that together have all rows."""

from __future__ import annotations

import math
from typing import Any, cast

import pyarrow as pa
import pytest

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.types import BigIntType, RowField, RowType
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.operators.operator import build_operator
from pyrite.operators.relational.aggregate import group_aggregate
from pyrite.operators.relational.aggregate.group_aggregate import GroupAggregateSpec
from pyrite.operators.relational.keyed.sort_column import SortColumn
from pyrite.operators.relational.over import batch_over
from pyrite.operators.relational.over.batch_over import BatchOverSpec, OverWindow
from pyrite.operators.relational.rank import rank, sort
from pyrite.operators.relational.rank.rank import RankSpec, RankStrategy
from pyrite.operators.relational.rank.sort import SortSpec
from tests.operators.harness import Harness

BIG = BigIntType()
ROWS = RowType((RowField("k", BIG), RowField("n", BIG)), nullable=False)
COUNT = AggregateCall("COUNT", (), (), BigIntType(nullable=False))
SUM = AggregateCall("SUM", (1,), (BIG,), BIG)
DOWN = SortColumn(1, True, False)
COUNTED = RowType((ROWS.fields[0], RowField("c", COUNT.result_type), RowField("s", BIG)), nullable=False)
SUMMED = RowType((*ROWS.fields, RowField("s", BIG)), nullable=False)
RANKED = RowType((*ROWS.fields, RowField("rank", BigIntType(nullable=False))), nullable=False)
INPUT = [(n % 20, n * 37 % 100) for n in range(100)]
"""Twenty keys of five rows."""
BY_KEY = {key: sorted((n for k, n in INPUT if k == key), reverse=True) for key in range(20)}
KEYS = list(dict.fromkeys(key for key, _ in INPUT))
APPEND = RankStrategy.APPEND_FAST
CASES: dict[str, tuple[Any, Any, list[tuple[int, ...]]]] = {
    "sort": (sort, SortSpec((DOWN,), ROWS, text="sort"), sorted(INPUT, key=lambda row: -row[1])),
    "rank": (
        rank,
        RankSpec((0,), (DOWN,), 1, 2, True, APPEND, (), ROWS, RANKED, False, text="rank"),
        [(key, n, place) for key in KEYS for place, n in enumerate(BY_KEY[key][:2], 1)],
    ),
    "groups": (
        group_aggregate,
        GroupAggregateSpec((0,), (COUNT, SUM), ROWS, COUNTED, False, False, text="groups"),
        [(key, 5, sum(BY_KEY[key])) for key in KEYS],
    ),
    "over": (
        batch_over,
        BatchOverSpec((0,), (OverWindow((DOWN,), True, None, 0, (SUM,)),), ROWS, SUMMED, text="over"),
        [(key, n, sum(BY_KEY[key][: place + 1])) for key in KEYS for place, n in enumerate(BY_KEY[key])],
    ),
}


@pytest.mark.parametrize("most_rows", [7, 10_000])
@pytest.mark.parametrize("case", CASES)
def test_results_come_at_the_end_in_blocks_of_a_limited_size(
    case: str, most_rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, spec, expected = CASES[case]
    monkeypatch.setattr(module, "_BLOCK_ROWS", most_rows)
    by_key = case in ("rank", "groups")
    job = Harness(build_operator(spec), keyed=by_key, batch=True)
    for first in range(0, 100, 10):
        columns = [pa.array(column) for column in zip(*INPUT[first : first + 10], strict=True)]
        job.operator.process_block(ColumnBlock(pa.record_batch(columns, names=ROWS.names)))
    assert job.main.blocks == []
    job.operator.finish()
    batches = [cast(ColumnBlock, block).batch for block in job.main.blocks]
    assert len(batches) == math.ceil((len(KEYS) if by_key else len(INPUT)) / most_rows)
    assert [tuple(row.values()) for batch in batches for row in batch.to_pylist()] == expected
