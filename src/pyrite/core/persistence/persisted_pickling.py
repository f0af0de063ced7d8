"""Pickles in which Pyrite's classes have their persisted names. All persistent data is written with them.

The C pickler does the work: it calls back only for objects that are not plain values. User values have the form of
plain `pickle`. `evolution.py` writes state on top of it, by field.
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
    """Also reads data of earlier versions, by module and class name."""

    def find_class(self, module: str, name: str) -> Any:
        target = find_former(module, name)
        if target is None:
            return super().find_class(module, name)
        restore_path(module, name, target)
        return target


def dumps(value: Any) -> bytes:
    """A pickle of one value. Most have no objects of Pyrite, and are as fast as with plain `pickle`."""
    data = pickle.dumps(value, 5)
    if PATH not in data:
        return data
    buffer = io.BytesIO()
    PersistedPickler(buffer, 5).dump(value)
    return buffer.getvalue()


def load(file: IO[bytes]) -> Any:
    """Loads the next pickle of a file, like `loads`."""
    place = file.tell()
    try:
        return pickle.load(file)
    except (ImportError, AttributeError):
        file.seek(place)
        return PersistedUnpickler(file).load()


def loads(data: bytes | memoryview) -> Any:
    """Loads a value that was written by name, by module and class name, or by plain `pickle`."""
    try:
        return pickle.loads(data)
    except (ImportError, AttributeError):  # a class of Pyrite or of the user was moved or renamed since
        return PersistedUnpickler(io.BytesIO(data)).load()
