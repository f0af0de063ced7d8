"""KeyNotes: the keys of entries that may have changed since the last checkpoint."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Protocol

_IGNORE: Final[Callable[[Any], object]] = frozenset[Any]().__contains__


class Copier(Protocol):
    """A snapshot of a table in progress."""

    def copy(self, key: Any) -> None:
        """Copies the current entry, unless it was copied before, or is not part of the snapshot."""


class KeyNotes:
    """`touch` must be called with a key before its entry changes, and before a changeable value is returned.

    Snapshots in progress first copy the entry. Without snapshots, `touch` is the `add` of a set.
    """

    __slots__ = ("_copiers", "_is_noting", "keys", "touch")

    def __init__(self, is_noting: bool = True) -> None:
        """`is_noting`: False if every snapshot is complete, so that the keys are not needed."""
        self._is_noting = is_noting
        self._copiers: tuple[Copier, ...] = ()
        self.keys: set[Any] = set()
        self.touch: Callable[[Any], object]
        self._bind()

    @staticmethod
    def over(keys: set[Any]) -> KeyNotes:
        """Notes keys in a set that is read and cleared elsewhere."""
        notes = KeyNotes()
        notes.keys = keys
        notes._bind()
        return notes

    def take(self) -> set[Any]:
        """Returns the keys so far, and starts again."""
        keys, self.keys = self.keys, set()
        self._bind()
        return keys

    def put_back(self, keys: set[Any]) -> None:
        """Adds keys that were taken, and takes ownership of the set."""
        if len(keys) > len(self.keys):
            self.keys, keys = keys, self.keys
        self.keys |= keys
        self._bind()

    def begin_copying(self, copier: Copier) -> None:
        self._copiers = (*self._copiers, copier)
        self._bind()

    def end_copying(self, copier: Copier) -> None:
        self._copiers = tuple(each for each in self._copiers if each is not copier)
        self._bind()

    def _bind(self) -> None:
        note: Callable[[Any], object] = self.keys.add if self._is_noting else _IGNORE
        copiers = self._copiers

        def touch(key: Any) -> None:
            for copier in copiers:
                copier.copy(key)
            note(key)

        self.touch = touch if copiers else note
