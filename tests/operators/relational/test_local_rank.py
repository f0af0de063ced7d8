"""What LocalRank leaves out changes nothing that Rank and FirstRows announce."""

from __future__ import annotations

import math
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.operator_spec import OperatorSpec
from pyrite.core.types import BigIntType, DoubleType, RowField, RowType, string_type
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.operators.operator import build_operator
from pyrite.operators.relational.keyed.sort_column import SortColumn
from pyrite.operators.relational.rank import key_slots, local_rank
from pyrite.operators.relational.rank.limit_per_key import FirstRowsSpec
from pyrite.operators.relational.rank.local_rank import LocalRankSpec
from pyrite.operators.relational.rank.rank import RankSpec, RankStrategy
from pyrite.operators.relational.rows.rows import batch_of
from tests.operators.harness import Harness

ROWS = RowType(
    (
        RowField("k", BigIntType()),
        RowField("s", string_type()),
        RowField("whole", BigIntType()),
        RowField("real", DoubleType()),
    ),
    nullable=False,
)
REALS = st.sampled_from([None, 0.0, -0.0, 1.0, 2.5, math.nan, math.inf, -math.inf]) | st.floats(-3, 3)
WHOLES = st.sampled_from([None, -(2**63), 2**63 - 1]) | st.integers(-3, 3)
VALUES = st.tuples(
    st.sampled_from([None, 1, 2, 3, -5, 2**62]) | st.integers(0, 3), st.sampled_from("abc"), WHOLES, REALS
)
ORDERS = st.lists(st.builds(SortColumn, st.sampled_from([2, 3]), st.booleans(), st.booleans()), max_size=2)


def _blocks(rows: list[Any], cuts: list[int]) -> list[ColumnBlock]:
    whole = ColumnBlock(batch_of(rows, ROWS, to_arrow_schema(ROWS)))
    ends = sorted({*(cut for cut in cuts if cut < len(rows)), len(rows)})
    return [whole.slice(start, end) for start, end in zip([0, *ends], ends, strict=False)]


def _run(spec: OperatorSpec, blocks: list[ColumnBlock], keyed: bool) -> list[ColumnBlock]:
    job = Harness(build_operator(spec), keyed=keyed)
    for block in blocks:
        job.operator.process_block(block)
    return cast(list[ColumnBlock], job.main.blocks)


def _changes(spec: OperatorSpec, blocks: list[ColumnBlock]) -> list[str]:
    return [str(row) for block in _run(spec, blocks, keyed=True) for row in block.batch.to_pylist()]


@settings(max_examples=150, deadline=None)
@given(
    st.lists(VALUES, min_size=1, max_size=40),
    st.lists(st.integers(1, 40), max_size=6),
    st.sampled_from([(0,), (1,), (0, 1), ()]),
    ORDERS,
    st.integers(1, 3),
    st.sampled_from([4, 1 << 20]),
)
def test_what_local_rank_leaves_out_changes_nothing(
    rows: list[Any], cuts: list[int], keys: tuple[int, ...], order: list[SortColumn], end: int, places: int
) -> None:
    sorted_by = tuple({column.place: column for column in order}.values())
    spec: OperatorSpec = FirstRowsSpec(keys, 1, end, True, ROWS, True, "n", text="FirstRows")
    if sorted_by:
        output = RowType((*ROWS.fields, RowField("n", BigIntType())), nullable=False)
        strategy = RankStrategy.APPEND_FAST
        spec = RankSpec(keys, sorted_by, 1, end, True, strategy, (), ROWS, output, True, text="Rank")
    local = LocalRankSpec.of(keys, sorted_by, end, ROWS)
    assert local is not None
    blocks = _blocks(rows, cuts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(local_rank, "_LEAST_ROWS", 0)
        patch.setattr(local_rank, "_LONGEST_REST", 0)
        patch.setattr(key_slots, "MOST_PLACES", places)
        left = _run(local, blocks, keyed=False)
    assert _changes(spec, left) == _changes(spec, blocks)


def _sent(local: Harness, keys: list[int], price: float) -> int:
    block = _blocks([(key, "a", 1, price) for key in keys], [])[0]
    before = sum(len(each) for each in local.main.blocks)
    local.operator.process_block(block)
    return sum(len(each) for each in local.main.blocks) - before


def test_local_rank_sends_a_row_only_if_it_may_be_among_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_rank, "_LEAST_ROWS", 0)
    spec = LocalRankSpec.of((0,), (SortColumn(3, True, False),), 2, ROWS)
    assert spec is not None
    local = Harness(spec.build())
    assert [_sent(local, [1, 1, 2], price) for price in (1.0, 1.0, 1.0)] == [3, 3, 1]  # the second block is its rest
    assert _sent(local, [1, 1, 2], 0.5) == 0
    assert _sent(local, [1], 2.0) == 1


def test_local_rank_rests_longer_where_keys_are_new_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_rank, "_LEAST_ROWS", 0)
    spec = LocalRankSpec.of((0,), (), 1, ROWS)
    assert spec is not None
    local = Harness(spec.build())
    for key in range(70):
        _sent(local, [key], 1.0)
    # it has looked at blocks 0, 2, 5, 10, 19, 36, 53 and now 70
    assert _sent(local, [0, 2, 5, 10, 19, 36, 53], 1.0) == 0


def test_no_bound_is_kept_of_texts_and_of_many_ranks() -> None:
    assert LocalRankSpec.of((0,), (SortColumn(1, False, False),), 1, ROWS) is None
    assert LocalRankSpec.of((0,), (), 101, ROWS) is None
