"""$BUCKET: values that are equal are in one bucket, whichever form computes it."""

from __future__ import annotations

from typing import Any, Final

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.core.types import BigIntType, DoubleType, IntType, LogicalType, string_type
from pyrite.core.types.arrow import to_arrow_type
from pyrite.expressions.compile.rows import compile_function
from pyrite.expressions.functions import FUNCTIONS
from pyrite.expressions.functions.buckets import BUCKET
from pyrite.expressions.resolution import resolve
from pyrite.expressions.resolved import FieldReference, FunctionCall, ValueLiteral

COUNT: Final = 7


def call(kind: LogicalType) -> FunctionCall:
    made = resolve(BUCKET, [FieldReference(0, "x", kind), ValueLiteral(COUNT, IntType(nullable=False))])
    assert isinstance(made, FunctionCall)
    return made


def by_row(kind: LogicalType, values: list[Any]) -> list[Any]:
    return list(map(compile_function(call(kind), 1), values))


@given(st.lists(st.none() | st.integers(-(2**63), 2**63 - 1)))
def test_kernel_gives_the_bucket_of_the_row_form(values: list[Any]) -> None:
    kernel = FUNCTIONS[BUCKET].kernel(call(BigIntType()))
    assert kernel is not None
    column = pa.array(values, to_arrow_type(BigIntType()))
    assert kernel([column, pa.scalar(COUNT)]).to_pylist() == by_row(BigIntType(), values)


@pytest.mark.parametrize(
    ("kind", "values", "buckets"),
    [
        (string_type(), ["a", "", "\ud800", None], [6, 4, 4, None]),
        (DoubleType(), [0.0, -0.0, float("nan"), 1.5], [4, 6, 3, 0]),
    ],
)
def test_buckets_stay_what_they_are_in_savepoints(kind: LogicalType, values: list[Any], buckets: list[Any]) -> None:
    assert by_row(kind, values) == buckets
