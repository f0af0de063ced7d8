"""State with keys of version 1 is converted: every key has its state, in the subtask that owns the key now."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pyrite.checkpoint.manifest import Manifest, OperatorState
from pyrite.checkpoint.manifest_codec import decode_manifest
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import CheckpointError, StateUnreadableError
from pyrite.datastream import RuntimeContext, StreamExecutionEnvironment
from pyrite.datastream.connectors import DiscardingSink
from pyrite.datastream.state import ValueStateDescriptor
from pyrite.graph.execution_graph import Subtask
from pyrite.queryable_state.stored_state import MISSING, is_place_of, open_stored
from pyrite.runtime.master.attempt.restore_plan import RestorePlan
from pyrite.state.backend import KeyedStateBackend
from pyrite.state.delta import Delta
from pyrite.state.evolution.migrations import NO_MIGRATIONS, Migrations
from pyrite.state.handles import KeyedHandle
from pyrite.state.hashmap.backend import HashMapBackend
from pyrite.state.key_codec import encode_key
from pyrite.state.key_groups import key_group, key_group_range
from pyrite.state.key_version_1 import pickled_key
from pyrite.state.rocksdb.backend import RocksDBBackend
from pyrite.state_processor.reader_function import KeyedStateReaderFunction, ReadWithFunction
from pyrite.state_processor.savepoint_files import Access
from tests.savepoints.version_1_keys import (
    FILE,
    KEYS,
    MAX_PARALLELISM,
    OPERATORS,
    WINDOW,
    Account,
    InlineFiles,
    Point,
    fill,
)

FILES = InlineFiles()
BACKENDS = ["hashmap", "rocksdb"]


def manifest() -> Manifest:
    return decode_manifest(FILE.read_bytes())


def handles_of(state: OperatorState) -> list[KeyedHandle]:
    return [handle.keyed for handle in state.subtasks.values() if handle.keyed is not None]


def backend_of(kind: str, folder: Path, groups: range) -> KeyedStateBackend:
    if kind == "hashmap":
        return HashMapBackend(groups=groups, tracked=True)
    return RocksDBBackend(folder / f"rocksdb-{groups.start}-{groups.stop}", groups=groups, memory_bytes=8 << 20)


def restored(
    handles: list[KeyedHandle], kind: str, folder: Path, parallelism: int, migrations: Migrations = NO_MIGRATIONS
) -> list[KeyedStateBackend]:
    backends = []
    for subtask in range(parallelism):
        groups = key_group_range(subtask, parallelism, MAX_PARALLELISM)
        backends.append(backend_of(kind, folder, groups))
        backends[-1].restore([handle for handle in handles if handle.may_hold(groups)], FILES, groups, migrations)
    return backends


def state_of(backend: KeyedStateBackend, key: Any) -> Any:
    """All that `fill` puts, by the user's key."""
    encoded = encode_key(key)
    backend.context.key = encoded
    actual = (
        backend.value_state("count").value(),
        list(backend.list_state("numbers").get()),
        dict(backend.map_state("squares").items()),
        [time_ms for time_ms, owner in backend.timer_queue("events").snapshot() if owner == encoded],
        [time_ms for time_ms, owner in backend.timer_queue("windows").snapshot() if owner == (encoded, WINDOW)],
        backend.tables("tables").load(WINDOW, (encoded,)).get(encoded),
    )
    backend.context.key = (encoded, WINDOW)
    return *actual, backend.value_state("seen").value()


def expected(place: int) -> Any:
    return 100 + place, [place, place + 1], {place: place * place}, [1000 + place], [9], [place], place


def check(backends: list[KeyedStateBackend]) -> None:
    for place, key in enumerate(KEYS):
        group = key_group(encode_key(key), MAX_PARALLELISM)
        owner = backends[group * len(backends) // MAX_PARALLELISM]
        assert state_of(owner, key) == expected(place), repr(key)
    assert sum(len(backend.keys("count")) for backend in backends) == len(KEYS)
    assert sum(len(backend.timer_queue("windows")) for backend in backends) == len(KEYS)


def test_fixture_has_keys_of_version_1() -> None:
    operators = manifest().operators
    assert sorted(operators) == sorted(OPERATORS)
    assert {handle.key_version for state in operators.values() for handle in handles_of(state)} == {1}
    assert [len(handle.files) for handle in handles_of(operators["hashmap"])] == [3, 3]


@pytest.mark.parametrize("migrations", [NO_MIGRATIONS, Migrations()], ids=["same code", "other code"])
@pytest.mark.parametrize("parallelism", [1, 2, 3])
@pytest.mark.parametrize("kind", BACKENDS)
@pytest.mark.parametrize("operator", OPERATORS)
def test_state_is_converted(operator: str, kind: str, parallelism: int, migrations: Migrations, tmp_path: Path) -> None:
    backends = restored(handles_of(manifest().operators[operator]), kind, tmp_path, parallelism, migrations)
    check(backends)
    for backend in backends:
        backend.close()


@pytest.mark.parametrize("kind", BACKENDS)
def test_what_is_written_after_a_conversion_has_keys_of_now(kind: str, tmp_path: Path) -> None:
    backends = restored(handles_of(manifest().operators[kind]), kind, tmp_path / "1", 2)
    for checkpoint_id in (4, 5):
        for backend in backends:
            fill(
                backend,
                [(place, key) for place, key in enumerate(map(encode_key, KEYS)) if key in backend.keys("count")],
            )
        handles = [backend.freeze(checkpoint_id).write(FILES) for backend in backends]
        for backend in backends:
            backend.confirm(checkpoint_id)
    assert {handle.key_version for handle in handles} == {2}
    for parallelism in (1, 2, 3):
        check(restored(handles, kind, tmp_path / str(10 + parallelism), parallelism))


def both(one: Any, other: Any) -> KeyedHandle:
    """A handle of version 1 with counts of two keys."""
    puts = {pickled_key(one): 1, pickled_key(other): 2}
    data = Delta({"count": (puts, set())}).encode()
    return KeyedHandle("hashmap", 0, 127, (FILES.write(data, is_shared=False),), key_version=1)


@pytest.mark.parametrize("kind", BACKENDS)
def test_entries_of_keys_that_are_one_key_now_are_refused(kind: str, tmp_path: Path) -> None:
    with pytest.raises(StateUnreadableError, match=r"state 'count', key Account\(.*there are two entries.*processor"):
        restored([both(Account("a", 1, "x"), Account("a", 1, "y"))], kind, tmp_path, 1)


@pytest.mark.parametrize("kind", BACKENDS)
def test_entries_of_one_key_in_two_subtasks_are_refused(kind: str, tmp_path: Path) -> None:
    apart = [both(Account("a", 1, "x"), 1), both(Account("a", 1, "y"), 2)]
    with pytest.raises(StateUnreadableError, match=r"state 'count', key Account\(.*there are two entries"):
        restored(apart, kind, tmp_path, 1)


def test_key_whose_class_is_gone_is_refused_and_migrated(tmp_path: Path) -> None:
    handle = both(Point(1, 2), 1)
    renamed = handle.files[0].data.replace(b"Point", b"Paint")  # type: ignore[union-attr]
    handle = replace(handle, files=(FILES.write(renamed, is_shared=False),))
    with pytest.raises(StateUnreadableError, match=r"state 'count', the key b'.*Paint.*Migrations"):
        restored([handle], "hashmap", tmp_path, 1, Migrations())
    migrations = Migrations({"tests.savepoints.version_1_keys.Paint": Point})
    backend = restored([handle], "hashmap", tmp_path, 1, migrations)[0]
    backend.context.key = encode_key(Point(1, 2))
    assert backend.value_state("count").value() == 1


def test_keys_of_a_later_version_are_refused(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match="keys of version 3, this Pyrite reads up to 2"):
        restored([replace(both(1, 2), key_version=3)], "hashmap", tmp_path, 1)


@pytest.mark.parametrize("kind", BACKENDS)
def test_queryable_state_of_version_1_is_read(kind: str, tmp_path: Path) -> None:
    handles = handles_of(manifest().operators[kind])
    for place, key in enumerate(KEYS):
        (handle,) = [handle for handle in handles if is_place_of(handle, key, MAX_PARALLELISM)]
        stored = open_stored(kind, "count", FILES, tmp_path / str(place))
        stored.move_to(handle)
        assert stored.get(key, MAX_PARALLELISM) == 100 + place
        assert stored.get("no key", MAX_PARALLELISM) is MISSING
        stored.close()


class Counts(KeyedStateReaderFunction):
    def open(self, runtime_context: RuntimeContext) -> None:
        self._count = runtime_context.get_state(ValueStateDescriptor("count"))

    def read_key(self, key: Any, ctx: Any) -> list[tuple[Any, Any]]:
        return [(key, self._count.value())]


@pytest.mark.parametrize("operator", OPERATORS)
def test_state_processor_reads_every_key_of_version_1(operator: str) -> None:
    state = manifest().operators[operator]
    read = ReadWithFunction(state, Counts(), Access(Configuration(), Migrations()))
    rows = [row for handle in handles_of(state) for row in read.rows(handle)]
    assert {encode_key(key): count for key, count in rows} == {
        encode_key(key): 100 + place for place, key in enumerate(KEYS)
    }
    assert len(rows) == len(KEYS)


@pytest.mark.parametrize("parallelism", [1, 2, 3])
def test_every_subtask_gets_all_state_of_version_1(parallelism: int) -> None:
    env = StreamExecutionEnvironment().set_parallelism(parallelism)
    env.from_sequence(1, 2).key_by(lambda n: n).map(lambda n: n).uid("rocksdb").sink_to(DiscardingSink())
    job = env.get_job_spec(clear=True).plan().execution.job
    vertex = next(vertex for vertex in job.vertices if vertex.head.operator_id == "rocksdb")
    restoring = RestorePlan(manifest(), job, "other job", allow_non_restored_state=True)
    for subtask in range(parallelism):
        assert len(restoring.of(Subtask(vertex.id, subtask)).operators["rocksdb"].keyed) == 2
