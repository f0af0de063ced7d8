"""A local and a global phase give what one phase gives, whatever the blocks, also where rows are retracted."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, cast

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyrite.core.blocks.column_block import CHANGE_KINDS, ColumnBlock
from pyrite.core.types import (
    BigIntType,
    BooleanType,
    DecimalType,
    DoubleType,
    IntType,
    LogicalType,
    RowField,
    RowType,
    string_type,
)
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.expressions.aggregates import AGGREGATES
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.expressions.aggregates.partials import can_merge, two_phases
from pyrite.expressions.function import Argument
from pyrite.operators.relational.aggregate import running_aggregate
from pyrite.operators.relational.aggregate.bundle import BundleSize
from pyrite.operators.relational.aggregate.group_aggregate import GroupAggregateSpec
from pyrite.operators.relational.aggregate.local_aggregate import LocalGroupAggregateSpec
from pyrite.operators.relational.rows.rows import batch_of
from tests.operators.capabilities import timers_of
from tests.operators.harness import Harness

TYPES: list[LogicalType] = [IntType(), DoubleType(), DecimalType(10, 2), string_type()]
KEY = RowField("k", BigIntType())
INPUT = RowType(
    (KEY, *(RowField(f"c{place}", kind) for place, kind in enumerate(TYPES)), RowField("f", BooleanType())),
    nullable=False,
)
NUMBERS = ("SUM", "AVG", "MIN", "MAX", "$SUM0", "$WELFORD_M2")
Row = tuple[Any, ...]


def _call(function: str, place: int, is_distinct: bool, has_filter: bool) -> AggregateCall:
    kinds = () if place < 0 else (TYPES[place],)
    resolution = AGGREGATES[function].signature([Argument(kind) for kind in kinds])
    assert resolution is not None
    arguments = () if place < 0 else (1 + place,)
    has_distinct = is_distinct and bool(arguments)
    return AggregateCall(
        function, arguments, kinds, resolution.result.copy(nullable=True), has_distinct, 5 if has_filter else None
    )


CALLS = st.lists(
    st.builds(_call, st.sampled_from(NUMBERS), st.integers(0, 2), st.booleans(), st.booleans())
    | st.builds(_call, st.just("COUNT"), st.integers(-1, 3), st.booleans(), st.booleans())
    | st.builds(_call, st.sampled_from(["MIN", "MAX", "COLLECT"]), st.just(3), st.booleans(), st.booleans()),
    max_size=4,
)
VALUES = st.tuples(
    st.integers(0, 2),
    st.none() | st.integers(-3, 3),
    st.none() | st.integers(-3, 3).map(float),
    st.none() | st.integers(-300, 300).map(lambda n: Decimal(n).scaleb(-2)),
    st.none() | st.sampled_from(["a", "b", "c"]),
    st.none() | st.booleans(),
)


def _blocks(rows: list[Row], kinds: list[int], sizes: list[int]) -> list[ColumnBlock]:
    batch = batch_of(rows, INPUT, to_arrow_schema(INPUT))
    if any(kinds):
        batch = batch.append_column(CHANGE_KINDS, pa.array(kinds, pa.int8()))
    blocks, start = [], 0
    for size in (*sizes, len(rows)):
        if start < len(rows):
            blocks.append(ColumnBlock(batch.slice(start, size)))
        start += size
    return blocks


def _output(calls: list[AggregateCall]) -> RowType:
    return RowType((KEY, *(RowField(f"r{n}", call.result_type) for n, call in enumerate(calls))), nullable=False)


def _emitted(job: Harness) -> list[Any]:
    batches = [cast(ColumnBlock, block).batch for block in job.main.blocks]
    job.main.clear()
    return batches


def _applied(batches: list[Any]) -> dict[Any, Any]:
    """The table that changes make."""
    table: dict[Any, Any] = {}
    for batch in batches:
        for row in batch.to_pylist():
            kind = row.pop(CHANGE_KINDS, 0)
            key = row["k"]
            if kind in (0, 2):
                assert (key in table) is (kind == 2)
                table[key] = {name: str(sorted(v)) if isinstance(v, list) else v for name, v in row.items()}
            elif kind == 3:
                del table[key]
    return table


def _one_phase(calls: list[AggregateCall], blocks: list[ColumnBlock], retracts: bool) -> dict[Any, Any]:
    spec = GroupAggregateSpec((0,), tuple(calls), INPUT, _output(calls), retracts, True, text="GroupAggregate")
    job = Harness(spec.build(), keyed=True)
    for block in blocks:
        job.operator.process_block(block)
    return _applied(_emitted(job))


def _two_phases(
    calls: list[AggregateCall], blocks: list[ColumnBlock], retracts: bool, gather: int = 1
) -> dict[Any, Any]:
    phases = two_phases(calls, retracts, 1)
    between = RowType((KEY, *phases.fields()), nullable=False)
    size = BundleSize(gather, 500)
    local = Harness(
        LocalGroupAggregateSpec((0,), phases.local_calls, INPUT, between, retracts, text="local", bundle=size).build()
    )
    spec = GroupAggregateSpec(
        (0,),
        phases.global_calls,
        between,
        _output(calls),
        retracts,
        True,
        text="global",
        bundle=BundleSize(7, 1000),
        ttl_ms=0,
        rows=phases.rows,
    )
    merging = Harness(spec.build(), keyed=True)
    for block in [*blocks, None]:
        if block is None:
            local.operator.prepare(1)
        else:
            local.operator.process_block(block)
        for batch in _emitted(local):
            merging.operator.process_block(ColumnBlock(batch))
    merging.operator.prepare(1)
    return _applied(_emitted(merging))


def _changes(rows: list[Row], goes: list[bool]) -> tuple[list[Row], list[int]]:
    """Rows that come, of which some are taken back later."""
    made: list[Row] = []
    kinds: list[int] = []
    there: list[Row] = []
    for row, is_taken_back in zip(rows, goes, strict=False):
        if is_taken_back and there:
            made.append(there.pop(0))
            kinds.append(3)
        else:
            there.append(row)
            made.append(row)
            kinds.append(0)
    return made, kinds


@pytest.mark.parametrize("least_rows", [0, 1000], ids=["columns", "rows"])
@settings(max_examples=60, deadline=None)
@given(st.data())
def test_two_phases_give_what_one_gives(least_rows: int, data: st.DataObject) -> None:
    calls = data.draw(CALLS)
    rows = data.draw(st.lists(VALUES, min_size=1, max_size=25))
    goes = data.draw(st.just([False] * len(rows)) | st.lists(st.booleans(), min_size=len(rows), max_size=len(rows)))
    rows, kinds = _changes(rows, goes)
    blocks = _blocks(rows, kinds, data.draw(st.lists(st.integers(1, 8), max_size=5)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(running_aggregate, "_LEAST_ROWS", least_rows)
        one = _one_phase(calls, blocks, any(kinds))
        two = _two_phases(calls, blocks, any(kinds), data.draw(st.integers(1, 20)))
    assert one.keys() == two.keys()
    for key, row in one.items():
        assert two[key] == pytest.approx(row), (calls, rows)


def test_local_phase_turns_itself_off_where_it_does_not_shrink_a_block(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running_aggregate, "_LEAST_ROWS", 0)
    calls = (_call("COUNT", 0, False, False), _call("SUM", 0, False, False))
    between = RowType((KEY, *two_phases(calls, False, 1).fields()), nullable=False)
    job = Harness(LocalGroupAggregateSpec((0,), calls, INPUT, between, False, text="local").build())

    def rows_after(*keys: int) -> int:
        job.operator.process_block(_blocks([(key, 1, 1.0, None, "a", True) for key in keys], [0] * len(keys), [])[0])
        return sum(batch.num_rows for batch in _emitted(job))

    assert rows_after(1, 1, 2, 2) == 2
    assert rows_after(1, 2, 3, 3) == 4
    assert rows_after(1, 1, 1, 1) == 4  # it is off for some blocks
    assert [rows_after(1, 1) for _ in range(16)] == [2] * 15 + [1]


def test_local_phase_gathers_rows_until_its_bundle_ends() -> None:
    calls = (_call("COUNT", 0, False, False),)
    between = RowType((KEY, *two_phases(calls, False, 1).fields()), nullable=False)
    spec = LocalGroupAggregateSpec((0,), calls, INPUT, between, False, text="local", bundle=BundleSize(5, 500))
    job = Harness(spec.build())
    block = _blocks([(1, 1, 1.0, None, "a", True)] * 2, [0, 0], [])[0]

    def counted() -> list[int]:
        return [count for batch in _emitted(job) for count in batch.column(1).to_pylist()]

    job.operator.process_block(block)
    job.operator.process_block(block)
    assert counted() == []
    job.operator.process_block(block)
    assert counted() == [6]
    job.operator.process_block(block)
    assert timers_of(job.operator).next_deadline_us() == job.operator.context.clock.monotonic_us() + 500_000
    job.operator.process_watermark(7)
    assert counted() == [2] and timers_of(job.operator).next_deadline_us() is None


def test_functions_without_a_merge_stay_in_one_phase() -> None:
    assert can_merge([_call("SUM", 0, False, False), _call("COLLECT", 3, True, False)])
    assert not can_merge([_call("COUNT", 0, False, False), _call("FIRST_VALUE", 0, False, False)])
