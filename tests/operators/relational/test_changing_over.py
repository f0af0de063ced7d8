"""OVER by a column that is no time: the changes, applied, are what a plain computation gives."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, cast

import pyarrow as pa
import pytest

from pyrite.core.blocks.column_block import CHANGE_KINDS, ColumnBlock
from pyrite.core.types import BigIntType, RowField, RowType, string_type
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.expressions.aggregates.handler import AggregateHandler
from pyrite.operators.relational.keyed.sort_column import SortColumn
from pyrite.operators.relational.over.changing_over import ChangingOverSpec
from pyrite.testing.harness import OperatorTestHarness as Harness

BIG = BigIntType()
INPUT = RowType((RowField("k", string_type()), RowField("n", BIG), RowField("id", BIG)))
CALLS = (
    AggregateCall("SUM", (1,), (BIG,), BIG),
    AggregateCall("AVG", (2,), (BIG,), BIG),
    AggregateCall("COUNT", (2,), (BIG,), BigIntType(nullable=False), is_distinct=True),
)
OUTPUT = RowType((*INPUT.fields, *(RowField(f"w0$o{n}", call.result_type) for n, call in enumerate(CALLS))))
Row = tuple[Any, ...]


def harness_of(is_rows: bool, **more: Any) -> Harness:
    order = SortColumn(1, False, True)
    spec = ChangingOverSpec((0,), order, is_rows, CALLS, INPUT, OUTPUT, True, text="over", ttl_ms=more.pop("ttl_ms", 0))
    return Harness(spec.build(), [lambda row: row], **more)


def block_of(changes: list[tuple[int, Row]]) -> ColumnBlock:
    kinds, rows = zip(*changes, strict=True)
    columns = [
        pa.array(c, t) for c, t in zip(zip(*rows, strict=True), (pa.string(), pa.int64(), pa.int64()), strict=True)
    ]
    return ColumnBlock(pa.record_batch([*columns, pa.array(kinds, pa.int8())], [*INPUT.names, CHANGE_KINDS]))


def apply(harness: Harness, table: Counter[Row]) -> None:
    """Applies what came out; no row goes that was not there."""
    for block in harness.output.blocks:
        *columns, kinds = (column.to_pylist() for column in cast(ColumnBlock, block).batch.columns)
        for kind, row in zip(kinds, zip(*columns, strict=True), strict=True):
            assert kind in (0, 2) or table[row] > 0, row
            table[row] += 1 if kind in (0, 2) else -1
    harness.clear_output()


def expected(rows: list[Row], is_rows: bool) -> Counter[Row]:
    made: Counter[Row] = Counter()
    for key in {row[0] for row in rows}:
        own = sorted((row for row in rows if row[0] == key), key=lambda row: (row[1] is not None, row[1] or 0))
        for number, row in enumerate(own):
            frame = own[: number + 1]
            if not is_rows:
                frame += [each for each in own[number + 1 :] if each[1] == row[1]]
            handler = AggregateHandler(CALLS, retracts=False)
            state = handler.create()
            for each in frame:
                state = handler.accumulate(state, each[1:])
            made[(*row, *handler.values(state))] += 1
    return made


@pytest.mark.parametrize("is_rows", [True, False])
def test_changes_add_up_to_the_results_of_frames(is_rows: bool) -> None:
    for seed in range(8):
        chance = random.Random(seed)
        harness, rows, table = harness_of(is_rows), list[Row](), Counter[Row]()
        for number in range(12):
            changes: list[tuple[int, Row]] = []
            for _ in range(chance.choice((1, 2, 9))):
                if rows and chance.random() < 0.4:
                    changes.append((chance.choice((1, 3)), rows.pop(chance.randrange(len(rows)))))
                else:
                    rows.append((chance.choice("ab"), chance.choice((None, 0, 1, 2, 5)), chance.randrange(100)))
                    changes.append((chance.choice((0, 2)), rows[-1]))
            harness.operator.process_block(block_of(changes))
            apply(harness, table)
            if number % 5 == 4:
                harness = harness_of(is_rows, restore=harness.snapshot())
            assert +table == expected(rows, is_rows), seed


def test_row_that_comes_first_changes_those_after_it() -> None:
    harness = harness_of(is_rows=True)
    harness.operator.process_block(block_of([(0, ("a", 5, 1)), (0, ("a", 7, 1)), (0, ("a", 1, 1))]))
    batch = cast(ColumnBlock, harness.output.blocks[0]).batch
    assert batch.column(CHANGE_KINDS).to_pylist() == [0, 0, 0, 1, 2, 1, 2]
    assert batch.column("w0$o0").to_pylist() == [5, 12, 1, 5, 6, 12, 13]


def test_row_that_was_never_there_does_not_go() -> None:
    harness = harness_of(is_rows=False)
    harness.operator.process_block(block_of([(0, ("a", 5, 1)), (3, ("a", 5, 2)), (3, ("b", 5, 1))]))
    assert [len(block) for block in harness.output.blocks] == [1]
