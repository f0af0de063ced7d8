"""Changes: whose entries may have changed since some moment, in a backend that holds live objects."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from pyrite.core.state_key import StateKey
from pyrite.state.timer_queue import TimerEntry

if TYPE_CHECKING:
    from pyrite.state.columns.changes import ColumnChanges


class Changes:
    """Keys by state, by table and namespace, and timers. States hold on to the sets in it and add to them."""

    def __init__(self) -> None:
        self.states: defaultdict[str, set[StateKey]] = defaultdict(set)
        self.tables: defaultdict[str, dict[Any, set[StateKey]]] = defaultdict(dict)
        self.dropped: defaultdict[str, set[Any]] = defaultdict(set)
        """Namespaces that were dropped; what is in `tables` of them came after that, or is gone."""
        self.timers: defaultdict[str, set[TimerEntry]] = defaultdict(set)
        self.columns: defaultdict[str, ColumnChanges] = defaultdict(_column_changes)

    def take(self) -> Changes:
        """The changes until now; from here on this notes new ones, in the same sets."""
        taken = Changes()
        for name, keys in self.states.items():
            taken.states[name] = keys.copy()
        for name, namespaces in self.tables.items():
            taken.tables[name] = namespaces.copy()
        for name, dropped in self.dropped.items():
            taken.dropped[name] = dropped.copy()
        for name, timers in self.timers.items():
            taken.timers[name] = timers.copy()
        for name, columns in self.columns.items():
            taken.columns[name] = columns.take()
        self.clear()
        return taken

    def clear(self) -> None:
        noted: list[Any] = [self.states, self.tables, self.dropped, self.timers, self.columns]
        for by_name in noted:
            for noted_keys in by_name.values():
                noted_keys.clear()

    def add(self, other: Changes) -> None:
        """Notes the other's changes too."""
        for name, keys in other.states.items():
            self.states[name] |= keys
        for name, dropped in other.dropped.items():
            self.dropped[name] |= dropped
        for name, timers in other.timers.items():
            self.timers[name] |= timers
        for name, columns in other.columns.items():
            self.columns[name].add(columns)
        for name, namespaces in other.tables.items():
            table = self.tables[name]
            for namespace, keys in namespaces.items():
                table.setdefault(namespace, set()).update(keys)

    def count(self) -> int:
        keys = [keys for namespaces in self.tables.values() for keys in namespaces.values()]
        in_columns = sum(changes.count() for changes in self.columns.values())
        return in_columns + sum(map(len, [*self.states.values(), *self.dropped.values(), *self.timers.values(), *keys]))


def _column_changes() -> ColumnChanges:
    from pyrite.state.columns.changes import ColumnChanges

    return ColumnChanges()
