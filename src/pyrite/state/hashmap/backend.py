"""The hashmap backend: Python dicts of live objects, checkpointed by what has changed."""

from __future__ import annotations

import copy
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Optional

from pyrite.core.state.state_types import ListState, MapState, ValueState
from pyrite.core.state_key import StateKey
from pyrite.state.backend import Fit, KeyContext, KeyedStateBackend, StateEntry, Table, Tables
from pyrite.state.chain import MERGE_ABOVE, Chain, MergeRequest, may_stay
from pyrite.state.changes import Changes
from pyrite.state.columns.namespace import NAMESPACE
from pyrite.state.delta import Delta, Part, with_columns
from pyrite.state.description import StateDescription
from pyrite.state.evolution.loading import NO_MIGRATIONS, Migrations
from pyrite.state.handles import (
    HASHMAP,
    FileRef,
    FrozenKeyedState,
    KeyedHandle,
    QueryableState,
    StateReader,
    StateWriter,
)
from pyrite.state.hashmap.states import (
    HashMapListState,
    HashMapMapState,
    HashMapTables,
    HashMapValueState,
    TypedHashMapValueState,
)
from pyrite.state.key_upgrade import deltas_of_groups, joined_keys
from pyrite.state.savepoint_format import FrozenSavepoint, chunks_of
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
"""Changes of more checkpoints than this are kept as those of this many."""


class FrozenHashMap(FrozenKeyedState):
    """Pickled changes, copied columns, and the files that they stand on."""

    def __init__(
        self,
        groups: range,
        base: tuple[FileRef, ...],
        data: Optional[bytes],
        columns: dict[str, ColumnPart],
        shared: bool,
        states: tuple[str, ...],
        queryable: tuple[QueryableState, ...],
    ) -> None:
        self._groups = groups
        self._states = states
        self._queryable = queryable
        self._base = base
        self._data = data
        self._columns = columns
        self._shared = shared
        self.handle: Optional[KeyedHandle] = None

    def write(self, files: StateWriter) -> KeyedHandle:
        data = None if self._data is None else with_columns(self._data, self._columns)
        added = () if data is None else (files.write(data, shared=self._shared),)
        self._data, self._columns = None, {}
        first, last = self._groups.start, self._groups.stop - 1
        self.handle = KeyedHandle(
            HASHMAP, first, last, (*self._base, *added), states=self._states, queryable=self._queryable
        )
        return self.handle


@dataclass
class _Pending:
    """A checkpoint that is neither confirmed nor aborted, and what had changed since the one before it."""

    checkpoint_id: int
    changes: Changes
    frozen: FrozenHashMap


@dataclass
class _Contents:
    """Everything a backend holds; its views under other contexts share it."""

    groups: range
    max_parallelism: int
    tracked: bool
    chain: Chain
    states: dict[str, Table] = field(default_factory=dict)
    tables: dict[str, dict[Any, Table]] = field(default_factory=dict)
    columns: dict[str, HashMapColumns] = field(default_factory=dict)
    restored_columns: dict[str, list[ColumnPart]] = field(default_factory=dict)
    """Columns that nobody has asked for yet."""
    queues: dict[str, HeapTimerQueue] = field(default_factory=dict)
    changes: Changes = field(default_factory=Changes)
    pending: list[_Pending] = field(default_factory=list)
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

    `tracked`: states note what has changed, so that a checkpoint writes that alone. Without, every one is a full one.
    A checkpoint in which half of all entries have changed is written whole, and starts a new chain.
    """

    def __init__(
        self,
        context: Optional[KeyContext] = None,
        groups: range = range(DEFAULT_MAX_PARALLELISM),
        max_parallelism: int = DEFAULT_MAX_PARALLELISM,
        tracked: bool = False,
        merge_above: int = MERGE_ABOVE,
    ) -> None:
        self.context = context or KeyContext()
        self._contents = _Contents(groups, max_parallelism, tracked, Chain(merge_above))

    # States -----------------------------------------------------------------------------------------------------------

    def value_state(self, name: str, fit: Fit = None) -> ValueState[Any]:
        if self._contents.tracked:
            touch = self._contents.changes.states[name].add
            if fit is None:
                return TrackedValueState(self._table(name), self.context, touch)
            return TypedTrackedValueState(self._table(name), self.context, touch, fit)
        if fit is None:
            return HashMapValueState(self._table(name), self.context)
        return TypedHashMapValueState(self._table(name), self.context, fit)

    def list_state(self, name: str, fit: Fit = None) -> ListState[Any]:
        if self._contents.tracked:
            return TrackedListState(self._table(name), self.context, fit, self._contents.changes.states[name].add)
        return HashMapListState(self._table(name), self.context, fit)

    def map_state(self, name: str, fit_key: Fit = None, fit: Fit = None) -> MapState[Any, Any]:
        if self._contents.tracked:
            return TrackedMapState(
                self._table(name), self.context, fit_key, fit, self._contents.changes.states[name].add
            )
        return HashMapMapState(self._table(name), self.context, fit_key, fit)

    def _table(self, name: str) -> Table:
        return self._contents.states.setdefault(name, {})

    def tables(self, name: str) -> Tables:
        live = self._contents.tables.setdefault(name, {})
        self._settle_layouts()
        if self._contents.tracked:
            return TrackedTables(live, self._contents.changes.tables[name], self._contents.changes.dropped[name])
        return HashMapTables(live)

    def columns(self, name: str, schema: ColumnSchema) -> Columns:
        contents = self._contents
        if name in contents.columns:
            return contents.columns[name]
        from pyrite.state.hashmap.columns import HashMapColumns

        columns = HashMapColumns(schema, contents.changes.columns[name] if contents.tracked else None)
        contents.columns[name] = columns
        self._settle_layouts()
        return columns

    def _settle_layouts(self) -> None:
        """Puts what is restored of states into the layouts that operators ask for, whichever comes first."""
        contents = self._contents
        for name, columns in contents.columns.items():
            for part in contents.restored_columns.pop(name, ()):
                columns.add_part(name, part)
            tables = contents.tables.pop(name, None)
            if tables:
                columns.add_entries(name, tables.get(NAMESPACE, {}))
                contents.chain.files = ()  # it has tables of this name
        for name in contents.tables.keys() & contents.restored_columns.keys():
            for part in contents.restored_columns.pop(name):
                contents.tables[name].setdefault(NAMESPACE, {}).update(part.entries())
            contents.chain.files = ()  # it has columns of this name

    def timer_queue(self, name: str) -> TimerQueue:
        return self._queue(name)

    def _queue(self, name: str) -> HeapTimerQueue:
        if name not in self._contents.queues:
            touched = self._contents.changes.timers[name]
            self._contents.queues[name] = TrackedTimerQueue(touched) if self._contents.tracked else HeapTimerQueue()
        return self._contents.queues[name]

    def describe(self, name: str, description: StateDescription) -> None:
        self._contents.descriptions[name] = description

    def claim(self, name: str) -> Optional[StateDescription]:
        description = self._contents.unclaimed.pop(name, None)
        return description if self._contents.states.get(name) else None

    def rewrite(self, name: str, change: Callable[[Any], Any]) -> None:
        table = self._table(name)
        for key, value in table.items():
            table[key] = change(value)
        if self._contents.tracked:
            self._contents.changes.states[name].update(table)

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
        for table in (*contents.states.values(), *contents.tables.values()):
            table.clear()
        for columns in contents.columns.values():
            columns.clear()
        contents.restored_columns.clear()
        for queue in contents.queues.values():
            queue.clear()
        if contents.tracked:
            contents.chain.files = ()
            contents.pending.clear()

    # Checkpoints ------------------------------------------------------------------------------------------------------

    def freeze(self, checkpoint_id: int, full: bool = False) -> FrozenKeyedState:
        contents = self._contents
        if full or not contents.tracked:
            if not contents.chain.files and not contents.pending:
                contents.changes.clear()  # the first one that others may stand on is a whole one, too
            return self._frozen((), self._everything(), shared=False)
        taken = changes = contents.changes.take()
        if contents.pending:
            changes = Changes()
            for noted in (*(pending.changes for pending in contents.pending), taken):
                changes.add(noted)
        base = contents.chain.files
        if not base or self._is_half(changes.count()):
            frozen = self._frozen((), self._everything(), shared=True)
        else:
            frozen = self._frozen(base, self._changed(changes), shared=True)
        contents.pending.append(_Pending(checkpoint_id, taken, frozen))
        contents.last_frozen = checkpoint_id
        if len(contents.pending) > _MANY_PENDING:
            self._forget(contents.pending.pop(0))
        return frozen

    def freeze_savepoint(self, checkpoint_id: int) -> FrozenKeyedState:
        contents, everything = self._contents, self._everything()
        in_columns = chunks_of(Delta(columns=everything.columns))
        everything.columns = {}
        return FrozenSavepoint(contents.groups, chain(list(chunks_of(everything)), in_columns), contents.names())

    def _is_half(self, changed: int) -> bool:
        """Whether this many changes are half of all entries; counts no further than it needs to."""
        total = 0
        for size in self._contents.sizes():
            total += max(size, 1)
            if total > 2 * changed:
                return False
        return True

    def _frozen(self, base: tuple[FileRef, ...], delta: Delta, shared: bool) -> FrozenHashMap:
        contents = self._contents
        data = None if delta.is_empty() else delta.encode_rows()
        queryable = tuple(contents.queryable.values())
        return FrozenHashMap(contents.groups, base, data, delta.columns, shared, contents.names(), queryable)

    def _everything(self) -> Delta:
        contents = self._contents
        return Delta(
            {name: (table, set()) for name, table in contents.states.items() if table},
            {
                name: (set(), {namespace: (table, set()) for namespace, table in tables.items() if table})
                for name, tables in contents.tables.items()
                if tables
            },
            {name: (queue.live, set()) for name, queue in contents.queues.items() if queue.live},
            {name: description for name, description in contents.descriptions.items() if contents.states.get(name)},
            {
                **{
                    name: last.after(older, keep_removed=False)
                    for name, (*older, last) in contents.restored_columns.items()
                },
                **{name: columns.part() for name, columns in contents.columns.items() if columns.size()},
            },
        )

    def _changed(self, changes: Changes) -> Delta:
        contents, delta = self._contents, Delta()
        for name, keys in changes.states.items():
            if keys:
                delta.states[name] = _part(contents.states.get(name, {}), keys)
        for name in {**changes.tables, **changes.dropped}:
            dropped, live = changes.dropped[name], contents.tables.get(name, {})
            namespaces = changes.tables[name].items()
            parts = {namespace: _part(live.get(namespace, {}), keys) for namespace, keys in namespaces}
            if dropped or parts:
                delta.tables[name] = dropped, parts
        for name, written in changes.columns.items():
            if written.count():
                delta.columns[name] = contents.columns[name].changed_part(written)
        for name, timers in changes.timers.items():
            if timers:
                delta.timers[name] = _part(contents.queues[name].live, timers)
        delta.descriptions = {
            name: description for name, description in contents.descriptions.items() if name in delta.states
        }
        return delta

    def confirm(self, checkpoint_id: int) -> None:
        contents = self._contents
        for pending in contents.pending:
            if pending.checkpoint_id == checkpoint_id:
                assert pending.frozen.handle is not None, "it is confirmed before it was written"
                contents.chain.confirm(checkpoint_id, pending.frozen.handle.files)
                contents.pending = [later for later in contents.pending if later.checkpoint_id > checkpoint_id]
                return

    def abort(self, checkpoint_id: int) -> None:
        for pending in self._contents.pending:
            if pending.checkpoint_id == checkpoint_id:
                self._contents.pending.remove(pending)
                self._forget(pending)
                return

    def _forget(self, forgotten: _Pending) -> None:
        """Its changes count as those of the checkpoint that was frozen next, or of the one to come."""
        for later in self._contents.pending:
            if later.checkpoint_id > forgotten.checkpoint_id:
                later.changes.add(forgotten.changes)
                return
        self._contents.changes.add(forgotten.changes)

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
        self._settle_layouts()

    def _add_delta(self, delta: Delta, timers: dict[str, dict[TimerEntry, int]]) -> None:
        """Adds a part of a subtask's state to what is here, and its timers to those that are to be restored."""
        contents = self._contents
        for name, (entries, _) in delta.states.items():
            _add(name, contents.states.setdefault(name, {}), entries)
        for name, (_, parts) in delta.tables.items():
            tables = contents.tables.setdefault(name, {})
            for namespace, (entries, _) in parts.items():
                if entries:
                    _add(name, tables.setdefault(namespace, {}), entries)
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
        for entry in entries:
            if entry.description is not None:
                self._contents.unclaimed[entry.state] = entry.description
            if entry.namespace is None:
                table = self._table(entry.state)
            else:
                table = self._contents.tables.setdefault(entry.state, {}).setdefault(entry.namespace, {})
            table[entry.key] = copy.deepcopy(entry.value)
        self._settle_layouts()


def _add(name: str, table: Table, entries: Table) -> None:
    if not table.keys().isdisjoint(entries):
        raise joined_keys(name, next(key for key in entries if key in table))
    table.update(entries)


def _part(live: dict[Any, Any], keys: set[Any]) -> Part:
    """Of these keys, the entries that are there and the keys of those that are not."""
    puts = {key: live[key] for key in keys if key in live}
    return puts, set() if len(puts) == len(keys) else keys - puts.keys()
