"""HashMapSnapshot: the contents of a backend at a barrier, encoded in slices between records.

At the barrier nothing is copied: the recorded changes are taken over, and every state copies an entry before it changes
(`FrozenTable`). `encode` then takes entries out of the states, slice by slice.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from typing import TYPE_CHECKING, Any, Final, Optional

from pyrite.core.errors import CheckpointError
from pyrite.state.changes import Changes, TableNotes
from pyrite.state.delta import Delta, Part, cannot_pickle
from pyrite.state.description import StateDescription
from pyrite.state.hashmap.frozen_table import Fail, FrozenTable
from pyrite.state.hashmap.frozen_tables import FrozenTables
from pyrite.state.key_notes import KeyNotes
from pyrite.state.savepoint_format import TABLE, TIMER

if TYPE_CHECKING:
    from pyrite.state.columns.parts import ColumnPart
    from pyrite.state.hashmap.columns import HashMapColumns
    from pyrite.state.hashmap.frozen_columns import FrozenColumns

_FEW_AT_ONCE: Final = 64
_PIECE_BYTES: Final = 1 << 20
"""The approximate size of pieces that are not encoded between records."""
_SLOTS_PER_ENTRY: Final = 16
"""The number of slots whose copying costs as much as encoding one entry of a dict."""


class Section(ABC):
    """One state of a snapshot."""

    def __init__(self, kind: str, name: str) -> None:
        self.name = name
        self.of = f"{kind}/{name}"
        """The name of the section in savepoints."""

    @property
    @abstractmethod
    def is_taken(self) -> bool: ...

    @abstractmethod
    def take(self, most: int, delta: Delta, pickled: Delta) -> int:
        """Moves entries to the deltas, pickled values to the second; returns the number of examined keys."""

    @abstractmethod
    def release(self) -> None:
        """Ends copying before changes."""

    def give_back(self, changes: Changes) -> None:  # noqa: B027
        """Adds the changed keys that the section was given."""

    def give_columns(self, columns: dict[str, list[ColumnPart]]) -> None:  # noqa: B027
        """Adds the parts of a section in columns."""


class TableSection(Section):
    """A state of values, or timers."""

    def __init__(
        self,
        kind: str,
        name: str,
        frozen: FrozenTable,
        notes: Optional[KeyNotes],
        description: Optional[StateDescription] = None,
    ) -> None:
        """`notes`: the change notes of the state, which copy entries to `frozen` before they change."""
        super().__init__(kind, name)
        self._kind = kind
        self.frozen = frozen
        self._notes = notes
        self._description = description
        if notes is not None:
            notes.begin_copying(frozen)

    @property
    def is_taken(self) -> bool:
        return self.frozen.is_taken

    def take(self, most: int, delta: Delta, pickled: Delta) -> int:
        piece = self.frozen.take(most)
        self._add(delta, piece.puts, piece.removed)
        self._add(pickled, piece.pickled, set())
        if self.frozen.is_swept:
            self.release()
        return piece.examined

    def _add(self, delta: Delta, puts: dict[Any, Any], removed: set[Any]) -> None:
        if not puts and not removed:
            return
        parts = delta.timers if self._kind == TIMER else delta.states
        of_state = parts.setdefault(self.name, ({}, set()))
        of_state[0].update(puts)
        of_state[1].update(removed)
        if self._description is not None:
            delta.descriptions[self.name] = self._description

    def release(self) -> None:
        if self._notes is not None:
            self._notes.end_copying(self.frozen)

    def give_back(self, changes: Changes) -> None:
        (changes.timers if self._kind == TIMER else changes.states)[self.name] = self.frozen.changed_keys()


class TablesSection(Section):
    """A state of tables."""

    def __init__(self, name: str, dropped: set[Any], frozen: FrozenTables, notes: Optional[TableNotes]) -> None:
        super().__init__(TABLE, name)
        self.frozen = frozen
        self._dropped = dropped
        self._notes = notes
        if notes is not None:
            notes.frozen.append(frozen)

    @property
    def is_taken(self) -> bool:
        return self.frozen.is_taken and not self._dropped

    def take(self, most: int, delta: Delta, pickled: Delta) -> int:
        examined = 0
        if self._dropped:
            delta.tables[self.name] = self._dropped, {}
            examined, self._dropped = len(self._dropped), set()
        while not self.frozen.is_taken and examined < most:
            namespace, piece = self.frozen.take(most - examined)
            examined += piece.examined
            self._add(delta, namespace, (piece.puts, piece.removed))
            self._add(pickled, namespace, (piece.pickled, set()))
        if self.frozen.is_taken:
            self.release()
        return examined

    def _add(self, delta: Delta, namespace: Any, part: Part) -> None:
        if part[0] or part[1]:
            puts, removed = delta.tables.setdefault(self.name, (set(), {}))[1].setdefault(namespace, ({}, set()))
            puts.update(part[0])
            removed.update(part[1])

    def release(self) -> None:
        if self._notes is not None and self.frozen in self._notes.frozen:
            self._notes.frozen.remove(self.frozen)

    def give_back(self, changes: Changes) -> None:
        changes.tables[self.name] = self.frozen.changed_keys()


class ColumnsSection(Section):
    """A state in columns. It is not part of a delta: its parts are encoded when the file is written."""

    def __init__(self, name: str, columns: HashMapColumns, frozen: FrozenColumns) -> None:
        super().__init__(TABLE, name)
        self._columns = columns
        self.frozen = frozen

    @property
    def is_taken(self) -> bool:
        return self.frozen.is_taken

    def take(self, most: int, delta: Delta, pickled: Delta) -> int:
        self.frozen.take(most * _SLOTS_PER_ENTRY)
        if self.frozen.is_taken:
            self.release()
        return most

    def release(self) -> None:
        self._columns.end_freeze(self.frozen)

    def give_columns(self, columns: dict[str, list[ColumnPart]]) -> None:
        if self.frozen.parts:
            columns[self.name] = self.frozen.parts


class HashMapSnapshot:
    """A snapshot, created at a barrier from sections of all states. Used by the task's thread until it is done.

    An entry that cannot be pickled fails the snapshot: `error` is set, and the task continues.
    """

    def __init__(self, changes: Changes, by_state: bool = False) -> None:
        """`changes`: the recorded changes, from which sections take keys.

        `apart`: each piece belongs to a single state.
        """
        self._changes = changes
        self._by_state = by_state
        self._sections: list[Section] = []
        self._remaining: deque[Section] = deque()
        self.pieces: list[tuple[str, bytes]] = []
        """Encoded deltas, each with the section name of its first entry."""
        self.columns: dict[str, list[ColumnPart]] = {}
        """The parts of states in columns that are completely taken."""
        self.error: Optional[CheckpointError] = None

    # Sections ---------------------------------------------------------------------------------------------------------

    def add(self, section: Section) -> None:
        self._sections.append(section)
        self._remaining.append(section)

    def fail_of(self, name: str) -> Fail:
        """The callback for a value that cannot be pickled while it is copied."""
        return lambda key, value, error: self.fail(cannot_pickle(name, key, value, error))

    def fail_unloaded(self, name: str) -> None:
        """Fails the snapshot: entries of a state of tables were changed, and their previous values are unknown."""
        self.fail(CheckpointError(f"state '{name}': an operator changed entries without loading them"))

    def changes(self) -> Changes:
        """The recorded changes, as given to the constructor."""
        changes = self._changes
        for section in self._sections:
            section.give_back(changes)
        return changes

    # Slices -----------------------------------------------------------------------------------------------------------

    @property
    def is_done(self) -> bool:
        return not self._remaining

    def encode(self, most: int) -> None:
        """Encodes a slice: examines about `most` keys, and encodes their entries."""
        delta, pickled, of = Delta(), Delta(), ""
        while most > 0 and self._remaining:
            section = self._remaining[0]
            of = of or section.of
            most -= section.take(most, delta, pickled)
            if section.is_taken:
                self._remaining.popleft()
                section.give_columns(self.columns)
                if self._by_state:
                    break
        try:
            if not delta.is_empty():
                self.pieces.append((of, delta.encode_rows()))
            if not pickled.is_empty():
                self.pieces.append((of, pickled.encode_rows(pickled=True)))
        except CheckpointError as error:
            self.fail(error)

    def finish(self) -> None:
        """Encodes all remaining entries."""
        most = _FEW_AT_ONCE
        while not self.is_done:
            count = len(self.pieces)
            self.encode(most)
            size = max([len(piece) for _, piece in self.pieces[count:]], default=0)
            most = max(1, min(2 * most, most * _PIECE_BYTES // max(size, 1)))

    def fail(self, error: CheckpointError) -> None:
        """Fails the snapshot."""
        self.error = self.error or error
        for section in self._sections:
            section.release()
        self._remaining.clear()
        self.pieces.clear()
