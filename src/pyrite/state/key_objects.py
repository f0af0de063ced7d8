"""Rebuilds keys from their encoding, which calls these functions by their persisted names (`key_encoders.py`).

`by_fields` does not call `__init__`, like `pickle`. It calls `__post_init__`, in which a class may compute attributes
besides its compared fields, such as its hash: these are not encoded.
"""

from __future__ import annotations

import dataclasses
import importlib
import inspect
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from pyrite.core.persistence.persisted import persisted
from pyrite.core.persistence.persisted_pickling import loads
from pyrite.state.evolution.by_field import find, maker_of

_set = object.__setattr__


@persisted("key-by-fields/1")
def by_fields(module: str, name: str, fields: tuple[str, ...], values: tuple[Any, ...]) -> Any:
    """An instance of a dataclass or NamedTuple. Fields that are not compared get their defaults, or None."""
    kind = find(module, name)
    if not _is_dataclass(kind):
        return maker_of(module, name, fields)(*values)
    instance = object.__new__(kind)
    names, plain, factories = _fields_of(kind, fields)
    compared = [(field, value) for field, value in zip(fields, values, strict=True) if field in names]
    for field, value in compared:
        _set(instance, field, value)
    for field, default in plain:
        _set(instance, field, default)
    for field, factory in factories:
        _set(instance, field, factory())
    if _can_post_init(kind, fields):
        instance.__post_init__()
        for field, value in compared:  # their values are from after __post_init__
            _set(instance, field, value)
    return instance


def _is_dataclass(kind: Any) -> bool:
    return isinstance(kind, type) and dataclasses.is_dataclass(kind)


@lru_cache(maxsize=1024)
def _can_post_init(kind: Any, encoded: tuple[str, ...]) -> bool:
    """Whether `__post_init__` can run as when the key was created: no argument of `__init__` is missing."""
    post_init = getattr(kind, "__post_init__", None)
    if post_init is None or len(inspect.signature(post_init).parameters) > 1:  # it has InitVar arguments
        return False
    missing = dataclasses.MISSING
    arguments = [field for field in dataclasses.fields(kind) if field.init and field.name not in encoded]
    return all(field.default is not missing or field.default_factory is not missing for field in arguments)


@lru_cache(maxsize=1024)
def _fields_of(
    kind: Any, encoded: tuple[str, ...]
) -> tuple[frozenset[str], list[tuple[str, Any]], list[tuple[str, Callable[[], Any]]]]:
    """The field names of a dataclass, and the defaults and default factories of fields that are not encoded."""
    fields = dataclasses.fields(kind)
    others = [field for field in fields if field.name not in encoded]
    missing = dataclasses.MISSING
    factories = [(field.name, make) for field in others if (make := field.default_factory) is not missing]
    plain = [
        (field.name, None if field.default is missing else field.default)
        for field in others
        if field.default_factory is missing
    ]
    return frozenset(field.name for field in fields), plain, factories


@persisted("key-declared/1")
def declared(module: str, name: str, *arguments: Any) -> Any:
    """An instance of a class with `__pyrite_key__`."""
    return find(module, name)(*arguments)


@persisted("key-enum-member/1")
def member(module: str, name: str, member: str) -> Any:
    """A member of an Enum."""
    return find(module, name)[member]


@persisted("key-flag/1")
def flag(module: str, name: str, value: int) -> Any:
    """A Flag of one or several members."""
    return find(module, name)(value)


@persisted("key-class/1")
def class_of(module: str, name: str) -> Any:
    """A class."""
    return find(module, name)


@persisted("key-unpickled/1")
def unpickled(data: bytes) -> Any:
    """An instance of a class without a specific encoding."""
    return loads(data)


@persisted("key-timestamp/1")
def timestamp(value_ns: int, aware: bool) -> Any:
    """A pandas Timestamp."""
    return importlib.import_module("pandas").Timestamp(value_ns, tz="UTC" if aware else None)
