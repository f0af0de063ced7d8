"""Random trees of functions: kernels and row forms give the same values, and raise for the same blocks."""

from __future__ import annotations

import random
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pyrite.core.errors import ValidationException
from pyrite.core.types import (
    BigIntType,
    BooleanType,
    DateType,
    DecimalType,
    DoubleType,
    FloatType,
    IntType,
    LogicalType,
    TimestampType,
    string_type,
)
from pyrite.expressions.compile.rows import compile_rows
from pyrite.expressions.folding import fold_constants
from pyrite.expressions.functions import FUNCTIONS
from pyrite.expressions.resolution import cast, resolve
from pyrite.expressions.resolved import FieldReference, ResolvedExpression, ValueLiteral
from pyrite.expressions.values import to_column, to_values
from tests.expressions.answer_values import is_same
from tests.expressions.blocks import values
from tests.expressions.test_recorded_answers import by_kernels

COLUMNS: tuple[LogicalType, ...] = (
    IntType(),
    IntType(nullable=False),
    BigIntType(),
    DoubleType(),
    FloatType(),
    DecimalType(10, 2),
    BooleanType(),
    string_type(),
    DateType(),
    TimestampType(3),
)
NAMES = [
    name
    for name in FUNCTIONS.names()
    if FUNCTIONS[name].group != "catalog" and FUNCTIONS[name].is_deterministic and FUNCTIONS[name].name == name
]
TARGETS = (IntType(), BigIntType(), DoubleType(), DecimalType(20, 4), string_type(), BooleanType())
HOT = ("+", "-", "*", "/", "%", "=", "<", ">=", "AND", "OR", "NOT", "CASE", "COALESCE", "IF", "IS NULL", "CAST")


class TreeMaker:
    """Makes trees from a seed; calls that are refused are made again with other arguments."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def tree(self, depth: int) -> ResolvedExpression:
        if depth == 0 or self._random.random() < 0.15:
            return self._leaf()
        for _ in range(30):
            name = self._random.choice(HOT if self._random.random() < 0.7 else NAMES)
            try:
                return self._call(name, depth)
            except ValidationException:
                continue
        return self._leaf()

    def _call(self, name: str, depth: int) -> ResolvedExpression:
        if name == "CAST":
            is_try = self._random.random() < 0.5
            return cast(self.tree(depth - 1), self._random.choice(TARGETS), is_try=is_try)
        count = self._random.choice((3, 5)) if name == "CASE" else self._random.choice((1, 2, 2, 3))
        return resolve(name, [self.tree(depth - 1) for _ in range(count)])

    def _leaf(self) -> ResolvedExpression:
        index = self._random.randrange(len(COLUMNS))
        if self._random.random() < 0.75:
            return FieldReference(index, f"c{index}", COLUMNS[index])
        return self._random.choice(
            [
                ValueLiteral(self._random.choice([0, 1, -1, 7]), IntType(nullable=False)),
                ValueLiteral(self._random.choice([0.0, 1.5, -2.0]), DoubleType(nullable=False)),
                ValueLiteral("12", string_type().not_null()),
                ValueLiteral(True, BooleanType(nullable=False)),
                ValueLiteral(None, IntType()),
            ]
        )


blocks = st.lists(st.tuples(*map(values, COLUMNS)), min_size=1, max_size=5)


def check(seed: int, rows: list[tuple[Any, ...]]) -> None:
    tree = TreeMaker(seed).tree(3)
    lists = [list(column) for column in zip(*rows, strict=True)]
    columns = [to_column(items, kind) for items, kind in zip(lists, COLUMNS, strict=True)]
    compute, used = compile_rows([tree])
    try:
        expected = [value for (value,) in compute([lists[i] for i in used] or [[None] * len(rows)])]
        to_column(expected, tree.type)  # which has no NULL for the key of a map
    except (ArithmeticError, ValueError):
        with pytest.raises((ArithmeticError, ValueError, pa.ArrowInvalid)):
            by_kernels(tree, columns, len(rows))
        return
    actual = to_values(by_kernels(tree, columns, len(rows)), tree.type)
    assert all(map(is_same, actual, expected)), f"{tree}\n{rows}: kernels {actual}, rows {expected}"
    folded = to_values(by_kernels(fold_constants(tree), columns, len(rows)), tree.type)
    assert all(map(is_same, folded, expected)), f"{tree}\n{rows}: folded {folded}, rows {expected}"


@given(st.integers(0, 10**9), blocks)
@settings(max_examples=100, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_kernels_of_a_random_tree_equal_its_row_form(seed: int, rows: list[tuple[Any, ...]]) -> None:
    check(seed, rows)


@pytest.mark.slow
@given(st.integers(0, 10**9), blocks)
@settings(max_examples=5_000, deadline=None, suppress_health_check=list(HealthCheck))
def test_kernels_of_many_random_trees_equal_their_row_forms(seed: int, rows: list[tuple[Any, ...]]) -> None:
    check(seed, rows)
