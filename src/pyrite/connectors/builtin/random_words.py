"""Random numbers by position: a number depends only on its seed and its position, not on other numbers.

SplitMix64 as a function of a counter. So any block of rows can be generated independently, and a restored source
generates the same numbers from its position on.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.uint64]

_GOLDEN: Final = np.uint64(0x9E3779B97F4A7C15)
_FIRST: Final = np.uint64(0xBF58476D1CE4E5B9)
_SECOND: Final = np.uint64(0x94D049BB133111EB)
_LOW: Final = np.uint64(0xFFFFFFFF)
_HALF: Final = np.uint64(32)


@lru_cache(maxsize=4096)
def seed_of(*parts: Any) -> int:
    """Derives a seed of 64 bits from numbers and names."""
    return int.from_bytes(hashlib.blake2b(repr(parts).encode(), digest_size=8).digest(), "little")


def words_at(seed: int, places: Words) -> Words:
    """64 random bits for each position."""
    words = places * _GOLDEN
    words += np.uint64(seed)
    words ^= words >> np.uint64(30)
    words *= _FIRST
    words ^= words >> np.uint64(27)
    words *= _SECOND
    words ^= words >> np.uint64(31)
    return words


def below(words: Words, size: int) -> Words:
    """Integers from 0 to `size` - 1, uniformly distributed: the upper half of a product of 128 bits."""
    if size == 1 << 64:
        return words
    if size <= 1 << 32:
        product = words >> _HALF
        product *= np.uint64(size)
        product >>= _HALF
        return product
    high, low = words >> _HALF, words & _LOW
    size_high, size_low = np.uint64(size >> 32), np.uint64(size & 0xFFFFFFFF)
    middle = high * size_low + (low * size_low >> _HALF)
    other = low * size_high + (middle & _LOW)
    result: Words = high * size_high + (middle >> _HALF) + (other >> _HALF)
    return result


def fractions(words: Words) -> npt.NDArray[np.float64]:
    """Numbers between 0 and 1, exclusive, with 52 random bits each."""
    numbers = (words >> np.uint64(12)).astype(np.float64)
    numbers += 0.5
    numbers *= 2.0**-52
    return numbers
