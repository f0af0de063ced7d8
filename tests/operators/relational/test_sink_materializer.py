"""Rows that are kept for a sink by its primary key: what reaches the sink is what Flink's sink got.

benchmarks/peers/record_materializer.py has Flink answer the cases of materialized_changes.txt.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, Optional, cast

import pyarrow as pa
import pytest

from pyrite.core.blocks.column_block import CHANGE_KINDS, ColumnBlock
from pyrite.core.errors import PyriteError
from pyrite.core.time.time import MAX_WATERMARK
from pyrite.core.types import DoubleType, IntType, LogicalType, RowField, RowType, string_type
from pyrite.operators.relational.sink.compacting_materializer import CompactingMaterializerSpec
from pyrite.operators.relational.sink.sink_materializer import SinkMaterializerSpec
from tests.operators.harness import Harness
from tests.relational.fixtures import Case, cases

RECORDED: Final = cases(Path(__file__).parent / "materialized_changes.txt")
KINDS: Final = ("+I", "-U", "+U", "-D")


def row_type(value: LogicalType) -> RowType:
    return RowType((RowField("id", IntType()), RowField("k", string_type()), RowField("v", value)), nullable=False)


def harness(
    action: str, key: Optional[tuple[int, ...]], ttl_ms: int = 0, value: Optional[LogicalType] = None
) -> Harness:
    rows = row_type(value or IntType())
    if action == "DEDUPLICATE":
        return Harness(SinkMaterializerSpec((1,), key, rows, ttl_ms=ttl_ms).build(), keyed=True)
    return Harness(
        CompactingMaterializerSpec((1,), key, rows, ttl_ms=ttl_ms, fails=action == "ERROR").build(), keyed=True
    )


def feed(job: Harness, *changes: str, value: type = int) -> list[str]:
    """What comes out of changes such as `+I 1 a 10`."""
    parts = [change.split() for change in changes]
    columns = [
        pa.array([int(part[1]) for part in parts], pa.int32()),
        pa.array([part[2] for part in parts]),
        pa.array([value(part[3]) for part in parts], pa.int32() if value is int else pa.float64()),
        pa.array([KINDS.index(part[0]) for part in parts], pa.int8()),
    ]
    job.operator.process_block(ColumnBlock(pa.record_batch(columns, names=["id", "k", "v", CHANGE_KINDS])))
    return taken(job)


def taken(job: Harness) -> list[str]:
    batches = [cast(ColumnBlock, block).batch for block in job.main.blocks]
    job.main.clear()
    return [
        f"{KINDS[row[CHANGE_KINDS]]} {row['id']} {row['k']} {row['v']}"
        for batch in batches
        for row in batch.to_pylist()
    ]


def answer(case: Case) -> list[str]:
    header, *changes = case.statement.splitlines()
    action, _, key = header.partition(" by ")
    job = harness(action, (0,) if key else None)
    out = []
    try:
        for change in changes:
            out += feed(job, change)
        job.watermark(MAX_WATERMARK)
    except PyriteError as error:
        return [*out, f"! {error!s}"]
    return out + taken(job)


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in RECORDED])
def test_sink_gets_what_flinks_sink_got(case: Case) -> None:
    expected, actual = case.expected.splitlines(), answer(case)
    if expected and expected[-1].startswith("! "):
        assert expected.pop().removeprefix("! ") in actual.pop()
    assert actual == expected


def test_blocks_of_all_rows_give_the_same_changes() -> None:
    for case in RECORDED:
        header, *changes = case.statement.splitlines()
        action, _, key = header.partition(" by ")
        if action == "DEDUPLICATE":
            assert feed(harness(action, (0,) if key else None), *changes) == answer(case)


def test_conflict_names_the_node_the_key_and_the_rows() -> None:
    job = harness("ERROR", (0,))
    feed(job, "+I 1 a 10", "+I 2 a 20")
    with pytest.raises(PyriteError) as error:
        job.watermark(5)
    text = str(error.value)
    assert "Conflicting key: [k=a]" in text and "(1, 'a', 10), (2, 'a', 20)" in text


def test_update_may_come_after_that_of_the_row_which_takes_its_key() -> None:
    job = harness("ERROR", (0,))
    feed(job, "+I 1 a 10", "+I 2 b 20")
    job.watermark(5)
    assert taken(job) == ["+I 1 a 10", "+I 2 b 20"]
    feed(job, "+U 2 a 21", "-U 2 b 20")
    feed(job, "-U 1 a 10", "+U 1 b 11")
    job.watermark(6)
    assert taken(job) == ["+U 2 a 21", "+U 1 b 11"]


def test_nothing_is_written_before_the_watermark_moves() -> None:
    job = harness("NOTHING", None)
    assert feed(job, "+I 1 a 10") == []
    job.watermark(5)
    assert taken(job) == ["+I 1 a 10"]
    feed(job, "+I 2 a 20")
    job.watermark(5)
    assert taken(job) == []
    feed(job, "-D 1 a 10")
    job.watermark(6)
    assert taken(job) == ["+U 2 a 20"]


def test_retraction_of_what_is_not_there_is_counted() -> None:
    job = harness("DEDUPLICATE", None)
    assert feed(job, "-D 1 a 10", "-U 1 b 10") == []
    assert job.metrics.read()["numRetractionsDropped"] == 2


def test_rows_are_compared_by_their_bytes_as_in_flink() -> None:
    job = harness("DEDUPLICATE", None, value=DoubleType())
    assert feed(job, "+I 1 a nan", "-D 1 a nan", value=float) == ["+I 1 a nan", "-D 1 a nan"]
    assert feed(job, "+I 1 z 0.0", "-D 1 z -0.0", "-D 1 z 0.0", value=float) == ["+I 1 z 0.0", "-D 1 z 0.0"]


@pytest.mark.parametrize("action", ["DEDUPLICATE", "NOTHING"])
def test_row_of_a_key_expires(action: str) -> None:
    job = harness(action, (0,), ttl_ms=1000)
    out = feed(job, "+I 1 a 10")
    job.watermark(1)
    assert out + taken(job) == ["+I 1 a 10"]
    job.pass_time(1000)
    out = feed(job, "+U 1 a 11")
    job.watermark(2)
    assert out + taken(job) == ["+I 1 a 11"]
