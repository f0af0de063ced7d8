"""FrozenTable: a snapshot of a dict, taken piece by piece while the dict changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple, Optional

from pyrite.state.backend import Table
from pyrite.state.changeable import IMMUTABLE, is_changeable
from pyrite.state.evolution.loading import dumps_one

_SETS: Final = 251
"""Many small sets: a set growing to a million keys would stop the task for 20 ms each time it is enlarged."""
_FREED: Final = 8
_FEW: Final = 10_000
_MISSING: Final = object()

Fail = Callable[[Any, Any, Exception], None]
"""Called with a key, its value, and the error of pickling the value."""


class TablePiece(NamedTuple):
    """A piece taken from a table."""

    examined: int
    """The approximate number of examined keys, a measure of the cost."""
    puts: dict[Any, Any]
    removed: set[Any]
    pickled: dict[Any, bytes]
    """Entries whose values are pickles."""


class FrozenTable:
    """The changed entries of a table, or all of them.

    Before an entry changes, or a changeable value is returned, `copy` must be called with its key: the entry is copied
    unless it was taken before. So all entries returned by `take` are as they were when this object was created. An
    immutable value is copied by reference, other values are pickled.
    """

    def __init__(self, live: Table, changed: set[Any], whole: bool, fail: Fail) -> None:
        """`changed`: the changed keys, of which this object takes ownership. With `whole`, all others are taken too."""
        self._live = live
        self._changed = changed
        """The changed keys that are neither taken nor copied."""
        self._whole = whole
        self._fail = fail
        self._size = len(live)
        self._present = 0
        """The number of entries taken or copied so far."""
        self._others: Optional[list[Any]] = None
        """With `whole`: the remaining keys of the table, after the changed ones are taken."""
        self._done: list[set[Any]] = []
        """With `whole`: the keys that were taken, copied, or missing."""
        if whole:
            self._done = [set() for _ in range(_SETS if self._size > _FEW else 1)]
        self.handled: list[Any] = []
        """The processed keys of `changed`."""
        self._values: Table = {}
        self._pickled: dict[Any, bytes] = {}
        self._removed: list[Any] = []
        self.is_swept = False
        """Whether all entries are taken or copied, so that the table may change freely."""

    @property
    def is_taken(self) -> bool:
        return self.is_swept and not (self._values or self._pickled or self._removed or self._done)

    def changed_keys(self) -> set[Any]:
        """The changed keys as given to the constructor."""
        return self._changed.union(self.handled)

    # Copying ----------------------------------------------------------------------------------------------------------

    def copy(self, key: Any) -> None:
        if self.is_swept:
            return
        if key in self._changed:
            self._changed.discard(key)
            self.handled.append(key)
            if self._whole:
                self._is_new(key)
        elif not self._whole or not self._is_new(key):
            return
        value = self._live.get(key, _MISSING)
        if value is _MISSING:
            self._removed.append(key)
            return
        self._present += 1
        if type(value) in IMMUTABLE or not is_changeable(value):
            self._values[key] = value
            return
        try:
            self._pickled[key] = dumps_one(value)
        except Exception as error:
            self._fail(key, value, error)

    def copy_all(self) -> None:
        """Copies all entries before the table is dropped, or returned as a whole."""
        for key in [*self._changed, *(self._live if self._whole else ())]:
            self.copy(key)
        self.is_swept = True

    def has_copied(self, keys: Iterable[Any]) -> bool:
        """Whether all of these keys are taken or copied."""
        if self.is_swept:
            return True
        return all(
            key not in self._changed and (not self._whole or key in self._done[hash(key) % len(self._done)])
            for key in keys
        )

    def _is_new(self, key: Any) -> bool:
        """Marks a key as done; returns whether it was not done before."""
        done = self._done[hash(key) % len(self._done)]
        if key in done:
            return False
        done.add(key)
        return True

    # Taking -----------------------------------------------------------------------------------------------------------

    def take(self, most: int) -> TablePiece:
        """Examines up to `most` further keys."""
        if not self.is_swept:
            return self._take_live(most)
        del self._done[-_FREED:]  # freeing a million keys also takes 15 ms
        pickled = _popped(self._pickled, most)
        values = _popped(self._values, most - len(pickled))
        removed = self._removed[-most:]
        del self._removed[-most:]
        return TablePiece(max(1, len(pickled) + len(values)), values, set() if self._whole else set(removed), pickled)

    def _take_live(self, most: int) -> TablePiece:
        keys, live = self._next_keys(most), self._live
        puts = {key: live[key] for key in keys if key in live}
        self._present += len(puts)
        is_whole = self._whole or len(puts) == len(keys)
        return TablePiece(max(1, min(most, self._size)), puts, set() if is_whole else set(keys).difference(puts), {})

    def _next_keys(self, most: int) -> list[Any]:
        if self._changed:
            pop = self._changed.pop
            keys = [pop() for _ in range(min(most, len(self._changed)))]
            self.handled += keys
            if self._whole:
                for key in keys:
                    self._is_new(key)
            return keys
        if self._whole and self._others is None and self._present < self._size:
            self._others = list(self._live)
        if not self._others:
            self.is_swept = True
            return []
        keys = self._others[-most:]
        del self._others[-most:]
        return [key for key in keys if self._is_new(key)]


def _popped(table: dict[Any, Any], most: int) -> dict[Any, Any]:
    if len(table) <= most:
        popped = dict(table)
        table.clear()
        return popped
    return dict(table.popitem() for _ in range(most))
