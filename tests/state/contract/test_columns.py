"""State in columns: whatever is written, freed, checkpointed, restored and rescaled, it holds what a dict does."""

from __future__ import annotations

import random
from typing import Any, cast

import numpy as np
import pytest

from pyrite.core.errors import StateUnreadableError
from pyrite.core.state_key import StateKey
from pyrite.state.backend import KeyedStateBackend
from pyrite.state.columns.columns import Columns
from pyrite.state.columns.schema import ColumnSchema, KeyKind, Number
from pyrite.state.columns.slot_index import NO_SLOT
from pyrite.state.columns.text_index import Texts
from pyrite.state.delta import merge_chain
from pyrite.state.handles import KeyedHandle
from pyrite.state.key_codec import encode_key
from pyrite.state.key_groups import key_group, key_group_range
from tests.effort import one_in
from tests.state.contract.backends import BACKENDS, GROUPS
from tests.state.contract.memory_files import MemoryFiles

WHOLE, DOUBLE = Number(is_whole=True), Number(is_whole=False, nullable=True)
FIELDS = (WHOLE, DOUBLE, (Number(is_whole=False), WHOLE), Number(is_whole=True, nullable=True))
ALIKE = ("a", "a\0", "a" * 7, "a" * 8, "a" * 8 + "\0", "a" * 9, "a" * 16, "a" * 15 + "b", "é" * 30)
KEYS: dict[KeyKind, list[StateKey]] = {
    "int": [*range(300), -7, 2**63 - 1, -(2**63), 1 << 40, encode_key(None)],
    "str": [*(f"k{number}" for number in range(300)), "", *ALIKE, encode_key(None)],
    "bytes": [*(encode_key((number, "x")) for number in range(300)), encode_key(True), encode_key(None)],
}
Entries = dict[StateKey, tuple[Any, ...]]
NAMES = ["hashmap", "rocksdb", "rocksdb, without memory"]


def schema_of(keys: KeyKind, timed: bool = False) -> ColumnSchema:
    return ColumnSchema(FIELDS, keys, timed)


def entry(chance: random.Random, time_ms: int | None = None) -> tuple[Any, ...]:
    numbers = chance.randrange(-(2**63), 2**63), chance.choice([None, -0.0, 1e300, 0.1])
    pair = chance.random(), chance.randrange(9)
    return (*numbers, pair, chance.choice([None, 0, -1]), *(() if time_ms is None else (time_ms,)))


def put(columns: Columns, entries: Entries) -> None:
    slots, _ = columns.slots(columns.schema.key_array(list(entries)))
    columns.write(slots, columns.schema.words_of(list(entries.values())))


def remove(columns: Columns, keys: list[StateKey]) -> None:
    slots = columns.find(columns.schema.key_array(keys))
    columns.free(slots[slots != NO_SLOT])


def backend_of(name: str, groups: range = range(GROUPS)) -> KeyedStateBackend:
    return BACKENDS[name](groups)


class Job:
    """One subtask or more of an operator with columns, and the dict that they should equal."""

    def __init__(self, chance: random.Random, keys: KeyKind) -> None:
        self.chance = chance
        self.schema = schema_of(keys)
        self.keys = KEYS[keys]
        self.files = MemoryFiles()
        self.model: Entries = {}
        self.confirmed: tuple[list[KeyedHandle], Entries] = [], {}
        self.checkpoint_id = 0
        self.name = chance.choice(["hashmap", *NAMES])
        self.start(1)
        self.model = {key: entry(chance) for key in self.keys}  # with these, what changes is a small part
        put(self.columns[0], self.model)

    def start(self, parallelism: int) -> None:
        """A new attempt from the last checkpoint, on any backend; columns are asked for before the restore or after."""
        handles, self.model = self.confirmed[0], dict(self.confirmed[1])
        self.backends, self.columns = [], []
        is_first = self.chance.random() < 0.5
        for subtask in range(parallelism):
            groups = key_group_range(subtask, parallelism, GROUPS)
            backend = backend_of(self.name, groups)
            if is_first:
                backend.columns("c", self.schema)
            mine = [h for h in handles if h.may_hold(groups)]
            if mine:
                backend.restore(mine, self.files, groups)
            self.backends.append(backend)
            self.columns.append(backend.columns("c", self.schema))

    def crash(self) -> None:
        self.stop()
        is_same = self.chance.random() < 0.6
        self.name = self.name if is_same else self.chance.choice(NAMES)
        self.start(len(self.backends) if is_same else self.chance.choice([1, 2, 3]))

    def stop(self) -> None:
        for backend in self.backends:
            backend.close()

    def work(self) -> None:
        chosen = self.chance.sample(self.keys, self.chance.choice([1, 3, 3, 5, 5, 5, 5, 200]))
        is_removal = len(chosen) < 200 and self.chance.random() < 0.4
        for subtask, columns in enumerate(self.columns):
            groups = key_group_range(subtask, len(self.columns), GROUPS)
            own = [key for key in chosen if key_group(key, GROUPS) in groups]
            if is_removal:
                remove(columns, own)
                self.model = {key: value for key, value in self.model.items() if key not in own}
            elif own:
                changes = {key: entry(self.chance) for key in own}
                put(columns, changes)
                self.model |= changes

    def checkpoint(self) -> None:
        self.checkpoint_id += 1
        model = dict(self.model)
        kind = self.chance.choice([*["freeze"] * 8, "savepoint", "full"])
        frozen = [
            backend.freeze_savepoint(self.checkpoint_id)
            if kind == "savepoint"
            else backend.freeze(self.checkpoint_id, full=kind == "full")
            for backend in self.backends
        ]
        for _ in range(self.chance.choice([0, 0, 2, 4])):
            self.work()
            for each in frozen:
                each.encode(self.chance.choice([1, 3, 9]))
        handles = [each.write(self.files) for each in frozen]
        is_aborted = self.chance.random() < 0.3
        for backend in self.backends:
            (backend.abort if is_aborted else backend.confirm)(self.checkpoint_id)
            request = backend.needs_merge()
            if request is not None:
                data = merge_chain([self.files.read(ref) for ref in request.files], request.from_start)
                backend.merged(request, self.files.write(data, is_shared=True))
        if not is_aborted:
            self.confirmed = handles, model

    def check(self) -> None:
        held = [dict(columns.items()) for columns in self.columns]
        assert {key: value for part in held for key, value in part.items()} == self.model
        assert sum(map(len, held)) == len(self.model) == sum(columns.size() for columns in self.columns)


@pytest.mark.parametrize("keys", sorted(KEYS))
@pytest.mark.parametrize("seed", range(one_in(250, least=8)))
def test_columns_hold_what_a_dict_does(seed: int, keys: KeyKind) -> None:
    job = Job(random.Random(seed), keys)
    for _ in range(40):
        step = job.chance.random()
        if step < 0.6:
            job.work()
        elif step < 0.88:
            job.checkpoint()
        else:
            job.crash()
            job.check()
    job.check()
    job.stop()


@pytest.fixture(params=NAMES)
def backend(request: pytest.FixtureRequest) -> Any:
    made = backend_of(str(request.param))
    yield made
    made.close()


def test_slots_are_those_of_the_keys(backend: KeyedStateBackend) -> None:
    columns = backend.columns("c", schema_of("int"))
    slots, known = columns.slots(columns.schema.key_array([1, 2]))
    assert len(set(slots.tolist())) == 2
    assert not known.any()
    columns.write(slots, columns.schema.words_of([(1, None, (0.5, 1), None), (2, 0.5, (0.5, 1), 3)]))
    found = columns.find(columns.schema.key_array([2, 3]))
    assert found[1] == NO_SLOT
    assert columns.schema.entries_of(columns.read(found[:1])) == [(2, 0.5, (0.5, 1), 3)]
    assert backend.entry_count() == 2


def test_entries_before_a_time_are_removed(backend: KeyedStateBackend) -> None:
    columns = backend.columns("c", schema_of("int", timed=True))
    chance = random.Random(1)
    entries = {key: entry(chance, None if key == 7 else key) for key in range(50)}
    put(columns, cast(Entries, entries))
    columns.remove_before(20)
    assert set(dict(columns.items())) == {7, *range(20, 50)}
    assert columns.size() == 31


@pytest.mark.parametrize("is_to_columns", [True, False], ids=["to columns", "to tuples"])
@pytest.mark.parametrize("savepoint", [True, False], ids=["savepoint", "checkpoint"])
@pytest.mark.parametrize("after", ["hashmap", "rocksdb"])
@pytest.mark.parametrize("before", ["hashmap", "rocksdb"])
def test_tuples_and_columns_restore_into_each_other(
    before: str, after: str, savepoint: bool, is_to_columns: bool
) -> None:
    chance, files = random.Random(5), MemoryFiles()
    entries: Entries = {key: entry(chance) for key in KEYS["int"]}
    first, second = backend_of(before), backend_of(after)
    if is_to_columns:
        first.tables("c").load(0, list(entries)).update(entries)
        first.tables("c").touch(0, list(entries))
    else:
        put(first.columns("c", schema_of("int")), entries)
    handle = (first.freeze_savepoint(1) if savepoint else first.freeze(1)).write(files)
    second.restore([handle], files, range(GROUPS))
    for checkpoint_id in (2, 3):  # the second time as the job itself restores it
        if is_to_columns:
            columns = second.columns("c", schema_of("int"))
            assert dict(columns.items()) == entries
            put(columns, {5: (checkpoint_id, None, (0.0, 0), None)})
        else:
            table = second.tables("c").load(0, list(entries))
            assert {key: table[key] for key in entries} == entries
            table[5] = (checkpoint_id, None, (0.0, 0), None)
            second.tables("c").touch(0, [5])
        entries[5] = (checkpoint_id, None, (0.0, 0), None)
        handle = second.freeze(checkpoint_id).write(files)
        second.close()
        second = backend_of(after)
        second.restore([handle], files, range(GROUPS))
    first.close()
    second.close()


def test_checkpoint_writes_the_changed_slots(backend: KeyedStateBackend) -> None:
    files = MemoryFiles()
    columns = backend.columns("c", schema_of("int"))
    put(columns, {key: (key, None, (0.0, 0), None) for key in range(20_000)})
    backend.freeze(1).write(files)
    backend.confirm(1)
    whole = files.written
    put(columns, dict.fromkeys(range(20), (0, None, (0.0, 0), None)))
    backend.freeze(2).write(files)
    assert files.written - whole < whole / 20


@pytest.mark.parametrize("name", NAMES)
def test_what_is_removed_stays_so_through_aborted_checkpoints_and_merged_files(name: str) -> None:
    files, backend, schema = MemoryFiles(), backend_of(name), schema_of("int")
    columns = backend.columns("c", schema)
    model: Entries = {key: (key, None, (0.0, 0), None) for key in range(2000)}
    put(columns, model)
    for checkpoint_id in range(1, 20):
        handle = backend.freeze(checkpoint_id).write(files)
        if checkpoint_id % 3 == 2:
            backend.abort(checkpoint_id)
        else:
            backend.confirm(checkpoint_id)
        request = backend.needs_merge()
        if request is not None:
            data = merge_chain([files.read(ref) for ref in request.files], request.from_start)
            backend.merged(request, files.write(data, is_shared=True))
        restored = backend_of(name)
        restored.restore([handle], files, range(GROUPS))
        assert dict(restored.columns("c", schema).items()) == model
        restored.close()
        remove(columns, [checkpoint_id])
        put(columns, {2000 + checkpoint_id: (checkpoint_id, 0.5, (0.0, 0), 1)})
        del model[checkpoint_id]
        model[2000 + checkpoint_id] = (checkpoint_id, 0.5, (0.0, 0), 1)
    backend.close()


def test_state_of_another_query_is_refused() -> None:
    files, first, second = MemoryFiles(), backend_of("hashmap"), backend_of("hashmap")
    put(first.columns("groups", schema_of("int")), {1: (1, None, (0.0, 0), None)})
    second.restore([first.freeze(1).write(files)], files, range(GROUPS))
    with pytest.raises(StateUnreadableError, match="state 'groups' was written by another query"):
        second.columns("groups", ColumnSchema((WHOLE,), "int"))


def test_keys_with_the_same_hash_are_different_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Texts, "hashes", lambda texts: np.zeros(len(texts.lengths), np.uint64))
    columns = backend_of("hashmap").columns("c", ColumnSchema((WHOLE,), "str"))
    entries: Entries = {key: (place,) for place, key in enumerate(ALIKE)}
    put(columns, entries)
    assert dict(columns.items()) == entries
    remove(columns, list(ALIKE[:4]))
    assert dict(columns.items()) == {key: entries[key] for key in ALIKE[4:]}


@pytest.mark.parametrize("seed", range(3))
def test_index_of_strings_keeps_up_with_what_is_added_and_removed(seed: int) -> None:
    chance = random.Random(seed)
    columns = backend_of("hashmap").columns("c", ColumnSchema((WHOLE,), "str"))
    model: Entries = {}
    for _ in range(20):
        keys = {str(chance.randrange(3000)) * chance.randrange(12) for _ in range(300)}
        changes: Entries = {key: (chance.randrange(9),) for key in keys}
        put(columns, changes)
        model |= changes
        gone = [key for key in model if chance.random() < 0.4]
        remove(columns, gone)
        model = {key: entry for key, entry in model.items() if key not in gone}
        assert dict(columns.items()) == model


@pytest.mark.parametrize("seed", range(3))
def test_index_of_numbers_keeps_up_with_what_is_added_and_removed(seed: int) -> None:
    chance = np.random.default_rng(seed)
    columns = backend_of("hashmap").columns("c", ColumnSchema((WHOLE,), "int"))
    live: set[int] = set()
    for _ in range(30):
        keys = [*{int(key) << int(chance.integers(0, 50)) for key in chance.integers(0, 5000, 400)}]
        put(columns, {key: (key,) for key in keys})
        live |= set(keys)
        gone = [key for key in live if chance.random() < 0.4]
        remove(columns, list(gone))
        live -= set(gone)
        assert dict(columns.items()) == {key: (key,) for key in live}


@pytest.mark.parametrize("name", NAMES)
def test_restored_entries_are_found_where_there_are_more_than_an_array_begins_with(name: str) -> None:
    files, backend, restored = MemoryFiles(), backend_of("rocksdb"), backend_of(name)
    schema = ColumnSchema((WHOLE,), "int")
    put(backend.columns("c", schema), {key: (key,) for key in range(3000)})
    restored.restore([backend.freeze(1).write(files)], files, range(GROUPS))
    columns = restored.columns("c", schema)
    for first in range(0, 3000, 1000):
        slots = columns.find(schema.key_array([*range(first, first + 1000)]))
        assert schema.entries_of(columns.read(slots)) == [(key,) for key in range(first, first + 1000)]
    backend.close()
    restored.close()
