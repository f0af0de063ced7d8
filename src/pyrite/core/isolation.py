"""Isolation: an emitted record does not change, even if the function modifies the object afterwards.

Operators work on blocks, so a list that a function emits, keeps and modifies would change for all receivers of the
block. Mutable records are therefore copied when they are emitted. Most records are immutable (numbers, text, tuples of
them). And a function without access to mutable objects, as most lambdas, cannot change its results.
"""

from __future__ import annotations

import contextlib
import copy
import dataclasses
import logging
import re
from collections.abc import Callable, Iterable
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import partial
from itertools import chain
from operator import is_
from types import (
    BuiltinFunctionType,
    CodeType,
    FunctionType,
    GetSetDescriptorType,
    MethodDescriptorType,
    MethodType,
    ModuleType,
)
from typing import Any, Optional
from uuid import UUID

from pyrite.core.functions.output_tag import OutputTag
from pyrite.core.time.time import Duration, Instant, Time
from pyrite.core.types.rows import Row

FROZEN: set[type] = {
    *(int, float, complex, bool, str, bytes, type(None), type(...), range, OutputTag, Time, Duration, Instant),
    *(date, datetime, time, timedelta, timezone, Decimal, Fraction, UUID),
}
"""Immutable types. Grows as enums and similar classes are seen."""

DATA_TYPES: set[type] = FROZEN - {OutputTag}
"""FROZEN without OutputTag: a loop over results looks for tags and for mutable values at once."""

Memo = dict[int, Any]
"""The copies of a record's parts so far, by the id of the part, like the memo of `copy.deepcopy`.

It is created for nested records only: flat records need none.
"""
_FROZEN_MODULES = ("pyarrow",)
_SPECIAL = {"__copy__", "__deepcopy__", "__reduce__", "__reduce_ex__", "__getstate__", "__setstate__", "__slots__"}


def isolated(value: Any) -> Any:
    """The value itself if it is immutable, otherwise a copy that shares nothing mutable with it."""
    kind = type(value)
    if kind in FROZEN:
        return value
    if kind is tuple:
        for part in value:
            if type(part) not in FROZEN:
                return _copy_tuple(value, None)
        return value
    copier = _COPIERS.get(kind)
    return copier(value, None) if copier is not None else _register_and_copy(kind, value, None)


def all_frozen(values: list[Any]) -> bool:
    """Whether all values are immutable, or tuples of immutable ones: a pass in C."""
    kinds = set(map(type, values))
    if kinds <= FROZEN:
        return True
    if kinds - FROZEN != {tuple}:
        return False
    tuples = values if len(kinds) == 1 else [value for value in values if type(value) is tuple]
    return set(map(type, chain.from_iterable(tuples))) <= FROZEN


_NEVER_EMITTED = (ModuleType, type, MethodDescriptorType, GetSetDescriptorType, re.Pattern, logging.Logger)

# Values that functions hold -------------------------------------------------------------------------------------------


def holds_changeable(func: Any, depth: int = 3) -> bool:
    """Whether a function holds a mutable value that it could return now and change later. In doubt, True."""
    if isinstance(func, partial):
        return _any_changeable((func.func, *func.args, *func.keywords.values()), depth)
    if isinstance(func, MethodType):
        return _is_changeable(func.__self__, depth) or holds_changeable(func.__func__, depth)
    if isinstance(func, FunctionType):
        return _any_changeable(_outer_values(func), depth)
    if isinstance(func, BuiltinFunctionType):
        return _is_changeable(func.__self__, depth)
    if isinstance(func, (type, MethodDescriptorType)):
        return False
    methods = [method for base in type(func).__mro__[:-1] if not _is_ours(base) for method in vars(base).values()]
    return _any_changeable((*getattr(func, "__dict__", {}).values(), *methods), depth)


def _outer_values(func: FunctionType) -> list[Any]:
    """The values that a function can reach besides its arguments."""
    values = list(func.__defaults__ or ()) + list((func.__kwdefaults__ or {}).values())
    for cell in func.__closure__ or ():
        with contextlib.suppress(ValueError):  # an empty cell
            values.append(cell.cell_contents)
    return values + [func.__globals__[name] for name in _names(func.__code__) if name in func.__globals__]


def _names(code: CodeType) -> set[str]:
    inner = [part for part in code.co_consts if isinstance(part, CodeType)]
    return set(code.co_names).union(*map(_names, inner))


def _any_changeable(values: Iterable[Any], depth: int) -> bool:
    return any(_is_changeable(value, depth) for value in values)


def _is_changeable(value: Any, depth: int) -> bool:
    kind = type(value)
    if kind in FROZEN or isinstance(value, _NEVER_EMITTED) or kind.__module__ == "_abc" or _is_ours(kind):
        return False
    if depth == 0:
        return True
    if kind is tuple or kind is frozenset:
        return _any_changeable(value, depth)
    if isinstance(value, (staticmethod, classmethod)):
        value = value.__func__
    if isinstance(value, (FunctionType, MethodType, BuiltinFunctionType, partial)):
        return holds_changeable(value, depth - 1)
    if isinstance(value, property):
        return value.fget is not None and holds_changeable(value.fget, depth - 1)
    return not issubclass(kind, Enum)


def _is_ours(kind: type) -> bool:
    """Pyrite's objects in a function, such as its context and metrics, are never emitted."""
    return kind.__module__.startswith("pyrite.")


# Copying --------------------------------------------------------------------------------------------------------------


def _part(value: Any, memo: Memo) -> Any:
    """A part of a record, isolated. Further occurrences return the same copy, to preserve cycles and shared parts."""
    kind = type(value)
    if kind in FROZEN:
        return value
    if kind is tuple:
        for part in value:
            if type(part) not in FROZEN:
                break
        else:
            return value
    number = id(value)
    if number in memo:
        return memo[number]
    copier = _COPIERS.get(kind)
    copied = memo[number] = copier(value, memo) if copier is not None else _register_and_copy(kind, value, memo)
    return copied


def _copy_list(value: list[Any], memo: Optional[Memo]) -> list[Any]:
    if set(map(type, value)) <= FROZEN:
        return value.copy()
    return _copy_nested_list(value, {} if memo is None else memo)


def _copy_nested_list(value: list[Any], memo: Memo) -> list[Any]:
    copied: list[Any] = []
    memo[id(value)] = copied
    copied.extend([part if type(part) in FROZEN else _part(part, memo) for part in value])
    return copied


def _copy_dict(value: dict[Any, Any], memo: Optional[Memo]) -> dict[Any, Any]:
    for part in value.values():
        if type(part) not in FROZEN:
            return _copy_nested_dict(value, {} if memo is None else memo)
    return value.copy()


def _copy_nested_dict(value: dict[Any, Any], memo: Memo) -> dict[Any, Any]:
    copied: dict[Any, Any] = {}
    memo[id(value)] = copied
    for key, part in value.items():
        copied[key] = part if type(part) in FROZEN else _part(part, memo)
    return copied


def _copy_row(value: Row, memo: Optional[Memo]) -> Row:
    copied = copy.copy(value)
    for index, part in enumerate(value):
        if type(part) not in FROZEN:
            memo = {} if memo is None else memo
            memo[id(value)] = copied
            copied[index] = _part(part, memo)
    return copied


def _copy_plain_object(value: Any, memo: Optional[Memo]) -> Any:
    copied = object.__new__(type(value))
    parts = copied.__dict__
    parts.update(value.__dict__)
    for name, part in value.__dict__.items():
        if type(part) not in FROZEN:
            memo = {} if memo is None else memo
            memo[id(value)] = copied
            parts[name] = _part(part, memo)
    return copied


def _copy_tuple(value: Any, memo: Optional[Memo]) -> Any:
    """The tuple itself if none of its parts had to be copied."""
    memo = {} if memo is None else memo
    parts = tuple([part if type(part) in FROZEN else _part(part, memo) for part in value])
    if all(map(is_, value, parts)):
        return value
    return memo.get(id(value), parts)  # a part that refers back to this tuple has already copied it


def _copy_named_tuple(value: Any, memo: Optional[Memo]) -> Any:
    if set(map(type, value)) <= FROZEN:
        return value
    copied = _copy_tuple(value, memo)
    return type(value)._make(copied) if type(copied) is tuple else copied


def _copy_frozen_dataclass(value: Any, memo: Optional[Memo]) -> Any:
    parts = [getattr(value, name) for name in value.__dataclass_fields__]
    if set(map(type, parts)) <= FROZEN:
        return value
    memo = {} if memo is None else memo
    memo.setdefault(id(memo), []).append(parts)  # like deepcopy: keeps temporary parts, so that ids stay unique
    return value if all(_part(part, memo) is part for part in parts) else _deep_copy(value, memo)


def _copy_flat(value: Any, memo: Optional[Memo]) -> Any:
    """A container without mutable parts: a set, a bytearray."""
    return value.copy()


def _deep_copy(value: Any, memo: Optional[Memo]) -> Any:
    try:
        return copy.deepcopy(value, memo)
    except Exception:
        return value  # it cannot be copied (a lock, a connection): the function is responsible for it


_COPIERS: dict[type, Callable[[Any, Optional[Memo]], Any]] = {
    tuple: _copy_tuple,
    list: _copy_list,
    dict: _copy_dict,
    set: _copy_flat,
    bytearray: _copy_flat,
    Row: _copy_row,
}


def _register_and_copy(kind: type, value: Any, memo: Optional[Memo]) -> Any:
    """Determines, once per class, how its values are isolated, and isolates this one."""
    if issubclass(kind, (Enum, type)) or kind.__module__.partition(".")[0] in _FROZEN_MODULES or _is_scalar(kind):
        FROZEN.add(kind)
        DATA_TYPES.add(kind)
        return value
    if issubclass(kind, tuple) and hasattr(kind, "_make"):
        _COPIERS[kind] = _copy_named_tuple
    elif dataclasses.is_dataclass(kind) and kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
        _COPIERS[kind] = _copy_frozen_dataclass
    elif _is_plain(kind):
        _COPIERS[kind] = _copy_plain_object
    else:
        _COPIERS[kind] = _deep_copy
    return _COPIERS[kind](value, memo)


def _is_scalar(kind: type) -> bool:
    """numpy's scalars, without importing numpy."""
    return kind.__module__ == "numpy" and any(base.__name__ == "generic" for base in kind.__mro__)


def _is_plain(kind: type) -> bool:
    """Whether all attributes of an instance are in its `__dict__`, and its class has no custom creation or copying."""
    own = {name for base in kind.__mro__[:-1] for name in vars(base)}
    return "__dict__" in own and not _SPECIAL & own and getattr(kind, "__new__") is object.__new__  # noqa: B009 - for mypy
