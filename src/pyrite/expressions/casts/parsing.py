"""Casts from text: Flink's formats of numbers, booleans, dates and times."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from typing import Any, Final, Optional

from pyrite.core.types import (
    BooleanType,
    DateType,
    DecimalType,
    DoubleType,
    FloatType,
    IntegerNumericType,
    LocalZonedTimestampType,
    LogicalType,
    TimestampType,
    TimeType,
)
from pyrite.expressions.java.calendar import length_of_month, to_days
from pyrite.expressions.java.decimals import EXACT, DecimalFit
from pyrite.expressions.java.numbers import parse_double, parse_float
from pyrite.expressions.java.zones import LocalZone

Cast = Callable[[Any], Any]
_TRUE: Final = frozenset(("t", "true", "y", "yes", "1"))
_FALSE: Final = frozenset(("f", "false", "n", "no", "0"))
_INTEGER: Final = re.compile(r"[+-]?(\d*)(\.\d*)?", re.ASCII)
_SPACES: Final = " \n\t"
_COMPACT_DIGITS: Final = 18
_DAY_NS: Final = 86_400_000_000_000
_TIMESTAMP: Final = re.compile(
    r"(\d{4}|\+\d{5,10})-(\d\d?)-(\d\d?)(?: (\d\d?):(\d\d?):(\d\d?)(?:\.(\d{0,9}))?)?", re.ASCII
)


def parsing_cast(target: LogicalType, zone: str) -> Optional[Cast]:
    """Returns the cast from text. It raises ValueError for invalid text."""
    match target:
        case IntegerNumericType():
            bits = target.bits
            return lambda text: parse_integer(text, bits)
        case DecimalType():
            return DecimalText(target)
        case DoubleType():
            return parse_double
        case FloatType():
            return parse_float
        case BooleanType():
            return parse_boolean
        case DateType():
            return parse_date
        case TimeType():
            unit = 10 ** max(0, 3 - target.precision)
            return lambda text: parse_time(text) // unit * unit
        case TimestampType():
            return _timestamp_cast(target.precision)
        case LocalZonedTimestampType():
            parse, local = _timestamp_cast(target.precision), LocalZone(zone)
            return lambda text: local.to_instant(parse(text))
    return None


# Numbers --------------------------------------------------------------------------------------------------------------


def parse_integer(text: str, bits: int) -> int:
    """Parses an integer. Surrounding spaces and digits after a decimal point are ignored."""
    trimmed = text.strip(" ")
    match = _INTEGER.fullmatch(trimmed)
    if not trimmed:
        raise ValueError(f"For input string: '{trimmed}'. Input is empty.")
    if trimmed in ("+", "-"):
        raise ValueError(f"For input string: '{trimmed}'. Input has only positive or negative symbol.")
    if match is None:
        raise ValueError(f"For input string: '{trimmed}'. Invalid character found.")
    number = int(match[1] or 0) * (-1 if trimmed[0] == "-" else 1)
    if not -(1 << (bits - 1)) <= number < 1 << (bits - 1):
        raise ValueError(f"For input string: '{trimmed}'. Overflow.")
    return number


class DecimalText:
    """Parses decimals: up to 18 digits from the bytes, others as Java's BigDecimal does."""

    def __init__(self, kind: DecimalType) -> None:
        self._kind = kind
        self._fit = DecimalFit(kind)

    def __call__(self, text: str) -> Decimal:
        is_long = self._kind.precision > _COMPACT_DIGITS or len(text.encode("utf-8", "replace")) > _COMPACT_DIGITS
        number = self._fit(_big_decimal(text)) if is_long else self._compact(text)
        if number is None:
            raise ValueError(f"For input string: '{text}'. Overflow.")
        return number

    def _compact(self, text: str) -> Optional[Decimal]:
        """Like Flink, does not check the character that ends the number: `1x` is 1, and `x` is 0."""
        rest = text.encode("utf-8", "replace").decode("latin-1").lstrip(_SPACES)
        match = re.match(r"[+-]?([0-9.]*)", rest, re.ASCII)
        assert match is not None
        digits, place = match[1], match.end()
        if not rest or rest in ("+", "-") or digits.count(".") > 1:
            return None
        exponent = 0
        ending = rest[place : place + 1]
        place += 1
        if ending in ("e", "E") and place < len(rest):
            power = re.match(r"[+-]?(\d*)", rest[place:], re.ASCII)
            assert power is not None
            if power[0] in ("+", "-") and place + 1 == len(rest):
                return None
            exponent = min(int(power[1] or 0), 400) * (-1 if power[0][:1] == "-" else 1)
            place += power.end() + 1
        if rest[place:].strip(_SPACES):
            return None
        whole, _, fraction = digits.partition(".")
        scale = self._kind.scale
        if len(whole) + len(fraction) + exponent - len(fraction) + scale > self._kind.precision:
            return None
        number = Decimal(int(whole + fraction or 0)).scaleb(exponent - len(fraction), EXACT)
        rounded = number.quantize(Decimal(1).scaleb(-scale), ROUND_HALF_UP, EXACT)
        return EXACT.minus(rounded) if rest[0] == "-" else rounded


def _big_decimal(text: str) -> Decimal:
    trimmed = text.strip(_SPACES)
    if not re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", trimmed):
        strange = next((sign for sign in trimmed.lstrip("+-") if not sign.isdigit() and sign not in ".eE"), None)
        if strange is None:
            raise ValueError("No digits found.")
        raise ValueError(
            f'Character {strange} is neither a decimal digit number, decimal point, nor "e" notation exponential mark.'
        )
    try:
        return EXACT.create_decimal(trimmed)
    except InvalidOperation:
        raise ValueError(f"For input string: '{text}'.") from None


def parse_boolean(text: str) -> bool:
    lower = text.lower()
    if lower in _TRUE:
        return True
    if lower in _FALSE:
        return False
    raise ValueError(f"Cannot parse '{text}' as BOOLEAN.")


# Times ----------------------------------------------------------------------------------------------------------------


def parse_date(text: str) -> int:
    """Parses `2024`, `2024-2` or `2024-02-29`. Text after a space is ignored."""
    space = text.find(" ")
    parts = (text[:space] if space > 0 else text).split("-", 2)
    numbers = [_digits(part) for part in parts]
    year, month, day = [*numbers, 1, 1][:3]
    if None not in (year, month, day):
        assert year is not None and month is not None and day is not None
        if 0 <= year <= 9999 and 1 <= month <= 12 and 1 <= day <= length_of_month(year, month):
            return to_days(year, month, day)
    raise ValueError(f"For input string: '{text}'.")


def _digits(text: str) -> Optional[int]:
    trimmed = text.strip()
    return int(trimmed) if trimmed.isascii() and trimmed.isdigit() else None


def parse_time(text: str) -> int:
    """`10`, `10:11`, `10:11:12.345`, in milliseconds."""
    match = re.fullmatch(r"\s*(\d+)\s*(?::\s*(\d+)\s*(?::\s*(\d+)\s*(?:\.(.*))?)?)?", text, re.ASCII)
    if match is not None:
        hour, minute, second = (int(part or 0) for part in match.groups()[:3])
        if hour < 24 and minute < 60 and second < 60:
            return (hour * 3600 + minute * 60 + second) * 1000 + _fraction_ms((match[4] or "").strip())
    raise ValueError(
        f"Invalid time format: '{text}'. Expected format: HH:mm:ss[.fff] where HH is 00-23, mm is 00-59, ss is 00-59"
    )


def _fraction_ms(digits: str) -> int:
    """Parses a fraction of a second, rounded by its fourth digit."""
    padded = digits.ljust(4, "0")
    number = sum((100, 10, 1)[i] * int(sign) for i, sign in enumerate(padded[:3]) if "0" <= sign <= "9")
    return number + (padded[3] >= "5")


def _timestamp_cast(precision: int) -> Cast:
    unit = int(10 ** (9 - precision))

    def read(text: str) -> int:
        return parse_timestamp(text) // unit * unit

    return read


def parse_timestamp(text: str) -> int:
    """Parses `2024-1-2` or `2024-01-02 03:04:05.123456789`. A day after the end of the month becomes its last day."""
    match = _TIMESTAMP.fullmatch(text)
    if match is None:
        raise ValueError(f"Text '{text}' could not be parsed at index 0")
    year, month, day = int(match[1]), int(match[2]), int(match[3])
    hour, minute, second = (int(match[i] or 0) for i in (4, 5, 6))
    if not (year >= 1 and 1 <= month <= 12 and 1 <= day <= 31 and hour < 24 and minute < 60 and second < 60):
        raise ValueError(f"Text '{text}' could not be parsed")
    days = to_days(year, month, min(day, length_of_month(year, month)))
    seconds = hour * 3600 + minute * 60 + second
    return days * _DAY_NS + seconds * 1_000_000_000 + int((match[7] or "").ljust(9, "0"))
