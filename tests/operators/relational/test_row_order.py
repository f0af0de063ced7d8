"""Rows in the order of their columns: NaN above all numbers, arrays and rows by their elements, NULL first in them."""

from __future__ import annotations

from typing import Any

import pytest

from pyrite.core.types import ArrayType, DoubleType, IntType, LogicalType, RowField, RowType
from pyrite.operators.relational.keyed.row_order import RowOrder
from pyrite.operators.relational.keyed.sort_column import SortColumn

NAN = float("nan")
ARRAY = ArrayType(IntType())
ROW = RowType((RowField("x", IntType()), RowField("y", ARRAY)))


@pytest.mark.parametrize(
    ("kind", "ordered"),
    [
        (DoubleType(), [None, -1.0, 0.5, float("inf"), NAN]),
        (ARRAY, [None, (), (None, 3), (1,), (1, None), (1, 2)]),
        (ROW, [None, (None, (1,)), (1, None), (1, (2,)), (2, None)]),
    ],
)
def test_values_are_in_their_order(kind: LogicalType, ordered: list[Any]) -> None:
    rows = [(value,) for value in ordered]
    shuffled = [*rows[::2], *rows[1::2]]
    ascending = RowOrder([SortColumn(0, is_descending=False, nulls_first=True)], [kind])
    assert sorted(shuffled, key=ascending.key) == rows
    descending = RowOrder([SortColumn(0, is_descending=True, nulls_first=False)], [kind])
    assert sorted(shuffled, key=descending.key) == rows[::-1]
