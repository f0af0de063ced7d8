"""Which values can be changed in place after they were read.

State returns live objects. So that a change in place gets into the next checkpoint, reading a changeable value counts
as changing it. A change that is made to a value read during an earlier record, without reading it again, is not
noticed: it gets into a checkpoint only if another access has touched the entry. (The same holds in PyFlink, where a
change needs update().)
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
"""Types whose values are immutable."""


def is_changeable(value: Any) -> bool:
    """Whether a value, or a value in it, can be changed in place. True if in doubt."""
    kind = type(value)
    if kind in IMMUTABLE:
        return False
    if kind is tuple or kind is frozenset:
        return any(map(is_changeable, value))
    return not issubclass(kind, Enum)


def any_changeable(values: Collection[Any]) -> bool:
    """Whether any of many values can be changed; mostly a single pass in C."""
    return not set(map(type, values)) <= IMMUTABLE and any(map(is_changeable, values))
