"""Every kernel of the catalogue gives what the row form gives, whatever the types and values."""

from __future__ import annotations

import itertools
from functools import lru_cache
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pyrite.core.errors import ValidationException
from pyrite.core.types import BooleanType, LogicalType
from pyrite.expressions.casts.kernels import cast_kernel
from pyrite.expressions.compile.rows import compile_rows
from pyrite.expressions.function import Argument, Function
from pyrite.expressions.functions import FUNCTIONS
from pyrite.expressions.resolution import cast, resolve
from pyrite.expressions.resolved import FieldReference, FunctionCall, ResolvedExpression, ValueLiteral
from pyrite.expressions.values import to_values
from tests.expressions.answer_values import is_same
from tests.expressions.blocks import TYPES, sliced, values
from tests.expressions.test_recorded_answers import by_kernels

Case = tuple[str, tuple[LogicalType, ...]]
"""A function, or CAST with its target last, and the types of its arguments as they are cast."""

MOST_ARGUMENTS = 3


@lru_cache(maxsize=1)
def cases() -> dict[str, list[tuple[LogicalType, ...]]]:
    """For each function with a kernel, the types that it takes uncast."""
    known: dict[str, list[tuple[LogicalType, ...]]] = {}
    for function in FUNCTIONS.functions():
        if function.is_deterministic:
            accepted = [types for types in _candidates() if _takes_uncast(function, types)]
            if function.rewrite is not None:
                accepted = [types for types in accepted if _is_called(function.name, types)]
            if accepted:
                known[function.name] = accepted
    return known


@lru_cache(maxsize=1)
def _candidates() -> list[tuple[LogicalType, ...]]:
    """All types alone and in pairs; three of them where the last two are the same."""
    pairs = list(itertools.product(TYPES, TYPES))
    triples = [(first, kind, kind) for first in (BooleanType(), *TYPES) for kind in TYPES]
    return [(), *((kind,) for kind in TYPES), *pairs, *dict.fromkeys(triples)]


def _takes_uncast(function: Function, types: tuple[LogicalType, ...]) -> bool:
    resolution = function.signature([Argument(kind) for kind in types])
    return resolution is not None and all(map(_is_same_type, resolution.arguments, types))


def _is_called(name: str, types: tuple[LogicalType, ...]) -> bool:
    """Whether it is not rewritten into other calls."""
    try:
        call = resolve(name, [FieldReference(i, f"c{i}", kind) for i, kind in enumerate(types)])
    except ValidationException:
        return False
    return isinstance(call, FunctionCall) and call.function == name


def _is_same_type(left: LogicalType, right: LogicalType) -> bool:
    return left.copy(nullable=True) == right.copy(nullable=True)


CAST_PAIRS = [
    (source, target)
    for source, target in itertools.product(TYPES, TYPES)
    if source != target and cast_kernel(source, target) is not None
]


@st.composite
def calls(draw: Any, types: tuple[LogicalType, ...], make: Any) -> tuple[ResolvedExpression, list[Any], list[Any], int]:
    """A call of columns and constants; the columns' values, the columns, and the number of rows."""
    rows = draw(st.integers(0, 6))
    arguments: list[ResolvedExpression] = []
    lists: list[Any] = []
    for i, kind in enumerate(types):
        lists.append(draw(st.lists(values(kind), min_size=rows, max_size=rows)))
        if draw(st.integers(0, 3)) == 0:
            arguments.append(ValueLiteral(draw(values(kind)), kind))
        else:
            arguments.append(FieldReference(i, f"c{i}", kind))
    columns = [sliced(items, kind) for items, kind in zip(lists, types, strict=True)]
    return make(arguments), lists, columns, rows


def check(tree: ResolvedExpression, lists: list[Any], columns: list[Any], rows: int) -> None:
    """Rows that raise make the block raise; without them both forms have the same values."""
    compute, used = compile_rows([tree])
    expected, good = [], []
    for row in range(rows):
        try:
            expected.append(compute([[lists[i][row]] for i in used] or [[None]])[0][0])
            good.append(row)
        except Exception:
            continue
    if len(good) < rows:
        with pytest.raises((ArithmeticError, ValueError, pa.ArrowInvalid)):
            by_kernels(tree, columns, rows)
    actual = to_values(
        by_kernels(tree, [column.take(pa.array(good, pa.int64())) for column in columns], len(good)), tree.type
    )
    assert len(actual) == len(expected)
    for row, ours, rows_form in zip(good, actual, expected, strict=True):
        shown = [items[row] for items in lists]
        assert is_same(ours, rows_form), f"{tree}\n{shown}: the kernel gives {ours!r}, the row form {rows_form!r}"
    if len(good) == rows:
        whole = to_values(by_kernels(tree, columns, rows), tree.type)
        assert all(map(is_same, whole, actual)), f"{tree}: a slice differs"


def _check_function(name: str, data: Any) -> None:
    types = data.draw(st.sampled_from(cases()[name]))
    check(*data.draw(calls(types, lambda arguments: resolve(name, arguments))))


QUICK = settings(max_examples=20, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
LONG = settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))


def _with_kernels() -> list[str]:
    """Those that have a kernel for some of the types."""
    found_in = []
    for name, accepted in cases().items():
        for types in accepted:
            call = resolve(name, [FieldReference(i, f"c{i}", kind) for i, kind in enumerate(types)])
            assert isinstance(call, FunctionCall)
            if FUNCTIONS[name].kernel(call) is not None or name == "IN":
                found_in.append(name)
                break
    return found_in


@pytest.mark.parametrize("name", _with_kernels())
@given(data=st.data())
@QUICK
def test_kernel_equals_row_form(name: str, data: Any) -> None:
    _check_function(name, data)


@given(data=st.data())
@settings(QUICK, max_examples=150)
def test_cast_kernel_equals_row_form(data: Any) -> None:
    source, target = data.draw(st.sampled_from(CAST_PAIRS))
    check(*data.draw(calls((source,), lambda arguments: cast(arguments[0], target))))


@pytest.mark.slow
@pytest.mark.parametrize("name", _with_kernels())
@given(data=st.data())
@LONG
def test_kernel_equals_row_form_for_long(name: str, data: Any) -> None:
    _check_function(name, data)


@pytest.mark.slow
@given(data=st.data())
@settings(LONG, max_examples=5_000)
def test_cast_kernel_equals_row_form_for_long(data: Any) -> None:
    source, target = data.draw(st.sampled_from(CAST_PAIRS))
    check(*data.draw(calls((source,), lambda arguments: cast(arguments[0], target))))
