"""TimedEntries: the entries of an operator by key, tuples, which may expire some time after they were last written."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Final, Optional

from pyrite.core.clock import Clock
from pyrite.core.state_key import StateKey
from pyrite.state.backend import Table, Tables

_NAMESPACE: Final = 0


class TimedEntries:
    """Entries of `width` fields. With a time to live, a last field in state is when an entry was last written, in ms.

    Ask `load` for the keys of a block, work on its dict, and give it to `store`. An entry that has expired is never
    returned. Those that nobody asks for are removed at checkpoints, once in the time that entries live.
    """

    def __init__(self, tables: Tables, width: int, ttl_ms: int, clock: Clock) -> None:
        self._tables = tables
        self._width = width
        self._ttl_ms = ttl_ms
        self._clock = clock
        self._swept_ms = clock.now_ms()

    @property
    def expires(self) -> bool:
        """Whether entries have a time to live, which a write begins again."""
        return self._ttl_ms > 0

    def load(self, keys: Collection[StateKey]) -> Table:
        """The entries of these keys that are there; others may be among them."""
        table = self._tables.load(_NAMESPACE, keys)
        if self._ttl_ms:
            now_ms = self._clock.now_ms()
            known = ((key, table.get(key)) for key in keys)
            return {
                key: entry[: self._width] for key, entry in known if entry is not None and self._lives(entry, now_ms)
            }
        for key in keys:
            entry = table.get(key)
            if entry is not None and len(entry) > self._width:  # a job with a time to live has written it
                table[key] = entry[: self._width]
        return table

    def peek(self, keys: Collection[StateKey]) -> list[Optional[tuple[Any, ...]]]:
        """The entry of each key, to read, in one pass; it may have a field more than asked for."""
        entries = list(map(self._tables.load(_NAMESPACE, keys).get, keys))
        if not self._ttl_ms:
            return entries
        now_ms = self._clock.now_ms()
        return [entry if entry is not None and self._lives(entry, now_ms) else None for entry in entries]

    def store(self, keys: Collection[StateKey], entries: Table) -> None:
        """These keys have the entries that the dict has now; those that it lacks are gone."""
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
        """All entries, as dicts of some of them that are each good until the next one."""
        now_ms = self._clock.now_ms()
        for table in self._tables.chunks(_NAMESPACE):
            yield {key: entry[: self._width] for key, entry in table.items() if self._lives(entry, now_ms)}

    def clear(self) -> None:
        self._tables.drop(_NAMESPACE)

    def refresh(self, keys: Collection[StateKey]) -> None:
        """The entries of these keys live from now on."""
        if self._ttl_ms:
            self.store(keys, self.load(keys))

    def _lives(self, entry: tuple[Any, ...], now_ms: int) -> bool:
        return not self._ttl_ms or len(entry) == self._width or int(entry[-1]) + self._ttl_ms > now_ms

    def sweep(self) -> None:
        """Removes what has expired."""
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
