"""ROUND and TRUNCATE by decimal digits. Doubles are rounded by their shortest text."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from typing import Any, Final, Optional

import numpy as np
import pyarrow as pa

from pyrite.core.types import (
    DecimalType,
    DoubleType,
    FloatType,
    IntegerNumericType,
    IntType,
    LogicalType,
    NumericType,
)
from pyrite.core.types.decimal_rules import round_type
from pyrite.expressions.function import Argument, Function, Kernel, Resolution, calls_for
from pyrite.expressions.java.decimals import EXACT, DecimalFit
from pyrite.expressions.java.numbers import as_float, wrapped
from pyrite.expressions.patching import numbers_of, over_arrays, patched
from pyrite.expressions.resolved import FunctionCall, ValueLiteral
from pyrite.expressions.signatures import nullable_if

Rounded = Callable[[Decimal, int], Decimal]
_MOST_DIGITS: Final = 646_456_992
"""The maximum number of digits of Java's BigInteger."""
_FAST_DIGITS: Final = 9
_FAST_NUMBERS: Final = 1e12
_CLOSE: Final = 1e-3
"""Far more than the rounding error of a product of doubles below `_FAST_NUMBERS`."""
_TRUNCATED: Final = DecimalFit(DecimalType(38, 18))
"""The type that TRUNCATE computes in."""


def _signature(arguments: Sequence[Argument]) -> Optional[Resolution]:
    """The result type depends on the digits only if they are constant."""
    if not 1 <= len(arguments) <= 2 or not isinstance(arguments[0].type, NumericType):
        return None
    kind: LogicalType = arguments[0].type
    types = [argument.type for argument in arguments]
    if len(arguments) == 2 and not isinstance(types[1], IntegerNumericType):
        return None
    if isinstance(kind, DecimalType):
        digits = 0 if len(arguments) == 1 else arguments[1].value if arguments[1].is_literal else kind.scale
        kind = kind if digits is None else round_type(kind, digits)
    targets = (types[0], IntType(nullable=types[1].nullable)) if len(types) == 2 else (types[0],)
    return Resolution(targets, nullable_if(kind, types))


def _rounded(rounding: str) -> Rounded:
    def rounded(number: Decimal, digits: int) -> Decimal:
        exponent = number.as_tuple().exponent
        assert isinstance(exponent, int)
        if -exponent <= digits:
            return number
        if number.adjusted() < -digits - 1:
            return Decimal(0)
        return number.quantize(Decimal(1).scaleb(-digits), rounding, _WIDE)

    return rounded


def _checked(digits: int) -> int:
    if digits > _MOST_DIGITS:
        raise ArithmeticError("BigInteger would overflow supported range")
    return digits


_WIDE: Final = EXACT.copy()
_WIDE.prec = 1000
"""A double may have more than 300 digits before the decimal point."""


def _of_text(number: float) -> Decimal:
    """Converts a double to a decimal by its text, as Java's BigDecimal does."""
    if not math.isfinite(number):
        letter = "N" if math.isnan(number) else "I"
        raise ArithmeticError(
            f'Character {letter} is neither a decimal digit number, decimal point, nor "e" notation exponential mark.'
        )
    return Decimal(repr(number))


def _round_row(call: FunctionCall) -> Callable[..., Any]:
    rounded = _rounded(ROUND_HALF_UP)
    kind = call.type
    match kind:
        case DecimalType():
            fit = DecimalFit(kind)
            return lambda x, digits=0: fit(rounded(x, digits))
        case IntegerNumericType():
            bits = kind.bits
            return lambda x, digits=0: wrapped(int(rounded(Decimal(x), _checked(digits))), bits)
        case FloatType():
            return lambda x, digits=0: as_float(float(rounded(_of_text(x), digits)) + 0.0)
    return lambda x, digits=0: float(rounded(_of_text(x), digits)) + 0.0  # decimals have no -0


def _truncate_row(call: FunctionCall) -> Callable[..., Any]:
    rounded = _rounded(ROUND_DOWN)
    kind = call.type
    match kind:
        case DecimalType():
            fit = DecimalFit(kind)
            return lambda x, digits=0: fit(rounded(x, digits))
        case IntegerNumericType():
            bits = kind.bits
            return lambda x, digits=0: wrapped(int(rounded(Decimal(x), digits)), bits)

    def double(x: float, digits: int = 0) -> float:
        decimal = _TRUNCATED(_of_text(x))
        if decimal is None:
            raise ArithmeticError(f"TRUNCATE takes numbers of at most 20 digits before the point, got {x!r}")
        return float(rounded(decimal, digits)) + 0.0

    return double if isinstance(kind, DoubleType) else lambda x, digits=0: as_float(double(x, digits))


def _kernel(call: FunctionCall) -> Optional[Kernel]:
    """Integers have no digits after the decimal point.

    Doubles are rounded as a column unless they are close to a half.
    """
    digits = call.arguments[1] if len(call.arguments) == 2 else ValueLiteral(0, IntType())
    if not isinstance(digits, ValueLiteral) or digits.value is None:
        return None
    if isinstance(call.type, IntegerNumericType) and 0 <= digits.value <= _MOST_DIGITS:
        return lambda columns: columns[0]
    if isinstance(call.type, DoubleType) and call.function == "ROUND" and 0 <= digits.value <= _FAST_DIGITS:
        compute = over_arrays(lambda column: _rounded_doubles(column, digits.value))
        return lambda columns: compute(columns[0])
    return None


def _rounded_doubles(column: Any, digits: int) -> Any:
    """An integer below 2^53 divided by a power of ten is the double nearest to the decimal, as if parsed from text."""
    power = 10.0**digits
    with np.errstate(invalid="ignore", over="ignore"):
        scaled = np.abs(numbers_of(column)) * power
        whole = np.floor(scaled)
        is_plain = (scaled < _FAST_NUMBERS) & (np.abs(scaled - whole - 0.5) > _CLOSE)
        nearest = np.copysign(np.floor(scaled + 0.5) / power, numbers_of(column)) + 0.0
    mask = column.is_null().to_numpy(zero_copy_only=False) if column.null_count else None
    rounded = _rounded(ROUND_HALF_UP)
    return patched(
        column,
        is_plain,
        lambda _: pa.array(nearest, mask=mask),
        lambda x: float(rounded(_of_text(x), digits)) + 0.0,
    )


def _function(name: str, row: Callable[[FunctionCall], Callable[..., Any]], documented_as: str) -> Function:
    return Function(
        name,
        _signature,
        row=calls_for(row),
        kernel=_kernel,
        can_fail=True,
        forms=(f"'{name}(<NUMERIC>, <INTEGER>)'", f"'{name}(<NUMERIC>)'"),
        group="arithmetic",
        documented_as=(documented_as,),
    )


FUNCTIONS: Final = (
    _function("ROUND", _round_row, "ROUND(NUMERIC, INT)"),
    _function("TRUNCATE", _truncate_row, "TRUNCATE(numeric1, integer2)"),
)
