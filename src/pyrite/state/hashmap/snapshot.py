"""HashMapSnapshot: a backend's contents as they were at a barrier, encoded in slices between records.

At the barrier nothing is copied: the notes of what has changed are taken as they are, and every state is asked to copy
an entry before it changes (`FrozenTable`). `encode` then takes entries out of the states, a slice at a time.
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
"""About how large pieces become that are not made between records."""
_SLOTS_PER_ENTRY: Final = 16
"""Copying the entry of so many slots costs as much as encoding one of a dict."""


class Section(ABC):
    """One state of a snapshot."""

    def __init__(self, kind: str, name: str) -> None:
        self.name = name
        self.of = f"{kind}/{name}"
        """As savepoints call it."""

    @property
    @abstractmethod
    def is_taken(self) -> bool: ...

    @abstractmethod
    def take(self, most: int, delta: Delta, pickled: Delta) -> int:
        """Moves entries to the deltas, to the second those whose values are pickled; how many keys it has looked at."""

    @abstractmethod
    def release(self) -> None:
        """The state need not copy what changes any more."""

    def give_back(self, changes: Changes) -> None:  # noqa: B027
        """Adds the keys that it was given."""

    def give_columns(self, columns: dict[str, list[ColumnPart]]) -> None:  # noqa: B027
        """Adds what is in columns."""


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
        """`notes` are those of the state: while they know of `frozen`, entries are copied before they change."""
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
        taken = self.frozen.take(most)
        self._add(delta, taken.puts, taken.removed)
        self._add(pickled, taken.pickled, set())
        if self.frozen.is_swept:
            self.release()
        return taken.looked_at

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
        looked_at = 0
        if self._dropped:
            delta.tables[self.name] = self._dropped, {}
            looked_at, self._dropped = len(self._dropped), set()
        while not self.frozen.is_taken and looked_at < most:
            namespace, taken = self.frozen.take(most - looked_at)
            looked_at += taken.looked_at
            self._add(delta, namespace, (taken.puts, taken.removed))
            self._add(pickled, namespace, (taken.pickled, set()))
        if self.frozen.is_taken:
            self.release()
        return looked_at

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
    """A state in columns. It goes into no delta: its parts are encoded where the file is written."""

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
    """Made by the backend at a barrier, from sections of all its states. The task's thread uses it until it is done.

    An entry that cannot be pickled makes it fail: `error` says so, and the task continues.
    """

    def __init__(self, changes: Changes, apart: bool = False) -> None:
        """`changes` are what was noted; sections take keys out of it. `apart`: a piece is of one state only."""
        self._changes = changes
        self._apart = apart
        self._sections: list[Section] = []
        self._left: deque[Section] = deque()
        self.pieces: list[tuple[str, bytes]] = []
        """Encoded deltas, each with what its first entry is of."""
        self.columns: dict[str, list[ColumnPart]] = {}
        """State in columns, when all is taken."""
        self.error: Optional[CheckpointError] = None

    # What it is of ----------------------------------------------------------------------------------------------------

    def add(self, section: Section) -> None:
        self._sections.append(section)
        self._left.append(section)

    def fail_of(self, name: str) -> Fail:
        """What a section calls when a value cannot be pickled as it is copied."""
        return lambda key, value, error: self.fail(cannot_pickle(name, key, value, error))

    def fail_unloaded(self, name: str) -> None:
        """Entries of a state of tables were changed, and it cannot be known what they were."""
        self.fail(CheckpointError(f"state '{name}': an operator has changed entries that it had not loaded"))

    def changes(self) -> Changes:
        """What was noted, as it was given."""
        changes = self._changes
        for section in self._sections:
            section.give_back(changes)
        return changes

    # Slices -----------------------------------------------------------------------------------------------------------

    @property
    def is_done(self) -> bool:
        return not self._left

    def encode(self, most: int) -> None:
        """Takes a slice: looks at about so many keys, and encodes their entries."""
        delta, pickled, of = Delta(), Delta(), ""
        while most > 0 and self._left:
            section = self._left[0]
            of = of or section.of
            most -= section.take(most, delta, pickled)
            if section.is_taken:
                self._left.popleft()
                section.give_columns(self.columns)
                if self._apart:
                    break
        try:
            if not delta.is_empty():
                self.pieces.append((of, delta.encode_rows()))
            if not pickled.is_empty():
                self.pieces.append((of, pickled.encode_rows(pickled=True)))
        except CheckpointError as error:
            self.fail(error)

    def finish(self) -> None:
        """Encodes all that is left."""
        most = _FEW_AT_ONCE
        while not self.is_done:
            count = len(self.pieces)
            self.encode(most)
            size = max([len(piece) for _, piece in self.pieces[count:]], default=0)
            most = max(1, min(2 * most, most * _PIECE_BYTES // max(size, 1)))

    def fail(self, error: CheckpointError) -> None:
        """Ends without a result."""
        self.error = self.error or error
        for section in self._sections:
            section.release()
        self._left.clear()
        self.pieces.clear()
