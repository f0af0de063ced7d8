"""Savepoints for these tests, written by backends, without a job."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from pyrite.checkpoint.manifest import Manifest, OperatorState
from pyrite.checkpoint.savepoint import load_savepoint, write_savepoint
from pyrite.common import Configuration
from pyrite.core.clock import ManualClock
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState
from pyrite.state.backend import KeyedStateBackend
from pyrite.state.evolution.loading import Migrations, dumps
from pyrite.state.handles import StoredOperatorState
from pyrite.state.hashmap.backend import HashMapBackend
from pyrite.state.key_codec import encode_key
from pyrite.state.key_groups import key_group, key_group_range
from pyrite.state.keyed_states import KeyedStates
from pyrite.state.rocksdb.backend import RocksDBBackend
from pyrite.state_processor.savepoint_files import Access
from pyrite.storage.open_store import FolderOpener

MAX_PARALLELISM = 16
ACCESS = Access(Configuration(), Migrations())

Fill = Callable[[KeyedStateBackend, KeyedStates, list[Any]], None]
"""Puts something into a subtask's backend for each of its keys."""


def hashmap(groups: range) -> KeyedStateBackend:
    return HashMapBackend(groups=groups, max_parallelism=MAX_PARALLELISM)


def rocksdb(groups: range) -> KeyedStateBackend:
    return RocksDBBackend(Path(mkdtemp(prefix="pyrite-test-")), groups=groups, max_parallelism=MAX_PARALLELISM)


def keyed_operator(
    folder: str,
    uid: str,
    keys: Iterable[Any],
    fill: Fill,
    make: Callable[[range], KeyedStateBackend] = hashmap,
    as_savepoint: bool = True,
) -> OperatorState:
    """An operator whose two subtasks' backends were filled for their keys. Not `as_savepoint`: in their own format."""
    subtasks = {}
    for subtask in range(2):
        groups = key_group_range(subtask, 2, MAX_PARALLELISM)
        backend = make(groups)
        mine = [key for key in keys if key_group(encode_key(key), MAX_PARALLELISM) in groups]
        fill(backend, KeyedStates(backend, ManualClock(1000)), mine)
        files = ACCESS.writer(folder, uid)
        unkeyed = files.write(dumps(OperatorSubtaskState()), is_shared=False)
        frozen = backend.freeze_savepoint(1) if as_savepoint else backend.freeze(1)
        subtasks[subtask] = StoredOperatorState(frozen.write(files), unkeyed)
        backend.close()
    return OperatorState(uid, f"operator {uid}", uid, 2, MAX_PARALLELISM, subtasks)


def operator_with(folder: str, uid: str, states: list[OperatorSubtaskState]) -> OperatorState:
    """An operator whose subtasks have state that is not keyed."""
    files = ACCESS.writer(folder, uid)
    handles = [
        StoredOperatorState(
            None, files.write(dumps(state), is_shared=False), True, bool(state.unions), summary=state.summary()
        )
        for state in states
    ]
    return OperatorState(uid, uid, uid, len(states), MAX_PARALLELISM, dict(enumerate(handles)))


def write(path: Path, *make: Callable[[str], OperatorState]) -> str:
    """A savepoint of operators; its path."""
    folder = path.absolute().as_uri()
    operators = [made(folder) for made in make]
    manifest = Manifest("0" * 32, "job", 1, 1, 0, 0, {state.operator_id: state for state in operators})
    write_savepoint(replace(manifest, savepoint=True), FolderOpener(Configuration())(folder))
    return str(path)


def load(path: str) -> Manifest:
    return load_savepoint(path, FolderOpener(Configuration()))


def restored(path: str, uid: str) -> HashMapBackend:
    """All keyed state of an operator in one backend, as a job would take it up."""
    operator = load(path).operators[uid]
    backend = HashMapBackend(max_parallelism=operator.max_parallelism)
    handles = [handle.keyed for handle in operator.subtasks.values() if handle.keyed is not None]
    backend.restore(handles, ACCESS.reader(), range(operator.max_parallelism), Migrations())
    return backend


def values(path: str, uid: str, state: str) -> dict[Any, Any]:
    """A value state of an operator, by key as it is encoded."""
    backend = restored(path, uid)
    actual = {}
    for key in backend.keys(state):
        backend.context.key = key
        actual[key] = backend.value_state(state).value()
    return actual
