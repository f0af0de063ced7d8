"""Injective casts, as Flink lists them: a key stays a key after such a cast."""

from __future__ import annotations

from typing import Final

from pyrite.core.types.basic import BooleanType
from pyrite.core.types.logical_type import MAX_LENGTH, LogicalType
from pyrite.core.types.numeric import IntegerNumericType
from pyrite.core.types.strings import CharacterStringType, VarCharType
from pyrite.core.types.temporal import DateType, TimestampType, TimeType

_LENGTHS: Final = {8: 4, 16: 6, 32: 11, 64: 20}
"""The maximum length of an integer as text, by its number of bits."""


def is_injective_cast(source: LogicalType, target: LogicalType) -> bool:
    """Whether distinct values stay distinct after the cast."""
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
