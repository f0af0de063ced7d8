"""Deviations and variances, computed from a count and Welford's sum of squared differences.

As in Flink the two are separate aggregates, so a change of either is emitted even if the result is the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Final, Optional

from pyrite.core.types import BigIntType, DecimalType, DoubleType
from pyrite.expressions.aggregates.aggregate import Accumulator, AggregateCall, AggregateFunction
from pyrite.expressions.aggregates.numbers import average_of, numeric
from pyrite.expressions.function import Argument, Resolution
from pyrite.expressions.java import decimals
from pyrite.expressions.resolution import cast, resolve
from pyrite.expressions.resolved import ResolvedExpression, ValueLiteral

SQUARES: Final = "$WELFORD_M2"
_ONE: Final = ValueLiteral(1, BigIntType(nullable=False))
_HALF: Final = ValueLiteral(Decimal("0.5"), DecimalType(2, 1, nullable=False))
_MOMENTS: Final = {"STDDEV_POP": (0, True), "STDDEV_SAMP": (1, True), "VAR_POP": (0, False), "VAR_SAMP": (1, False)}
"""The number that is subtracted from the count, and whether the result is the square root."""


class Squares(Accumulator):
    """The state is the count, the mean, and the sum of squared differences from it, which is the result."""

    def __init__(self, call: AggregateCall) -> None:
        kind = call.argument_types[0]
        self._decimal = kind if isinstance(kind, DecimalType) else None

    def create(self) -> Any:
        return 0, 0.0, 0.0

    def _double(self, value: Any) -> float:
        return float(value) if self._decimal is None else decimals.to_double(value, self._decimal)

    def accumulate(self, state: Any, *arguments: Any) -> Any:
        if arguments[0] is None:
            return state
        count, mean, squares = state
        count += 1
        if count <= 0:
            return count, mean, squares
        value = self._double(arguments[0])
        delta = value - mean
        mean += delta / count
        return count, mean, squares + delta * (value - mean)

    def retract(self, state: Any, *arguments: Any) -> Any:
        if arguments[0] is None:
            return state
        count, mean, squares = state
        count -= 1
        if count <= 0:
            return (count, mean, squares) if count else (0, 0.0, 0.0)
        value = self._double(arguments[0])
        delta = value - mean
        mean -= delta / count
        return count, mean, squares - (value - mean) * delta

    def merge(self, state: Any, other: Any) -> Any:
        count, mean, squares = state
        if other[0] > 0 and count == 0:
            return other
        total = count + other[0]
        if total <= 0:
            return total, 0.0, 0.0
        if other[0] <= 0:
            return total, mean, squares
        difference = other[1] - mean
        squares = squares + other[2] + float(count) * other[0] / total * difference * difference
        return total, mean + other[0] / total * difference, squares

    def value(self, state: Any) -> Any:
        return state[2] if state[0] > 0 else None


def is_moment(function: AggregateFunction) -> bool:
    """Returns whether a function is computed from Welford's sum and a count."""
    return function.name in _MOMENTS


def moment_of(
    function: AggregateFunction, squares: ResolvedExpression, count: ResolvedExpression, resolution: Resolution
) -> ResolvedExpression:
    """Computes the result from the sum of squared differences and the count."""
    taken_off, is_root = _MOMENTS[function.name]
    over = count
    if taken_off:
        nothing = ValueLiteral(None, BigIntType())
        over = resolve("CASE", [resolve("=", [count, _ONE]), nothing, resolve("-", [count, _ONE])])
    variance = resolve("/", [squares, over])
    return cast(resolve("POWER", [variance, _HALF]) if is_root else variance, resolution.result)


def _signature(arguments: Sequence[Argument]) -> Optional[Resolution]:
    return numeric(arguments, average_of)


def _squares_signature(arguments: Sequence[Argument]) -> Optional[Resolution]:
    return numeric(arguments, lambda kind: DoubleType())


def _moment(name: str, *aliases: str) -> AggregateFunction:
    forms = (f"'{name}(<NUMERIC>)'",)
    return AggregateFunction(name, _signature, lambda call, retracts: Squares(call), forms, aliases)


AGGREGATES: Final = (
    AggregateFunction(SQUARES, _squares_signature, lambda call, retracts: Squares(call)),
    _moment("STDDEV_POP"),
    _moment("STDDEV_SAMP", "STDDEV"),
    _moment("VAR_POP"),
    _moment("VAR_SAMP", "VARIANCE"),
)
