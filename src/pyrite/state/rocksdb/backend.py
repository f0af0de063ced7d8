"""The RocksDB backend: keyed state larger than memory, checkpointed by its files."""

from __future__ import annotations

import copy
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Optional

from pyrite.core.persistence.persisted_pickling import loads
from pyrite.core.state.state_types import ListState, MapState, ValueState
from pyrite.core.state_key import StateKey
from pyrite.state.backend import Fit, KeyContext, KeyedStateBackend, StateEntry, Tables
from pyrite.state.chain import may_stay
from pyrite.state.columns.namespace import NAMESPACE as COLUMNS
from pyrite.state.description import StateDescription
from pyrite.state.evolution.loading import NO_MIGRATIONS, Migrations, dumps
from pyrite.state.handles import ROCKSDB, FileRef, FrozenKeyedState, KeyedHandle, QueryableState, StateReader
from pyrite.state.rocksdb.cache import CachedState, ObjectBudget
from pyrite.state.rocksdb.frozen import FrozenFolder, FrozenRocksDB, FrozenRocksDBSavepoint
from pyrite.state.rocksdb.layout import DESCRIPTION, NAMESPACE, NUMBER, STATE, TABLE, TIMER, after, long, short
from pyrite.state.rocksdb.package import RocksDBImport
from pyrite.state.rocksdb.read import download
from pyrite.state.rocksdb.states import (
    RocksDBListState,
    RocksDBMapState,
    RocksDBValueState,
    TypedRocksDBValueState,
)
from pyrite.state.rocksdb.store import RocksDBStore, entries_of, open_to_read
from pyrite.state.rocksdb.tables import RocksDBTables
from pyrite.state.rocksdb.timers import AT_ONCE, RocksDBTimerQueue, StoredTimerQueue
from pyrite.state.savepoint_format import deltas_of_groups
from pyrite.state.timer_queue import TimerQueue

if TYPE_CHECKING:
    from pyrite.state.columns.columns import Columns
    from pyrite.state.columns.schema import ColumnSchema
    from pyrite.state.rocksdb.columns import RocksDBColumns

_COUNTED = 10_000
"""Up to about this many entries are counted; beyond that, RocksDB's estimate is used."""


@dataclass
class _Contents:
    """The contents of a backend, shared by its views under other contexts."""

    groups: range
    max_parallelism: int
    store: RocksDBStore
    budget: ObjectBudget
    timers_on_heap: bool
    timers_at_once: int = AT_ONCE
    states: dict[str, CachedState] = field(default_factory=dict)
    tables: dict[str, RocksDBTables] = field(default_factory=dict)
    columns: dict[str, RocksDBColumns] = field(default_factory=dict)
    queues: dict[str, RocksDBTimerQueue | StoredTimerQueue] = field(default_factory=dict)
    confirmed: Optional[KeyedHandle] = None
    pending: dict[int, FrozenRocksDB] = field(default_factory=dict)
    savepoints: dict[int, FrozenFolder] = field(default_factory=dict)
    descriptions: dict[str, StateDescription] = field(default_factory=dict)
    stored_descriptions: dict[str, StateDescription] = field(default_factory=dict)
    unclaimed: dict[str, StateDescription] = field(default_factory=dict)
    queryable: dict[str, QueryableState] = field(default_factory=dict)

    def parts(self) -> Iterator[Any]:
        yield from (*self.states.values(), *self.tables.values(), *self.columns.values(), *self.queues.values())


class RocksDBBackend(KeyedStateBackend):
    """State in RocksDB, in a folder on the task's disk, with recently used entries as live objects.

    `memory_bytes` is the total limit: half is for live objects, half for RocksDB's block cache and write buffers.
    `timer_store`: ROCKSDB, or HEAP for all timers in memory, which is faster and keeps the order of registration.
    """

    def __init__(
        self,
        folder: Path,
        context: Optional[KeyContext] = None,
        groups: range = range(128),
        max_parallelism: int = 128,
        memory_bytes: int = 128 << 20,
        write_buffer_ratio: float = 0.5,
        timer_store: str = "ROCKSDB",
    ) -> None:
        self.context = context or KeyContext()
        store = RocksDBStore(folder, memory_bytes // 2, write_buffer_ratio)
        budget = ObjectBudget(memory_bytes - memory_bytes // 2)
        self._contents = _Contents(groups, max_parallelism, store, budget, timer_store == "HEAP")

    # States -----------------------------------------------------------------------------------------------------------

    def _state(self, name: str) -> CachedState:
        contents = self._contents
        if name not in contents.states:
            contents.states[name] = CachedState(contents.store, name, contents.max_parallelism, contents.budget)
        return contents.states[name]

    def value_state(self, name: str, fit: Fit = None) -> ValueState[Any]:
        if fit is None:
            return RocksDBValueState(self._state(name), self.context)
        return TypedRocksDBValueState(self._state(name), self.context, fit)

    def list_state(self, name: str, fit: Fit = None) -> ListState[Any]:
        return RocksDBListState(self._state(name), self.context, fit)

    def map_state(self, name: str, fit_key: Fit = None, fit: Fit = None) -> MapState[Any, Any]:
        return RocksDBMapState(self._state(name), self.context, fit_key, fit)

    def tables(self, name: str) -> Tables:
        return self._tables(name)

    def _tables(self, name: str) -> RocksDBTables:
        contents = self._contents
        if name not in contents.tables:
            contents.tables[name] = RocksDBTables(contents.store, name, contents.max_parallelism, contents.budget)
        return contents.tables[name]

    def columns(self, name: str, schema: ColumnSchema) -> Columns:
        contents = self._contents
        if name not in contents.columns:
            from pyrite.state.rocksdb.columns import RocksDBColumns

            tables = contents.tables.pop(name, None)
            if tables is not None:  # the columns take over their entries
                tables.write_all()
                contents.budget.sharers -= 1
            limit, budget = contents.max_parallelism, contents.budget
            contents.columns[name] = RocksDBColumns(contents.store, name, schema, limit, budget)
        return contents.columns[name]

    def timer_queue(self, name: str) -> TimerQueue:
        contents = self._contents
        if name not in contents.queues:
            contents.queues[name] = self._new_queue(name)
        return contents.queues[name]

    def _new_queue(self, name: str) -> RocksDBTimerQueue | StoredTimerQueue:
        contents = self._contents
        if not contents.timers_on_heap:
            return RocksDBTimerQueue(contents.store, name, contents.max_parallelism, contents.timers_at_once)
        queue = StoredTimerQueue(contents.store, name, contents.max_parallelism)
        if contents.store.is_open:
            queue.forget()
        return queue

    def describe(self, name: str, description: StateDescription) -> None:
        self._contents.descriptions[name] = description

    def claim(self, name: str) -> Optional[StateDescription]:
        description = self._contents.unclaimed.pop(name, None)
        return None if description is None or self._state(name).is_empty() else description

    def rewrite(self, name: str, change: Callable[[Any], Any]) -> None:
        self._state(name).rewrite(change)

    def publish(self, state: QueryableState) -> None:
        self._contents.queryable[state.name] = state

    def with_context(self, context: KeyContext) -> RocksDBBackend:
        other = copy.copy(self)
        other.context = context
        return other

    def keys(self, name: str) -> list[StateKey]:
        return self._state(name).keys()

    def some_keys(
        self, name: str, position: Any, count: int, is_match: Callable[[Any], bool]
    ) -> tuple[list[StateKey], Any]:
        return self._state(name).some_keys(position, count, is_match)

    def native_property(self, name: str) -> int:
        """A numeric property of RocksDB; 0 while no database is open."""
        return self._contents.store.native_property(name)

    def entry_count(self) -> int:
        """Counts few entries; otherwise returns RocksDB's estimate plus unwritten entries."""
        contents = self._contents
        cached = sum(len(state.dirty) for state in contents.states.values())
        estimate = cached + (contents.store.estimated_entries() if contents.store.is_open else 0)
        if estimate > _COUNTED:
            return estimate
        self._load_stored_names()
        tables = [tables.size(namespace) for tables in contents.tables.values() for namespace in tables.namespaces()]
        in_columns = sum(columns.size() for columns in contents.columns.values())
        return sum(len(state.keys()) for state in contents.states.values()) + sum(tables) + in_columns

    def _load_stored_names(self) -> None:
        """Adds the restored states that have not been accessed yet."""
        if self._contents.store.is_open:
            for name in self._contents.store.names(STATE):
                self._state(name)
            for name in self._contents.store.names(TABLE):
                if name not in self._contents.columns:
                    self._tables(name)

    def clear(self) -> None:
        contents = self._contents
        for state in contents.states.values():
            state.clear()
        contents.confirmed = None
        contents.pending.clear()
        if contents.store.is_open:
            contents.store.reset()
            self._forget()
        else:
            for tables in contents.tables.values():
                tables.forget()
            for columns in contents.columns.values():
                columns.forget()
            for queue in contents.queues.values():
                queue.clear()

    def _forget(self) -> None:
        for state in self._contents.states.values():
            state.forget_number()
        contents = self._contents
        for part in (*contents.tables.values(), *contents.columns.values(), *contents.queues.values()):
            part.forget()
        self._contents.stored_descriptions = self._contents.store.descriptions()
        self._contents.descriptions = {**self._contents.stored_descriptions, **self._contents.descriptions}

    def close(self) -> None:
        for frozen in (*self._contents.pending.values(), *self._contents.savepoints.values()):
            frozen.remove()
        self._contents.store.close()

    # Checkpoints ------------------------------------------------------------------------------------------------------

    def freeze(self, checkpoint_id: int, full: bool = False) -> FrozenKeyedState:
        contents = self._contents
        folder, names = self._link(f"chk-{checkpoint_id}")
        published = tuple(contents.queryable.values())
        frozen = FrozenRocksDB(contents.groups, folder, names, published, None if full else contents.confirmed, full)
        if not full:
            contents.pending[checkpoint_id] = frozen
        return frozen

    def freeze_savepoint(self, checkpoint_id: int) -> FrozenKeyedState:
        folder, names = self._link(f"sp-{checkpoint_id}")
        frozen = self._contents.savepoints[checkpoint_id] = FrozenRocksDBSavepoint(self._contents.groups, folder, names)
        return frozen

    def _link(self, name: str) -> tuple[Path, tuple[str, ...]]:
        """Creates a folder of hard links to the current database; returns it with the names of its states."""
        contents = self._contents
        for part in contents.parts():
            part.write_all()
        for state, description in contents.descriptions.items():
            if contents.stored_descriptions.get(state) != description:
                contents.store.describe(state, description)
        contents.stored_descriptions = dict(contents.descriptions)
        folder = contents.store.folder / name
        contents.store.checkpoint(folder)
        return folder, (*contents.states, *contents.tables, *contents.columns, *contents.queues)

    def confirm(self, checkpoint_id: int) -> None:
        contents = self._contents
        if checkpoint_id in contents.pending:
            contents.confirmed = contents.pending[checkpoint_id].handle
            assert contents.confirmed is not None, "confirmed before it was written"
            for earlier in [pending for pending in contents.pending if pending <= checkpoint_id]:
                contents.pending.pop(earlier).remove()
        self._remove_savepoint(checkpoint_id)

    def abort(self, checkpoint_id: int) -> None:
        frozen = self._contents.pending.pop(checkpoint_id, None)
        if frozen is not None:
            frozen.remove()
        self._remove_savepoint(checkpoint_id)

    def _remove_savepoint(self, checkpoint_id: int) -> None:
        frozen = self._contents.savepoints.pop(checkpoint_id, None)
        if frozen is not None:
            frozen.remove()

    def restore(
        self,
        handles: list[KeyedHandle],
        files: StateReader,
        groups: range,
        migrations: Migrations = NO_MIGRATIONS,
    ) -> None:
        contents = self._contents
        contents.groups = groups
        contents.store.reset()
        own = migrations.same_code and all(handle.backend == ROCKSDB for handle in handles)
        if own and len(handles) == 1 and handles[0].is_of(groups):
            download(handles[0], files, contents.store.path)
            contents.confirmed = handles[0] if may_stay(_data(handles[0])) else None
        else:
            for number, handle in enumerate(handles):
                folder = contents.store.folder / f"restore-{number}"
                if handle.backend == ROCKSDB and migrations.same_code:
                    download(handle, files, folder)
                    copy_groups(folder, contents.store, groups)
                else:
                    self._import(handle, files, folder, migrations)
                shutil.rmtree(folder, ignore_errors=True)
        contents.store.open()
        self._forget()
        contents.unclaimed = dict(contents.stored_descriptions)

    def _import(self, handle: KeyedHandle, files: StateReader, folder: Path, migrations: Migrations) -> None:
        contents = self._contents
        target = RocksDBImport(contents.store, contents.max_parallelism)
        for delta in deltas_of_groups(handle, files, folder, contents.groups, contents.max_parallelism, migrations):
            target.add(delta.with_tuples())
        target.finish()

    # Snapshots in memory ----------------------------------------------------------------------------------------------

    def snapshot(self) -> list[StateEntry]:
        self._load_stored_names()
        states = self._contents.states.items()
        return (
            [
                StateEntry(name, key, copy.deepcopy(value), description=self._contents.descriptions.get(name))
                for name, state in states
                for key, value in state.items()
            ]
            + [
                StateEntry(name, key, copy.deepcopy(value), namespace)
                for name, tables in self._contents.tables.items()
                for namespace, key, value in tables.items()
            ]
            + [
                StateEntry(name, key, value, COLUMNS)
                for name, columns in self._contents.columns.items()
                for key, value in columns.items()
            ]
        )

    def restore_entries(self, entries: list[StateEntry]) -> None:
        for entry in entries:
            value = copy.deepcopy(entry.value)
            if entry.description is not None:
                self._contents.unclaimed[entry.state] = entry.description
            if entry.namespace is None:
                state = self._state(entry.state)
                state.young[entry.key] = value
                state.dirty.add(entry.key)
                if len(state.young) > state.limit:
                    state.make_room()
            elif entry.state in self._contents.columns:
                self._contents.columns[entry.state].put(entry.key, value)
            else:
                self._tables(entry.state).load(entry.namespace, (entry.key,))[entry.key] = value
                self._tables(entry.state).touch(entry.namespace, (entry.key,))


def _data(handle: KeyedHandle) -> list[FileRef]:
    return [ref for name, ref in zip(handle.names, handle.files, strict=True) if name.endswith(".sst")]


def copy_groups(folder: Path, target: RocksDBStore, groups: range) -> None:
    """Adds the entries of these groups to `target`, under the target's numbers of states, queues and namespaces."""
    with closing(open_to_read(folder)) as source:
        numbers = {
            (key[1:2], int(value)): short(target.number_of(key[1:2], key[2:].decode()))
            for key, value in entries_of(source, NUMBER, after(NUMBER))
        }
        first, stop = STATE + short(groups.start), STATE + short(groups.stop)
        for key, value in entries_of(source, first, stop):
            target.put(key[:3] + numbers[STATE, int.from_bytes(key[3:5], "big")] + key[5:], value)
        group_bytes = {short(group) for group in groups}
        for key, value in entries_of(source, TIMER, after(TIMER)):
            if key[11:13] in group_bytes:
                target.put(TIMER + numbers[TIMER, int.from_bytes(key[1:3], "big")] + key[3:], value)
        _copy_tables(source, target, numbers, group_bytes)
        for key, value in entries_of(source, DESCRIPTION, after(DESCRIPTION)):
            target.put(key, value)
    target.write()


def _copy_tables(
    source: Any, target: RocksDBStore, numbers: dict[tuple[bytes, int], bytes], group_bytes: set[bytes]
) -> None:
    """Copies namespace by namespace; adds to namespaces that the target already has."""
    existing = {(key[1:3], loads(value)[0]): (key, loads(value)[1]) for key, value in target.scan(NAMESPACE)}
    number = max((int.from_bytes(key[3:], "big") for key, _ in existing.values()), default=0)
    for source_key, value in entries_of(source, NAMESPACE, after(NAMESPACE)):
        tables, namespace = numbers[TABLE, int.from_bytes(source_key[1:3], "big")], loads(value)[0]
        number += 1
        target_key, count = existing.get((tables, namespace)) or (NAMESPACE + tables + long(number), 0)
        added = 0
        for key, data in entries_of(source, TABLE + source_key[1:], after(TABLE + source_key[1:])):
            if key[11:13] in group_bytes:
                target.put(TABLE + target_key[1:] + key[11:], data)
                added += 1
        if added:
            target.put(target_key, dumps((namespace, count + added)))
