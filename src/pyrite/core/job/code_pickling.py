"""Pickling of programs: by value for code that a task cannot import, like cloudpickle, including cached functions."""

from __future__ import annotations

import functools
import io
import operator
import sys
import types
from collections import ChainMap
from collections.abc import Callable
from typing import Any, Optional

import cloudpickle

from pyrite.core.persistence.persisted import persisted


def dumps_code(value: Any) -> bytes:
    """A pickle for `pickle.loads` in a process that can import Pyrite and user modules, but not the main script."""
    buffer = io.BytesIO()
    CodePickler(buffer).dump(value)
    return buffer.getvalue()


def _reduce_cached(cached: Any) -> str | tuple[Any, ...]:
    """Pickles the function with an empty cache; by default only its name would be pickled."""
    if _is_importable(cached):
        return str(cached.__qualname__)
    parameters = cached.cache_parameters()
    return _with_cache, (cached.__wrapped__, parameters["maxsize"], parameters["typed"])


def _is_importable(function: Any) -> bool:
    module = sys.modules.get(function.__module__)
    if module is None or function.__module__ == "__main__":
        return False
    try:
        return operator.attrgetter(function.__qualname__)(module) is function
    except AttributeError:
        return False


@persisted("cached-function/1")
def _with_cache(function: Callable[..., Any], maxsize: Optional[int], typed: bool) -> Any:
    return functools.lru_cache(maxsize, typed)(function)


def _reduce_cached_property(cached: functools.cached_property[Any]) -> tuple[Any, ...]:
    """Pickles it without its lock, which it has before Python 3.12."""
    return _cached_property, (cached.func, cached.attrname)


@persisted("cached-property/1")
def _cached_property(function: Callable[[Any], Any], name: Optional[str]) -> Any:
    cached = functools.cached_property(function)
    cached.attrname = name
    return cached


class CodePickler(cloudpickle.CloudPickler):  # type: ignore[misc]
    """The pickler of `dumps_code`."""

    dispatch_table = ChainMap(
        {functools._lru_cache_wrapper: _reduce_cached, functools.cached_property: _reduce_cached_property},
        cloudpickle.CloudPickler.dispatch_table,
    )

    def reducer_override(self, obj: Any) -> Any:
        reduced = super().reducer_override(obj)
        if isinstance(obj, type) and _has_slots(obj) and _is_by_value(reduced):
            return _with_slots(reduced, obj)
        return reduced


def _has_slots(kind: type) -> bool:
    return "__slots__" in vars(kind) and not issubclass(kind, tuple)  # a NamedTuple creates its own


def _is_by_value(reduced: Any) -> bool:
    return isinstance(reduced, tuple) and reduced[0] is cloudpickle.cloudpickle._make_skeleton_class


def _with_slots(reduced: tuple[Any, ...], kind: type) -> tuple[Any, ...]:
    """Reduces a class so that it is created with its slots.

    cloudpickle sets `__slots__` after it has created the class: its instances would then have a `__dict__` too, and
    their pickles would not load in a process where the class has only slots.
    """
    make, (metaclass, name, bases, namespace, *rest), (attributes, state), *others = reduced
    members = {key: value for key, value in attributes.items() if not isinstance(value, types.MemberDescriptorType)}
    members.pop("__slots__", None)
    slots = vars(kind)["__slots__"]
    return make, (metaclass, name, bases, namespace | {"__slots__": slots}, *rest), (members, state), *others
