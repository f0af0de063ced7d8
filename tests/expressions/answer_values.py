"""Values of the recorded answers, from JSON to what row forms compute with, and back for people to read."""

from __future__ import annotations

import datetime
import math
import re
from decimal import Context, Decimal
from typing import Any

import numpy as np

from pyrite.core.types import (
    AnyTimestampType,
    ArrayType,
    BinaryStringType,
    DateType,
    DecimalType,
    DoubleType,
    FloatType,
    LogicalType,
    MapType,
    MultisetType,
    RowType,
    TimeType,
)

_WIDE = Context(prec=60)
_EPOCH = datetime.date(1970, 1, 1).toordinal()


def value_of(value: Any, kind: LogicalType) -> Any:
    """A value of the type from its JSON, as `pyrite.expressions.values` has it."""
    if value is None:
        return None
    match kind:
        case DoubleType():
            return float(value)
        case FloatType():
            with np.errstate(over="ignore"):
                return float(np.float32(value))
        case DecimalType():
            return Decimal(str(value)).quantize(Decimal(1).scaleb(-kind.scale), context=_WIDE)
        case BinaryStringType():
            return bytes.fromhex(value)
        case DateType():
            return _days(value)
        case TimeType():
            return _nanos(value) // 1_000_000
        case AnyTimestampType():
            day, _, time = re.sub("Z$", "", value).replace("T", " ").partition(" ")
            return _days(day) * 86_400_000_000_000 + _nanos(time)
        case ArrayType():
            return tuple(value_of(part, kind.element_type) for part in value)
        case MultisetType():
            return {value_of(key, kind.element_type): count for key, count in _pairs(value)}
        case MapType():
            return {value_of(k, kind.key_type): value_of(v, kind.value_type) for k, v in _pairs(value)}
        case RowType():
            parts = [value.get(name) for name in kind.names] if isinstance(value, dict) else value
            return tuple(value_of(part, child) for part, child in zip(parts, kind.children, strict=True))
    return value


def _pairs(value: Any) -> list[tuple[Any, Any]]:
    return list(value.items()) if isinstance(value, dict) else [(key, item) for key, item in value]


def _days(text: str) -> int:
    match = re.fullmatch(r"([-+]?\d+)-(\d\d)-(\d\d)", text)
    assert match is not None, text
    year, cycles = int(match[1]), 0
    while not 1 <= year <= 9999:  # 400 years are as many days wherever they begin
        cycles, year = (cycles + 1, year - 400) if year > 9999 else (cycles - 1, year + 400)
    return datetime.date(year, int(match[2]), int(match[3])).toordinal() - _EPOCH + cycles * 146_097


def _nanos(text: str) -> int:
    whole, _, fraction = text.partition(".")
    hours, minutes, *seconds = map(int, whole.split(":"))
    total = hours * 3600 + minutes * 60 + (seconds[0] if seconds else 0)
    return total * 1_000_000_000 + int(fraction.ljust(9, "0") or 0)


def is_same(left: Any, right: Any) -> bool:
    """Whether two values are the same: NaN is itself, 0.0 is not -0.0, 1 is neither TRUE nor 1.0."""
    if type(left) is not type(right):
        return False
    if isinstance(left, float):
        return (left == right and math.copysign(1, left) == math.copysign(1, right)) or (
            left != left and right != right
        )
    if isinstance(left, Decimal):
        return bool(left == right) and left.as_tuple().exponent == right.as_tuple().exponent
    if isinstance(left, tuple):
        return len(left) == len(right) and all(map(is_same, left, right))
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(is_same(left[key], right[key]) for key in left)
    return bool(left == right)
