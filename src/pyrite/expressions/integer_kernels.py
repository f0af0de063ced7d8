"""Integer division over columns: toward zero, wrapping, with an error for a zero divisor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from pyrite.core.types import LogicalType
from pyrite.core.types.arrow import to_arrow_type
from pyrite.expressions.function import Kernel


def quotient_kernel(columns: Sequence[Any]) -> Any:
    """Arrow returns 0 for the least number divided by -1, where Java wraps."""
    left, right = columns
    one, minus_one = pa.scalar(1, right.type), pa.scalar(-1, right.type)
    right = _checked(left, right)
    if isinstance(right, pa.Scalar):
        return pc.negate(left) if right.equals(minus_one) else pc.divide(left, right)
    turns = pc.equal(right, minus_one)
    return pc.if_else(turns, pc.negate(left), pc.divide(left, pc.if_else(turns, one, right)))


def remainder_kernel(result: LogicalType) -> Kernel:
    """The result has the sign of the dividend. It is smaller than the divisor, so it fits into its type."""
    arrow = to_arrow_type(result)

    def kernel(columns: Sequence[Any]) -> Any:
        left, right = columns
        right = _checked(left, right)
        rest = pc.subtract(left, pc.multiply(quotient_kernel([left, right]), right))
        return rest if rest.type == arrow else rest.cast(arrow)

    return kernel


def _checked(left: Any, right: Any) -> Any:
    """Returns the divisor, with 1 in place of zeros in NULL rows."""
    zero = pc.equal(right, pa.scalar(0, right.type))
    if isinstance(right, pa.Scalar):
        if not zero.as_py():
            return right
        if pc.any(pc.is_valid(left), min_count=0).as_py() if isinstance(left, pa.Array) else left.is_valid:
            raise ArithmeticError("/ by zero")
        return pa.scalar(1, right.type)
    if not pc.any(zero, min_count=0).as_py():
        return right
    if pc.any(pc.and_(zero, pc.is_valid(left)), min_count=0).as_py():
        raise ArithmeticError("/ by zero")
    return pc.if_else(zero, pa.scalar(1, right.type), right)
