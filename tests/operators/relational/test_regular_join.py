"""RegularJoin: keys with many rows, unique keys, time to live, SEMI and ANTI."""

from __future__ import annotations

from typing import Any, Final, Optional, cast

import pytest

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.types import IntType, RowField, RowType
from pyrite.expressions.resolution import resolve
from pyrite.expressions.resolved import FieldReference, ResolvedExpression
from pyrite.operators.relational.join.join_rows import PAGE_ROWS
from pyrite.operators.relational.join.join_type import JoinSideSpec, JoinType
from pyrite.operators.relational.join.regular_join import RegularJoin, RegularJoinSpec
from pyrite.relational.plan.join import joined_type
from tests.operators.harness import Harness
from tests.relational.running import block_of

LEFT: Final = RowType((RowField("k", IntType()), RowField("a", IntType())), nullable=False)
RIGHT: Final = RowType((RowField("l", IntType()), RowField("b", IntType())), nullable=False)
KEY: Final = JoinSideSpec((0,))
UNIQUE: Final = JoinSideSpec((0,), (0,), is_key_unique=True)
WITH_UNIQUE_KEY: Final = JoinSideSpec((0,), (1,))
INSERT, UPDATE_BEFORE, UPDATE_AFTER, DELETE = range(4)
Changed = tuple[int, tuple[Optional[int], ...]]


class Job:
    """A join with its harness."""

    def __init__(
        self,
        join_type: JoinType = JoinType.INNER,
        left: JoinSideSpec = KEY,
        right: JoinSideSpec = KEY,
        ttl_ms: int = 0,
        condition: Optional[ResolvedExpression] = None,
        batch: bool = False,
    ) -> None:
        output = joined_type(LEFT, RIGHT, join_type)
        spec = RegularJoinSpec(
            join_type, (left, right), (False,), condition, (LEFT, RIGHT), output, (True, True), (ttl_ms,) * 2, text="j"
        )
        self.harness = Harness(RegularJoin(spec), keyed=True, batch=batch)

    def feed(self, side: int, *changes: Changed) -> list[Changed]:
        rows, kinds = [row for _, row in changes], [kind for kind, _ in changes]
        self.harness.operator.process_block(block_of(rows, kinds, (LEFT, RIGHT)[side]), side)
        return self.taken()

    def taken(self) -> list[Changed]:
        changes: list[Changed] = []
        for block in cast(list[Any], self.harness.main.blocks):
            columns = block.batch.to_pydict()
            kinds = columns.pop("$op", [INSERT] * len(block))
            changes += zip(kinds, zip(*columns.values(), strict=True), strict=True)
        self.harness.main.clear()
        return changes


def less(left: int, right: int) -> ResolvedExpression:
    return resolve("<", [FieldReference(left, "x", IntType()), FieldReference(right, "y", IntType())])


@pytest.mark.parametrize("left", [KEY, WITH_UNIQUE_KEY])
def test_rows_of_a_key_with_several_pages_come_and_go(left: JoinSideSpec) -> None:
    job = Job(left=left)
    numbers = range(3 * PAGE_ROWS)
    job.feed(0, *((INSERT, (1, number)) for number in numbers))
    gone = [0, PAGE_ROWS, PAGE_ROWS + 1, 2 * PAGE_ROWS, 3 * PAGE_ROWS - 1]
    job.feed(0, *((DELETE, (1, number)) for number in gone))
    matches = job.feed(1, (INSERT, (1, 7)))
    assert {row[1] for _, row in matches} == set(numbers) - set(gone)
    assert len(matches) == len(numbers) - len(gone)
    job.feed(0, *((DELETE, (1, number)) for number in numbers if number not in gone))
    assert job.feed(1, (INSERT, (1, 8))) == []
    assert job.harness.operator.state_entries() == 1, "the left side has neither rows nor positions"


def test_identical_rows_are_counted() -> None:
    job = Job()
    job.feed(0, (INSERT, (1, 5)), (INSERT, (1, 5)), (INSERT, (1, 5)), (DELETE, (1, 5)))
    assert job.feed(1, (INSERT, (1, 0))) == [(INSERT, (1, 5, 1, 0))] * 2


def test_row_with_many_matches_emits_them_in_blocks() -> None:
    job = Job()
    job.feed(0, *((INSERT, (1, number)) for number in range(25_000)))
    job.harness.operator.process_block(block_of([(1, 0)], [0], RIGHT), 1)
    sizes = [len(cast(ColumnBlock, block)) for block in job.harness.main.blocks]
    assert sum(sizes) == 25_000
    assert max(sizes) <= 10_000


def test_update_by_unique_key_replaces_the_row() -> None:
    job = Job(JoinType.LEFT, UNIQUE, UNIQUE)
    assert job.feed(0, (INSERT, (1, 5))) == [(INSERT, (1, 5, None, None))]
    assert job.feed(1, (INSERT, (1, 6))) == [(DELETE, (1, 5, None, None)), (INSERT, (1, 5, 1, 6))]
    assert job.feed(1, (UPDATE_AFTER, (1, 7))) == [(INSERT, (1, 5, 1, 7))]
    assert job.feed(1, (DELETE, (1, 7))) == [(DELETE, (1, 5, 1, 7)), (INSERT, (1, 5, None, None))]


def test_null_keys_match_nothing_and_are_not_stored() -> None:
    job = Job(JoinType.FULL)
    assert job.feed(0, (INSERT, (None, 5))) == [(INSERT, (None, 5, None, None))]
    assert job.feed(1, (INSERT, (None, 6))) == [(INSERT, (None, None, None, 6))]
    assert job.feed(1, (DELETE, (None, 6))) == [(DELETE, (None, None, None, 6))]
    assert job.harness.operator.state_entries() == 0


def test_matches_are_counted_with_a_condition() -> None:
    job = Job(JoinType.LEFT, condition=less(1, 3))
    job.feed(0, (INSERT, (1, 5)), (INSERT, (1, 8)))
    assert job.feed(1, (INSERT, (1, 6))) == [(DELETE, (1, 5, None, None)), (INSERT, (1, 5, 1, 6))]
    assert job.feed(1, (INSERT, (1, 7))) == [(INSERT, (1, 5, 1, 7))]
    assert job.feed(1, (DELETE, (1, 6))) == [(DELETE, (1, 5, 1, 6))]
    assert job.feed(1, (DELETE, (1, 7))) == [(DELETE, (1, 5, 1, 7)), (INSERT, (1, 5, None, None))]


def test_expired_rows_match_nothing_and_are_removed() -> None:
    job = Job(ttl_ms=100)
    job.feed(0, *((INSERT, (1, number)) for number in range(2 * PAGE_ROWS)))
    job.harness.pass_time(60)
    job.feed(0, (INSERT, (1, -1)))
    job.harness.pass_time(60)
    assert job.feed(1, (INSERT, (1, 7))) == [(INSERT, (1, -1, 1, 7))]
    job.harness.operator.prepare(1)
    job.harness.pass_time(200)
    job.harness.operator.prepare(2)
    assert job.harness.operator.state_entries() == 0


def test_semi_join_emits_a_row_while_it_has_matches() -> None:
    job = Job(JoinType.SEMI)
    assert job.feed(0, (INSERT, (1, 5)), (INSERT, (2, 5))) == []
    assert job.feed(1, (INSERT, (1, 6)), (INSERT, (1, 7))) == [(INSERT, (1, 5))]
    assert job.feed(0, (INSERT, (1, 8))) == [(INSERT, (1, 8))]
    assert job.feed(1, (DELETE, (1, 6))) == []
    assert sorted(job.feed(1, (DELETE, (1, 7)))) == [(DELETE, (1, 5)), (DELETE, (1, 8))]


def test_anti_join_emits_a_row_while_it_has_no_match() -> None:
    job = Job(JoinType.ANTI)
    assert job.feed(0, (INSERT, (1, 5)), (INSERT, (None, 5))) == [(INSERT, (1, 5)), (INSERT, (None, 5))]
    assert job.feed(1, (INSERT, (1, 6)), (INSERT, (1, 7))) == [(DELETE, (1, 5))]
    assert job.feed(1, (DELETE, (1, 6)), (DELETE, (1, 7))) == [(INSERT, (1, 5))]


@pytest.mark.parametrize(
    ("join_type", "expected"),
    [
        (JoinType.INNER, [(1, 5, 1, 6)]),
        (JoinType.LEFT, [(1, 5, 1, 6), (2, 5, None, None), (3, 5, None, None)]),
        (JoinType.FULL, [(1, 5, 1, 6), (2, 5, None, None), (3, 5, None, None), (None, None, 3, 1)]),
        (JoinType.SEMI, [(1, 5)]),
        (JoinType.ANTI, [(2, 5), (3, 5)]),
    ],
)
def test_batch_emits_final_rows(join_type: JoinType, expected: list[tuple[Any, ...]]) -> None:
    job = Job(join_type, condition=less(1, 3), batch=True)
    emitted = job.feed(0, *((INSERT, (number, 5)) for number in (1, 2, 3)))
    emitted += job.feed(1, (INSERT, (1, 6)), (INSERT, (3, 1)))
    job.harness.operator.finish()
    emitted += job.taken()
    assert sorted((row for _, row in emitted), key=str) == sorted(expected, key=str)
