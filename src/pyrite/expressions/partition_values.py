"""Values of partitions from their names."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Any, Final

from pyrite.core.types import (
    BooleanType,
    CharacterStringType,
    DateType,
    DoubleType,
    FloatType,
    IntegerNumericType,
    LogicalType,
    TimestampType,
)
from pyrite.expressions.java.numbers import as_float

_EPOCH: Final = date(1970, 1, 1)


def partition_value(text: str, kind: LogicalType) -> Any:
    """Parses the name of a partition to a value in the form of `pyrite.expressions.values`.

    ValueError if it is invalid.
    """
    match kind:
        case BooleanType():
            return text.lower() == "true"
        case IntegerNumericType():
            number = int(text)
            if not -(1 << (kind.bits - 1)) <= number < 1 << (kind.bits - 1):
                raise ValueError(f"{text} is no {kind}")
            return number
        case CharacterStringType():
            return text
        case FloatType():
            return as_float(float(text))
        case DoubleType():
            return float(text)
        case DateType():  # Flink writes the number of days, which it cannot read
            return int(text) if re.fullmatch(r"-?\d+", text) else (date.fromisoformat(text) - _EPOCH).days
        case TimestampType():
            return _timestamp(text)
    raise ValueError(f"partition values of type {kind} cannot be parsed")


def _timestamp(text: str) -> int:
    whole, _, fraction = text.partition(".")
    moment = datetime.fromisoformat(whole)
    seconds = (moment.date() - _EPOCH).days * 86_400 + moment.hour * 3600 + moment.minute * 60 + moment.second
    return seconds * 1_000_000_000 + int(f"{fraction:0<9}"[:9] if fraction else 0)
