"""Scalar values as texts, for stores and keys that have no types of their own."""

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
    """What makes a text of a row form's value; ValidationException for types that have none."""
    if not isinstance(kind, SCALARS):
        raise ValidationException(f"a column of the type {kind.as_summary_string()} cannot be written as a text")
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
