"""table.exec.state.ttl: a group that gets no rows for that long begins from nothing."""

from __future__ import annotations

from typing import cast

import pyarrow as pa
import pytest

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.types import BigIntType, RowField, RowType
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.operators.relational.aggregate import running_aggregate
from pyrite.operators.relational.aggregate.group_aggregate import GroupAggregateSpec
from pyrite.operators.relational.changelog.changelog_normalize import ChangelogNormalizeSpec
from tests.operators.harness import Harness

INPUT = RowType((RowField("k", BigIntType()),), nullable=False)
OUTPUT = RowType((RowField("k", BigIntType()), RowField("n", BigIntType(nullable=False))), nullable=False)
COUNT = AggregateCall("COUNT", (), (), BigIntType(nullable=False))
LEAST = AggregateCall("MIN", (0,), (BigIntType(),), BigIntType(nullable=False))


@pytest.fixture(params=[False, True], ids=["rows", "columns"], autouse=True)
def form(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running_aggregate, "_LEAST_ROWS", 0 if request.param else 1000)


def harness(ttl_ms: int, call: AggregateCall = COUNT) -> Harness:
    spec = GroupAggregateSpec(
        (0,), (call,), INPUT, OUTPUT, False, True, text="GroupAggregate", bundle=None, ttl_ms=ttl_ms
    )
    return Harness(spec.build(), keyed=True)


def feed(job: Harness, *keys: int) -> list[tuple[int, int, int]]:
    """The changes that rows of these keys make: kind, key and result."""
    job.operator.process_block(ColumnBlock(pa.record_batch([pa.array(keys, pa.int64())], names=["k"])))
    batches = [cast(ColumnBlock, block).batch for block in job.main.blocks]
    job.main.clear()
    return [(row["$op"], row["k"], row["n"]) for batch in batches for row in batch.to_pylist()]


def test_group_expires_after_its_last_row() -> None:
    job = harness(1000)
    assert feed(job, 1) == [(0, 1, 1)]
    job.pass_time(999)
    assert feed(job, 1) == [(1, 1, 1), (2, 1, 2)]
    job.pass_time(999)
    assert feed(job, 1) == [(1, 1, 2), (2, 1, 3)]
    job.pass_time(1000)
    assert feed(job, 1) == [(0, 1, 1)]


def test_group_stays_without_a_time_to_live() -> None:
    job = harness(0)
    feed(job, 1)
    job.pass_time(1_000_000)
    assert feed(job, 1) == [(1, 1, 1), (2, 1, 2)]


def test_result_that_stays_the_same_is_announced_if_groups_expire() -> None:
    assert feed(harness(0, LEAST), 1, 1) == [(0, 1, 1)]
    assert feed(harness(1000, LEAST), 1, 1) == [(0, 1, 1), (1, 1, 1), (2, 1, 1)]


def test_expired_groups_are_removed_at_checkpoints() -> None:
    job = harness(1000)
    feed(job, 1, 2)
    job.pass_time(600)
    feed(job, 2)
    job.pass_time(600)
    job.operator.prepare(1)
    assert job.operator.state_entries() == 1


def test_state_is_read_whether_or_not_it_was_written_with_a_time() -> None:
    for ttl_before_ms, ttl_after_ms in ((1000, 0), (0, 1000)):
        before, after = harness(ttl_before_ms), harness(ttl_after_ms)
        feed(before, 5)
        assert before.backend is not None and after.backend is not None
        after.backend.restore_entries(before.backend.snapshot())
        assert feed(after, 5)[-1] == (2, 5, 2)


def test_retraction_from_a_group_that_is_gone_is_dropped_and_counted() -> None:
    spec = GroupAggregateSpec(
        (0,), (COUNT,), INPUT, OUTPUT, True, True, text="GroupAggregate", bundle=None, ttl_ms=1000
    )
    job = Harness(spec.build(), keyed=True)
    feed(job, 1)
    job.pass_time(1000)
    columns = [pa.array([1], pa.int64()), pa.array([3], pa.int8())]
    job.operator.process_block(ColumnBlock(pa.record_batch(columns, names=["k", "$op"])))
    assert job.main.blocks == []
    assert job.metrics.read()["numRetractionsDropped"] == 1


def test_expired_rows_of_a_normalized_changelog_are_removed_at_checkpoints() -> None:
    spec = ChangelogNormalizeSpec((0,), None, INPUT, True, text="ChangelogNormalize", ttl_ms=1000)
    job = Harness(spec.build(), keyed=True)
    for key in (1, 2):
        columns = [pa.array([key], pa.int64()), pa.array([2], pa.int8())]
        job.operator.process_block(ColumnBlock(pa.record_batch(columns, names=["k", "$op"])))
        job.pass_time(600)
    assert job.operator.state_entries() == 2
    job.operator.prepare(1)
    assert job.operator.state_entries() == 1
