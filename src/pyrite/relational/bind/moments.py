"""Deviations and variances with OVER: computed from sums, in the type of the argument, as in Flink."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Final

from pyrite.core.types import BigIntType, DecimalType, LogicalType
from pyrite.expressions.tree import Call, Cast, Expression, Literal, Over

_ROOTS: Final = ("STDDEV_POP", "STDDEV_SAMP")
_SAMPLES: Final = ("STDDEV_SAMP", "VAR_SAMP")


def moment_over(over: Over, kind: LogicalType) -> Expression:
    """The call as an expression of SUM and COUNT over the same window. `kind` is the type of its result."""
    call = over.call
    name = {"STDDEV": "STDDEV_SAMP", "VARIANCE": "VAR_SAMP"}.get(call.function, call.function)
    value = Cast(call.arguments[0], kind.copy(nullable=True))

    def result(function: str, argument: Expression) -> Expression:
        return replace(over, call=replace(call, function=function, arguments=(argument,)))

    squares = Cast(result("SUM", _call("*", value, value)), kind.copy(nullable=True))
    total = Cast(result("SUM", value), kind.copy(nullable=True))
    count = result("COUNT", value)
    spread = _call("-", squares, Cast(_call("/", _call("*", total, total), count), kind.copy(nullable=True)))
    divisor = count
    if name in _SAMPLES:
        one = Literal(1, BigIntType(nullable=False))
        divisor = _call("NULLIF", _call("-", count, one), Literal(0, BigIntType(nullable=False)))
    made = _call("/", spread, divisor)
    if name in _ROOTS:
        made = _call("POWER", made, Literal(Decimal("0.5"), DecimalType(2, 1, nullable=False)))
    return Cast(made, kind.copy(nullable=True))


def _call(function: str, *arguments: Expression) -> Call:
    return Call(function, arguments)
