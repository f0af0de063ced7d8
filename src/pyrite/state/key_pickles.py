"""Pickles that are compared by their bytes: of namespaces, and of keys without a specific encoding.

They contain the first persisted names of Pyrite's classes, wherever they are now: the bytes are the identity.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from inspect import isroutine
from typing import Any, Final
from uuid import UUID

from pyrite.core.persistence.persisted import PATH, by_first_name, is_nameable

UNORDERED: Final = (set, frozenset, dict)
_PLAIN: Final = frozenset((int, str, float, bool, bytes, type(None)))
_STABLE: Final = frozenset((*_PLAIN, date, datetime, time, timedelta, Decimal, Fraction, UUID, complex, range))


class _ByFirstName(pickle.Pickler):
    def reducer_override(self, obj: Any) -> Any:
        return by_first_name(obj) if is_nameable(type(obj)) else NotImplemented


def pickled(key: Any) -> bytes:
    """The pickle of a key, independent of the identity of its parts. Raises TypeError if it has no stable pickle."""
    refuse_unordered(key)
    data = _without_memo(pickle.Pickler, key)
    return _without_memo(_ByFirstName, key) if PATH in data else data


def _without_memo(pickler_class: type[pickle.Pickler], key: Any) -> bytes:
    buffer = io.BytesIO()
    pickler = pickler_class(buffer, 5)
    pickler.fast = True
    pickler.dump(key)
    return buffer.getvalue()


def refuse_unordered(key: Any) -> None:
    """Raises TypeError for a key that could be pickled in several ways, or not at all."""
    if isinstance(key, UNORDERED):
        raise TypeError(f"a {type(key).__name__} cannot be a key, or in one: its elements have no stable order")
    if isinstance(key, type):
        return
    if isroutine(key):
        raise TypeError(f"a {type(key).__name__} cannot be a key, or in one: two of them cannot be compared")
    if isinstance(key, (tuple, list)):
        parts: Iterable[Any] = key
    elif isinstance(key, (bytearray, memoryview)) or type(key) in _STABLE:
        return
    else:
        parts = _parts(key)
    for part in parts:
        if type(part) not in _PLAIN:
            refuse_unordered(part)


def _parts(key: Any) -> Iterable[Any]:
    """The parts of an object's pickle: constructor arguments and attribute values."""
    reduced = key.__reduce_ex__(5)
    if isinstance(reduced, str) or isinstance(key, Enum):
        return
    yield from reduced[1]
    state = reduced[2] if len(reduced) > 2 else None
    for attributes in state if isinstance(state, tuple) else (state,):
        if isinstance(attributes, dict):
            yield from attributes.values()
        elif attributes is not None:
            yield attributes
