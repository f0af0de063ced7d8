"""From a user's key to the key that state and wire use.

Two keys are the same key when their encoded bytes are the same, type included: 1, 1.0 and True are three keys. `int`
and `str` need no encoding for that: they never equal a value of another type among the encoded ones (bytes).
"""

from __future__ import annotations

import io
import pickle
from typing import Any, Final

from pyrite.common.block import StateKey

_UNORDERED: Final = (set, frozenset, dict)
_PLAIN: Final = frozenset((int, str, float, bool, bytes, type(None)))


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
    if isinstance(key, _UNORDERED):
        raise TypeError(f"a {type(key).__name__} cannot be a key: its elements have no stable order")
    if isinstance(key, (tuple, list)):
        for part in key:
            if type(part) not in _PLAIN:
                _refuse_unordered(part)


def decode_key(key: StateKey) -> Any:
    """The user's key again."""
    return pickle.loads(key) if type(key) is bytes else key


def encode_keys(keys: list[Any]) -> list[StateKey]:
    """The state keys of a block."""
    if set(map(type, keys)) <= {int, str}:
        return keys
    return [encode_key(key) for key in keys]
