"""COUNT, SUM, SUM0, AVG, deviations and variances."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any, Final, Optional

from pyrite.core.types import (
    BigIntType,
    DecimalType,
    DoubleType,
    FloatType,
    IntegerNumericType,
    LogicalType,
    NumericType,
)
from pyrite.core.types.decimal_rules import average_type, division_type, sum_type
from pyrite.expressions.aggregates.aggregate import Accumulator, AggregateCall, AggregateFunction
from pyrite.expressions.function import Argument, Resolution
from pyrite.expressions.java import decimals
from pyrite.expressions.java.decimals import EXACT, DecimalFit
from pyrite.expressions.java.numbers import as_float, divided, quotient, wrapped

Combine = Callable[[Any, Any], Any]


# Types ----------------------------------------------------------------------------------------------------------------


def _count_signature(arguments: Sequence[Argument]) -> Optional[Resolution]:
    return Resolution(tuple(argument.type for argument in arguments), BigIntType(nullable=False))


def numeric(arguments: Sequence[Argument], rule: Callable[[LogicalType], LogicalType]) -> Optional[Resolution]:
    """Accepts one number. The result type is derived from its type."""
    if len(arguments) != 1 or not isinstance(arguments[0].type, NumericType):
        return None
    kind = arguments[0].type
    return Resolution((kind,), rule(kind).copy(nullable=kind.nullable))


def _sum_of(kind: LogicalType) -> LogicalType:
    return sum_type(kind) if isinstance(kind, DecimalType) else kind


def _zero_sum_signature(arguments: Sequence[Argument]) -> Optional[Resolution]:
    resolution = numeric(arguments, _sum_of)
    return resolution and Resolution(resolution.arguments, resolution.result.copy(nullable=False))


def average_of(kind: LogicalType) -> LogicalType:
    """The type of AVG and of other functions whose result is of the kind of the values."""
    return average_type(kind) if isinstance(kind, DecimalType) else kind


# Arithmetic -----------------------------------------------------------------------------------------------------------


def _arithmetic(kind: LogicalType) -> tuple[Combine, Combine, Any]:
    """Returns Flink's addition, subtraction and zero for a type. A decimal result may be None."""
    match kind:
        case IntegerNumericType():
            bits = kind.bits
            return (lambda a, b: wrapped(a + b, bits)), (lambda a, b: wrapped(a - b, bits)), 0
        case FloatType():
            return (lambda a, b: as_float(a + b)), (lambda a, b: as_float(a - b)), 0.0
        case DecimalType():
            fit = DecimalFit(kind)
            zero = Decimal(0).scaleb(-kind.scale)
            return (lambda a, b: fit(EXACT.add(a, b))), (lambda a, b: fit(EXACT.subtract(a, b))), zero
    return (lambda a, b: a + b), (lambda a, b: a - b), 0.0


class Count(Accumulator):
    """Counts rows, or values that are not NULL. The state is the number."""

    is_result = True

    def create(self) -> int:
        return 0

    def accumulate(self, state: int, *arguments: Any) -> int:
        return state + 1 if None not in arguments else state

    def retract(self, state: int, *arguments: Any) -> int:
        return state - 1 if None not in arguments else state

    def merge(self, state: int, other: int) -> int:
        return state + other

    def value(self, state: int) -> int:
        return state


class Sum(Accumulator):
    """SUM over inserts. The state is the sum, None before the first value.

    An overflow of a decimal sets it to None, and as in Flink the next value starts a new sum.
    """

    is_result = True

    def __init__(self, kind: LogicalType) -> None:
        self._add, self._subtract, self._zero = _arithmetic(kind)

    def create(self) -> Any:
        return None

    def accumulate(self, state: Any, *arguments: Any) -> Any:
        (value,) = arguments
        if value is None:
            return state
        return value if state is None else self._add(state, value)

    def retract(self, state: Any, *arguments: Any) -> Any:
        raise AssertionError("inserts are never retracted")

    def merge(self, state: Any, other: Any) -> Any:
        return self.accumulate(state, other)

    def value(self, state: Any) -> Any:
        return state


class RetractableSum(Sum):
    """The state is the sum and the number of values."""

    is_result = False

    def create(self) -> Any:
        return None, 0

    def accumulate(self, state: Any, *arguments: Any) -> Any:
        (value,) = arguments
        total, count = state
        if value is None:
            return state
        return value if total is None else self._add(total, value), count + 1

    def retract(self, state: Any, *arguments: Any) -> Any:
        (value,) = arguments
        total, count = state
        if value is None:
            return state
        return self._subtract(self._zero if total is None else total, value), count - 1

    def merge(self, state: Any, other: Any) -> Any:
        total, count = state
        if other[0] is not None:
            total = other[0] if total is None else self._add(total, other[0])
        return total, count + other[1]

    def value(self, state: Any) -> Any:
        return state[0] if state[1] else None


class SumFromZero(Sum):
    """SUM0: 0 over no values."""

    def create(self) -> Any:
        return self._zero

    def accumulate(self, state: Any, *arguments: Any) -> Any:
        (value,) = arguments
        return state if value is None or state is None else self._add(state, value)

    def retract(self, state: Any, *arguments: Any) -> Any:
        (value,) = arguments
        return state if value is None or state is None else self._subtract(state, value)


class Average(Accumulator):
    """The state is the sum, in a wider type, and the number of values."""

    def __init__(self, kind: LogicalType, result: LogicalType) -> None:
        wide: LogicalType = DoubleType()
        if isinstance(kind, IntegerNumericType):
            wide = BigIntType()
        elif isinstance(kind, DecimalType):
            wide = sum_type(kind)
        self._add, self._subtract, self._zero = _arithmetic(wide)
        self._divide = _division(wide, result)

    def create(self) -> Any:
        return self._zero, 0

    def accumulate(self, state: Any, *arguments: Any) -> Any:
        (value,) = arguments
        return state if value is None else (_or_none(self._add, state[0], value), state[1] + 1)

    def retract(self, state: Any, *arguments: Any) -> Any:
        (value,) = arguments
        return state if value is None else (_or_none(self._subtract, state[0], value), state[1] - 1)

    def merge(self, state: Any, other: Any) -> Any:
        return _or_none(self._add, state[0], other[0]), state[1] + other[1]

    def value(self, state: Any) -> Any:
        total, count = state
        return None if count == 0 or total is None else self._divide(total, count)


def _or_none(combine: Combine, left: Any, right: Any) -> Any:
    return None if left is None or right is None else combine(left, right)


def _division(wide: LogicalType, result: LogicalType) -> Combine:
    """Returns the division of a sum by a count, with the result type."""
    match wide:
        case IntegerNumericType():
            assert isinstance(result, IntegerNumericType)
            bits = result.bits
            return lambda total, count: wrapped(quotient(total, count), bits)
        case DecimalType():
            assert isinstance(result, DecimalType)
            quotient_fit, fit = DecimalFit(division_type(wide, BigIntType())), DecimalFit(result)

            def divide(total: Decimal, count: int) -> Optional[Decimal]:
                exact = quotient_fit(decimals.divide(total, Decimal(count)))
                return None if exact is None else fit(exact)

            return divide
    if isinstance(result, FloatType):
        return lambda total, count: as_float(divided(total, count))
    return divided


def _sum(call: AggregateCall, retracts: bool) -> Accumulator:
    return (RetractableSum if retracts else Sum)(call.result_type)


def _of_numbers(
    name: str,
    rule: Callable[[LogicalType], LogicalType],
    accumulator: Callable[[AggregateCall, bool], Accumulator],
    aliases: tuple[str, ...] = (),
    **more: Any,
) -> AggregateFunction:
    def signature(arguments: Sequence[Argument]) -> Optional[Resolution]:
        return numeric(arguments, rule)

    return AggregateFunction(name, signature, accumulator, (f"'{name}(<NUMERIC>)'",), aliases, **more)


AGGREGATES: Final = (
    AggregateFunction(
        "COUNT", _count_signature, lambda call, retracts: Count(), ("'COUNT(<ANY>)'",), is_never_null=True
    ),
    _of_numbers("SUM", _sum_of, _sum),
    AggregateFunction(
        "$SUM0",
        _zero_sum_signature,
        lambda call, retracts: SumFromZero(call.result_type),
        ("'$SUM0(<NUMERIC>)'",),
        ("SUM0",),
        is_never_null=True,
    ),
    _of_numbers("AVG", average_of, lambda call, retracts: Average(call.argument_types[0], call.result_type)),
)
