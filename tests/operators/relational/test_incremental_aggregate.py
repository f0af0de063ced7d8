"""IncrementalGroupAggregate: of the values that a local phase sends, it sends on those that are new to their bucket."""

from __future__ import annotations

import pickle
from typing import Any, Final, cast

import pyarrow as pa

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.types import BigIntType, IntType, RowField, RowType
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.expressions.aggregates.partials import increments, two_phases
from pyrite.operators.relational.aggregate.incremental_aggregate import IncrementalAggregateSpec
from pyrite.testing.harness import OperatorTestHarness

KEYS: Final = (RowField("k", BigIntType()), RowField("bucket", IntType()))
COUNT: Final = BigIntType(nullable=False)
CALLS: Final = (
    AggregateCall("COUNT", (2,), (BigIntType(),), COUNT, is_distinct=True),
    AggregateCall("COUNT", (), (), COUNT),
)
Sent = tuple[int, int, list[Any], int]
"""A key, a bucket, what came of values, and how many rows."""


def job(retracts: bool = False, restore: Any = None, ttl_ms: int = 0) -> Any:
    sent, made = two_phases(CALLS, retracts, 2), two_phases(increments(CALLS), retracts, 1)
    spec = IncrementalAggregateSpec(
        (0, 1),
        1,
        sent.local_calls,
        made.local_calls,
        RowType((*KEYS, *sent.fields()), nullable=False),
        RowType((KEYS[0], *made.fields()), nullable=False),
        retracts,
        text="",
        ttl_ms=ttl_ms,
    )
    assert spec.keyed_layout == "for each (BIGINT, INT): the values of COUNT(DISTINCT BIGINT)"
    return OperatorTestHarness(spec.build(), [lambda value: None], restore=restore, now_ms=1_000)


def sent_on(harness: Any, *rows: Sent, retracts: bool = False) -> list[tuple[Any, ...]]:
    """What comes out for a block: the key, how many values are new, how many rows there were."""
    fields = two_phases(CALLS, retracts, 2).fields()
    states = [row[2] if retracts else ({value: row[2].count(value) for value in row[2]}, 0) for row in rows]
    columns = [
        [row[0] for row in rows],
        [row[1] for row in rows],
        [pickle.dumps(state) for state in states],
        *([row[3] for row in rows] for _ in fields[1:]),
    ]
    schema = to_arrow_schema(RowType((*KEYS, *fields), nullable=False))
    harness.operator.process_block(ColumnBlock(pa.record_batch(columns, schema=schema)))
    batches = [cast(ColumnBlock, block).batch for block in harness.output.blocks]
    harness.output.clear()
    return [tuple(row.values()) for batch in batches for row in batch.to_pylist()]


def test_only_values_that_are_new_to_their_bucket_count() -> None:
    harness = job()
    assert sent_on(harness, (1, 0, [4, 8, 4], 3), (1, 1, [5], 1), (2, 0, [4], 1)) == [(1, 3, 4), (2, 1, 1)]
    assert sent_on(harness, (1, 0, [8, 12], 2), (2, 0, [4], 1)) == [(1, 1, 2), (2, 0, 1)]


def test_values_are_known_after_a_checkpoint() -> None:
    first = job()
    sent_on(first, (1, 0, [4, 8], 2))
    second = job(restore=first.snapshot())
    assert sent_on(second, (1, 0, [4, 12], 2)) == [(1, 1, 2)]


def test_values_that_are_gone_are_taken_away_and_empty_buckets_are_not_kept() -> None:
    harness = job(retracts=True)
    added = [(False, (4,)), (False, (4,)), (False, (8,))]
    assert sent_on(harness, (1, 0, added, 3), retracts=True) == [(1, 2, 3, 3)]
    assert sent_on(harness, (1, 0, [(True, (4,))], -1), retracts=True) == [(1, 0, -1, -1)]
    assert sent_on(harness, (1, 0, [(True, (4,)), (True, (8,))], -2), retracts=True) == [(1, -2, -2, -2)]
    assert harness.num_state_entries() == 0


def test_values_are_new_again_after_their_time() -> None:
    harness = job(ttl_ms=100)
    sent_on(harness, (1, 0, [4], 1))
    harness.advance_processing_time(101)
    assert sent_on(harness, (1, 0, [4], 1)) == [(1, 1, 1)]
