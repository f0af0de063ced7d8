"""Pickles in which Pyrite's own classes go by their persisted names. All that is kept in storage is written by this.

The C pickler stays in use: it asks here for what is no plain value only. Values of the user's are as `pickle` writes
them. `evolution.py` writes state on top of it, by field.
"""

from __future__ import annotations

import io
import pickle
from typing import IO, Any

from pyrite.core.persistence.persisted import PATH, by_name, find_former, is_nameable, restore_path


class PersistedPickler(pickle.Pickler):
    def reducer_override(self, obj: Any) -> Any:
        return by_name(obj) if is_nameable(type(obj)) else NotImplemented


class PersistedUnpickler(pickle.Unpickler):
    """Reads what earlier versions wrote, by module and class name, too."""

    def find_class(self, module: str, name: str) -> Any:
        target = find_former(module, name)
        if target is None:
            return super().find_class(module, name)
        restore_path(module, name, target)
        return target


def dumps(value: Any) -> bytes:
    """A pickle of one value. Most hold nothing of ours: they are as fast as with `pickle`."""
    data = pickle.dumps(value, 5)
    if PATH not in data:
        return data
    buffer = io.BytesIO()
    PersistedPickler(buffer, 5).dump(value)
    return buffer.getvalue()


def load(file: IO[bytes]) -> Any:
    """The next pickle of a file; as `loads`."""
    place = file.tell()
    try:
        return pickle.load(file)
    except (ImportError, AttributeError):
        file.seek(place)
        return PersistedUnpickler(file).load()


def loads(data: bytes | memoryview) -> Any:
    """What was written by name, by module and class name, or by `pickle`."""
    try:
        return pickle.loads(data)
    except (ImportError, AttributeError):  # a class of ours was moved or renamed since, or one of the user's
        return PersistedUnpickler(io.BytesIO(data)).load()
