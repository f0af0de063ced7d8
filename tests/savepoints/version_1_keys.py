"""The checkpoint in `keys-v1.manifest`, and how it was made, by a Pyrite whose keys were of version 1.

Never make it again: it shows that such state is converted. `python -m tests.savepoints.version_1_keys FILE` did.
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID
from zlib import crc32

import numpy as np

from pyrite.checkpoint.manifest import Manifest, OperatorState
from pyrite.checkpoint.manifest_codec import encode_manifest
from pyrite.common.block import StateKey
from pyrite.core.windows.windows import TimeWindow
from pyrite.state.backend import KeyedStateBackend
from pyrite.state.handles import FileRef, KeyedHandle, QueryableState, StoredOperatorState
from pyrite.state.hashmap.backend import HashMapBackend
from pyrite.state.key_codec import encode_key
from pyrite.state.key_groups import key_group, key_group_range, subtask_of_group
from pyrite.state.rocksdb.backend import RocksDBBackend

FILE = Path(__file__).parent / "keys-v1.manifest"
MAX_PARALLELISM = 128
WINDOW = TimeWindow(0, 10)
QUERYABLE = QueryableState("counts", "count", "value")
OPERATORS = ("hashmap", "rocksdb", "savepoint", "rocksdb savepoint")


class Colour(Enum):
    RED = 1
    GREEN = 2


class Point(NamedTuple):
    x: int
    y: int


@dataclass(frozen=True)
class Account:
    bank: str
    number: int
    label: str = field(default="none", compare=False)


class Plain:
    def __init__(self, name: str) -> None:
        self.name = name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Plain) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)


KEYS: list[Any] = [
    *(0, 1, 7, -(2**40), 2**70, "", "u0", "u1", "ключ", b"a", 1.5, -0.0, True, None, np.int64(42), np.str_("np")),
    *((1, "a"), (1, (np.int64(2), Colour.RED)), Colour.RED, Colour.GREEN, Point(1, 2), date(2026, 1, 2), UUID(int=7)),
    *(Decimal("1.50"), Account("bank", 1, "label"), Account("bank", 2), Plain("a"), [1, 2]),
]
"""Every key has state; its count is its place here, and 100 more."""


class InlineFiles:
    """Keeps files' contents in their handles."""

    def write(self, data: bytes, is_shared: bool) -> FileRef:
        return FileRef("", len(data), crc32(data), data)

    def upload(self, path: Path) -> FileRef:
        return self.write(path.read_bytes(), is_shared=True)

    def read(self, ref: FileRef) -> bytes:
        assert ref.data is not None
        return ref.data

    def download(self, ref: FileRef, path: Path) -> None:
        path.write_bytes(self.read(ref))


def fill(backend: KeyedStateBackend, keys: list[tuple[int, StateKey]]) -> None:
    count, numbers, squares = backend.value_state("count"), backend.list_state("numbers"), backend.map_state("squares")
    events, windows, tables = backend.timer_queue("events"), backend.timer_queue("windows"), backend.tables("tables")
    seen = backend.value_state("seen")
    for place, key in keys:
        backend.context.key = key
        count.update(100 + place)
        numbers.update([place, place + 1])
        squares.put(place, place * place)
        events.register(key, 1000 + place)
        windows.register((key, WINDOW), WINDOW.max_timestamp())
        tables.load(WINDOW, (key,))[key] = [place]
        tables.touch(WINDOW, (key,))
        backend.context.key = (key, WINDOW)
        seen.update(place)


def written(backend: KeyedStateBackend, mine: list[tuple[int, StateKey]], savepoint: bool) -> KeyedHandle:
    """A savepoint, or the last of three checkpoints, each of which stands on the one before it."""
    backend.publish(QUERYABLE)
    if savepoint:
        fill(backend, mine)
        return backend.freeze_savepoint(1).write(InlineFiles())
    steps = (mine, mine[::8], mine[1::8])
    for checkpoint_id, keys in enumerate(steps, 1):
        fill(backend, keys)
        handle = backend.freeze(checkpoint_id).write(InlineFiles())
        backend.confirm(checkpoint_id)
    return handle


def main() -> None:
    encoded = list(enumerate(map(encode_key, KEYS)))
    operators = {}
    for operator in OPERATORS:
        subtasks = {}
        for subtask in range(2):
            groups = key_group_range(subtask, 2, MAX_PARALLELISM)
            with tempfile.TemporaryDirectory() as folder:
                backend: KeyedStateBackend = HashMapBackend(groups=groups, tracked=True)
                if "rocksdb" in operator:
                    backend = RocksDBBackend(Path(folder) / "db", groups=groups, memory_bytes=8 << 20)
                owners = [subtask_of_group(key_group(key, MAX_PARALLELISM), 2, MAX_PARALLELISM) for _, key in encoded]
                mine = [item for item, owner in zip(encoded, owners, strict=True) if owner == subtask]
                subtasks[subtask] = StoredOperatorState(written(backend, mine, "savepoint" in operator))
                backend.close()
        operators[operator] = OperatorState(operator, operator, operator, 2, MAX_PARALLELISM, subtasks)
    Path(sys.argv[1]).write_bytes(encode_manifest(Manifest("job", "keys", 3, 1, 0, 0, operators)))


if __name__ == "__main__":
    from tests.savepoints import version_1_keys  # so that the classes of keys are those that tests import

    version_1_keys.main()
