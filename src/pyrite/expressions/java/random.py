"""java.util.Random: the same numbers for the same seed."""

from __future__ import annotations

from typing import Final

_MULTIPLIER: Final = 0x5DEECE66D
_MASK: Final = (1 << 48) - 1


class JavaRandom:
    """A linear congruential generator with 48 bits."""

    def __init__(self, seed: int) -> None:
        self._state = (seed ^ _MULTIPLIER) & _MASK

    def _next(self, bits: int) -> int:
        self._state = (self._state * _MULTIPLIER + 0xB) & _MASK
        number = self._state >> (48 - bits)
        return number - (1 << bits) if bits == 32 and number >= 1 << 31 else number

    def next_double(self) -> float:
        """Returns a number from 0 (inclusive) to 1 (exclusive)."""
        return float((self._next(26) << 27) + self._next(27)) * 2.0**-53

    def next_int(self, bound: int) -> int:
        """Returns a number from 0 (inclusive) to the bound (exclusive)."""
        if bound <= 0:
            raise ArithmeticError("bound must be positive")
        if bound & -bound == bound:
            return bound * self._next(31) >> 31
        while True:
            bits = self._next(31)
            number = bits % bound
            if bits - number + bound - 1 < 1 << 31:
                return number
