"""Holds far more state than its memory budget, and prints how much memory that took. Run as a process of its own."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path

import psutil

from pyrite.state.handles import FileRef
from pyrite.state.rocksdb.backend import RocksDBBackend

BUDGET_BYTES = 16 << 20
KEYS = 60_000
VALUE_BYTES = 1_000


def resident_bytes() -> int:
    gc.collect()
    return int(psutil.Process().memory_info().rss)


class Discarding:
    """A StateWriter that keeps nothing, and notes how much memory was taken meanwhile."""

    def __init__(self) -> None:
        self.written = 0
        self.highest = 0

    def write(self, data: bytes, is_shared: bool) -> FileRef:
        self.written += len(data)
        self.highest = max(self.highest, int(psutil.Process().memory_info().rss))
        return FileRef(str(self.written), len(data), 0)

    def upload(self, path: Path) -> FileRef:
        raise AssertionError("a savepoint shares nothing")


def main(folder: Path) -> None:
    warm = RocksDBBackend(folder / "warm", memory_bytes=BUDGET_BYTES)  # what its code takes is not state
    warm.value_state("v")
    warm.freeze(1)
    warm.close()
    before = resident_bytes()
    backend = RocksDBBackend(folder / "state", memory_bytes=BUDGET_BYTES)
    values, lists = backend.value_state("value"), backend.list_state("list")
    queue, tables = backend.timer_queue("timers"), backend.tables("tables")
    highest = 0
    for start in range(0, KEYS, 1000):
        keys = range(start, start + 1000)
        for backend.context.key in keys:
            values.update(os.urandom(VALUE_BYTES))
            lists.add(os.urandom(VALUE_BYTES // 2))
            queue.register(backend.context.key, start)
        tables.load("all", keys).update((key, os.urandom(VALUE_BYTES // 2)) for key in keys)
        tables.touch("all", keys)
        highest = max(highest, int(psutil.Process().memory_info().rss))
    backend.freeze(1)
    actual = 0
    for backend.context.key in range(KEYS):
        actual += values.value() is not None and len(list(lists.get())) == 1
    fired = sum(1 for _ in iter(lambda: queue.pop_due(KEYS), None))
    counted = sum(len(chunk) for chunk in tables.chunks("all"))
    highest = max(highest, resident_bytes())
    files = Discarding()
    backend.freeze_savepoint(2).write(files)
    backend.close()
    print(actual, fired, counted, 2 * KEYS * VALUE_BYTES, highest - before, files.written, files.highest - before)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
