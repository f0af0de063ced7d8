"""Savepoints that an earlier process wrote on Spark are read, into both backends, at other parallelisms."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from pyrite.checkpoint.manifest import Manifest
from pyrite.checkpoint.savepoint import load_savepoint
from pyrite.checkpoint.task_storage import TaskFiles
from pyrite.cli.main import main
from pyrite.core.config.configuration import Configuration
from pyrite.operators.state.operator_subtask_state import load_operator_state
from pyrite.state.backend import KeyedStateBackend
from pyrite.state.evolution.migrations import Migrations
from pyrite.state.hashmap.backend import HashMapBackend
from pyrite.state.key_codec import decode_key
from pyrite.state.key_groups import key_group_range
from pyrite.state.rocksdb.backend import RocksDBBackend
from pyrite.storage.open_store import FolderOpener
from pyrite.storage.store import MemoryStore
from tests.savepoints.spark_job import HERE, KEYS, NUMBERS, TIMER_MS, Last

SAVEPOINTS = ("spark-hashmap", "spark-rocksdb")
FILES = TaskFiles(MemoryStore(), "reader", 1, "reader", 0, inline_limit=0)
CLASSES = Migrations({"__main__.Last": Last})


@pytest.fixture(params=SAVEPOINTS)
def savepoint(request: pytest.FixtureRequest) -> Manifest:
    return load_savepoint(str(HERE / request.param), FolderOpener(Configuration()))


def backend_of(kind: str, folder: Path, groups: range) -> KeyedStateBackend:
    if kind == "hashmap":
        return HashMapBackend(groups=groups)
    return RocksDBBackend(folder / f"rocksdb-{groups.start}", groups=groups)


def restored(savepoint: Manifest, uid: str, kind: str, folder: Path, parallelism: int) -> list[KeyedStateBackend]:
    state = savepoint.operators[uid]
    handles = [handle.keyed for handle in state.subtasks.values() if handle.keyed is not None]
    backends = []
    for subtask in range(parallelism):
        groups = key_group_range(subtask, parallelism, state.max_parallelism)
        backend = backend_of(kind, folder, groups)
        backend.restore(handles, FILES, groups, CLASSES)
        backends.append(backend)
    return backends


def entries(backends: list[KeyedStateBackend], name: str) -> dict[int, Any]:
    actual = {}
    for backend in backends:
        for entry in backend.snapshot():
            if entry.state == name:
                actual[decode_key(entry.key)] = entry.value
    return actual


@pytest.mark.parametrize("parallelism", [1, 2, 3])
@pytest.mark.parametrize("kind", ["hashmap", "rocksdb"])
def test_keyed_state_is_read(savepoint: Manifest, kind: str, parallelism: int, tmp_path: Path) -> None:
    backends = restored(savepoint, "keep", kind, tmp_path, parallelism)
    numbers = {key: list(range(key, NUMBERS, KEYS)) for key in range(KEYS)}
    assert entries(backends, "count") == {key: len(item) for key, item in numbers.items()}
    assert entries(backends, "numbers") == numbers
    assert entries(backends, "squares") == {key: {n: n * n for n in item} for key, item in numbers.items()}
    assert entries(backends, "last") == {key: Last(item[-1], f"number {item[-1]}") for key, item in numbers.items()}
    for backend in backends:
        backend.close()


@pytest.mark.parametrize("kind", ["hashmap", "rocksdb"])
def test_windows_are_read(savepoint: Manifest, kind: str, tmp_path: Path) -> None:
    backends = restored(savepoint, "sums", kind, tmp_path, 2)
    sums = {decode_key(entry.key): entry.value for backend in backends for entry in backend.snapshot()}
    assert {key: _number(value) for key, value in sums.items()} == {
        key: sum(range(key, NUMBERS, KEYS)) for key in range(KEYS)
    }
    for backend in backends:
        backend.close()


def _number(value: Any) -> Any:
    """What a window holds for a key, without what it holds it in."""
    while isinstance(value, (list, tuple)):
        value = value[0]
    return value


def test_timers_are_read(savepoint: Manifest) -> None:
    handles = [handle.keyed for handle in savepoint.operators["keep"].subtasks.values() if handle.keyed is not None]
    queues = {name for handle in handles for name in handle.states if "timer" in name}
    backend = HashMapBackend()
    backend.restore(handles, FILES, range(128), CLASSES)
    due = [backend.timer_queue(name).next_ms() for name in queues]
    assert sum(len(backend.timer_queue(name)) for name in queues) == KEYS
    assert [time_ms for time_ms in due if time_ms is not None] == [TIMER_MS]


def test_positions_of_the_source_are_read(savepoint: Manifest) -> None:
    states = [
        load_operator_state(FILES.read(handle.unkeyed), CLASSES)
        for handle in savepoint.operators["numbers"].subtasks.values()
        if handle.unkeyed is not None
    ]
    assert [len(state.lists["splits"]) for state in states] == [1]


def test_savepoint_is_shown_without_its_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["checkpoints", "show", str(HERE / SAVEPOINTS[0])]) == 0
    output = capsys.readouterr().out
    assert re.match(r"savepoint  \d+\n", output)
    assert "[Loop(subtask=0, collected=())]" in output
