"""Functions over single fields of records: sum, min and others, and projection.

Records are tuples, lists or Rows; of other records, field 0 is the whole record. Records are never changed in place.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from enum import Enum
from typing import Any

from pyrite.core.errors import InvalidProgramError
from pyrite.core.functions.functions import MapFunction, ReduceFunction
from pyrite.core.persistence.persisted import persisted
from pyrite.core.types.rows import Row


@persisted("reduction/1")
class Reduction(Enum):
    """The reduction of two records. The `BY` kinds select one of the records, the others reduce a single field."""

    MIN = 1
    MAX = 2
    MIN_BY = 3
    MAX_BY = 4
    SUM = 5


_COMBINE: dict[Reduction, Callable[[Any, Any], Any]] = {
    Reduction.SUM: lambda first, second: first + second,
    Reduction.MIN: lambda first, second: second if second < first else first,
    Reduction.MAX: lambda first, second: second if second > first else first,
}


@persisted("field-reduction/1")
class FieldReduction(ReduceFunction):
    """Reduces by one field, given by position or name."""

    def __init__(self, reduction: Reduction, position: int | str) -> None:
        self._reduction = reduction
        self._position = position

    def reduce(self, value1: Any, value2: Any) -> Any:
        if not isinstance(value2, (tuple, list, Row)):
            if self._position != 0:
                raise TypeError(
                    f"field {self._position!r} of a {type(value2).__name__}: "
                    "a record without fields has only position 0, the record itself"
                )
            return self._select(value1, value2, value1, value2)
        return self._select(value1, value2, field(value1, self._position), field(value2, self._position))

    def _select(self, value1: Any, value2: Any, field1: Any, field2: Any) -> Any:
        if self._reduction is Reduction.MIN_BY:
            return value2 if field2 < field1 else value1
        if self._reduction is Reduction.MAX_BY:
            return value2 if field2 > field1 else value1
        combined = _COMBINE[self._reduction](field1, field2)
        return combined if value1 is field1 else with_field(value1, self._position, combined)


def field(record: Any, position: int | str) -> Any:
    """A field by position or, of Rows and named tuples, by name."""
    if isinstance(position, str) and isinstance(record, (tuple, list)) and not isinstance(record, Row):
        names = getattr(record, "_fields", ())
        if position not in names:
            raise KeyError(f"a {type(record).__name__} has no field '{position}'")
        return getattr(record, position)
    return record[position]


def with_field(record: Any, position: int | str, value: Any) -> Any:
    """The record with one field replaced."""
    if isinstance(record, Row):
        changed = copy.copy(record)
        changed[position] = value
        return changed
    if hasattr(record, "_replace") and hasattr(record, "_fields"):
        return record._replace(**{position if isinstance(position, str) else record._fields[position]: value})
    fields = list(record)
    fields[position] = value  # type: ignore[index]
    return fields if isinstance(record, list) else tuple(fields)


@persisted("projection/1")
class Projection(MapFunction):
    """Tuples of selected fields."""

    def __init__(self, field_indexes: tuple[int, ...]) -> None:
        if not field_indexes or not all(isinstance(index, int) and index >= 0 for index in field_indexes):
            raise InvalidProgramError(f"project() takes field positions, starting at 0, not {field_indexes}")
        self._indexes = field_indexes

    def map(self, value: Any) -> Any:
        return tuple([value[index] for index in self._indexes])
