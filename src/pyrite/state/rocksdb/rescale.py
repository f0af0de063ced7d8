"""Copies key groups from one RocksDB into another, for a restore at another parallelism."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

from pyrite.core.persistence.persisted_pickling import loads
from pyrite.state.evolution.loading import dumps
from pyrite.state.rocksdb.layout import DESCRIPTION, NAMESPACE, NUMBER, STATE, TABLE, TIMER, after, long, short
from pyrite.state.rocksdb.store import RocksDBStore, entries_of, open_to_read


def copy_groups(folder: Path, target: RocksDBStore, groups: range) -> None:
    """Adds to `target` what a database has of these groups. States, queues and namespaces get the target's numbers."""
    with closing(open_to_read(folder)) as source:
        numbers = {
            (key[1:2], int(value)): short(target.number_of(key[1:2], key[2:].decode()))
            for key, value in entries_of(source, NUMBER, after(NUMBER))
        }
        first, stop = STATE + short(groups.start), STATE + short(groups.stop)
        for key, value in entries_of(source, first, stop):
            target.put(key[:3] + numbers[STATE, int.from_bytes(key[3:5], "big")] + key[5:], value)
        wanted = {short(group) for group in groups}
        for key, value in entries_of(source, TIMER, after(TIMER)):
            if key[11:13] in wanted:
                target.put(TIMER + numbers[TIMER, int.from_bytes(key[1:3], "big")] + key[3:], value)
        _copy_tables(source, target, numbers, wanted)
        for key, value in entries_of(source, DESCRIPTION, after(DESCRIPTION)):
            target.put(key, value)
    target.write()


def _copy_tables(
    source: Any, target: RocksDBStore, numbers: dict[tuple[bytes, int], bytes], wanted: set[bytes]
) -> None:
    """Copies namespace by namespace; one that the target has already gets what is added."""
    known = {(key[1:3], loads(value)[0]): (key, loads(value)[1]) for key, value in target.scan(NAMESPACE)}
    number = max((int.from_bytes(key[3:], "big") for key, _ in known.values()), default=0)
    for source_key, value in entries_of(source, NAMESPACE, after(NAMESPACE)):
        tables, namespace = numbers[TABLE, int.from_bytes(source_key[1:3], "big")], loads(value)[0]
        number += 1
        target_key, count = known.get((tables, namespace)) or (NAMESPACE + tables + long(number), 0)
        added = 0
        for key, data in entries_of(source, TABLE + source_key[1:], after(TABLE + source_key[1:])):
            if key[11:13] in wanted:
                target.put(TABLE + target_key[1:] + key[11:], data)
                added += 1
        if added:
            target.put(target_key, dumps((namespace, count + added)))
