"""Constraints inside of values, with Flink's sentences."""

from __future__ import annotations

from typing import Any, Final, cast

import pytest

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.errors import UserFunctionError
from pyrite.core.types import ArrayType, CharType, IntType, MapType, RowField, RowType, VarCharType, string_type
from pyrite.operators.relational.sink.constraint_enforcer import ConstraintEnforcerSpec
from pyrite.operators.relational.sink.nested_constraints import NestedConstraints
from tests.operators.harness import Harness
from tests.relational.running import block_of

X: Final = RowField("x", IntType(nullable=False))
ROWS: Final = RowType(
    (
        RowField("r", RowType((X, RowField("c", CharType(3))))),
        RowField("a", ArrayType(RowType((X,)))),
        RowField("m", MapType(string_type(), VarCharType(2))),
    )
)
GOOD: Final = ((1, "abc"), ((1,),), {"k": "v"})
NULL_IN_ROW: Final = ((None, "abc"), ((1,),), {"k": "v"})
NULL_IN_ARRAY: Final = ((1, "abc"), ((1,), (None,)), {"k": "v"})
LONG: Final = ((1, "abcd"), ((1,),), {"k": "v"})
LONG_IN_MAP: Final = ((1, "abc"), ((1,),), {"k": "long"})


def spec(drops: bool = False, lengths: str = "IGNORE", collections: bool = False) -> ConstraintEnforcerSpec:
    nested = NestedConstraints(drops, lengths, collections)
    return ConstraintEnforcerSpec((), drops, (), lengths == "TRIM_PAD", nested, ROWS)


def enforced(enforcer: ConstraintEnforcerSpec, *rows: Any) -> list[dict[str, Any]]:
    harness = Harness(enforcer.build())
    harness.operator.process_block(block_of(rows, [0] * len(rows), ROWS))
    return [row for block in harness.main.blocks for row in cast(ColumnBlock, block).batch.to_pylist()]


@pytest.mark.parametrize(
    ("row", "enforcer", "sentence"),
    [
        (NULL_IN_ROW, spec(), "Column 'r.x' is NOT NULL, however, a null value is being written into it. You can set"),
        (NULL_IN_ARRAY, spec(collections=True), "Column 'a[1].x' is NOT NULL, however, a null value is being written"),
        (LONG, spec(lengths="ERROR"), "Column 'r.c' is CHAR(3), however, a string of length 4 is being written into"),
        (LONG_IN_MAP, spec(lengths="ERROR", collections=True), "Column 'm[value]' is VARCHAR(2), however, a string of"),
    ],
)
def test_value_that_is_not_as_declared_fails(row: Any, enforcer: ConstraintEnforcerSpec, sentence: str) -> None:
    with pytest.raises(UserFunctionError) as error:
        enforced(enforcer, GOOD, row)
    assert sentence in error.value.error and error.value.record.startswith("{'a': ")


def test_collections_are_not_looked_into_for_rows_alone() -> None:
    assert len(enforced(spec(lengths="ERROR"), NULL_IN_ARRAY, LONG_IN_MAP)) == 2


def test_row_with_a_null_inside_is_dropped() -> None:
    assert [row["r"]["x"] for row in enforced(spec(drops=True), NULL_IN_ROW, GOOD)] == [1]


def test_text_inside_of_a_row_is_cut_and_filled_up() -> None:
    short = ((2, "a"), None, None)
    rows = enforced(spec(lengths="TRIM_PAD"), LONG, short)
    assert [row["r"]["c"] for row in rows] == ["abc", "a  "]


def test_text_of_a_plan_names_what_is_enforced_inside() -> None:
    assert spec(collections=True).description == (
        "ConstraintEnforcer[NestedRowEnforcer(constraints=[{r=[NotNullEnforcer(fields=[x])]}]), "
        "NestedArrayEnforcer(constraints=[{a=[NestedRowEnforcer(constraints=[{element=["
        "NotNullEnforcer(fields=[x])]}])]}]), "
        "NestedMapEnforcer(constraints=[{m==[]}])]"
    )
