"""Columns: a kind of state for whole blocks of keys: each key has a slot, and each slot an entry of numbers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

import numpy.typing as npt

from pyrite.core.state_key import StateKey
from pyrite.state.columns.schema import ColumnSchema, Words
from pyrite.state.columns.slot_index import Slots


class Columns(ABC):
    """Entries of numbers by key. Operators use it block by block: they get the slots of a block's keys, read the
    entries, and write them.

    Keys are an Arrow array of the schema's key kind (`ColumnSchema.key_array`), without duplicates. Slots are valid
    until the next call of `find`, `slots` or `remove_before`.
    """

    schema: ColumnSchema

    @abstractmethod
    def find(self, keys: Any) -> Slots:
        """The slot of each key, NO_SLOT for keys without one."""

    @abstractmethod
    def slots(self, keys: Any) -> tuple[Slots, npt.NDArray[Any]]:
        """The slot of each key, allocated if missing, and a mask of the keys that had one.

        The caller writes new slots next.
        """

    @abstractmethod
    def read(self, slots: Slots) -> Words:
        """A copy of the entries of slots; undefined for new slots."""

    @abstractmethod
    def write(self, slots: Slots, words: Words) -> None: ...

    @abstractmethod
    def free(self, slots: Slots) -> None:
        """Removes the entries and keys of slots."""

    @abstractmethod
    def remove_before(self, time_ms: int) -> None:
        """Removes entries written before a time, except entries without a time."""

    @abstractmethod
    def items(self) -> Iterator[tuple[StateKey, tuple[Any, ...]]]:
        """All entries, as tuples."""

    @abstractmethod
    def size(self) -> int:
        """The number of entries, possibly estimated."""
