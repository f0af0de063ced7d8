"""java.util.Formatter in the US locale, for PRINTF.

Supports numbers and text: integers by `%d`, `%x`, `%o` and `%c`, FLOAT and DOUBLE by `%f`, `%e` and `%g`, everything
by `%s` and `%b`. An invalid format returns None.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from decimal import ROUND_HALF_UP, Context, Decimal
from typing import Any, Final, Optional

from pyrite.core.types import DoubleType, FloatType, IntegerNumericType, LogicalType
from pyrite.expressions.java.numbers import double_to_string, float_to_string
from pyrite.expressions.java.utf16 import from_units, to_units

_DIRECTIVE: Final = re.compile(r"%(?:(\d+)\$)?([-#+ 0,(<]*)(\d+)?(?:\.(\d+))?([a-zA-Z%])")


class _FormatError(ValueError):
    """Java's IllegalFormatException."""


def formatter(kinds: Sequence[LogicalType]) -> Callable[..., Optional[str]]:
    """Returns a function from a format and values of these types to text."""

    def printed(pattern: Optional[str], *values: Any) -> Optional[str]:
        if pattern is None:
            return None
        try:
            return _formatted(pattern, values, kinds)
        except _FormatError:
            return None

    return printed


def _formatted(pattern: str, values: Sequence[Any], kinds: Sequence[LogicalType]) -> str:
    parts: list[str] = []
    place, ordinary, last = 0, 0, -1
    for match in _DIRECTIVE.finditer(pattern):
        parts.append(_plain(pattern[place : match.start()]))
        place = match.end()
        index, flags, width, precision, letter = match.groups()
        if letter in "n%":
            parts.append("\n" if letter == "n" else _padded("%", flags, width))
            continue
        if index:
            last = int(index) - 1
        elif "<" not in flags:
            last, ordinary = ordinary, ordinary + 1
        if not 0 <= last < len(values):
            raise _FormatError
        text = _converted(values[last], kinds[last], flags, precision, letter.lower(), width)
        parts.append(text.upper() if letter.isupper() else text)
    parts.append(_plain(pattern[place:]))
    return from_units("".join(parts))


def _plain(text: str) -> str:
    if "%" in text:
        raise _FormatError
    return text


def _converted(
    value: Any, kind: LogicalType, flags: str, precision: Optional[str], letter: str, width: Optional[str]
) -> str:
    digits = None if precision is None else int(precision)
    if letter == "b":
        text = "false" if value is None else str(value).lower() if isinstance(value, bool) else "true"
        return _padded(text[:digits], flags, width)
    if letter == "s":
        return _padded(_text(value, kind)[:digits], flags, width)
    if value is None:
        return _padded("null"[:digits], flags, width)
    if letter in "dxoc":
        if not isinstance(kind, IntegerNumericType) or digits is not None:
            raise _FormatError
        if letter == "c":
            if not 0 <= value <= 0x10FFFF:
                raise _FormatError
            return _padded(to_units(chr(value)), flags, width)
        if letter == "d":
            return _signed(str(abs(value)), value < 0, flags, width)
        unsigned = value & (1 << kind.bits) - 1
        mark = {"x": "0x", "o": "0"}[letter] if "#" in flags else ""
        return _zeros(mark, format(unsigned, letter), flags, width)
    if letter in "feg" and isinstance(kind, (FloatType, DoubleType)):
        return _floating(value, flags, digits, letter, width)
    raise _FormatError


def _text(value: Any, kind: LogicalType) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case Decimal():
            return format(value, "f")
        case float():
            return float_to_string(value) if isinstance(kind, FloatType) else double_to_string(value)
    return to_units(str(value))


def _floating(value: float, flags: str, digits: Optional[int], letter: str, width: Optional[str]) -> str:
    if value != value or value in (float("inf"), float("-inf")):
        text = "NaN" if value != value else "Infinity"
        return _signed(text, value < 0, flags.replace("0", "").replace(",", ""), width)
    number = abs(Decimal(repr(value)))
    count = 6 if digits is None else digits
    if letter == "g":
        count = max(count, 1)
        rounded = number if not number else _rounded(number, count - 1 - number.adjusted())
        if not number or Decimal("0.0001") <= rounded < Decimal(10) ** count:
            letter, count = "f", count - 1 - (rounded.adjusted() if rounded else 0)
        else:
            letter, count = "e", count - 1
    if letter == "f":
        text = format(_rounded(number, count), "f")
    else:
        text = _scientific(number, count)
    return _signed(text, value < 0 or (value == 0 and str(value)[0] == "-"), flags, width)


def _rounded(number: Decimal, digits: int) -> Decimal:
    return number.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP, Context(400))


def _scientific(number: Decimal, count: int) -> str:
    exponent = number.adjusted() if number else 0
    mantissa = _rounded(number.scaleb(-exponent), count)
    if mantissa >= 10:
        mantissa, exponent = _rounded(mantissa / 10, count), exponent + 1
    return f"{format(mantissa, 'f')}e{'-' if exponent < 0 else '+'}{abs(exponent):02}"


def _signed(text: str, is_negative: bool, flags: str, width: Optional[str]) -> str:
    if "," in flags:
        whole, dot, fraction = text.partition(".")
        text = f"{int(whole):,}{dot}{fraction}"
    if is_negative and "(" in flags:
        return _zeros("(", f"{text})", flags, width)
    sign = "-" if is_negative else "+" if "+" in flags else " " if " " in flags else ""
    return _zeros(sign, text, flags, width)


def _zeros(sign: str, text: str, flags: str, width: Optional[str]) -> str:
    if "0" in flags and width is not None:
        return sign + text.rjust(int(width) - len(sign), "0")
    return _padded(sign + text, flags, width)


def _padded(text: str, flags: str, width: Optional[str]) -> str:
    if width is None:
        if "-" in flags:
            raise _FormatError
        return text
    return text.ljust(int(width)) if "-" in flags else text.rjust(int(width))
