"""Snapshots that are encoded in slices: of one moment, whatever changes meanwhile."""

from __future__ import annotations

import pytest

from pyrite.core.errors import CheckpointError
from pyrite.queryable_state.stored_state import StoredHashMap
from pyrite.state.hashmap.backend import HashMapBackend
from tests.state.contract.memory_files import MemoryFiles


class Watched(int):
    """A key that counts how often it is looked up."""

    lookups = 0

    def __hash__(self) -> int:
        Watched.lookups += 1
        return int(self)


def counted(keys: int) -> HashMapBackend:
    backend = HashMapBackend(tracked=True)
    state = backend.value_state("count")
    for backend.context.key in range(keys):
        state.update(backend.context.key)
    return backend


def test_nothing_is_looked_at_at_the_barrier() -> None:
    backend = HashMapBackend(tracked=True)
    state = backend.value_state("count")
    for backend.context.key in map(Watched, range(1_000)):
        state.update(1)
    before = Watched.lookups
    frozen = backend.freeze(1)
    assert (Watched.lookups - before, frozen.is_encoded) == (0, False)


def test_slice_takes_as_many_entries_as_it_is_to() -> None:
    frozen = counted(1_000).freeze(1)
    slices = 0
    while not frozen.is_encoded:
        frozen.encode(100)
        slices += 1
    assert 10 <= slices <= 13


def test_file_of_many_pieces_is_read_by_a_restore_and_by_queries() -> None:
    files, backend = MemoryFiles(), counted(1_000)
    frozen = backend.freeze(1)
    state = backend.value_state("count")
    while not frozen.is_encoded:
        frozen.encode(100)
        for backend.context.key in range(2_000):
            state.update(-1)
    handle = frozen.write(files)
    other = HashMapBackend(tracked=True)
    other.restore([handle], files, range(128))
    assert other._contents.states["count"] == {key: key for key in range(1_000)}
    stored = StoredHashMap("count", files)
    stored.move_to(handle)
    assert [stored.get(key, 128) for key in (0, 999)] == [0, 999]


def test_operator_that_changes_entries_without_loading_them_makes_the_checkpoint_fail() -> None:
    backend = HashMapBackend(tracked=True)
    tables = backend.tables("windows")
    table = tables.load("w", [1, 2])
    table.update({1: [1], 2: [2]})
    tables.touch("w", [1, 2])
    frozen = backend.freeze(1)
    table[1].append(5)
    tables.touch("w", [1])
    with pytest.raises(CheckpointError, match="changed entries without loading them"):
        frozen.write(MemoryFiles())


def test_full_checkpoints_copy_what_changes_too() -> None:
    files, backend = MemoryFiles(), HashMapBackend(tracked=True, incremental=False)
    state = backend.value_state("count")
    for backend.context.key in range(100):
        state.update([backend.context.key])
    frozen = backend.freeze(1, full=True)
    for backend.context.key in range(50, 150):
        value = state.value()
        state.update([7]) if value is None else value.append(8)
    other = HashMapBackend()
    other.restore([frozen.write(files)], files, range(128))
    assert other._contents.states["count"] == {key: [key] for key in range(100)}
