"""Temporal functions from and to text, with Java's patterns.

DateTimeFormatter formats timestamps and parses in TO_TIMESTAMP; other functions use SimpleDateFormat.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import ROUND_DOWN, Decimal
from typing import Any, Final, Optional

import pyarrow as pa
import pyarrow.compute as pc

from pyrite.core.types import (
    AnyTimestampType,
    CharacterStringType,
    DateType,
    DoubleType,
    FloatType,
    IntegerNumericType,
    IntType,
    LocalZonedTimestampType,
    NumericType,
    TimestampType,
)
from pyrite.core.types.arrow import to_arrow_type
from pyrite.expressions.column_forms import by_distinct_values, constant
from pyrite.expressions.function import Argument, Function, Kernel, Resolution, calls, calls_for
from pyrite.expressions.java.calendar import length_of_month, to_days
from pyrite.expressions.java.date_texts import PatternError
from pyrite.expressions.java.date_time_formatter import NANOS_PER_DAY, format_timestamp, parse_timestamp, resolved
from pyrite.expressions.java.simple_date_format import TIMESTAMP_PATTERN, format_ms, parse_ms
from pyrite.expressions.java.time_zones import from_local, offset_at, time_zone, zone_id
from pyrite.expressions.resolved import FunctionCall, ValueLiteral
from pyrite.expressions.result_types import STRING, nullable_result
from pyrite.expressions.signatures import CHARACTER, INTEGER, always, of_kind, one_of, takes

_NANOS: Final = 1_000_000_000
_MIN_LONG: Final = -(1 << 63)
_NO_DATE: Final = to_days(1_705_471, 9, 27)
"""The result of Flink's TO_DATE for a text that does not match its pattern: its smallest number overflows."""
_FIRST_SECOND: Final = to_days(0, 1, 1) * 86_400
_LAST_SECOND: Final = to_days(10_000, 1, 1) * 86_400 - 1


# To text --------------------------------------------------------------------------------------------------------------


def format_zoned(nanos: int, pattern: str, zone: str) -> str:
    """Formats an instant as local time in the zone."""
    offset = offset_at(_zone(zone), nanos // _NANOS)
    return format_timestamp(nanos + offset * _NANOS, pattern)


def format_text(text: str, pattern: str) -> Optional[str]:
    """Converts the text of a timestamp to another format; both are in UTC."""
    utc = time_zone("UTC")
    ms = parse_ms(text, TIMESTAMP_PATTERN, utc)
    return None if ms is None else format_ms(ms, pattern, utc)


def from_unixtime(second: int, *pattern_and_zone: str) -> str:
    pattern = pattern_and_zone[0] if len(pattern_and_zone) == 2 else TIMESTAMP_PATTERN
    return format_ms(second * 1000, pattern, time_zone(pattern_and_zone[-1]))


def convert_tz(text: str, source: str, target: str) -> Optional[str]:
    ms = parse_ms(text, TIMESTAMP_PATTERN, time_zone(source))
    return None if ms is None else format_ms(ms, TIMESTAMP_PATTERN, time_zone(target))


def _zone(name: str) -> Any:
    zone = zone_id(name)
    if zone is None:
        raise ValueError(f"Unknown time-zone ID: {name}")
    return zone


def _date_format(call: FunctionCall) -> Any:
    match call.arguments[0].type:
        case LocalZonedTimestampType():
            return format_zoned
        case TimestampType():
            return lambda nanos, pattern, zone: format_timestamp(nanos, pattern)
    return lambda text, pattern, zone: format_text(text, pattern)


def _date_format_kernel(call: FunctionCall) -> Optional[Kernel]:
    """Formats each day or second once for a block, depending on the units in the constant pattern."""
    kind, pattern = call.arguments[0].type, constant(call, 1)
    if pattern is None or not isinstance(kind, AnyTimestampType) or set(pattern) & set("SnNAB"):
        return None
    compute, zone = _date_format(call), constant(call, 2)
    write = by_distinct_values(lambda nanos: compute(nanos, pattern, zone), kind, call.type)
    is_date = isinstance(kind, TimestampType) and not set(pattern) & set("aBhKkHms")
    unit = "day" if is_date else "second"
    return lambda columns: write(pc.floor_temporal(columns[0], unit=unit))


# From text ------------------------------------------------------------------------------------------------------------

_TIMESTAMP: Final = re.compile(
    r"(\d{4}|\+\d{5,9}|-\d{4,9})-(\d{1,2})-(\d{1,2})(?: (\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.(\d{0,9}))?)?", re.ASCII
)
_SQL_TIMESTAMP: Final = re.compile(
    r"(\d{4})-(\d{1,2})-(\d{1,2}) (\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.(\d{1,9}))?", re.ASCII
)
_SQL_DATE: Final = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})", re.ASCII)


def to_timestamp(text: str) -> Optional[int]:
    """Parses `2024-1-2`, with an optional time, to nanoseconds truncated to milliseconds."""
    match = _TIMESTAMP.fullmatch(text)
    if match is None:
        return None
    names = ("year", "month", "day", "hour", "minute", "second")
    values = {name: int(part) for name, part in zip(names, match.groups(), strict=False) if part is not None}
    values["nano"] = int((match[7] or "").ljust(9, "0"))
    return _cut(resolved(values), 3)


def to_timestamp_by(text: str, pattern: str, precision: int = 3) -> Optional[int]:
    """Parses by a pattern, or as JDBC's timestamps and dates. NULL for an invalid pattern."""
    try:
        nanos = parse_timestamp(text, pattern)
    except PatternError:
        return None
    return _jdbc_timestamp(text.strip()) if nanos is None else _cut(nanos, precision)


def _jdbc_timestamp(text: str) -> Optional[int]:
    """Timestamp.valueOf or Date.valueOf. A day after the end of the month rolls over to the next month."""
    match = (_SQL_TIMESTAMP if " " in text else _SQL_DATE).fullmatch(text)
    if match is None:
        return None
    year, month, day = int(match[1]), int(match[2]), int(match[3])
    hour, minute, second = (int(match[index]) if match.re.groups > 3 else 0 for index in (4, 5, 6))
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    seconds = (hour * 60 + minute) * 60 + second
    fraction = int((match[7] or "").ljust(9, "0")) if match.re.groups > 3 else 0
    return (to_days(year, month, 1) + day - 1) * NANOS_PER_DAY + seconds * _NANOS + fraction


def _cut(nanos: Optional[int], precision: int) -> Optional[int]:
    unit = 10 ** (9 - precision)
    return None if nanos is None else nanos - nanos % unit


def to_date(text: str) -> Optional[int]:
    """Parses `2024-1-2`, `2024-1` or `2024` to days. Text after a blank is ignored."""
    place = text.find(" ")
    parts = [part.strip() for part in (text[:place] if place > 0 else text).split("-", 2)]
    if not all(re.fullmatch(r"\d+", part, re.ASCII) for part in parts):
        return None
    for part in parts:
        if int(part) >= 1 << 31:
            raise ValueError(f'For input string: "{part}"')
    year, month, day = (*map(int, parts), *(1, 1, 1)[len(parts) :])
    if not (0 <= year <= 9999 and 1 <= month <= 12 and 1 <= day <= length_of_month(year, month)):
        return None
    return to_days(year, month, day)


def to_date_by(text: str, pattern: str) -> int:
    ms = parse_ms(text, pattern, time_zone("UTC"))
    return _NO_DATE if ms is None else ms // 86_400_000


def unix_timestamp(text: str, *pattern_and_zone: str) -> int:
    """Returns seconds since the epoch; the smallest number for a text that does not match."""
    pattern = pattern_and_zone[0] if len(pattern_and_zone) == 2 else TIMESTAMP_PATTERN
    ms = parse_ms(text, pattern, time_zone(pattern_and_zone[-1]))
    if ms is None:
        return _MIN_LONG
    return ms // 1000 if ms >= 0 else -(-ms // 1000)


# TO_TIMESTAMP_LTZ -----------------------------------------------------------------------------------------------------


def _from_text(text: str) -> Optional[int]:
    nanos = to_timestamp(text)
    if nanos is None:
        match = _TIMESTAMP.match(text)
        where = " at index 0" if match is None else f", unparsed text found at index {match.end()}"
        raise ValueError(f"Text '{text}' could not be parsed{where}")
    return nanos


def _from_text_by(text: str, pattern: str, zone: str = "UTC") -> Optional[int]:
    """Parses a local time in the zone, by default UTC rather than the session's. NULL for an unknown zone."""
    nanos = to_timestamp_by(text, pattern, _precision_of(pattern))
    info = zone_id(zone)
    if nanos is None or info is None:
        return None
    second, rest = divmod(nanos, _NANOS)
    return from_local(info, second) * _NANOS + rest


def _precision_of(pattern: str) -> int:
    """Returns the digits of a fraction of a second at the end of a pattern, at least 3."""
    return max(min(len(pattern) - len(pattern.rstrip("S")), 9), 3)


def _from_number(value: int | Decimal, precision: int = 3) -> Optional[int]:
    whole = int(value.to_integral_value(ROUND_DOWN)) if isinstance(value, Decimal) else value
    if not _FIRST_SECOND <= whole // 10**precision <= _LAST_SECOND:
        return None
    return whole * int(10 ** (9 - precision))


def _from_double(value: float, precision: int = 3) -> Optional[int]:
    if not _FIRST_SECOND <= value / 10.0**precision <= _LAST_SECOND:
        return None
    return _from_number(max(min(int(value * 10.0 ** (9 - precision)), (1 << 63) - 1), _MIN_LONG), 9)


def _to_timestamp_ltz(call: FunctionCall) -> Any:
    if isinstance(call.arguments[0].type, CharacterStringType):
        compute: Any = _from_text if len(call.arguments) == 1 else _from_text_by
        return compute
    result = call.type
    assert isinstance(result, LocalZonedTimestampType)
    number = _from_double if isinstance(call.arguments[0].type, (FloatType, DoubleType)) else _from_number
    return lambda *arguments: _cut(number(*arguments), result.precision)


def _to_timestamp_ltz_kernel(call: FunctionCall) -> Optional[Kernel]:
    """For integers in milliseconds, as in computed columns of event time. NULL outside of the years 0 to 9999."""
    kind, *precision = call.arguments
    is_in_ms = not precision or (isinstance(precision[0], ValueLiteral) and precision[0].value == 3)
    if not isinstance(kind.type, IntegerNumericType) or not is_in_ms:
        return None
    result = to_arrow_type(call.type)
    first, last = pa.scalar(_FIRST_SECOND * 1000), pa.scalar(_LAST_SECOND * 1000 + 999)

    def kernel(columns: Sequence[Any]) -> Any:
        numbers = columns[0].cast(pa.int64())
        is_time = pc.and_(pc.greater_equal(numbers, first), pc.less_equal(numbers, last))
        return pc.if_else(is_time, numbers, pa.scalar(None, pa.int64())).cast(result)

    return kernel


def _to_timestamp_ltz_types(arguments: Sequence[Argument]) -> Optional[Resolution]:
    kinds = tuple(argument.type for argument in arguments)
    if not kinds or len(kinds) > 3:
        return None
    precision = 3
    if all(isinstance(kind, CharacterStringType) for kind in kinds):
        if len(arguments) > 1 and arguments[1].is_literal and arguments[1].value is not None:
            precision = _precision_of(arguments[1].value)
    elif isinstance(kinds[0], NumericType) and len(kinds) < 3:
        if len(kinds) == 2 and not isinstance(kinds[1], IntType):
            return None
        if len(kinds) == 2 and arguments[1].value is not None:
            precision = max(arguments[1].value, 3)
            if not 3 <= precision <= 9:
                return None
    else:
        return None
    return Resolution(kinds, LocalZonedTimestampType(precision))


_TIMESTAMPS: Final = of_kind(TimestampType, LocalZonedTimestampType)
_DATE: Final = always(DateType())
_TIMESTAMP_3: Final = always(TimestampType(3))


def _text_function(
    name: str, signature: Any, row: Any, entries: tuple[str, ...], forms: tuple[str, ...], **more: Any
) -> Function:
    return Function(name, signature, row=row, forms=forms, group="temporal", documented_as=entries, **more)


FUNCTIONS: Final = (
    _text_function(
        "DATE_FORMAT",
        nullable_result(
            one_of(takes(_TIMESTAMPS, CHARACTER, result=STRING), takes(CHARACTER, CHARACTER, result=STRING))
        ),
        calls_for(_date_format),
        ("DATE_FORMAT(timestamp, string)",),
        ("'DATE_FORMAT(<TIMESTAMP>, <CHARACTER>)'", "'DATE_FORMAT(<CHARACTER>, <CHARACTER>)'"),
        kernel=_date_format_kernel,
        needs_zone=True,
        can_fail=True,
    ),
    _text_function(
        "FROM_UNIXTIME",
        nullable_result(takes(INTEGER, CHARACTER, least=1, result=STRING)),
        calls(from_unixtime),
        ("FROM_UNIXTIME(numeric[, string])",),
        ("'FROM_UNIXTIME(<INTEGER>)'", "'FROM_UNIXTIME(<INTEGER>, <CHARACTER>)'"),
        needs_zone=True,
        can_fail=True,
    ),
    _text_function(
        "CONVERT_TZ",
        nullable_result(takes(CHARACTER, CHARACTER, CHARACTER, result=STRING)),
        calls(convert_tz),
        ("CONVERT_TZ(string1, string2, string3)",),
        ("'CONVERT_TZ(<CHARACTER>, <CHARACTER>, <CHARACTER>)'",),
    ),
    _text_function(
        "TO_DATE",
        nullable_result(takes(CHARACTER, CHARACTER, least=1, result=_DATE)),
        calls_for(lambda call: to_date if len(call.arguments) == 1 else to_date_by),
        ("TO_DATE(string1[, string2])",),
        ("'TO_DATE(<CHARACTER>)'", "'TO_DATE(<CHARACTER>, <CHARACTER>)'"),
        can_fail=True,
    ),
    _text_function(
        "TO_TIMESTAMP",
        nullable_result(takes(CHARACTER, CHARACTER, least=1, result=_TIMESTAMP_3)),
        calls_for(lambda call: to_timestamp if len(call.arguments) == 1 else to_timestamp_by),
        ("TO_TIMESTAMP(string1[, string2])",),
        ("'TO_TIMESTAMP(<CHARACTER>)'", "'TO_TIMESTAMP(<CHARACTER>, <CHARACTER>)'"),
    ),
    _text_function(
        "TO_TIMESTAMP_LTZ",
        _to_timestamp_ltz_types,
        calls_for(_to_timestamp_ltz),
        ("TO_TIMESTAMP_LTZ(numeric[, precision])", "TO_TIMESTAMP_LTZ(string1[, string2[, string3]])"),
        (
            "TO_TIMESTAMP_LTZ(<NUMERIC>)",
            "TO_TIMESTAMP_LTZ(<NUMERIC>, <INTEGER>)",
            "TO_TIMESTAMP_LTZ(<CHARACTER_STRING>)",
            "TO_TIMESTAMP_LTZ(<CHARACTER_STRING>, <CHARACTER_STRING>)",
            "TO_TIMESTAMP_LTZ(<CHARACTER_STRING>, <CHARACTER_STRING>, <CHARACTER_STRING>)",
        ),
        can_fail=True,
        kernel=_to_timestamp_ltz_kernel,
    ),
)
