"""Java's numbers: integers wrap, doubles never raise, and both have Java's texts."""

from __future__ import annotations

import ctypes
import math
import re
from collections.abc import Callable
from typing import Final

import numpy as np
import pyarrow as pa

_CONTROLS: Final = "".join(map(chr, range(33)))
"""The characters that Java's `trim` removes."""
_HEX_FLOAT: Final = re.compile(r"[+-]?0[xX]([0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)[pP][+-]?\d+[fFdD]?", re.ASCII)
_FLOAT: Final = re.compile(r"[+-]?(NaN|Infinity|(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?[fFdD]?)", re.ASCII)


# Whole numbers --------------------------------------------------------------------------------------------------------


def wrapped_text(text: str, bits: int) -> str:
    """Returns Python code that wraps an integer to this number of bits."""
    half = 1 << (bits - 1)
    return f"((({text}) + {half} & {2 * half - 1}) - {half})"


def wrapped(number: int, bits: int) -> int:
    half = 1 << (bits - 1)
    return (number + half & 2 * half - 1) - half


def quotient(left: int, right: int) -> int:
    """Divides toward zero. The result is not wrapped."""
    if right == 0:
        raise ArithmeticError("/ by zero")
    whole = abs(left) // abs(right)
    return whole if (left < 0) == (right < 0) else -whole


def remainder(left: int, right: int) -> int:
    """The result has the sign of the dividend."""
    if right == 0:
        raise ArithmeticError("/ by zero")
    rest = abs(left) % abs(right)
    return -rest if left < 0 else rest


# Floating-point numbers -----------------------------------------------------------------------------------------------


def as_float(number: float) -> float:
    """Rounds to 32 bits."""
    return ctypes.c_float(number).value


def integer_to_float(number: int) -> float:
    """Converts a 64-bit integer to a 32-bit float, rounded once."""
    return float(np.int64(number).astype(np.float32))


def divided(left: float, right: float) -> float:
    if right:
        return left / right
    if left == 0 or math.isnan(left) or math.isnan(right):
        return math.nan
    return math.copysign(math.inf, math.copysign(1, left) * math.copysign(1, right))


def to_integer(number: float, bits: int) -> int:
    """Casts a double as Java does: toward zero, saturating, NaN to 0. Narrow types wrap from 32 bits."""
    if math.isnan(number):
        return 0
    wide = 64 if bits == 64 else 32
    most = (1 << (wide - 1)) - 1
    if math.isinf(number):
        bound = most if number > 0 else -most - 1
    else:
        bound = max(-most - 1, min(most, int(number)))
    return wrapped(bound, bits)


def or_infinite(compute: Callable[..., float]) -> Callable[..., float]:
    """Wraps a function of `math`: returns the value of IEEE 754 where Python raises."""

    def computed(*arguments: float) -> float:
        try:
            return compute(*arguments)
        except ValueError:
            return math.nan
        except OverflowError:
            return math.inf

    return computed


def logarithm(compute: Callable[[float], float]) -> Callable[[float], float]:
    """Wraps a logarithm: -Infinity for 0, NaN for negative numbers."""

    def computed(number: float) -> float:
        if number > 0:
            return compute(number)
        return -math.inf if number == 0 else math.nan

    return computed


def power(base: float, exponent: float) -> float:
    """Java's power differs from C's if the exponent is infinite or NaN and the base is one."""
    if exponent == 0:
        return 1.0
    if math.isnan(base) or math.isnan(exponent) or (math.isinf(exponent) and abs(base) == 1):
        return math.nan
    odd = math.isfinite(exponent) and exponent % 2 == 1
    try:
        return math.pow(base, exponent)
    except OverflowError:
        return -math.inf if base < 0 and odd else math.inf
    except ValueError:
        if base == 0:
            return math.copysign(math.inf, base) if odd else math.inf
        return math.nan


# Texts ----------------------------------------------------------------------------------------------------------------


def double_to_string(number: float) -> str:
    """Java's `Double.toString`: `1.0E7`, `0.001`, `NaN`."""
    return _to_string(number, repr(number))


def float_to_string(number: float) -> str:
    """Java's `Float.toString`."""
    return _to_string(number, str(np.float32(number)))


def _to_string(number: float, shortest: str) -> str:
    if math.isnan(number):
        return "NaN"
    if math.isinf(number):
        return "Infinity" if number > 0 else "-Infinity"
    if number == 0:
        return "-0.0" if math.copysign(1, number) < 0 else "0.0"
    sign = "-" if number < 0 else ""
    digits, power_of_ten = _scientific(shortest.lstrip("-").lower())
    if len(digits) == 1:  # Java prints at least two digits, the nearest ones
        digits, power_of_ten = _scientific(f"{abs(number):.1e}")
    if -3 <= power_of_ten < 7:
        if power_of_ten < 0:
            return f"{sign}0.{'0' * (-power_of_ten - 1)}{digits}"
        padded = digits.ljust(power_of_ten + 1, "0")
        return f"{sign}{padded[: power_of_ten + 1]}.{padded[power_of_ten + 1 :] or '0'}"
    return f"{sign}{digits[0]}.{digits[1:] or '0'}E{power_of_ten}"


def _scientific(text: str) -> tuple[str, int]:
    """Returns the significant digits of a positive number, and the power of ten of the first digit."""
    mantissa, _, exponent = text.partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    first = len(whole) - 1 if whole.strip("0") else len(digits) - len(fraction) - 1
    return digits.rstrip("0"), int(exponent or 0) + first


def parse_double(text: str) -> float:
    """Java's `Double.parseDouble`, which accepts `1d`, `0x1p3` and surrounding spaces."""
    stripped = text.strip(_CONTROLS)
    if not stripped:
        raise ValueError("empty String")
    if _FLOAT.fullmatch(stripped):
        number = stripped if stripped.endswith(("NaN", "Infinity")) else stripped.rstrip("fFdD")
        return float(number)
    if _HEX_FLOAT.fullmatch(stripped):
        return float.fromhex(stripped.rstrip("fFdD") if stripped[-1] in "fFdD" else stripped)
    raise ValueError(f'For input string: "{stripped}"')


def parse_float(text: str) -> float:
    """Java's `Float.parseFloat`, which rounds once."""
    number = parse_double(text)
    if number == 0 or math.isinf(number) or math.isnan(number) or "x" in text.lower():
        return as_float(number)
    nearest = as_float(number)
    if math.isinf(nearest) or abs(number) < 1e-37:
        return nearest
    digits = text.strip(_CONTROLS).rstrip("fFdD")
    rounded: float = pa.scalar(digits.removeprefix("+")).cast(pa.float32()).as_py()
    return rounded
