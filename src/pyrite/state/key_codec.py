"""Converts user keys to the keys used by state and on the wire.

Two keys are the same if they have the same type and are equal: 1, 1.0 and True are three keys. Floats are compared by
their bits, as in Java: 0.0 and -0.0 are two keys, and NaN is a single key. numpy scalars count as the Python values
that they equal. `int` and `str` are used unchanged, all others as bytes (`key_encoders.py`), which never equal those.
"""

from __future__ import annotations

import pickle
from typing import Any

from pyrite.core.errors import UnfitKeyError
from pyrite.core.persistence.persisted_pickling import loads as loads_persisted
from pyrite.core.state_key import StateKey
from pyrite.core.types.types_factory import TypeInformation
from pyrite.state.key_encoders import END, encoded, plain_value


def encode_key(key: Any) -> StateKey:
    """The state key of a user key. Raises UnfitKeyError, a TypeError, for a value that cannot be a key."""
    if type(key) is int or type(key) is str:
        return key
    try:
        plain = plain_value(key)
        if type(plain) is int or type(plain) is str:
            return plain
        return encoded(plain) + END
    except TypeError as error:
        raise UnfitKeyError(str(error)) from error
    except (pickle.PicklingError, AttributeError, RecursionError, ValueError, OverflowError) as error:
        raise UnfitKeyError(f"{key!r} cannot be a key: {error}") from error


def decode_key(key: StateKey) -> Any:
    """The user key of a state key, without its namespace."""
    if type(key) is tuple:
        key = key[0]
    return loads_persisted(key) if type(key) is bytes else key


def shown_key(key: StateKey) -> str:
    """A key as text, even if its class is missing."""
    try:
        return repr(decode_key(key))
    except Exception:
        return repr(key)


def encode_keys(keys: list[Any]) -> list[StateKey]:
    """The state keys of a block of keys."""
    if set(map(type, keys)) <= {int, str}:
        return keys
    return [encode_key(key) for key in keys]


def fit_keys(keys: list[Any], key_type: TypeInformation) -> list[Any]:
    """Converts keys to their declared type. None is a key of every type."""
    if None not in keys:
        return key_type.fit_all(keys)
    return [None if key is None else key_type.fit(key) for key in keys]
