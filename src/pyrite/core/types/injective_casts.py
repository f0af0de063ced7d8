"""Casts that make no two values one, as Flink knows them: a key that is cast so is still a key."""

from __future__ import annotations

from typing import Final

from pyrite.core.types.basic import BooleanType
from pyrite.core.types.logical_type import MAX_LENGTH, LogicalType
from pyrite.core.types.numeric import IntegerNumericType
from pyrite.core.types.strings import CharacterStringType, VarCharType
from pyrite.core.types.temporal import DateType, TimestampType, TimeType

_LENGTHS: Final = {8: 4, 16: 6, 32: 11, 64: 20}
"""Of the longest text of a whole number, by its bits."""


def is_injective_cast(source: LogicalType, target: LogicalType) -> bool:
    """Whether values that differ still do after the cast."""
    if source.copy(nullable=True) == target.copy(nullable=True):
        return True
    if isinstance(source, IntegerNumericType) and isinstance(target, IntegerNumericType):
        return source.bits <= target.bits
    if not isinstance(target, VarCharType):
        return False
    if isinstance(source, CharacterStringType):
        return source.length <= target.length
    if isinstance(source, IntegerNumericType):
        return target.length >= _LENGTHS[source.bits]
    return isinstance(source, (BooleanType, DateType, TimeType, TimestampType)) and target.length == MAX_LENGTH
