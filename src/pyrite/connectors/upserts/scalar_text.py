"""Scalar values as text, for untyped stores and keys."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from decimal import Decimal
from typing import Any, Final, Optional

from pyrite.core.errors import ValidationException
from pyrite.core.types import (
    BooleanType,
    CharacterStringType,
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
from pyrite.core.types.instant import Instant
from pyrite.expressions.python_values import from_python, nullable_to_python

_START: Final = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
SCALARS: Final = (
    *(BooleanType, IntegerNumericType, FloatType, DoubleType, DecimalType, CharacterStringType),
    *(DateType, TimeType, TimestampType, LocalZonedTimestampType),
)


def scalar_text(kind: LogicalType) -> Callable[[Any], Optional[str]]:
    """A function that converts an internal value to text. ValidationException for types without a text form."""
    if not isinstance(kind, SCALARS):
        raise ValidationException(f"a column of type {kind.as_summary_string()} cannot be written as text")
    convert = nullable_to_python(kind)
    return lambda value: None if value is None else _text(value if convert is None else convert(value))


def _text(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case datetime.date() | datetime.time():
            return value.isoformat()
        case Decimal():
            return f"{value:f}"
        case Instant():
            return to_datetime(value).isoformat()
    return str(value)


def to_datetime(instant: Instant) -> datetime.datetime:
    """The instant in UTC, in microseconds."""
    return _START + datetime.timedelta(seconds=instant.seconds, microseconds=instant.nanos // 1000)


def scalar_value(kind: LogicalType) -> Callable[[str], Any]:
    """A function that converts the text of `scalar_text` to an internal value. ValueError for other text."""
    convert = from_python(kind)
    parse = next((parse for base, parse in _PARSERS.items() if isinstance(kind, base)), str)
    return lambda text: convert(parse(text))


def _parsed_bool(text: str) -> bool:
    if text not in ("true", "false"):
        raise ValueError(f"expected true or false, not {text!r}")
    return text == "true"


_PARSERS: Final[dict[type[LogicalType], Callable[[str], Any]]] = {
    BooleanType: _parsed_bool,
    IntegerNumericType: int,
    FloatType: float,
    DoubleType: float,
    DecimalType: Decimal,
    DateType: datetime.date.fromisoformat,
    TimeType: datetime.time.fromisoformat,
    TimestampType: datetime.datetime.fromisoformat,
    LocalZonedTimestampType: datetime.datetime.fromisoformat,
}
