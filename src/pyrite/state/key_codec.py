"""From a user's key to the key that state and wire use.

Two keys are the same key when their encoded bytes are the same, type included: 1, 1.0 and True are three keys, 0.0 and
-0.0 are two, and NaN is one. `int` and `str` need no encoding for that: they never equal a value of another type among
the encoded ones (bytes).
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

from pyrite.common.block import StateKey
from pyrite.common.typeinfo import TypeInformation

_UNORDERED: Final = (set, frozenset, dict)
_PLAIN: Final = frozenset((int, str, float, bool, bytes, type(None)))
_STABLE: Final = frozenset((*_PLAIN, date, datetime, time, timedelta, Decimal, Fraction, UUID, complex, range))


def encode_key(key: Any) -> StateKey:
    """The state key of a user's key. Raises TypeError for keys with no stable encoding."""
    if type(key) is int or type(key) is str:
        return key
    buffer = io.BytesIO()
    pickler = pickle.Pickler(buffer, 5)
    pickler.fast = True  # no memo: equal keys give equal bytes whether or not their parts are the same objects
    try:
        _refuse_unordered(key)
        pickler.dump(key)
    except (pickle.PicklingError, AttributeError, RecursionError, ValueError) as error:
        raise TypeError(f"{key!r} cannot be a key: {error}") from error
    return buffer.getvalue()


def _refuse_unordered(key: Any) -> None:
    """Raises TypeError for a key that could be encoded in two ways, or not at all."""
    if isinstance(key, _UNORDERED):
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
            _refuse_unordered(part)


def _parts(key: Any) -> Iterable[Any]:
    """What an object's pickle is made of: the arguments of its making and the values of its attributes."""
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


def decode_key(key: StateKey) -> Any:
    """The user's key again, without a namespace."""
    if type(key) is tuple:
        key = key[0]
    return pickle.loads(key) if type(key) is bytes else key


def shown_key(key: StateKey) -> str:
    """A key for people to read, whether or not its class is here."""
    try:
        return repr(decode_key(key))
    except Exception:
        return repr(key)


def encode_keys(keys: list[Any]) -> list[StateKey]:
    """The state keys of a block."""
    if set(map(type, keys)) <= {int, str}:
        return keys
    return [encode_key(key) for key in keys]


def fit_keys(keys: list[Any], key_type: TypeInformation) -> list[Any]:
    """Keys as their declared type holds them. None is a key of every type."""
    if None not in keys:
        return key_type.fit_all(keys)
    return [None if key is None else key_type.fit(key) for key in keys]
