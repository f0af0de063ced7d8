"""Decimals: computed exactly, then rounded half up to the result type. An overflow is NULL."""

from __future__ import annotations

import decimal
from decimal import Decimal
from typing import Any, Final, Optional

from pyrite.core.types import DecimalType

EXACT: Final = decimal.Context(
    prec=200, rounding=decimal.ROUND_HALF_UP, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN, traps=[]
)
"""A context in which sums and products of 38 digits are exact."""
_DIVISION: Final = decimal.Context(
    prec=38, rounding=decimal.ROUND_HALF_UP, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN, traps=[]
)
_COMPACT_DIGITS: Final = 18
"""Up to this precision, Flink stores a decimal as a long, and divides the long to get a double."""


class DecimalFit:
    """Rounds to the scale of a type. Returns None for too many digits before the decimal point."""

    def __init__(self, kind: DecimalType) -> None:
        self._unit = Decimal(1).scaleb(-kind.scale)
        self._limit = Decimal(10) ** (kind.precision - kind.scale)

    def __call__(self, number: Decimal) -> Optional[Decimal]:
        if not -self._limit < number < self._limit:
            return None
        rounded = EXACT.quantize(number, self._unit)
        if not -self._limit < rounded < self._limit:
            return None
        return rounded if rounded else abs(rounded)  # decimals have no -0


def divide(left: Decimal, right: Decimal) -> Decimal:
    """To 38 digits."""
    if not right:
        raise ArithmeticError("Division by zero" if left else "Division undefined")
    return _DIVISION.divide(left, right)


def remainder(left: Decimal, right: Decimal) -> Decimal:
    """The result has the sign of the dividend."""
    if not right:
        raise ArithmeticError("Division by zero" if left else "Division undefined")
    return EXACT.remainder(left, right)


def to_double(number: Decimal, kind: DecimalType) -> float:
    """Converts as Flink does: a compact decimal is an integer divided by a power of ten, rounded twice."""
    if kind.precision <= _COMPACT_DIGITS:
        return int(number.scaleb(kind.scale, EXACT)) / float(10**kind.scale)
    return float(number)


def fitted(kind: DecimalType) -> Any:
    """Returns the function that rounds to a type."""
    return DecimalFit(kind)
