"""Distinct: passes each distinct value to an accumulator once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pyrite.core.types import LogicalType
from pyrite.expressions.aggregates.aggregate import Accumulator
from pyrite.expressions.map_keys import MapKeys


class Distinct(Accumulator):
    """The state is the number of occurrences of each value, and the state of the inner accumulator."""

    def __init__(self, inner: Accumulator, kinds: Sequence[LogicalType]) -> None:
        self._inner = inner
        self._keys = [MapKeys(kind) for kind in kinds]

    def create(self) -> Any:
        return {}, self._inner.create()

    def _key(self, arguments: tuple[Any, ...]) -> Any:
        key = tuple(
            None if value is None else keys.encode(value) for keys, value in zip(self._keys, arguments, strict=True)
        )
        return key[0] if len(key) == 1 else key

    def accumulate(self, state: Any, *arguments: Any) -> Any:
        counts, inner = state
        key = self._key(arguments)
        count = counts[key] = counts.get(key, 0) + 1
        return state if count > 1 else (counts, self._inner.accumulate(inner, *arguments))

    def retract(self, state: Any, *arguments: Any) -> Any:
        """Ignores a value that is not in the state."""
        counts, inner = state
        key = self._key(arguments)
        count = counts.get(key, 0) - 1
        if count > 0:
            counts[key] = count
            return state
        if count < 0:
            return state
        del counts[key]
        return counts, self._inner.retract(inner, *arguments)

    def merge(self, state: Any, other: Any) -> Any:
        counts, inner = state
        for key, often in other[0].items():
            is_duplicate = key in counts
            counts[key] = counts.get(key, 0) + often
            if not is_duplicate:
                inner = self._inner.accumulate(inner, *self._values(key))
        return counts, inner

    def _values(self, key: Any) -> list[Any]:
        parts = key if len(self._keys) > 1 else (key,)
        return [None if part is None else keys.decode(part) for keys, part in zip(self._keys, parts, strict=True)]

    def value(self, state: Any) -> Any:
        return self._inner.value(state[1])
