"""Literals of numbers, strings, dates, times and timestamps, with Flink's types."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from math import isinf
from typing import Final, Optional

from pyrite.core.types import (
    BigIntType,
    BinaryType,
    CharType,
    DateType,
    DecimalType,
    DoubleType,
    IntType,
    LocalZonedTimestampType,
    TimestampType,
    TimeType,
)
from pyrite.expressions.expression_tree import Literal

_EPOCH: Final = date(1970, 1, 1)
_DATE: Final = re.compile(r"(\d{1,4})-(\d{1,2})-(\d{1,2})")
_TIME: Final = re.compile(r"(\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.(\d*))?")
_NANOS_OF_DAY: Final = 86_400_000_000_000


class IllegalLiteral(ValueError):
    """The text of a literal is not valid for its type."""


def string_literal(text: str, at: int = -1) -> Literal:
    """A CHAR of the text's length."""
    kind = CharType(len(text), nullable=False) if text else CharType.of_empty_literal()
    return Literal(text, kind, at=at)


def unescaped_unicode(text: str, escape: str) -> str:
    """Replaces each escape character and the four hexadecimal digits after it by their character."""
    parts = text.split(escape)
    result, index = parts[0], 1
    while index < len(parts):
        part = parts[index]
        if not part and index + 1 < len(parts):  # a doubled escape character
            result += escape + parts[index + 1]
            index += 2
            continue
        if re.match(r"[0-9a-fA-F]{4}", part) is None:
            raise IllegalLiteral(f"Unicode escape sequence starting with '{escape}{part[:4]}' is not four hexits")
        result += chr(int(part[:4], 16)) + part[4:]
        index += 1
    return result


def binary_literal(digits: str, at: int = -1) -> Literal:
    """A BINARY of the length of the hexadecimal digits."""
    try:
        value = bytes.fromhex(digits)
    except ValueError:
        value = b""
    if len(value) * 2 != len(digits):
        raise IllegalLiteral("Binary literal string must contain an even number of hexits, 0-9 and A-F only.")
    kind = BinaryType(len(value), nullable=False) if value else BinaryType.of_empty_literal()
    return Literal(value, kind, at=at)


def integer_literal(value: int, at: int = -1) -> Literal:
    """INT or BIGINT."""
    if -(2**31) <= value < 2**31:
        return Literal(value, IntType(nullable=False), at=at)
    if -(2**63) <= value < 2**63:
        return Literal(value, BigIntType(nullable=False), at=at)
    raise IllegalLiteral(f"Numeric literal '{value}' out of range")


def decimal_literal(value: Decimal, at: int = -1) -> Literal:
    """A DECIMAL with the precision of the text, with at least one digit before the decimal point."""
    _, digits, exponent = value.as_tuple()
    assert isinstance(exponent, int)
    scale = -exponent
    precision = max(len(digits), scale + 1)
    if precision > 38:
        raise IllegalLiteral(f"Numeric literal '{value}' out of range")
    return Literal(value, DecimalType(precision, scale, nullable=False), at=at)


def negated(literal: Literal, at: int = -1) -> Literal:
    """Returns the number with the opposite sign. A minus before a literal is part of it."""
    if isinstance(literal.value, int):
        return integer_literal(-literal.value, at)
    return Literal(-literal.value, literal.type, at=at)


def double_literal(value: float, at: int = -1) -> Literal:
    if isinf(value):
        raise IllegalLiteral("Numeric literal out of range")
    return Literal(value, DoubleType(nullable=False), at=at)


def date_literal(text: str, at: int = -1) -> Literal:
    """DATE 'yyyy-mm-dd'."""
    match = _DATE.fullmatch(text.strip())
    days = None if match is None else _days(match)
    if days is None:
        raise IllegalLiteral(f"Illegal DATE literal '{text}': not in format 'yyyy-MM-dd'")
    return Literal(days, DateType(nullable=False), at=at)


def time_literal(text: str, at: int = -1) -> Literal:
    """TIME 'hh:mm:ss.fff', with the precision of the text."""
    match = _TIME.fullmatch(text.strip())
    nanos = None if match is None else _nanos_of_day(match)
    if match is None or nanos is None:
        raise IllegalLiteral(f"Illegal TIME literal '{text}': not in format 'HH:mm:ss'")
    return Literal(nanos // 1_000_000, TimeType(_fraction_digits(match), nullable=False), at=at)


def timestamp_literal(text: str, at: int = -1, is_local: bool = False) -> Literal:
    """TIMESTAMP 'yyyy-mm-dd hh:mm:ss.fffffffff'. The time is optional."""
    day, _, time = text.strip().partition(" ")
    dates, times = _DATE.fullmatch(day), _TIME.fullmatch(time.strip() or "00:00:00")
    days = None if dates is None else _days(dates)
    nanos = None if times is None else _nanos_of_day(times)
    if days is None or nanos is None or times is None:
        raise IllegalLiteral(f"Illegal TIMESTAMP literal '{text}': not in format 'yyyy-MM-dd HH:mm:ss'")
    timestamp_type = LocalZonedTimestampType if is_local else TimestampType
    return Literal(days * _NANOS_OF_DAY + nanos, timestamp_type(_fraction_digits(times), nullable=False), at=at)


def _days(match: re.Match[str]) -> Optional[int]:
    """Returns days since the epoch; None for an invalid date."""
    try:
        return (date(*map(int, match.groups())) - _EPOCH).days
    except ValueError:
        return None


def _nanos_of_day(match: re.Match[str]) -> Optional[int]:
    hours, minutes, seconds = map(int, match.groups()[:3])
    if hours > 23 or minutes > 59 or seconds > 59:
        return None
    whole = (hours * 60 + minutes) * 60 + seconds
    return whole * 1_000_000_000 + int((match[4] or "")[:9].ljust(9, "0"))


def _fraction_digits(match: re.Match[str]) -> int:
    return min(9, len(match[4] or ""))
