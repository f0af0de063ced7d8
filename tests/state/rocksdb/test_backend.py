"""RocksDBBackend: what is its own besides the contract of all backends."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pyrite.core.clock import ManualClock
from pyrite.core.errors import CheckpointError, InvalidProgramError
from pyrite.core.state.state_ttl import StateTtlConfig
from pyrite.core.time.time import Duration
from pyrite.core.windows.windows import TimeWindow
from pyrite.state import ttl
from pyrite.state.columns.schema import ColumnSchema, Number
from pyrite.state.handles import FileRef
from pyrite.state.key_groups import key_bytes, key_group
from pyrite.state.rocksdb import columns as columns_module
from pyrite.state.rocksdb import tables as tables_module
from pyrite.state.rocksdb.backend import RocksDBBackend
from pyrite.state.rocksdb.cache import ObjectBudget
from pyrite.state.rocksdb.columns import RocksDBColumns
from pyrite.state.rocksdb.layout import after, grouped, key_of, time_bytes, time_of
from pyrite.state.rocksdb.tables import RocksDBTables
from pyrite.state.rocksdb.timers import RocksDBTimerQueue
from pyrite.state.ttl import TtlValueState
from tests.state import large_state
from tests.state.contract.backends import folder
from tests.state.contract.memory_files import MemoryFiles

KEYS = (0, -5, 2**80, "", "é", "\ud800", b"", b"\xff\x00", ("a", TimeWindow(0, 5)), (b"x", 3), (7, "pane"))


@pytest.fixture
def backend() -> Iterator[RocksDBBackend]:
    made = RocksDBBackend(folder(), memory_bytes=8 << 20)
    yield made
    made.close()


def fill(backend: RocksDBBackend, count: int, value: object) -> None:
    state = backend.value_state("value")
    for backend.context.key in range(count):
        state.update(value)


def test_folder_of_the_database_is_made_with_its_parents(tmp_path: Path) -> None:
    backend = RocksDBBackend(tmp_path / "task" / "state", memory_bytes=8 << 20)
    fill(backend, 3, "x")
    assert len(backend.freeze(1).write(MemoryFiles()).files) > 0
    backend.close()


@pytest.mark.parametrize("key", KEYS, ids=repr)
def test_key_is_read_as_it_was_written(key: object) -> None:
    assert key_of(key_bytes(key)) == key  # type: ignore[arg-type]


@pytest.mark.parametrize("key", KEYS, ids=repr)
def test_key_lies_in_its_group(key: object) -> None:
    assert int.from_bytes(grouped(key_bytes(key), 128)[:2], "big") == key_group(key, 128)  # type: ignore[arg-type]


def test_times_sort_as_numbers() -> None:
    times = [-(2**63), -1, 0, 1, 2**63 - 1]
    assert sorted(map(time_bytes, reversed(times))) == [time_bytes(time_ms) for time_ms in times]
    assert [time_of(time_bytes(time_ms)) for time_ms in times] == times


def test_end_of_a_range_comes_after_all_that_begin_with_its_prefix() -> None:
    assert b"a\xff\xff" < after(b"a") <= b"b"
    assert b"a\xff\xff\xff" < after(b"a\xff") <= b"b"


def test_files_that_the_last_checkpoint_has_are_not_written_again(backend: RocksDBBackend) -> None:
    files = MemoryFiles()
    fill(backend, 1000, "first")
    first = backend.freeze(1).write(files)
    backend.confirm(1)
    fill(backend, 10, "second")
    second = backend.freeze(2).write(files)
    first_data = {ref for name, ref in zip(first.names, first.files, strict=True) if name.endswith(".sst")}
    second_data = {ref for name, ref in zip(second.names, second.files, strict=True) if name.endswith(".sst")}
    assert first_data < second_data
    assert all(ref.path.startswith("shared/") for ref in second_data)
    assert all(ref.path.startswith("chk/") for ref in {*second.files} - second_data)


def test_nothing_is_left_in_the_folder_of_a_checkpoint(backend: RocksDBBackend) -> None:
    store = backend._contents.store
    fill(backend, 10, 1)
    backend.freeze(1).write(MemoryFiles())
    backend.freeze(2)
    backend.abort(2)
    backend.freeze(3)
    backend.freeze(4).write(MemoryFiles())
    backend.confirm(4)
    assert [path.name for path in store.folder.iterdir()] == ["db"]


def test_aborted_checkpoint_is_not_written(backend: RocksDBBackend) -> None:
    fill(backend, 10, 1)
    frozen = backend.freeze(1)
    backend.abort(1)
    with pytest.raises(CheckpointError, match="aborted before"):
        frozen.write(MemoryFiles())


def test_checkpoint_aborted_while_it_is_written_is_written_to_its_end(backend: RocksDBBackend) -> None:
    class Aborting(MemoryFiles):
        def upload(self, path: Path) -> FileRef:
            backend.abort(1)
            return super().upload(path)

    fill(backend, 10, 1)
    assert backend.freeze(1).write(Aborting()).files
    assert [path.name for path in backend._contents.store.folder.iterdir()] == ["db"]


def test_nothing_is_left_in_the_folder_of_a_savepoint(backend: RocksDBBackend) -> None:
    store = backend._contents.store
    fill(backend, 10, 1)
    backend.freeze_savepoint(1).write(MemoryFiles())
    backend.freeze_savepoint(2)
    backend.abort(2)
    frozen = backend.freeze_savepoint(3)
    backend.freeze(4).write(MemoryFiles())
    backend.confirm(4)
    assert frozen.write(MemoryFiles()).files
    backend.confirm(3)
    assert [path.name for path in store.folder.iterdir()] == ["db"]


def test_aborted_savepoint_is_not_written(backend: RocksDBBackend) -> None:
    fill(backend, 10, 1)
    frozen = backend.freeze_savepoint(1)
    backend.abort(1)
    with pytest.raises(CheckpointError, match="aborted before"):
        frozen.write(MemoryFiles())


def test_closed_backend_leaves_nothing_on_disk() -> None:
    where = folder()
    backend = RocksDBBackend(where)
    fill(backend, 10, 1)
    backend.freeze(1)
    backend.freeze_savepoint(2)
    backend.close()
    assert not where.exists()


def test_timers_on_the_heap_fire_as_they_were_registered_after_a_restore() -> None:
    files = MemoryFiles()
    backend = RocksDBBackend(folder(), timer_store="HEAP")
    for key in ("c", "a", "b"):
        backend.timer_queue("t").register(key, 5)
    handle = backend.freeze(1).write(files)
    restored = RocksDBBackend(folder(), timer_store="HEAP")
    restored.restore([handle], files, range(128))
    assert restored.timer_queue("t").snapshot() == [(5, "c"), (5, "a"), (5, "b")]
    backend.close()
    restored.close()


def test_timers_move_between_heap_and_rocksdb() -> None:
    files = MemoryFiles()
    backend = RocksDBBackend(folder(), timer_store="HEAP")
    backend.timer_queue("t").register("a", 5)
    handle = backend.freeze(1).write(files)
    restored = RocksDBBackend(folder(), timer_store="ROCKSDB")
    restored.restore([handle], files, range(128))
    assert restored.timer_queue("t").pop_due(5) == (5, "a")
    backend.close()
    restored.close()


def test_missing_rocksdict_is_reported_with_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "rocksdict", None)
    with pytest.raises(InvalidProgramError, match=r"pip install 'pyrite\[rocksdb\]'"):
        RocksDBBackend(tmp_path)


def test_state_several_times_larger_than_memory_stays_within_it() -> None:
    """120 MB of values, lists, timers and tables in a budget of 16 MB; also while a savepoint is written."""
    where = folder()
    ran = subprocess.run(
        [sys.executable, large_state.__file__, str(where)], capture_output=True, text=True, check=True, timeout=120
    )
    actual, fired, counted, state_bytes, grown_bytes, savepoint_bytes, savepoint_grown_bytes = map(
        int, ran.stdout.split()
    )
    assert (actual, fired, counted) == (large_state.KEYS, large_state.KEYS, large_state.KEYS)
    assert state_bytes > 7 * large_state.BUDGET_BYTES
    assert grown_bytes < 3 * large_state.BUDGET_BYTES
    assert savepoint_bytes > 7 * large_state.BUDGET_BYTES
    assert savepoint_grown_bytes < 5 * large_state.BUDGET_BYTES


def test_deleted_timers_do_not_stay_in_memory(backend: RocksDBBackend) -> None:
    queue = backend.timer_queue("timers")
    assert isinstance(queue, RocksDBTimerQueue) and queue.next_ms() is None
    for time_ms in range(11):
        queue.register("live", time_ms)
    for time_ms in range(100, 20_100):
        queue.register("deleted", time_ms)
        queue.delete("deleted", time_ms)
    assert (len(queue), queue.next_ms()) == (11, 0)
    assert len(queue._heap) < 3000
    assert [queue.pop_due(1000) for _ in range(12)] == [*((time_ms, "live") for time_ms in range(11)), None]


def test_background_look_for_expired_entries_reads_a_slice_at_a_time(
    backend: RocksDBBackend, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = StateTtlConfig.new_builder(Duration.of_millis(100)).cleanup_incrementally(1).build()
    clock = ManualClock(0)
    state = TtlValueState("value", backend, config, clock, None)
    for backend.context.key in range(30 * ttl._BURST):
        state.update(1)
    backend._contents.states["value"].write_all()
    backend._contents.states["value"].clear()
    clock.advance(1000)
    store, read, most = backend._contents.store, [0], 0
    scan = store.scan

    def counted(start: bytes, stop: bytes | None = None) -> Iterator[tuple[bytes, bytes]]:
        for entry in scan(start, stop):
            read[0] += 1
            yield entry

    monkeypatch.setattr(store, "scan", counted)
    backend.context.key = "nobody's"
    for _ in range(40 * ttl._BURST):
        before = read[0]
        state.value()
        most = max(most, read[0] - before)
    assert most <= 2 * ttl._BURST
    assert backend.keys("value") == []


def test_table_of_which_all_is_used_keeps_only_the_last_load_in_memory(backend: RocksDBBackend) -> None:
    backend._contents.budget = ObjectBudget(0, fewest=10)
    tables = backend.tables("tables")
    assert isinstance(tables, RocksDBTables)
    for first in range(0, 100, 5):
        keys = [*range(first, first + 5)]
        tables.load("pane", keys).update(dict.fromkeys(keys, "entry"))
        tables.touch("pane", keys)
        assert tables._loaded_count <= 15
    assert tables.size("pane") == 100


def test_table_is_read_in_chunks_each_entry_once(backend: RocksDBBackend, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables_module, "_CHUNK", 7)
    backend._contents.budget = ObjectBudget(0, fewest=5)
    tables = backend.tables("tables")
    for key in range(50):
        tables.load("pane", [key])[key] = -key
        tables.touch("pane", [key])
    chunks = [dict(chunk) for chunk in tables.chunks("pane")]
    assert max(map(len, chunks)) <= 15
    assert sum(map(len, chunks)) == 50
    assert {key: value for chunk in chunks for key, value in chunk.items()} == {key: -key for key in range(50)}


def test_columns_are_read_in_pieces_each_entry_once(backend: RocksDBBackend, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(columns_module, "_CHUNK", 7)
    schema = ColumnSchema((Number(is_whole=True),), "int")
    columns = backend.columns("columns", schema)
    assert isinstance(columns, RocksDBColumns)
    for key in range(50):
        columns.put(key, (-key,))
    assert sorted(columns.items()) == [(key, (-key,)) for key in range(50)]
