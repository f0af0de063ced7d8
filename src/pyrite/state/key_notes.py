"""KeyNotes: which entries of a table may have changed since the last checkpoint."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Protocol

_IGNORE: Final[Callable[[Any], object]] = frozenset[Any]().__contains__


class Copier(Protocol):
    """A snapshot of a table that is still being taken."""

    def copy(self, key: Any) -> None:
        """Copies an entry as it is, unless that was done, or it is not part of the snapshot."""


class KeyNotes:
    """Call `touch` with a key before its entry changes, and before a value is handed out that can be changed in place.

    Snapshots that are still being taken copy the entry first. Without them, `touch` is the `add` of a set.
    """

    __slots__ = ("_copiers", "_is_noting", "keys", "touch")

    def __init__(self, is_noting: bool = True) -> None:
        """`is_noting`: False if every snapshot is a whole one, so that nobody asks for the keys."""
        self._is_noting = is_noting
        self._copiers: tuple[Copier, ...] = ()
        self.keys: set[Any] = set()
        self.touch: Callable[[Any], object]
        self._bind()

    @staticmethod
    def over(keys: set[Any]) -> KeyNotes:
        """Notes keys in a set that somebody else reads and clears."""
        notes = KeyNotes()
        notes.keys = keys
        notes._bind()
        return notes

    def take(self) -> set[Any]:
        """The keys until now; from here on this notes new ones."""
        taken, self.keys = self.keys, set()
        self._bind()
        return taken

    def put_back(self, keys: set[Any]) -> None:
        """Notes keys that were taken; the set is this one's from now on."""
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
