"""TimedEntries: keyed entries of an operator, as tuples, with an optional time to live."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Final, Optional

from pyrite.core.clock import Clock
from pyrite.core.state_key import StateKey
from pyrite.state.backend import Table, Tables

_NAMESPACE: Final = 0


class TimedEntries:
    """Entries of `width` fields. With a time to live, stored entries have the time of the last write as an extra field.

    Callers `load` the entries of a block's keys, modify the dict, and `store` it. Expired entries are never returned.
    They are removed at checkpoints, at most once per time to live.
    """

    def __init__(self, tables: Tables, width: int, ttl_ms: int, clock: Clock) -> None:
        self._tables = tables
        self._width = width
        self._ttl_ms = ttl_ms
        self._clock = clock
        self._swept_ms = clock.now_ms()

    @property
    def expires(self) -> bool:
        """Whether entries have a time to live. Each write renews it."""
        return self._ttl_ms > 0

    def load(self, keys: Collection[StateKey]) -> Table:
        """Returns the existing entries of these keys, possibly among others."""
        table = self._tables.load(_NAMESPACE, keys)
        if self._ttl_ms:
            now_ms = self._clock.now_ms()
            entries = ((key, table.get(key)) for key in keys)
            return {
                key: entry[: self._width] for key, entry in entries if entry is not None and self._lives(entry, now_ms)
            }
        for key in keys:
            entry = table.get(key)
            if entry is not None and len(entry) > self._width:  # written by a job with a time to live
                table[key] = entry[: self._width]
        return table

    def peek(self, keys: Collection[StateKey]) -> list[Optional[tuple[Any, ...]]]:
        """Returns the entry of each key for reading. An entry may have the extra field with its time."""
        entries = list(map(self._tables.load(_NAMESPACE, keys).get, keys))
        if not self._ttl_ms:
            return entries
        now_ms = self._clock.now_ms()
        return [entry if entry is not None and self._lives(entry, now_ms) else None for entry in entries]

    def store(self, keys: Collection[StateKey], entries: Table) -> None:
        """Writes the entries in the dict. Other keys of `keys` lose their entries."""
        if self._ttl_ms:
            table, now_ms = self._tables.load(_NAMESPACE, keys), self._clock.now_ms()
            for key in keys:
                entry = entries.get(key)
                if entry is None:
                    table.pop(key, None)
                else:
                    table[key] = (*entry, now_ms)
        self._tables.touch(_NAMESPACE, keys)

    def chunks(self) -> Iterator[Table]:
        """Iterates over all entries, as dicts. Each is valid until the next one."""
        now_ms = self._clock.now_ms()
        for table in self._tables.chunks(_NAMESPACE):
            yield {key: entry[: self._width] for key, entry in table.items() if self._lives(entry, now_ms)}

    def clear(self) -> None:
        self._tables.drop(_NAMESPACE)

    def refresh(self, keys: Collection[StateKey]) -> None:
        """Renews the time to live of these keys' entries."""
        if self._ttl_ms:
            self.store(keys, self.load(keys))

    def _lives(self, entry: tuple[Any, ...], now_ms: int) -> bool:
        return not self._ttl_ms or len(entry) == self._width or int(entry[-1]) + self._ttl_ms > now_ms

    def sweep(self) -> None:
        """Removes expired entries."""
        now_ms = self._clock.now_ms()
        if not self._ttl_ms or now_ms < self._swept_ms + self._ttl_ms:
            return
        self._swept_ms = now_ms
        gone = [
            key
            for table in self._tables.chunks(_NAMESPACE)
            for key, entry in table.items()
            if not self._lives(entry, now_ms)
        ]
        if gone:
            table = self._tables.load(_NAMESPACE, gone)
            for key in gone:
                table.pop(key, None)
            self._tables.touch(_NAMESPACE, gone)
