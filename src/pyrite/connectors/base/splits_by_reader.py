"""SplitsByReader: the unassigned splits of an enumerator, by reader."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Generic

from pyrite.core.connector.source import SplitT


class SplitsByReader(Generic[SplitT]):
    """For enumerators that derive the reader from the split. `reader_of` is called once for each split."""

    def __init__(self, reader_of: Callable[[SplitT], int], splits: Iterable[SplitT] = ()) -> None:
        self._reader_of = reader_of
        self._waiting: dict[int, list[SplitT]] = {}
        self.add(splits)

    def __iter__(self) -> Iterator[SplitT]:
        return chain.from_iterable(self._waiting.values())

    def add(self, splits: Iterable[SplitT]) -> None:
        for split in splits:
            self._waiting.setdefault(self._reader_of(split), []).append(split)

    def take(self, reader: int) -> list[SplitT]:
        """Removes and returns the splits of a reader."""
        return self._waiting.pop(reader, [])

    def drop(self, is_gone: Callable[[SplitT], bool]) -> None:
        """Removes splits that no longer exist."""
        for reader, splits in self._waiting.items():
            self._waiting[reader] = [split for split in splits if not is_gone(split)]
