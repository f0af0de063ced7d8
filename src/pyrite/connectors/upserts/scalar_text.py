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
from pyrite.expressions.python_values import nullable_to_python

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
    return str(value)
