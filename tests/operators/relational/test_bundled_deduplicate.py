"""Deduplication with mini-batch announces what Flink 2.3 announced for these rows, in bundles that end as there."""

from __future__ import annotations

from typing import Any, Optional, cast

import pyarrow as pa
import pytest

from pyrite.core.blocks.column_block import CHANGE_KINDS, ColumnBlock
from pyrite.core.types import IntType, RowField, RowType, TimestampType, string_type
from pyrite.operators.relational.aggregate.bundle import BundleSize
from pyrite.operators.relational.changelog.changelog_normalize import ChangelogNormalizeSpec
from pyrite.operators.relational.rank.deduplicate import DeduplicateSpec
from pyrite.testing.harness import OperatorTestHarness as Harness
from tests.operators.capabilities import timers_of

INPUT = RowType((RowField("id", IntType()), RowField("k", string_type()), RowField("ts", TimestampType(3))))
KEYS, SECONDS = "abaacbacbac", (1, 2, 5, 3, 4, 2, 5, 9, 1, 7, 10)
NAMES = ("+I", "-U", "+U", "-D")


def block_of(first: int, last: int) -> ColumnBlock:
    """The rows with these ids and those between."""
    ids = range(first, last + 1)
    times = pa.array([SECONDS[each - 1] * 1000 for each in ids], pa.timestamp("ms"))
    keys = pa.array([KEYS[each - 1] for each in ids])
    return ColumnBlock(pa.record_batch([pa.array(ids, pa.int32()), keys, times], INPUT.names))


def changes_of(harness: Harness) -> dict[str, list[str]]:
    """Kinds and ids by key: bundles have no order of keys."""
    made: dict[str, list[str]] = {}
    for each in harness.output.blocks:
        block = cast(ColumnBlock, each)
        assert block.change_kinds is not None
        ids, keys = (block.batch.column(name).to_pylist() for name in ("id", "k"))
        for number, key, kind in zip(ids, keys, block.change_kinds.to_pylist(), strict=True):
            made.setdefault(key, []).append(f"{NAMES[kind]}{number}")
    return made


def harness_of(time: Optional[int], keeps_last: bool = True, rows: int = 4, **more: Any) -> Harness:
    spec = DeduplicateSpec((1,), time, keeps_last, INPUT, True, text="deduplicate", bundle=BundleSize(rows, 1000))
    return Harness(spec.build(), [lambda row: row], **more)


@pytest.mark.parametrize(
    ("time", "blocks", "expected"),
    [
        (
            None,
            [(1, 4), (5, 8), (9, 11)],
            {
                "a": ["+I4", "-U4", "+U7", "-U7", "+U10"],
                "b": ["+I2", "-U2", "+U6", "-U6", "+U9"],
                "c": ["+I8", "-U8", "+U11"],
            },
        ),
        (None, [(1, 11)], {"a": ["+I10"], "b": ["+I9"], "c": ["+I11"]}),
        (
            2,
            [(1, 1), (2, 3), (4, 7), (8, 11)],
            {
                "a": ["+I1", "-U1", "+U3", "-U3", "+U7", "-U7", "+U10"],
                "b": ["+I2", "-U2", "+U6"],
                "c": ["+I5", "-U5", "+U11"],
            },
        ),
    ],
)
def test_changes_are_those_of_flink(
    time: Optional[int], blocks: list[tuple[int, int]], expected: dict[str, list[str]]
) -> None:
    harness = harness_of(time)
    for block in blocks:
        harness.operator.process_block(block_of(*block))
        harness.process_watermark(block[0])  # ends the bundle
    assert changes_of(harness) == expected


def test_barrier_ends_the_bundle_and_the_first_row_by_time_stays() -> None:
    harness = harness_of(2, keeps_last=False, rows=100)
    harness.operator.process_block(block_of(2, 6))
    state = harness.snapshot()
    assert changes_of(harness) == {"b": ["+I2"], "a": ["+I4"], "c": ["+I5"]}
    harness = harness_of(2, keeps_last=False, rows=100, restore=state)
    harness.operator.process_block(block_of(7, 11))
    assert timers_of(harness.operator).next_deadline_us() is not None and not harness.output.blocks
    harness.operator.finish()
    assert changes_of(harness) == {"b": ["-U2", "+U9"]}


def test_upserts_in_a_bundle_are_normalized_to_one_change() -> None:
    spec = ChangelogNormalizeSpec((1,), None, INPUT, True, text="normalize", bundle=BundleSize(100, 1000))
    harness = Harness(spec.build(), [lambda row: row])
    for kinds in ([2] * 10 + [3], [3] + [2] * 10):
        batch = block_of(1, 11).batch.append_column(CHANGE_KINDS, pa.array(kinds, pa.int8()))
        harness.operator.process_block(ColumnBlock(batch))
        harness.snapshot()
    assert changes_of(harness) == {"a": ["+I10"], "b": ["+I9"], "c": ["+I11"]}
