"""Changes: the keys of entries that may have changed since some moment, in a backend with live objects."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pyrite.core.state_key import StateKey
from pyrite.state.key_notes import KeyNotes
from pyrite.state.timer_queue import TimerEntry

if TYPE_CHECKING:
    from pyrite.state.columns.changes import ColumnChanges
    from pyrite.state.hashmap.frozen_tables import FrozenTables

TouchedKeys = dict[Any, set[StateKey]]
"""Keys by namespace."""


@dataclass
class Changes:
    """Keys by state, by table and namespace, and timers."""

    states: dict[str, set[StateKey]] = field(default_factory=dict)
    tables: dict[str, TouchedKeys] = field(default_factory=dict)
    dropped: dict[str, set[Any]] = field(default_factory=dict)
    """Dropped namespaces; their keys in `tables` were added later, or removed."""
    timers: dict[str, set[TimerEntry]] = field(default_factory=dict)
    columns: dict[str, ColumnChanges] = field(default_factory=dict)

    def count(self) -> int:
        keys = [keys for namespaces in self.tables.values() for keys in namespaces.values()]
        in_columns = sum(changes.count() for changes in self.columns.values())
        return in_columns + sum(map(len, [*self.states.values(), *self.dropped.values(), *self.timers.values(), *keys]))

    @staticmethod
    def union(parts: Iterable[Changes]) -> Changes:
        """The union of changes; the parts are not modified."""
        whole = Changes()
        for part in parts:
            for name, keys in part.states.items():
                whole.states.setdefault(name, set()).update(keys)
            for name, timers in part.timers.items():
                whole.timers.setdefault(name, set()).update(timers)
            for name, dropped in part.dropped.items():
                whole.dropped.setdefault(name, set()).update(dropped)
            for name, namespaces in part.tables.items():
                add_keys(whole.tables.setdefault(name, {}), namespaces)
            for name, columns in part.columns.items():
                whole.columns.setdefault(name, _column_changes()).add(columns)
        return whole


class TableNotes:
    """The changes of a state of tables, and its snapshots in progress. Written by `TrackedTables`."""

    def __init__(self, is_noting: bool = True) -> None:
        self.is_noting = is_noting
        self.touched: TouchedKeys = {}
        self.dropped: set[Any] = set()
        self.frozen: list[FrozenTables] = []


class ChangeNotes:
    """The changes since the last checkpoint. States keep references to the notes in it."""

    def __init__(self, is_noting: bool = True) -> None:
        self.states: defaultdict[str, KeyNotes] = defaultdict(lambda: KeyNotes(is_noting))
        self.tables: defaultdict[str, TableNotes] = defaultdict(lambda: TableNotes(is_noting))
        self.timers: defaultdict[str, KeyNotes] = defaultdict(lambda: KeyNotes(is_noting))
        self.columns: defaultdict[str, ColumnChanges] = defaultdict(_column_changes)

    def take(self) -> Changes:
        """Returns the changes so far, and starts again. Takes constant time."""
        changes = Changes(
            {name: notes.take() for name, notes in self.states.items()},
            {name: notes.touched for name, notes in self.tables.items()},
            {name: notes.dropped for name, notes in self.tables.items()},
            {name: notes.take() for name, notes in self.timers.items()},
            {name: columns.take() for name, columns in self.columns.items()},
        )
        for notes in self.tables.values():
            notes.touched, notes.dropped = {}, set()
        return changes

    def put_back(self, changes: Changes) -> None:
        """Adds changes that were taken, and takes ownership of them."""
        for name, keys in changes.states.items():
            self.states[name].put_back(keys)
        for name, timers in changes.timers.items():
            self.timers[name].put_back(timers)
        for name, dropped in changes.dropped.items():
            self.tables[name].dropped |= dropped
        for name, namespaces in changes.tables.items():
            add_keys(self.tables[name].touched, namespaces)
        for name, columns in changes.columns.items():
            self.columns[name].add(columns)


def add_keys(table: TouchedKeys, more: TouchedKeys) -> None:
    for namespace, keys in more.items():
        table.setdefault(namespace, set()).update(keys)


def _column_changes() -> ColumnChanges:
    from pyrite.state.columns.changes import ColumnChanges

    return ColumnChanges()
