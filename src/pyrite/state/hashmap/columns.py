"""HashMapColumns: all entries in one array, a row for each slot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Optional

import numpy.typing as npt

from pyrite.core.state_key import StateKey
from pyrite.state.columns.changes import ColumnChanges
from pyrite.state.columns.columns import Columns
from pyrite.state.columns.parts import ColumnPart
from pyrite.state.columns.schema import ColumnSchema, Words
from pyrite.state.columns.slot_array import SlotArray
from pyrite.state.columns.slot_index import NO_SLOT, Slots
from pyrite.state.hashmap.frozen_columns import FrozenColumns


class HashMapColumns(Columns):
    """`changes`: records written and removed entries; None without incremental checkpoints."""

    def __init__(self, schema: ColumnSchema, changes: Optional[ColumnChanges]) -> None:
        self.schema = schema
        self._changes = changes
        self._slots = SlotArray(schema)
        self._frozen: list[FrozenColumns] = []
        """Snapshots in progress."""

    def find(self, keys: Any) -> Slots:
        return self._slots.index.find(keys)

    def slots(self, keys: Any) -> tuple[Slots, npt.NDArray[Any]]:
        slots = self._slots.index.find(keys)
        present = slots != NO_SLOT
        if not present.all():
            self._slots.add(keys, slots, present)
        return slots, present

    def read(self, slots: Slots) -> Words:
        return self._slots.read(slots)

    def write(self, slots: Slots, words: Words) -> None:
        for frozen in self._frozen:
            frozen.copy(slots)
        self._slots.write(slots, words)
        if self._changes is not None:
            self._changes.write(slots)

    def free(self, slots: Slots) -> None:
        for frozen in self._frozen:
            frozen.copy(slots)
        if self._changes is not None:
            self._changes.removed.append(self._slots.index.keys(slots))
        self._slots.free(slots)

    def remove_before(self, time_ms: int) -> None:
        expired = self._slots.written_before(time_ms)
        if len(expired):
            self.free(expired)

    def items(self) -> Iterator[tuple[StateKey, tuple[Any, ...]]]:
        yield from self.part().entries().items()

    def size(self) -> int:
        return self._slots.count

    def clear(self) -> None:
        self._slots = SlotArray(self.schema)

    # Snapshots --------------------------------------------------------------------------------------------------------

    def freeze(self, changes: Optional[ColumnChanges]) -> FrozenColumns:
        """Starts a snapshot of the changes, or of all entries. Ended by `end_freeze`."""
        live = self._slots.is_live
        slots = live.copy() if changes is None else live[: len(changes.written)] & changes.written[: len(live)]
        removed = () if changes is None else changes.removed
        frozen = FrozenColumns(slots, removed, self._part_of, self._part_without)
        self._frozen.append(frozen)
        return frozen

    def end_freeze(self, frozen: FrozenColumns) -> None:
        self._frozen = [each for each in self._frozen if each is not frozen]

    def part(self) -> ColumnPart:
        """All entries."""
        return self._part(*self._slots.read_live())

    def _part_of(self, slots: Slots) -> ColumnPart:
        return self._part(slots, self._slots.read(slots))

    def _part(self, slots: Slots, words: Words) -> ColumnPart:
        """Copies entries; the batch is built on first use."""
        keys, schema = self._slots.index.keys(slots), self.schema
        return ColumnPart(lambda: schema.batch_of(keys, words, schema.key_array(())))

    def _part_without(self, removed: Any) -> ColumnPart:
        schema = self.schema
        return ColumnPart(lambda: schema.batch_of(schema.key_array(()), schema.words_of([]), removed))

    def add_part(self, name: str, part: ColumnPart) -> None:
        """Adds restored entries with new keys. They do not count as changes."""
        self._add(*self.schema.read_batch(name, part.batch))

    def add_entries(self, name: str, entries: dict[StateKey, tuple[Any, ...]]) -> None:
        """Adds restored entries given as tuples."""
        self._add(*self.schema.read_entries(name, entries))

    def _add(self, keys: Any, words: Words) -> None:
        slots, _ = self.slots(keys)
        self._slots.write(slots, words)
