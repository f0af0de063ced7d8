"""RowOrder: compares rows by some of their columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import total_ordering
from typing import Any, Optional

from pyrite.core.types import (
    AnyTimestampType,
    ArrayType,
    DateType,
    DoubleType,
    FloatType,
    IntegerNumericType,
    LogicalType,
    RowType,
    TimeType,
)
from pyrite.operators.relational.keyed.sort_column import SortColumn

Row = tuple[Any, ...]
SortKey = tuple[tuple[float, Any], ...]
_NUMBERS = (IntegerNumericType, FloatType, DoubleType, AnyTimestampType, DateType, TimeType)
"""Types whose values are Python numbers: a minus reverses their order."""


@total_ordering
class Reversed:
    """Wraps a value to reverse its order."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reversed) and bool(self.value == other.value)

    def __lt__(self, other: Reversed) -> bool:
        return bool(other.value < self.value)

    def __hash__(self) -> int:
        return hash(self.value)


def _same(value: Any) -> Any:
    return value


def _nested(kind: LogicalType) -> Optional[Callable[[Any], Any]]:
    """Returns a function that converts arrays and rows to sort keys: element by element, NULL first."""
    match kind:
        case ArrayType():
            element = _nested(kind.element_type) or _same
            return lambda values: tuple((0, 0) if each is None else (1, element(each)) for each in values)
        case RowType():
            parts = [_nested(child) or _same for child in kind.children]
            return lambda row: tuple(
                (0, 0) if each is None else (1, part(each)) for part, each in zip(parts, row, strict=True)
            )
    return None


class RowOrder:
    """`key` returns a sort key for a row, whose values are in row form."""

    def __init__(self, columns: Sequence[SortColumn], types: Sequence[LogicalType]) -> None:
        parts = [_part(each, types[each.place]) for each in columns]
        self.columns = tuple(columns)
        self.key: Callable[[Row], Any]
        if len(parts) == 1:
            self.key = parts[0]
        else:
            self.key = lambda row: tuple([part(row) for part in parts])


def _double_part(column: SortColumn) -> Callable[[Row], tuple[float, Any]]:
    """NaN sorts after all numbers."""
    place, null = column.place, (0 if column.nulls_first else 2, 0)
    if column.is_descending:
        return lambda row: null if (value := row[place]) is None else (1, -value) if value == value else (0.5, 0)
    return lambda row: null if (value := row[place]) is None else (1, value) if value == value else (1.5, 0)


def _part(column: SortColumn, kind: LogicalType) -> Callable[[Row], tuple[float, Any]]:
    place, null = column.place, (0 if column.nulls_first else 2, 0)
    of = _nested(kind)
    if of is not None:
        direction = Reversed if column.is_descending else _same
        return lambda row: null if row[place] is None else (1, direction(of(row[place])))
    if isinstance(kind, (FloatType, DoubleType)):
        return _double_part(column)
    if not column.is_descending:
        return lambda row: null if row[place] is None else (1, row[place])
    if isinstance(kind, _NUMBERS):
        return lambda row: null if row[place] is None else (1, -row[place])
    return lambda row: null if row[place] is None else (1, Reversed(row[place]))
