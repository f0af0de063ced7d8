"""GroupAggregate in columns gives the changes of the row form in their order, doubles bit for bit, and its state."""

from __future__ import annotations

import math
import struct
from typing import Any, Optional, cast

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.types import (
    BigIntType,
    BooleanType,
    DoubleType,
    FloatType,
    IntType,
    LogicalType,
    RowField,
    RowType,
    TinyIntType,
    string_type,
)
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.expressions.aggregates import AGGREGATES
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.expressions.function import Argument
from pyrite.operators.relational.aggregate import running_aggregate
from pyrite.operators.relational.aggregate.bundle import BundleSize
from pyrite.operators.relational.aggregate.group_aggregate import GroupAggregateSpec
from pyrite.operators.relational.keyed import passes_per_key as key_rounds
from pyrite.operators.relational.rows.rows import batch_of
from tests.operators.harness import Harness

TYPES: list[LogicalType] = [TinyIntType(), IntType(), BigIntType(), FloatType(), DoubleType()]
INPUT = RowType(
    (
        RowField("k", string_type()),
        *(RowField(f"c{place}", kind) for place, kind in enumerate(TYPES)),
        RowField("f", BooleanType()),
    ),
    nullable=False,
)
DOUBLES = st.floats(width=64) | st.sampled_from([0.0, -0.0, 0.1, 1e300, math.nan, math.inf, -1.5])


def _call(function: str, place: int, has_filter: bool) -> AggregateCall:
    kinds = () if place < 0 else (TYPES[place],)
    resolution = AGGREGATES[function].signature([Argument(kind) for kind in kinds])
    assert resolution is not None
    arguments = () if place < 0 else (1 + place,)
    return AggregateCall(function, arguments, kinds, resolution.result, filter=6 if has_filter else None)


CALLS = st.lists(
    st.builds(_call, st.sampled_from(["COUNT", "SUM", "AVG", "MIN", "MAX"]), st.integers(0, 4), st.booleans())
    | st.builds(_call, st.just("COUNT"), st.just(-1), st.booleans()),
    min_size=1,
    max_size=4,
)
ROWS = st.lists(
    st.tuples(
        st.sampled_from(["a", "b", "c", None]),
        st.none() | st.integers(-128, 127),
        st.none() | st.integers(-(1 << 31), (1 << 31) - 1),
        st.none() | st.integers(-(1 << 63), (1 << 63) - 1),
        st.none() | st.floats(width=32),
        st.none() | DOUBLES,
        st.none() | st.booleans(),
    ),
    max_size=40,
)


BUNDLE = BundleSize(rows=1, latency_ms=1)
"""Each block is one."""


def _harness(calls: list[AggregateCall], emits_update_before: bool, bundle: Optional[BundleSize] = None) -> Harness:
    keys = [RowField("k", string_type())]
    made = [RowField(f"r{place}", call.result_type) for place, call in enumerate(calls)]
    output = RowType((*keys, *made), nullable=False)
    spec = GroupAggregateSpec(
        (0,), tuple(calls), INPUT, output, False, emits_update_before, text="GroupAggregate", bundle=bundle
    )
    return Harness(spec.build(), keyed=True)


def _outcome(
    calls: list[AggregateCall], blocks: list[list[Any]], emits: bool, bundle: Optional[BundleSize]
) -> tuple[list[Any], Any]:
    harness = _harness(calls, emits, bundle)
    for rows in blocks:
        if rows:
            harness.operator.process_block(ColumnBlock(batch_of(rows, INPUT, to_arrow_schema(INPUT))))
    out = [cast(ColumnBlock, block).batch for block in harness.main.blocks]
    changes = [tuple(map(_bits, row.values())) for batch in out for row in batch.to_pylist()]
    backend = harness.context.backend
    assert backend is not None
    state = {entry.key: _bits(entry.value) for entry in backend.snapshot()}
    return changes, state


def _bits(value: Any) -> Any:
    """Doubles by their bits; NaN is one."""
    if isinstance(value, tuple):
        return tuple(map(_bits, value))
    if isinstance(value, float):
        return "nan" if math.isnan(value) else struct.pack(">d", value)
    return value


@pytest.mark.parametrize("bundle", [None, BUNDLE], ids=["each row", "bundles"])
@pytest.mark.parametrize("alone", [0, 1, 4])
@settings(max_examples=70, deadline=None)
@given(calls=CALLS, blocks=st.lists(ROWS, max_size=3), emits=st.booleans())
def test_columns_equal_rows(
    calls: list[AggregateCall], blocks: list[list[Any]], emits: bool, alone: int, bundle: Optional[BundleSize]
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(running_aggregate, "_LEAST_ROWS", 1000)
        by_rows = _outcome(calls, blocks, emits, bundle)
        patch.setattr(running_aggregate, "_LEAST_ROWS", 0)
        patch.setattr(key_rounds, "_ALONE", alone)
        in_columns = _outcome(calls, blocks, emits, bundle)
    assert in_columns == by_rows


def test_large_block_is_done_in_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[int] = []
    run = running_aggregate.RunningAggregate.run

    def counted(self: Any, batch: Any, *arguments: Any) -> Any:
        done.append(batch.num_rows)
        return run(self, batch, *arguments)

    monkeypatch.setattr(running_aggregate.RunningAggregate, "run", counted)
    harness = _harness([_call("SUM", 1, False)], True)
    rows = [(f"k{number % 7}", 1, number, 1, 1.0, 1.0, True) for number in range(500)]
    harness.operator.process_block(ColumnBlock(batch_of(rows, INPUT, to_arrow_schema(INPUT))))
    harness.operator.process_block(ColumnBlock(batch_of(rows[:10], INPUT, to_arrow_schema(INPUT))))
    assert done == [500]
    assert pa.types.is_int8(cast(ColumnBlock, harness.main.blocks[0]).batch.column("$op").type)


@pytest.mark.parametrize("function", ["MIN", "MAX"])
@pytest.mark.parametrize("bundle", [None, BUNDLE], ids=["each row", "bundles"])
@pytest.mark.parametrize("before", [0.0, -0.0, math.nan])
def test_extreme_of_a_key_stays_where_zeros_come_later(
    function: str, bundle: Optional[BundleSize], before: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    def row(value: float) -> tuple[Any, ...]:
        return ("a", 1, 1, 1, 1.0, value, True)

    blocks = [[row(before)], [row(0.0)] * 25]
    in_columns = _outcome([_call(function, 4, False)], blocks, False, bundle)
    monkeypatch.setattr(running_aggregate, "_LEAST_ROWS", 1000)
    assert in_columns == _outcome([_call(function, 4, False)], blocks, False, bundle)
    (state,) = in_columns[1].values()
    assert state[1] == _bits(before)


def test_block_with_zeros_is_done_in_columns() -> None:
    batch = batch_of([("a", 1, 1, 1, 1.0, 0.0, True)] * 25, INPUT, to_arrow_schema(INPUT))
    aggregate = running_aggregate.RunningAggregate([_call("MIN", 4, False)], emits_update_before=False)
    assert aggregate.takes(batch)
