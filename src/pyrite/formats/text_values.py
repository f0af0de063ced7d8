"""Single values as text and back, by their types; shared by the text formats.

A reader takes a text, a writer a value. Both raise TypeError for a value that the type cannot hold, and never truncate
or guess. Dates and times are read in all notations of ISO 8601 and SQL; without a zone they are in UTC.
"""

from __future__ import annotations

import re
import struct
from binascii import a2b_base64, b2a_base64
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal, InvalidOperation
from math import isfinite, isnan
from typing import Any, Final, Optional, TypeVar

from pyrite.core.types.basic_type_info import (
    BooleanTypeInfo,
    DateTypeInfo,
    DecimalTypeInfo,
    FloatTypeInfo,
    InstantTypeInfo,
    StringTypeInfo,
    TimestampTypeInfo,
    TimeTypeInfo,
    WholeTypeInfo,
)
from pyrite.core.types.composite_type_info import PrimitiveArrayTypeInfo
from pyrite.core.types.instant import Instant
from pyrite.core.types.type_information import TypeInformation, misfit

T = TypeVar("T")
Reader = Callable[[str], Any]
Writer = Callable[[Any], str]

_DATE: Final = r"(\d{4})-(\d{1,2})-(\d{1,2})"
_TIME: Final = r"(\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.(\d{1,9}))?"
_ZONE: Final = r"(?:Z|([+-])(\d\d):?(\d\d))?"
_DATES: Final = re.compile(_DATE, re.ASCII)
_TIMES: Final = re.compile(_TIME + _ZONE, re.ASCII)
_TIMESTAMPS: Final = re.compile(f"{_DATE}[T ]{_TIME}{_ZONE}", re.ASCII)
_WHOLE: Final = re.compile(r"[+-]?\d+", re.ASCII)
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_SPECIAL: Final = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}


def text_reader(kind: TypeInformation) -> Optional[Reader]:
    """Returns a reader of values of this type; None if the type has no text form."""
    if isinstance(kind, StringTypeInfo):
        return str
    if isinstance(kind, WholeTypeInfo):
        return lambda text: kind.fit(_whole(kind, text))
    if isinstance(kind, FloatTypeInfo):
        return lambda text: kind.fit(_float(kind, text))
    for type_info, reader in _READERS.items():
        if isinstance(kind, type_info):
            return reader
    return read_bytes if is_bytes(kind) else None


def is_bytes(kind: TypeInformation) -> bool:
    return isinstance(kind, PrimitiveArrayTypeInfo) and kind._is_bytes


def _whole(kind: TypeInformation, text: str) -> int:
    if _WHOLE.fullmatch(text.strip()) is None:
        raise misfit(getattr(kind, "name", kind), text)
    return int(text)


def _float(kind: TypeInformation, text: str) -> float:
    text = text.strip()
    if text in _SPECIAL:
        return _SPECIAL[text]
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if not isfinite(number) or "_" in text:
        raise misfit(getattr(kind, "name", kind), text)
    return number


def read_boolean(text: str) -> bool:
    word = text.strip().lower()
    if word not in ("true", "false"):
        raise misfit("BOOLEAN, true or false", text)
    return word == "true"


def read_decimal(text: str) -> Decimal:
    try:
        number = Decimal(text)
    except InvalidOperation:
        number = Decimal("NaN")
    if not number.is_finite() or "_" in text:
        raise misfit("BIG_DEC", text)
    return number


def read_bytes(text: str) -> bytes:
    try:
        return a2b_base64(text, strict_mode=True)
    except ValueError as error:
        raise misfit("bytes as base64", text, str(error)) from None


def read_date(text: str) -> date:
    match = _DATES.fullmatch(text.strip())
    if match is None:
        raise misfit("SQL_DATE such as 2026-01-31", text)
    return _build("SQL_DATE", text, lambda: date(*map(int, match.groups())))


def read_time(text: str) -> time:
    match = _TIMES.fullmatch(text.strip())
    if match is None:
        raise misfit("SQL_TIME such as 12:34:56Z", text)
    hour, minute, second, fraction, *zone = match.groups()
    _check_utc("SQL_TIME", text, _offset(*zone))
    micros = _nanos(fraction) // 1_000_000 * 1000
    return _build("SQL_TIME", text, lambda: time(int(hour), int(minute), int(second), micros))


def read_timestamp(text: str) -> datetime:
    """Reads a timestamp without a zone. The type holds whole milliseconds."""
    moment, nanos, offset = _moment("SQL_TIMESTAMP", text)
    _check_utc("SQL_TIMESTAMP", text, offset)
    return moment.replace(microsecond=nanos // 1_000_000 * 1000)


def read_instant(text: str) -> Instant:
    moment, nanos, offset = _moment("INSTANT", text)
    since = moment.replace(tzinfo=UTC) - _EPOCH - offset
    return Instant(since.days * 86_400 + since.seconds, nanos)


def _moment(name: str, text: str) -> tuple[datetime, int, timedelta]:
    """Returns the date and time in whole seconds, the nanoseconds, and the offset of the zone from UTC."""
    match = _TIMESTAMPS.fullmatch(text.strip())
    if match is None:
        raise misfit(f"{name} such as 2026-01-31T12:34:56Z", text)
    *parts, fraction, sign, hours, minutes = match.groups()
    moment = _build(name, text, lambda: datetime(*map(int, parts)))  # type: ignore[arg-type]
    return moment, _nanos(fraction), _offset(sign, hours, minutes)


def _build(name: str, text: str, make: Callable[[], T]) -> T:
    try:
        return make()
    except ValueError as error:
        raise misfit(name, text, str(error)) from None


def _nanos(fraction: Optional[str]) -> int:
    return 0 if fraction is None else int(fraction.ljust(9, "0"))


def _offset(sign: Optional[str], hours: Optional[str], minutes: Optional[str]) -> timedelta:
    if sign is None:
        return timedelta()
    offset = timedelta(hours=int(hours or 0), minutes=int(minutes or 0))
    return -offset if sign == "-" else offset


def _check_utc(name: str, text: str, offset: timedelta) -> None:
    if offset:
        raise misfit(name, text, "it has a zone other than UTC, which the type cannot hold")


_READERS: Final[dict[type[TypeInformation], Reader]] = {
    BooleanTypeInfo: read_boolean,
    DecimalTypeInfo: read_decimal,
    DateTypeInfo: read_date,
    TimeTypeInfo: read_time,
    TimestampTypeInfo: read_timestamp,
    InstantTypeInfo: read_instant,
}


# Writing --------------------------------------------------------------------------------------------------------------


def text_writer(kind: TypeInformation, iso: bool) -> Optional[Writer]:
    """Returns a function that checks and writes a value of this type; None if the type has no text form.

    With `iso`, times are written as in RFC 3339, 2026-01-31T12:34:56Z; else as in SQL, 2026-01-31 12:34:56.
    """
    if isinstance(kind, FloatTypeInfo):
        return lambda value: float_text(kind, value)
    write = next((write for type_info, write in _WRITERS.items() if isinstance(kind, type_info)), None)
    if is_bytes(kind):
        write = _bytes_text
    elif isinstance(kind, (TimeTypeInfo, TimestampTypeInfo, InstantTypeInfo)):
        write = _time_writer(kind, iso)
    return None if write is None else lambda value: write(kind.fit(value))


def _time_writer(kind: TypeInformation, iso: bool) -> Writer:
    between, zone = ("T", "Z") if iso else (" ", "")
    if isinstance(kind, InstantTypeInfo):
        return lambda value: _instant_text(value, between)
    if isinstance(kind, TimeTypeInfo):
        return lambda value: f"{_time_text(value)}{zone}"
    return lambda value: f"{value.date().isoformat()}{between}{_time_text(value)}{zone}"


def float_text(kind: FloatTypeInfo, value: Any) -> str:
    """Returns the shortest text that reads back as the same number; NaN, Infinity and -Infinity as in Java."""
    number = kind.fit(value)
    if not isfinite(number):
        return "NaN" if isnan(number) else "Infinity" if number > 0 else "-Infinity"
    return repr(number) if kind.name == "DOUBLE" else _float32_text(number)


def _float32_text(number: float) -> str:
    for digits in (6, 7, 8):
        shorter = float(f"{number:.{digits}g}")
        if struct.unpack("<f", struct.pack("<f", shorter))[0] == number:
            return repr(shorter)
    return repr(number)


def _decimal_text(value: Decimal) -> str:
    """All digits of a number that is not huge: 100, not 1E+2."""
    return format(value, "f") if -20 < value.adjusted() < 40 else str(value)


def _bytes_text(value: bytes) -> str:
    return b2a_base64(value, newline=False).decode()


def _time_text(value: time | datetime) -> str:
    return f"{value:%H:%M:%S}{_fraction_text(value.microsecond * 1000)}"


def _instant_text(value: Instant, between: str) -> str:
    try:
        moment = _EPOCH + timedelta(seconds=value.seconds)
    except OverflowError:
        raise misfit("INSTANT", value, "the text form has the years 1 to 9999") from None
    return f"{moment.date().isoformat()}{between}{moment:%H:%M:%S}{_fraction_text(value.nanos)}Z"


def _fraction_text(nanos: int) -> str:
    return f".{nanos:09}".rstrip("0") if nanos else ""


_WRITERS: Final[dict[type[TypeInformation], Writer]] = {
    StringTypeInfo: str,
    WholeTypeInfo: str,
    BooleanTypeInfo: lambda value: "true" if value else "false",
    DecimalTypeInfo: _decimal_text,
    DateTypeInfo: date.isoformat,
}
