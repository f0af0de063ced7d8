"""Which values can be changed in place after they were read.

State is handed out as the live object. So that a change made to it in place is in the next checkpoint, reading a value
that can be changed counts as changing it. Of a value that was read while an earlier record was processed and is changed
later without being read again, nobody knows: that change is in a checkpoint only if something else has touched the
entry. (In PyFlink it is not, either: there a change needs update().)
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import Any, Final
from uuid import UUID

from pyrite.core.time.time import Duration, Instant, Time

IMMUTABLE: Final = frozenset(
    {
        *(int, float, complex, bool, str, bytes, type(None), type(...), range, Time, Duration, Instant),
        *(date, datetime, time, timedelta, timezone, Decimal, Fraction, UUID),
    }
)
"""Types whose values cannot be changed."""


def is_changeable(value: Any) -> bool:
    """Whether a value, or one in it, can be changed in place. In doubt, it can."""
    kind = type(value)
    if kind in IMMUTABLE:
        return False
    if kind is tuple or kind is frozenset:
        return any(map(is_changeable, value))
    return not issubclass(kind, Enum)


def any_changeable(values: Collection[Any]) -> bool:
    """Whether one of many values can be changed; a pass in C over most."""
    return not set(map(type, values)) <= IMMUTABLE and any(map(is_changeable, values))
