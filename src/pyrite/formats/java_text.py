"""Parses and formats numbers, dates and times, as Java and Flink's formats do.

Values are the ones of `pyrite.expressions.values`: days, milliseconds of the day, nanoseconds since 1970. An invalid
text raises ValueError with a reason.
"""

from __future__ import annotations

import re
from binascii import a2b_base64
from collections.abc import Callable, Sequence
from datetime import datetime
from decimal import ROUND_HALF_UP, Context, Decimal
from typing import Final, NoReturn, Optional

from pyrite.expressions.java import numbers
from pyrite.expressions.java.calendar import from_days, to_days

_BLANK: Final = "".join(map(chr, range(33)))
"""The characters that Java's trim() removes."""
_WHOLE: Final = re.compile(r"[+-]?\d+")
_DECIMAL: Final = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
_BASE64: Final = re.compile(r"(?:[\x00-\x20]*[^\x00-\x20]{4})*[\x00-\x20]*")
_EXACT: Final = Context(prec=100, rounding=ROUND_HALF_UP)
_MOST_DIGITS: Final = 60
"""More digits than any SQL decimal has."""


def _refuse(kind: str, text: str) -> NoReturn:
    excerpt = text if len(text) <= 100 else text[:100] + "..."
    raise ValueError(f"expected {kind}, got '{excerpt}'")


# Numbers --------------------------------------------------------------------------------------------------------------


def trimmed(text: str) -> str:
    return text.strip(_BLANK)


def parse_boolean(text: str) -> bool:
    """Java's Boolean.parseBoolean: every text other than `true` is false."""
    return trimmed(text).lower() == "true"


def parse_whole(text: str, bits: int) -> int:
    """Java's Integer.parseInt and its siblings, after trim()."""
    digits = trimmed(text)
    if _WHOLE.fullmatch(digits) is None:
        _refuse("a whole number", text)
    return checked_whole(int(digits), bits)


def checked_whole(number: int, bits: int) -> int:
    if not -(1 << bits - 1) <= number < 1 << bits - 1:
        raise ValueError(f"{number} is out of range for a whole number of {bits} bits")
    return number


def parse_double(text: str) -> float:
    """Java's Double.parseDouble."""
    try:
        return numbers.parse_double(text)
    except ValueError:
        _refuse("a number", text)


def parse_float(text: str) -> float:
    """Java's Float.parseFloat."""
    try:
        return numbers.parse_float(text)
    except ValueError:
        _refuse("a number", text)


def parse_decimal(text: str, precision: int, scale: int) -> Optional[Decimal]:
    """Java's BigDecimal, rounded half up to the type; None if it has too many digits, as in Flink."""
    if _DECIMAL.fullmatch(text) is None:
        _refuse("a decimal number", text)
    return fitted_decimal(Decimal(text), precision, scale)


def fitted_decimal(number: Decimal, precision: int, scale: int) -> Optional[Decimal]:
    if number and number.adjusted() > _MOST_DIGITS:
        return None
    if number and number.adjusted() < -_MOST_DIGITS:
        number = Decimal(0)
    rounded = number.quantize(Decimal(1).scaleb(-scale), context=_EXACT)
    return rounded if len(rounded.as_tuple().digits) <= precision or not rounded else None


def parse_base64(text: str) -> bytes:
    if _BASE64.fullmatch(text) is None:
        raise ValueError("expected bytes as base64, four characters for three bytes")
    try:
        return a2b_base64(re.sub("[\x00-\x20]", "", text), strict_mode=True)
    except ValueError as error:
        raise ValueError(f"expected bytes as base64: {error}") from None


def decimal_text(number: Decimal, plain: bool) -> str:
    """Java's BigDecimal: with all digits, or without trailing zeros, in scientific notation where Java uses it."""
    return format(number, "f") if plain else str(number.normalize(_EXACT)) if number else "0"


# Dates and times ------------------------------------------------------------------------------------------------------

_DATE: Final = r"([+-]?)(\d{4,9})-(\d\d)-(\d\d)"
_SQL_TIME: Final = r"(\d\d):(\d\d):(\d\d)(?:\.(\d{0,9}))?"
_ISO_TIME: Final = r"(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{0,9}))?)?"
_DATES: Final = re.compile(_DATE, re.ASCII)
_SQL_TIMES: Final = re.compile(_SQL_TIME, re.ASCII)
_ISO_TIMES: Final = re.compile(_ISO_TIME, re.ASCII)
_TIMESTAMPS: Final = {
    (False, False): re.compile(f"{_DATE} {_SQL_TIME}", re.ASCII),
    (False, True): re.compile(f"{_DATE} {_SQL_TIME}Z", re.ASCII),
    (True, False): re.compile(f"{_DATE}[Tt]{_ISO_TIME}", re.ASCII),
    (True, True): re.compile(f"{_DATE}T{_ISO_TIME}Z", re.ASCII),
}
"""Keyed by (is ISO 8601, is TIMESTAMP_LTZ)."""
_PLAIN: Final = {
    (iso, has_zone): re.compile(
        rf"\d{{4}}-\d\d-\d\d{'T' if iso else ' '}\d\d:\d\d:\d\d(\.\d{{3}}|\.\d{{6}})?{'Z' if has_zone else ''}",
        re.ASCII,
    )
    for iso in (False, True)
    for has_zone in (False, True)
}
"""The subset that Python's datetime reads with the same result, and faster."""
_EPOCH: Final = datetime(1970, 1, 1)
_DAY_NS: Final = 86_400_000_000_000
_VALUE_OF: Final = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})", re.ASCII)


def parse_date(text: str) -> int:
    """Java's ISO_LOCAL_DATE."""
    match = _DATES.fullmatch(text)
    if match is None:
        _refuse("a date such as 2026-01-31", text)
    return _day(text, match.groups(), clamps=False)


def parse_lenient_date(text: str) -> int:
    """Java's java.sql.Date.valueOf: February 30 is March 2."""
    match = _VALUE_OF.fullmatch(text)
    if match is None:
        _refuse("a date such as 2026-01-31", text)
    year, month, day = map(int, match.groups())
    if not (1 <= month <= 12 and 1 <= day <= 31):
        _refuse("a date such as 2026-01-31", text)
    return to_days(year, month, 1) + day - 1


def parse_time(text: str) -> int:
    """Flink's SQL_TIME_FORMAT, in milliseconds of the day."""
    match = _SQL_TIMES.fullmatch(text)
    if match is None:
        _refuse("a time such as 12:34:56.123", text)
    return _nanos_of_day(text, match.groups(), smart=True) % _DAY_NS // 1_000_000


def parse_iso_time(text: str) -> int:
    """Java's LocalTime.parse, in milliseconds of the day."""
    match = _ISO_TIMES.fullmatch(text)
    if match is None:
        _refuse("a time such as 12:34:56.123", text)
    return _nanos_of_day(text, match.groups(), smart=False) // 1_000_000


def timestamp_parser(iso: bool, has_zone: bool) -> Callable[[str], int]:
    """Returns a parser of Flink's SQL or ISO 8601 timestamps, in nanoseconds; with a zone, they end in Z.

    As in Java, all formats except ISO 8601 without a zone read February 30 as the last day of the month, and 24:00:00
    as the next midnight.
    """
    pattern, smart, is_plain = _TIMESTAMPS[iso, has_zone], has_zone or not iso, _PLAIN[iso, has_zone].fullmatch
    example = f"2026-01-31{'T' if iso else ' '}12:34:56.123{'Z' if has_zone else ''}"

    def parse(text: str) -> int:
        if is_plain(text):
            try:
                since = datetime.fromisoformat(text[:-1] if has_zone else text) - _EPOCH
            except ValueError:
                pass  # a day or a time that the slow path has to check
            else:
                return (since.days * 86_400 + since.seconds) * 1_000_000_000 + since.microseconds * 1000
        match = pattern.fullmatch(text)
        if match is None:
            _refuse(f"a timestamp such as {example}", text)
        parts = match.groups()
        return _day(text, parts[:4], clamps=smart) * _DAY_NS + _nanos_of_day(text, parts[4:], smart=smart)

    return parse


def _day(text: str, parts: Sequence[str], clamps: bool) -> int:
    sign, digits, month, day = parts[0], parts[1], int(parts[2]), int(parts[3])
    if sign != "-" and (sign == "+") == (len(digits) == 4):
        _refuse("a year of four digits, or of more after a sign", text)
    year = -int(digits) if sign == "-" else int(digits)
    if not (1 <= month <= 12 and 1 <= day <= 31):
        _refuse("a day that exists", text)
    last = to_days(year + month // 12, month % 12 + 1, 1) - to_days(year, month, 1)
    if day > last and not clamps:
        _refuse("a day that exists", text)
    return to_days(year, month, min(day, last))


def _nanos_of_day(text: str, parts: Sequence[Optional[str]], smart: bool) -> int:
    hours, minutes, seconds = (int(part or 0) for part in parts[:3])
    nanos = int((parts[3] or "").ljust(9, "0"))
    is_next_midnight = smart and hours == 24 and not (minutes or seconds or nanos)
    if (hours > 23 and not is_next_midnight) or minutes > 59 or seconds > 59:
        _refuse("a time of day that exists", text)
    return ((hours * 60 + minutes) * 60 + seconds) * 1_000_000_000 + nanos


def date_text(days: int) -> str:
    """Java's ISO_LOCAL_DATE."""
    year, month, day = from_days(days)
    sign = "-" if year < 0 else "+" if year > 9999 else ""
    return f"{sign}{abs(year):04}-{month:02}-{day:02}"


def time_text(nanos: int) -> str:
    """Flink's SQL_TIME_FORMAT for nanoseconds of the day, without trailing zeros of the fraction."""
    seconds, fraction = divmod(nanos, 1_000_000_000)
    text = f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return f"{text}.{fraction:09}".rstrip("0") if fraction else text


def timestamp_text(nanos: int, iso: bool, has_zone: bool) -> str:
    days, of_day = divmod(nanos, _DAY_NS)
    return f"{date_text(days)}{'T' if iso else ' '}{time_text(of_day)}{'Z' if has_zone else ''}"
