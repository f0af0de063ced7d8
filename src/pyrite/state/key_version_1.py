"""Keys as version 1 encoded and hashed them: by their pickles. State that was written so is converted on restore.

RocksDB still writes namespaces this way, and so are keys written whose classes have no encoding of their own. Classes
of ours are named in them by where they were first: the bytes are the identity.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from inspect import isroutine
from typing import Any, Final
from uuid import UUID
from zlib import crc32

from pyrite.core.first_paths import first_paths
from pyrite.core.persistence.persisted import PATH
from pyrite.core.state_key import StateKey
from pyrite.core.windows.windows import TimeWindow

PROTO: Final = b"\x80"
"""The first byte of every pickle of protocol 2 or later. No key of version 2 begins with it."""
UNORDERED: Final = (set, frozenset, dict)
_PLAIN: Final = frozenset((int, str, float, bool, bytes, type(None)))
_STABLE: Final = frozenset((*_PLAIN, date, datetime, time, timedelta, Decimal, Fraction, UUID, complex, range))


def pickled_key(key: Any) -> StateKey:
    """An int or str as it is, anything else as its pickle. Raises TypeError for what has no stable pickle."""
    if type(key) is int or type(key) is str:
        return key
    return pickled(key)


def pickled(key: Any) -> bytes:
    """A key's pickle, the same whether or not its parts are the same objects."""
    buffer = io.BytesIO()
    pickler = pickle.Pickler(buffer, 5)
    pickler.fast = True  # no memo
    refuse_unordered(key)
    pickler.dump(key)
    data = buffer.getvalue()
    return first_paths(data) if PATH in data else data


def refuse_unordered(key: Any) -> None:
    """Raises TypeError for a key that could be pickled in two ways, or not at all."""
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


def key_bytes(key: StateKey) -> bytes:
    """A key without a namespace, as version 1 hashed it and as RocksDB had it."""
    if type(key) is int:
        return b"i%d" % key
    if type(key) is str:
        return b"s" + key.encode("utf-8", "surrogatepass")
    return b"b" + key  # type: ignore[operator]


def namespace_bytes(namespace: Any) -> bytes:
    """A namespace as RocksDB has it."""
    if type(namespace) is TimeWindow and type(namespace[0]) is int and type(namespace[1]) is int:
        return _window_bytes(namespace)
    return key_bytes(pickled_key(namespace))


@lru_cache(maxsize=1 << 12)
def _window_bytes(window: TimeWindow) -> bytes:
    """Windows are asked for again and again, for every key."""
    return key_bytes(pickled(window))


def key_group(key: StateKey, max_parallelism: int) -> int:
    """The group that a key was in."""
    return crc32(key_bytes(key[0] if type(key) is tuple else key)) % max_parallelism
