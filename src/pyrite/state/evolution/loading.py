"""Evolution: state is written by field, so that its classes may change between the writing and the reading job.

A dataclass or NamedTuple is written as the name of its class, the names of its fields, and their values; other values
as by `pickle`. Pyrite's classes are written by their persisted names (`core/persistence/persisted.py`). Unreadable
state raises StateUnreadableError with the reason and advice.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable
from functools import partial
from typing import Any, Final, Optional

from pyrite.core.connector.staged import Staged
from pyrite.core.errors import StateUnreadableError
from pyrite.core.persistence import persisted_pickling
from pyrite.core.persistence.persisted import ENTRY_POINT, name_of
from pyrite.state.changeable import IMMUTABLE
from pyrite.state.evolution import by_field
from pyrite.state.evolution.migrations import NO_MIGRATIONS, Migrations
from pyrite.state.evolution.shape import SHAPES, shape_of

__all__ = ["NO_MIGRATIONS", "Migrations", "dumps", "dumps_one", "dumps_staging", "loads"]


_PLAIN: Final = frozenset(kind for kind in IMMUTABLE if name_of(kind) is None)
"""Types whose values and pickles need no inspection."""
ReadStaged = Callable[[int], bytes]


def _read_none(index: int) -> bytes:
    raise StateUnreadableError(f"staged records (number {index}) are in a separate file, which is not read here")


class _Pickler(pickle.Pickler):
    """Overrides reduction for all but plain values, which are handled in C."""

    cyclic = False

    def reducer_override(self, obj: Any) -> Any:
        kind = type(obj)
        shape = SHAPES[kind] if kind in SHAPES else shape_of(kind)
        return NotImplemented if shape is None else shape.reduce(obj, self.cyclic)


class _CyclicPickler(_Pickler):
    cyclic = True


class _StagingPickler(_CyclicPickler):
    """Omits staged values, and collects them."""

    def __init__(self, buffer: io.BytesIO) -> None:
        super().__init__(buffer, 5)
        self.staged: list[Staged] = []

    def persistent_id(self, obj: Any) -> Any:
        if not isinstance(obj, Staged):
            return None
        self.staged.append(obj)
        return len(self.staged) - 1, type(obj)


class StateUnpickler(pickle.Unpickler):
    def __init__(self, data: bytes, migrations: Migrations, read_staged: ReadStaged = _read_none) -> None:
        super().__init__(io.BytesIO(data))
        self._migrations = migrations
        self._read_staged = read_staged

    def persistent_load(self, pid: Any) -> Any:
        index, kind = pid
        return kind.of_contents(partial(self._read_staged, index))

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == ENTRY_POINT:
            return self._persisted
        migration = self._migrations.of(module, name)
        if migration is None:
            return by_field.bound(by_field.find(module, name), self._migrations)
        if not isinstance(migration, type):
            raise StateUnreadableError(
                f"{module}.{name} was not written by field, so its migration must be a class, not a function: pass a "
                f"class whose __setstate__ accepts the previous state; {by_field.HOW}"
            )
        return migration

    def _persisted(self, name: str, *arguments: Any) -> Any:
        """`pyrite.persisted`, bound to the migrations."""
        entry_point = by_field.bound(by_field.find("pyrite", name), self._migrations)
        return entry_point(*arguments) if arguments else entry_point


def dumps(obj: Any) -> bytes:
    """Returns a pickle for `loads`; `pickle.loads` also reads it, as long as no class was renamed."""
    buffer = io.BytesIO()
    try:
        _Pickler(buffer, 5).dump(obj)
    except RecursionError:
        buffer = io.BytesIO()
        _CyclicPickler(buffer, 5).dump(obj)
    return buffer.getvalue()


def dumps_staging(obj: Any) -> tuple[bytes, tuple[Staged, ...]]:
    """Returns a pickle without staged values, and the staged values, for `loads` with `read_staged`."""
    buffer = io.BytesIO()
    pickler = _StagingPickler(buffer)
    pickler.dump(obj)
    return buffer.getvalue(), tuple(pickler.staged)


def dumps_one(value: Any) -> bytes:
    """The same for single values: plain values are left to `pickle`, which starts faster."""
    kind = type(value)
    if kind in _PLAIN or ((kind is tuple or kind is list) and _PLAIN.issuperset(map(type, value))):
        return pickle.dumps(value, 5)
    return dumps(value)


def loads(data: bytes, migrations: Migrations = NO_MIGRATIONS, read_staged: Optional[ReadStaged] = None) -> Any:
    """Reads the output of `dumps`, `pickle.dumps` or `dumps_staging`. `read_staged` reads a staged value by number."""
    try:
        if migrations.same_code and read_staged is None:
            return persisted_pickling.loads(data)
        return StateUnpickler(data, migrations, read_staged or _read_none).load()
    except StateUnreadableError:
        raise
    except (ImportError, AttributeError) as error:
        if migrations.same_code:
            return loads(data, Migrations(), read_staged)  # raises an error that names the missing class
        raise _unreadable(error) from error
    except Exception as error:  # the user's __setstate__ may raise anything
        raise _unreadable(error) from error


def _unreadable(error: Exception) -> StateUnreadableError:
    return StateUnreadableError(f"it contains an unreadable value: {type(error).__name__}: {error}; {by_field.HOW}")
