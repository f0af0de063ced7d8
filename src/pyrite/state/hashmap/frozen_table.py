"""FrozenTable: the entries of a dict as they were at one moment, taken out of it piece by piece while it changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple, Optional

from pyrite.state.backend import Table
from pyrite.state.changeable import IMMUTABLE, is_changeable
from pyrite.state.evolution.loading import dumps_one

_SETS: Final = 251
"""A set that grows to a million keys stops the task for 20 ms each time that it is enlarged: many small ones do not."""
_FREED: Final = 8
_FEW: Final = 10_000
_MISSING: Final = object()

Fail = Callable[[Any, Any, Exception], None]
"""Takes a key, its value, and why the value cannot be pickled."""


class Taken(NamedTuple):
    """What was taken of a table in one piece."""

    looked_at: int
    """How many keys that was about: what it cost."""
    puts: dict[Any, Any]
    removed: set[Any]
    pickled: dict[Any, bytes]
    """Entries whose values are pickled."""


class FrozenTable:
    """What has changed in a table, or all of it.

    Whoever changes an entry, or hands out a value that can be changed in place, calls `copy` with its key first: the
    entry is copied unless it was taken before. So all entries that `take` gives are as they were when this was made.
    A value that cannot be changed is copied by reference, any other one is pickled.
    """

    def __init__(self, live: Table, changed: set[Any], whole: bool, fail: Fail) -> None:
        """`changed` are keys that were noted; they become this one's. Of a whole one, the others are taken too."""
        self._live = live
        self._changed = changed
        """Those that are neither taken nor copied."""
        self._whole = whole
        self._fail = fail
        self._size = len(live)
        self._present = 0
        """How many entries were taken or copied so far."""
        self._others: Optional[list[Any]] = None
        """Of a whole one: the keys of the table, when those that have changed are taken."""
        self._done: list[set[Any]] = []
        """Of a whole one: the keys that were taken, copied, or not there."""
        if whole:
            self._done = [set() for _ in range(_SETS if self._size > _FEW else 1)]
        self.handled: list[Any] = []
        """Keys that were in `changed`."""
        self._values: Table = {}
        self._pickled: dict[Any, bytes] = {}
        self._removed: list[Any] = []
        self.is_swept = False
        """Whether all is taken or copied: the table may change as it likes."""

    @property
    def is_taken(self) -> bool:
        return self.is_swept and not (self._values or self._pickled or self._removed or self._done)

    def changed_keys(self) -> set[Any]:
        """The keys that were noted, as they were given."""
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
        """The table is about to go, or to be handed out as a whole."""
        for key in [*self._changed, *(self._live if self._whole else ())]:
            self.copy(key)
        self.is_swept = True

    def has_copied(self, keys: Iterable[Any]) -> bool:
        """Whether none of these keys is still to be taken."""
        if self.is_swept:
            return True
        return all(
            key not in self._changed and (not self._whole or key in self._done[hash(key) % len(self._done)])
            for key in keys
        )

    def _is_new(self, key: Any) -> bool:
        """Notes that a key of a whole table is done; whether it was not."""
        done = self._done[hash(key) % len(self._done)]
        if key in done:
            return False
        done.add(key)
        return True

    # Taking -----------------------------------------------------------------------------------------------------------

    def take(self, most: int) -> Taken:
        """Looks at up to so many further keys."""
        if not self.is_swept:
            return self._take_live(most)
        del self._done[-_FREED:]  # freeing a million keys takes 15 ms, too
        pickled = _popped(self._pickled, most)
        values = _popped(self._values, most - len(pickled))
        removed = self._removed[-most:]
        del self._removed[-most:]
        return Taken(max(1, len(pickled) + len(values)), values, set() if self._whole else set(removed), pickled)

    def _take_live(self, most: int) -> Taken:
        keys, live = self._next_keys(most), self._live
        puts = {key: live[key] for key in keys if key in live}
        self._present += len(puts)
        is_whole = self._whole or len(puts) == len(keys)
        return Taken(max(1, min(most, self._size)), puts, set() if is_whole else set(keys).difference(puts), {})

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
