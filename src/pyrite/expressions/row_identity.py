"""RowIdentity: tests whether rows are identical. Values are compared by their encoding, like state keys.

NaN is identical to NaN, and 0.0 differs from -0.0, also inside of arrays, maps and rows. Python's `==` does the
opposite.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any, Optional

from pyrite.core.types import DoubleType, FloatType, LogicalType
from pyrite.expressions.map_keys import MapKeys, is_its_own_key

Row = tuple[Any, ...]
Matcher = Callable[[Row], bool]


class RowIdentity:
    """Compares rows with columns of these types, by some or all of the columns."""

    def __init__(self, types: Sequence[LogicalType], places: Optional[Sequence[int]] = None) -> None:
        self._take = None if places is None else columns_getter(places)
        kinds = types if places is None else [types[place] for place in places]
        self._doubles = [place for place, kind in enumerate(kinds) if isinstance(kind, (FloatType, DoubleType))]
        encoded = [place for place, kind in enumerate(kinds) if not is_its_own_key(kind)]
        self._encoders = [(place, MapKeys(kinds[place]).encode) for place in encoded]
        self._nested = [place for place in encoded if place not in self._doubles]

    def matcher(self, row: Row) -> Matcher:
        """Returns a predicate for rows identical to this one. Faster than `are_same` for a search among many rows."""
        take = self._take
        own = row if take is None else take(row)
        if not self._encoders or self._is_compared_by_value(own):
            return own.__eq__ if take is None else lambda other: take(other) == own
        encoded = self._encoded(own)
        return lambda other: self._encoded(other if take is None else take(other)) == encoded

    def are_same(self, one: Row, other: Row) -> bool:
        return self.matcher(one)(other)

    def values(self, row: Row) -> list[Any]:
        """Returns the compared values. Those of identical rows are equal."""
        return self._encoded(row if self._take is None else self._take(row))

    def _is_compared_by_value(self, row: Row) -> bool:
        """Returns whether `==` is exact for a row: it has no zero, no NaN, and no nested value that may contain one."""
        for place in self._doubles:
            value = row[place]
            if value is not None and not (value < 0 or value > 0):
                return False
        return all(row[place] is None for place in self._nested)

    def _encoded(self, row: Row) -> list[Any]:
        values = list(row)
        for place, encode in self._encoders:
            if values[place] is not None:
                values[place] = encode(values[place])
        return values


def columns_getter(places: Sequence[int]) -> Callable[[Row], Row]:
    """Returns a function from a row to the tuple of some of its values."""
    if len(places) > 1:
        return itemgetter(*places)
    return lambda row: tuple([row[place] for place in places])
