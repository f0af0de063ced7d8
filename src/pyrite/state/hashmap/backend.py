"""The hashmap backend: Python dicts of live objects, with incremental checkpoints."""

from __future__ import annotations

import copy
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Optional

from pyrite.core.errors import CheckpointError
from pyrite.core.state.state_types import ListState, MapState, ValueState
from pyrite.core.state_key import StateKey
from pyrite.state.backend import Fit, KeyContext, KeyedStateBackend, StateEntry, Table, Tables
from pyrite.state.chain import MERGE_ABOVE, Chain, MergeRequest, may_stay
from pyrite.state.changes import ChangeNotes, Changes
from pyrite.state.columns.namespace import NAMESPACE
from pyrite.state.delta import Delta
from pyrite.state.description import StateDescription
from pyrite.state.evolution.loading import NO_MIGRATIONS, Migrations
from pyrite.state.handles import (
    HASHMAP,
    FileRef,
    FrozenKeyedState,
    KeyedHandle,
    QueryableState,
    StateReader,
)
from pyrite.state.hashmap.frozen import FrozenHashMap, FrozenHashMapSavepoint
from pyrite.state.hashmap.frozen_table import FrozenTable
from pyrite.state.hashmap.frozen_tables import FrozenTables
from pyrite.state.hashmap.snapshot import ColumnsSection, HashMapSnapshot, TableSection, TablesSection
from pyrite.state.hashmap.states import (
    HashMapListState,
    HashMapMapState,
    HashMapTables,
    HashMapValueState,
    TypedHashMapValueState,
)
from pyrite.state.key_notes import KeyNotes
from pyrite.state.savepoint_format import STATE, TIMER, deltas_of_groups
from pyrite.state.timer_queue import HeapTimerQueue, TimerEntry, TimerQueue, TrackedTimerQueue
from pyrite.state.tracked_states import (
    TrackedListState,
    TrackedMapState,
    TrackedTables,
    TrackedValueState,
    TypedTrackedValueState,
)

if TYPE_CHECKING:
    from pyrite.state.columns.columns import Columns
    from pyrite.state.columns.parts import ColumnPart
    from pyrite.state.columns.schema import ColumnSchema
    from pyrite.state.hashmap.columns import HashMapColumns

DEFAULT_MAX_PARALLELISM: Final = 128
_MANY_PENDING = 64
"""The number of pending checkpoints whose changes are kept separately."""


@dataclass
class _Pending:
    """A checkpoint that is neither confirmed nor aborted, and the changes since the previous one."""

    checkpoint_id: int
    own: Optional[Changes]
    """None if the snapshot has taken them."""
    frozen: FrozenHashMap

    def changes(self) -> Changes:
        return self.frozen.snapshot.changes() if self.own is None else self.own


@dataclass
class _Contents:
    """The contents of a backend, shared by its views under other contexts."""

    groups: range
    max_parallelism: int
    tracked: bool
    incremental: bool
    chain: Chain
    states: dict[str, Table] = field(default_factory=dict)
    tables: dict[str, dict[Any, Table]] = field(default_factory=dict)
    columns: dict[str, HashMapColumns] = field(default_factory=dict)
    restored_columns: dict[str, list[ColumnPart]] = field(default_factory=dict)
    """Restored columns that were not requested yet."""
    queues: dict[str, HeapTimerQueue] = field(default_factory=dict)
    notes: ChangeNotes = field(default_factory=ChangeNotes)
    noted_all: bool = True
    """Whether all entries were added with change tracking, so that the changes are everything."""
    pending: list[_Pending] = field(default_factory=list)
    snapshots: dict[int, HashMapSnapshot] = field(default_factory=dict)
    """The snapshots that may be incomplete, by checkpoint."""
    last_frozen: int = 0
    descriptions: dict[str, StateDescription] = field(default_factory=dict)
    unclaimed: dict[str, StateDescription] = field(default_factory=dict)
    queryable: dict[str, QueryableState] = field(default_factory=dict)

    def names(self) -> tuple[str, ...]:
        in_columns = (*self.columns, *self.restored_columns)
        return (*self.states, *self.tables, *in_columns, *(name for name, queue in self.queues.items() if len(queue)))

    def sizes(self) -> Iterator[int]:
        yield from map(len, self.states.values())
        yield from map(len, self.queues.values())
        for tables in self.tables.values():
            yield from map(len, tables.values())
        for columns in self.columns.values():
            yield columns.size()


class HashMapBackend(KeyedStateBackend):
    """State in memory, one dict for each state.

    `tracked`: states record changes before they are made, so that a checkpoint is encoded between records; otherwise it
    is encoded at the barrier. `incremental`: a checkpoint writes only changes, unless they are half of all entries:
    then it is written completely, and starts a new chain.
    """

    def __init__(
        self,
        context: Optional[KeyContext] = None,
        groups: range = range(DEFAULT_MAX_PARALLELISM),
        max_parallelism: int = DEFAULT_MAX_PARALLELISM,
        tracked: bool = False,
        merge_above: int = MERGE_ABOVE,
        incremental: bool = True,
    ) -> None:
        self.context = context or KeyContext()
        incremental = incremental and tracked
        self._contents = _Contents(groups, max_parallelism, tracked, incremental, Chain(merge_above))
        self._contents.notes = ChangeNotes(is_noting=incremental)

    # States -----------------------------------------------------------------------------------------------------------

    def value_state(self, name: str, fit: Fit = None) -> ValueState[Any]:
        if self._contents.tracked:
            notes = self._contents.notes.states[name]
            if fit is None:
                return TrackedValueState(self._table(name), self.context, notes)
            return TypedTrackedValueState(self._table(name), self.context, notes, fit)
        if fit is None:
            return HashMapValueState(self._table(name), self.context)
        return TypedHashMapValueState(self._table(name), self.context, fit)

    def list_state(self, name: str, fit: Fit = None) -> ListState[Any]:
        if self._contents.tracked:
            return TrackedListState(self._table(name), self.context, fit, self._contents.notes.states[name])
        return HashMapListState(self._table(name), self.context, fit)

    def map_state(self, name: str, fit_key: Fit = None, fit: Fit = None) -> MapState[Any, Any]:
        if self._contents.tracked:
            return TrackedMapState(self._table(name), self.context, fit_key, fit, self._contents.notes.states[name])
        return HashMapMapState(self._table(name), self.context, fit_key, fit)

    def _table(self, name: str) -> Table:
        return self._contents.states.setdefault(name, {})

    def tables(self, name: str) -> Tables:
        live = self._contents.tables.setdefault(name, {})
        self._settle_layouts()
        if self._contents.tracked:
            return TrackedTables(live, self._contents.notes.tables[name])
        return HashMapTables(live)

    def columns(self, name: str, schema: ColumnSchema) -> Columns:
        contents = self._contents
        if name in contents.columns:
            return contents.columns[name]
        from pyrite.state.hashmap.columns import HashMapColumns

        columns = HashMapColumns(schema, contents.notes.columns[name] if contents.incremental else None)
        contents.columns[name] = columns
        self._settle_layouts()
        return columns

    def _settle_layouts(self) -> None:
        """Converts restored states to the layouts requested by operators, whether the state or the request comes
        first.
        """
        contents = self._contents
        self._finish_snapshots()
        for name, columns in contents.columns.items():
            for part in contents.restored_columns.pop(name, ()):
                columns.add_part(name, part)
            tables = contents.tables.pop(name, None)
            if tables:
                columns.add_entries(name, tables.get(NAMESPACE, {}))
                contents.chain.files, contents.noted_all = (), False  # the chain has tables of this name
        for name in contents.tables.keys() & contents.restored_columns.keys():
            for part in contents.restored_columns.pop(name):
                contents.tables[name].setdefault(NAMESPACE, {}).update(part.entries())
            contents.chain.files, contents.noted_all = (), False  # the chain has columns of this name

    def timer_queue(self, name: str) -> TimerQueue:
        return self._queue(name)

    def _queue(self, name: str) -> HeapTimerQueue:
        if name not in self._contents.queues:
            notes = self._contents.notes.timers[name]
            self._contents.queues[name] = TrackedTimerQueue(notes) if self._contents.tracked else HeapTimerQueue()
        return self._contents.queues[name]

    def describe(self, name: str, description: StateDescription) -> None:
        self._contents.descriptions[name] = description

    def claim(self, name: str) -> Optional[StateDescription]:
        description = self._contents.unclaimed.pop(name, None)
        return description if self._contents.states.get(name) else None

    def rewrite(self, name: str, change: Callable[[Any], Any]) -> None:
        table = self._table(name)
        self._finish_snapshots()
        for key, value in table.items():
            table[key] = change(value)
        if self._contents.incremental:
            self._contents.notes.states[name].put_back(set(table))

    def publish(self, state: QueryableState) -> None:
        self._contents.queryable[state.name] = state

    def with_context(self, context: KeyContext) -> HashMapBackend:
        other = HashMapBackend(context)
        other._contents = self._contents
        return other

    def keys(self, name: str) -> list[StateKey]:
        return list(self._table(name))

    def entry_count(self) -> int:
        return sum(self._contents.sizes()) - sum(map(len, self._contents.queues.values()))

    def clear(self) -> None:
        contents = self._contents
        self._finish_snapshots()
        for table in (*contents.states.values(), *contents.tables.values()):
            table.clear()
        for columns in contents.columns.values():
            columns.clear()
        contents.restored_columns.clear()
        for queue in contents.queues.values():
            queue.clear()
        if contents.tracked:
            contents.chain.files, contents.noted_all = (), True
            contents.pending.clear()

    # Checkpoints ------------------------------------------------------------------------------------------------------

    def freeze(self, checkpoint_id: int, full: bool = False) -> FrozenKeyedState:
        contents = self._contents
        if full or not contents.incremental:
            if not contents.chain.files and not contents.pending:
                contents.notes.take()  # the first checkpoint on which others may be based is also complete
                contents.noted_all = False
            return self._frozen((), self._snapshot(checkpoint_id, Changes(), whole=True), is_shared=False)
        own_changes = changes = contents.notes.take()
        if contents.pending:
            changes = Changes.union([*(pending.changes() for pending in contents.pending), own_changes])
        base = contents.chain.files
        whole = self._is_half(changes.count()) if base else not contents.noted_all
        frozen = self._frozen(() if whole else base, self._snapshot(checkpoint_id, changes, whole), is_shared=True)
        contents.pending.append(_Pending(checkpoint_id, own_changes if contents.pending else None, frozen))
        contents.last_frozen = checkpoint_id
        if len(contents.pending) > _MANY_PENDING:
            self._forget(contents.pending.pop(0))
        return frozen

    def freeze_savepoint(self, checkpoint_id: int) -> FrozenKeyedState:
        snapshot = self._snapshot(checkpoint_id, Changes(), whole=True, by_state=True)
        return FrozenHashMapSavepoint(snapshot, self._contents.groups, self._contents.names())

    def _is_half(self, changed: int) -> bool:
        """Whether this many changes are half of all entries; counts only as far as needed."""
        total = 0
        for size in self._contents.sizes():
            total += max(size, 1)
            if total > 2 * changed:
                return False
        return True

    def _frozen(self, base: tuple[FileRef, ...], snapshot: HashMapSnapshot, is_shared: bool) -> FrozenHashMap:
        contents = self._contents
        queryable = tuple(contents.queryable.values())
        return FrozenHashMap(snapshot, contents.groups, base, is_shared, contents.names(), queryable)

    def _snapshot(self, checkpoint_id: int, changes: Changes, whole: bool, by_state: bool = False) -> HashMapSnapshot:
        """A snapshot of the changed entries, or of all entries. Removes keys from `changes`."""
        contents = self._contents
        notes = contents.notes if contents.tracked else None
        snapshot = HashMapSnapshot(changes, by_state)

        def add(kind: str, name: str, live: dict[Any, Any], changed: set[Any], own: Optional[KeyNotes]) -> None:
            if changed or (whole and live):
                frozen = FrozenTable(live, changed, whole, snapshot.fail_of(name))
                description = contents.descriptions.get(name) if kind == STATE else None
                snapshot.add(TableSection(kind, name, frozen, own, description))

        for name, table in contents.states.items():
            add(STATE, name, table, changes.states.pop(name, set()), None if notes is None else notes.states[name])
        for name, tables in contents.tables.items():
            touched, dropped = changes.tables.pop(name, {}), set() if whole else changes.dropped.get(name, set())
            if touched or dropped or (whole and tables):
                fail, fail_unloaded = snapshot.fail_of(name), partial(snapshot.fail_unloaded, name)
                frozen = FrozenTables(tables, touched, whole, fail, fail_unloaded)
                snapshot.add(TablesSection(name, dropped, frozen, None if notes is None else notes.tables[name]))
        for name, queue in contents.queues.items():
            add(TIMER, name, queue.live, changes.timers.pop(name, set()), None if notes is None else notes.timers[name])
        for name, columns in contents.columns.items():
            written = changes.columns.get(name)
            if columns.size() if whole else written is not None and written.count():
                snapshot.add(ColumnsSection(name, columns, columns.freeze(None if whole else written)))
        for name, (*older, last) in contents.restored_columns.items() if whole else ():
            snapshot.columns[name] = [last.after(older, keep_removed=False)]
        if notes is None:
            snapshot.finish()
        else:
            contents.snapshots = {n: each for n, each in contents.snapshots.items() if not each.is_done}
            contents.snapshots[checkpoint_id] = snapshot
        return snapshot

    def confirm(self, checkpoint_id: int) -> None:
        contents = self._contents
        for pending in contents.pending:
            if pending.checkpoint_id == checkpoint_id:
                assert pending.frozen.handle is not None, "confirmed before it was written"
                contents.chain.confirm(checkpoint_id, pending.frozen.handle.files)
                contents.pending = [later for later in contents.pending if later.checkpoint_id > checkpoint_id]
                return

    def abort(self, checkpoint_id: int) -> None:
        self._give_up(checkpoint_id)
        for pending in self._contents.pending:
            if pending.checkpoint_id == checkpoint_id:
                self._contents.pending.remove(pending)
                self._forget(pending)
                return

    def _forget(self, forgotten: _Pending) -> None:
        """Adds the changes of a checkpoint to the next pending checkpoint, or to the changes since."""
        changes = forgotten.changes()
        for later in self._contents.pending:
            if later.checkpoint_id > forgotten.checkpoint_id:
                later.own = Changes.union([changes, later.changes()])
                return
        self._contents.notes.put_back(changes)

    def _give_up(self, checkpoint_id: int) -> None:
        """Fails the incomplete snapshot of a checkpoint that is over."""
        snapshot = self._contents.snapshots.pop(checkpoint_id, None)
        if snapshot is not None and not snapshot.is_done:
            snapshot.fail(CheckpointError(f"checkpoint {checkpoint_id} was over before its state was encoded"))

    def _finish_snapshots(self) -> None:
        """Completes all snapshots before changes that they would not notice."""
        for snapshot in self._contents.snapshots.values():
            snapshot.finish()
        self._contents.snapshots.clear()

    def needs_merge(self) -> Optional[MergeRequest]:
        return self._contents.chain.needs_merge()

    def merged(self, request: MergeRequest, ref: Optional[FileRef]) -> None:
        self._contents.chain.merged(request, ref, self._contents.last_frozen)

    # Restore ----------------------------------------------------------------------------------------------------------

    def restore(
        self,
        handles: list[KeyedHandle],
        files: StateReader,
        groups: range,
        migrations: Migrations = NO_MIGRATIONS,
    ) -> None:
        contents = self._contents
        contents.groups = groups
        timers: dict[str, dict[TimerEntry, int]] = {}
        with tempfile.TemporaryDirectory(prefix="pyrite-restore-") as folder:
            for handle in handles:
                for delta in deltas_of_groups(
                    handle, files, Path(folder), groups, contents.max_parallelism, migrations
                ):
                    self._add_delta(delta, timers)
        for name, live in timers.items():
            self._queue(name).restore(live)
        own = len(handles) == 1 and handles[0].backend == HASHMAP and handles[0].is_of(groups)
        if own and migrations.same_code and may_stay(handles[0].files):
            contents.chain.files = handles[0].files
        else:
            contents.noted_all = False
        self._settle_layouts()

    def _add_delta(self, delta: Delta, timers: dict[str, dict[TimerEntry, int]]) -> None:
        """Adds a part of a subtask's state to the contents, and its timers to the timers to restore."""
        contents = self._contents
        for name, (entries, _) in delta.states.items():
            contents.states.setdefault(name, {}).update(entries)
        for name, (_, parts) in delta.tables.items():
            tables = contents.tables.setdefault(name, {})
            for namespace, (entries, _) in parts.items():
                if entries:
                    tables.setdefault(namespace, {}).update(entries)
        for name, part in delta.columns.items():
            contents.restored_columns.setdefault(name, []).append(part)
        for name, (live, _) in delta.timers.items():
            timers.setdefault(name, {}).update(live)
        for name, description in delta.descriptions.items():
            contents.descriptions.setdefault(name, description)
            contents.unclaimed.setdefault(name, description)

    # Snapshots in memory ----------------------------------------------------------------------------------------------

    def snapshot(self) -> list[StateEntry]:
        return (
            [
                StateEntry(name, key, copy.deepcopy(value), description=self._contents.descriptions.get(name))
                for name, table in self._contents.states.items()
                for key, value in table.items()
            ]
            + [
                StateEntry(name, key, copy.deepcopy(value), namespace)
                for name, tables in self._contents.tables.items()
                for namespace, table in tables.items()
                for key, value in table.items()
            ]
            + [
                StateEntry(name, key, value, NAMESPACE)
                for name, columns in self._contents.columns.items()
                for key, value in columns.items()
            ]
        )

    def restore_entries(self, entries: list[StateEntry]) -> None:
        self._contents.noted_all = False
        for entry in entries:
            if entry.description is not None:
                self._contents.unclaimed[entry.state] = entry.description
            if entry.namespace is None:
                table = self._table(entry.state)
            else:
                table = self._contents.tables.setdefault(entry.state, {}).setdefault(entry.namespace, {})
            table[entry.key] = copy.deepcopy(entry.value)
        self._settle_layouts()
