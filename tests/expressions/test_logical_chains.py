"""AND and OR of any number of operands, and trees that are deeper than Python nests parentheses."""

from __future__ import annotations

from itertools import product

import pyarrow as pa
import pytest

from pyrite.core.types import BigIntType, BooleanType
from pyrite.expressions.compile.calc import conjuncts
from pyrite.expressions.compile.kernels import KernelCompiler
from pyrite.expressions.compile.rows import compile_rows
from pyrite.expressions.resolution import resolve
from pyrite.expressions.resolved import FieldReference, ResolvedExpression

COLUMNS = [FieldReference(index, f"c{index}", BooleanType()) for index in range(4)]
ROWS = list(product((True, False, None), repeat=4))


def expected(name: str, values: tuple[bool | None, ...]) -> bool | None:
    deciding = name == "OR"
    if deciding in values:
        return deciding
    return None if None in values else not deciding


@pytest.mark.parametrize("name", ["AND", "OR"])
@pytest.mark.parametrize("count", [2, 3, 4])
def test_chain_is_computed_by_three_valued_logic(name: str, count: int) -> None:
    call = resolve(name, COLUMNS[:count])
    results = [expected(name, row[:count]) for row in ROWS]
    compute, used = compile_rows([call])
    assert [value for (value,) in compute([[row[index] for row in ROWS] for index in used])] == results
    arrays = [pa.array([row[index] for row in ROWS], pa.bool_()) for index in range(4)]
    assert KernelCompiler([call]).compile(call)(arrays.__getitem__, len(ROWS), {}).to_pylist() == results


def test_operands_after_the_deciding_one_are_not_computed() -> None:
    number = FieldReference(0, "n", BigIntType())
    fails = resolve("=", [resolve("/", [number, number]), number])
    chain = resolve("AND", [resolve("<>", [number, number]), fails, fails])
    compute, _ = compile_rows([chain])
    assert compute([[0]]) == [(False,)]


def test_conjuncts_are_the_operands_of_nested_chains() -> None:
    nested = resolve("AND", [COLUMNS[0], resolve("AND", [COLUMNS[1], COLUMNS[2]]), COLUMNS[3]])
    assert conjuncts(nested) == COLUMNS


def test_row_form_of_a_deep_tree_is_computed() -> None:
    number: ResolvedExpression = FieldReference(0, "n", BigIntType())
    tree = number
    for _ in range(140):
        tree = resolve("+", [tree, number])
    compute, used = compile_rows([tree])
    assert used == [0]
    assert compute([[1, None, 2**62]]) == [(141,), (None,), ((141 * 2**62 + 2**63) % 2**64 - 2**63,)]
