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
    """Entries of numbers by key. Operators use it block by block: ask for the slots of a block's keys, read their
    entries, and write them.

    Keys are an array of Arrow of the schema's kind (`ColumnSchema.key_array`), in which each is once. Slots are good
    until the next call of `find`, `slots` or `remove_before`.
    """

    schema: ColumnSchema

    @abstractmethod
    def find(self, keys: Any) -> Slots:
        """The slot of each key, NO_SLOT where it has none."""

    @abstractmethod
    def slots(self, keys: Any) -> tuple[Slots, npt.NDArray[Any]]:
        """The slot of each key, made where it had none, and which of them had one. The new ones are written next."""

    @abstractmethod
    def read(self, slots: Slots) -> Words:
        """A copy of the entries of slots; of new ones it is anything."""

    @abstractmethod
    def write(self, slots: Slots, words: Words) -> None: ...

    @abstractmethod
    def free(self, slots: Slots) -> None:
        """Removes the entries of slots, and their keys."""

    @abstractmethod
    def remove_before(self, time_ms: int) -> None:
        """Removes entries that were written before a time; those without a time stay."""

    @abstractmethod
    def items(self) -> Iterator[tuple[StateKey, tuple[Any, ...]]]:
        """All entries, as tuples."""

    @abstractmethod
    def size(self) -> int:
        """How many entries there are, or about as many."""
