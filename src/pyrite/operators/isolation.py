"""Isolation: a record is what it was when it was emitted, whatever the function does with it afterwards.

Operators work on blocks, so a list that a function emits, keeps and changes again would be seen changed by whoever gets
the block. Records that can be changed are therefore copied as they are emitted. Nearly all records cannot (numbers,
text, tuples of them): an operator that has emitted only such ones for a while checks whole blocks instead, in C.
"""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from itertools import chain
from typing import Any
from uuid import UUID

from pyrite.common.output_tag import OutputTag
from pyrite.common.time import Duration, Instant, Time
from pyrite.common.types import Row

_CALM = 10_000
"""Unchangeable records in a row after which an operator no longer looks at each one."""

FROZEN: set[type] = {
    *(int, float, complex, bool, str, bytes, type(None), type(...), range, OutputTag, Time, Duration, Instant),
    *(date, datetime, time, timedelta, timezone, Decimal, Fraction, UUID),
}
"""Types whose values cannot be changed. Grows as enums and other such classes are met."""

_FROZEN_MODULES = ("pyarrow",)
_SPECIAL = {"__copy__", "__deepcopy__", "__reduce__", "__reduce_ex__", "__getstate__", "__setstate__", "__slots__"}


def isolated(value: Any) -> Any:
    """The value itself if it cannot be changed, else a copy that shares nothing changeable with it."""
    kind = type(value)
    if kind in FROZEN:
        return value
    found = _COPIERS.get(kind)
    return found(value) if found is not None else _meet(kind, value)


def all_frozen(values: list[Any]) -> bool:
    """Whether all values are unchangeable, or tuples of unchangeable ones: a pass in C."""
    kinds = set(map(type, values))
    if kinds <= FROZEN:
        return True
    if kinds - FROZEN != {tuple}:
        return False
    tuples = values if len(kinds) == 1 else [value for value in values if type(value) is tuple]
    return set(map(type, chain.from_iterable(tuples))) <= FROZEN


class Isolation:
    """Whether an operator's results must be isolated one by one, as they come."""

    __slots__ = ("_calm", "careful")

    def __init__(self) -> None:
        self.careful = True
        self._calm = 0

    def settle(self, results: list[Any]) -> list[Any]:
        """Takes a block of results, isolated or not as `careful` said, and gives what can be emitted."""
        frozen = all_frozen(results)
        if self.careful:
            self._calm = self._calm + len(results) if frozen else 0
            self.careful = self._calm < _CALM
            return results
        if frozen:
            return results
        self.careful, self._calm = True, 0
        return list(map(isolated, results))


def _copy_tuple(value: tuple[Any, ...]) -> tuple[Any, ...]:
    for part in value:
        if type(part) not in FROZEN:
            return tuple(map(isolated, value))
    return value


def _copy_list(value: list[Any]) -> list[Any]:
    return value.copy() if set(map(type, value)) <= FROZEN else list(map(isolated, value))


def _copy_dict(value: dict[Any, Any]) -> dict[Any, Any]:
    if set(map(type, value.values())) <= FROZEN:
        return value.copy()
    return {key: isolated(part) for key, part in value.items()}


def _copy_row(value: Row) -> Row:
    copied = copy.copy(value)
    for index, part in enumerate(value):
        if type(part) not in FROZEN:
            copied[index] = isolated(part)
    return copied


def _copy_frozen_dataclass(value: Any) -> Any:
    parts = (getattr(value, name) for name in value.__dataclass_fields__)
    return value if all(type(part) in FROZEN for part in parts) else _deep_copy(value)


def _copy_named_tuple(value: Any) -> Any:
    return value if all(type(part) in FROZEN for part in value) else type(value)._make(map(isolated, value))


def _copy_plain_object(value: Any) -> Any:
    copied = object.__new__(type(value))
    copied.__dict__.update(_copy_dict(value.__dict__))
    return copied


def _deep_copy(value: Any) -> Any:
    try:
        return copy.deepcopy(value)
    except Exception:
        return value  # it cannot be copied (a lock, a connection): then it is the function's to take care of


_COPIERS: dict[type, Callable[[Any], Any]] = {
    tuple: _copy_tuple,
    list: _copy_list,
    dict: _copy_dict,
    set: set.copy,
    bytearray: bytearray.copy,
    Row: _copy_row,
}


def _meet(kind: type, value: Any) -> Any:
    """Finds, once for each class, how its values are isolated."""
    if issubclass(kind, (Enum, type)) or kind.__module__.partition(".")[0] in _FROZEN_MODULES or _is_scalar(kind):
        FROZEN.add(kind)
        return value
    if issubclass(kind, tuple) and hasattr(kind, "_make"):
        _COPIERS[kind] = _copy_named_tuple
    elif dataclasses.is_dataclass(kind) and kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
        _COPIERS[kind] = _copy_frozen_dataclass
    elif _is_plain(kind):
        _COPIERS[kind] = _copy_plain_object
    else:
        _COPIERS[kind] = _deep_copy
    return _COPIERS[kind](value)


def _is_scalar(kind: type) -> bool:
    """numpy's single numbers, without importing numpy."""
    return kind.__module__ == "numpy" and any(base.__name__ == "generic" for base in kind.__mro__)


def _is_plain(kind: type) -> bool:
    """Whether all that an instance holds is in its `__dict__`, and it leaves making and copying to Python."""
    own = {name for base in kind.__mro__[:-1] for name in vars(base)}
    return "__dict__" in own and not _SPECIAL & own and getattr(kind, "__new__") is object.__new__  # noqa: B009 - for mypy
