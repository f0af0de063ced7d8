"""The caches of lookup joins: rows by key, in the memory of a subtask."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Final, Optional

from pyrite.core.clock import Clock
from pyrite.core.connector.lookup import FullCache, Key, LookupReader, PartialCache, Row

Rows = Sequence[Row]
_DAY_MS: Final = 86_400_000


class PartialRowCache:
    """Rows of keys that were looked up. A key that was not used for the longest time goes first."""

    def __init__(self, settings: PartialCache, clock: Clock) -> None:
        self._settings = settings
        self._clock = clock
        self._entries: dict[Key, tuple[Rows, int, int]] = {}
        """Rows, the time of the lookup and of the last use, by key in the order of use."""

    def get(self, keys: Iterable[Key]) -> dict[Key, Rows]:
        """Returns the rows of the keys that are cached."""
        now_ms = self._clock.now_ms()
        cached = {}
        for key in keys:
            entry = self._entries.pop(key, None)
            if entry is not None and self._lives(entry, now_ms):
                rows, written_ms, _ = entry
                cached[key] = rows
                self._entries[key] = (rows, written_ms, now_ms)
        return cached

    def put(self, key: Key, rows: Rows) -> None:
        if not rows and not self._settings.caches_missing_keys:
            return
        now_ms = self._clock.now_ms()
        self._entries.pop(key, None)
        self._entries[key] = (rows, now_ms, now_ms)
        if self._settings.max_rows is not None and len(self._entries) > self._settings.max_rows:
            del self._entries[next(iter(self._entries))]

    def _lives(self, entry: tuple[Rows, int, int], now_ms: int) -> bool:
        _, written_ms, used_ms = entry
        after_write, after_access = self._settings.expire_after_write_ms, self._settings.expire_after_access_ms
        return (after_write is None or now_ms < written_ms + after_write) and (
            after_access is None or now_ms < used_ms + after_access
        )


class FullRowCache:
    """All rows of a table. `load` and `reload` run in the event loop; the table is read in a thread."""

    def __init__(self, settings: FullCache, reader: LookupReader, key_places: Sequence[int], clock: Clock) -> None:
        self._settings = settings
        self._reader = reader
        self._key_places = tuple(key_places)
        self._clock = clock
        self._rows: dict[Key, Rows] = {}
        self._error: Optional[Exception] = None
        self._reloads: Optional[asyncio.Task[None]] = None

    def get(self, keys: Iterable[Key]) -> dict[Key, Rows]:
        """Returns the rows of all keys. Raises the error of the last reload."""
        if self._error is not None:
            raise self._error
        rows = self._rows
        return {key: rows.get(key, ()) for key in keys}

    async def start(self) -> None:
        """Loads the table, and schedules its reloads."""
        await self._load()
        self._reloads = asyncio.get_running_loop().create_task(self._reload())

    async def stop(self) -> None:
        if self._reloads is not None:
            self._reloads.cancel()

    async def _load(self) -> None:
        self._rows = await asyncio.to_thread(self._read)

    def _read(self) -> dict[Key, Rows]:
        rows_of: dict[Key, list[Row]] = {}
        places = self._key_places
        for row in self._reader.read_all():
            rows_of.setdefault(tuple([row[place] for place in places]), []).append(row)
        return dict(rows_of)

    async def _reload(self) -> None:
        started_ms = self._clock.now_ms()
        while True:
            await asyncio.sleep(self._delay_ms(started_ms) / 1000)
            started_ms = self._clock.now_ms()
            try:
                await self._load()
                self._error = None
            except Exception as error:
                self._error = error

    def _delay_ms(self, started_ms: int) -> int:
        """Returns the time until the next load, after a load that began at `started_ms`."""
        settings, now_ms = self._settings, self._clock.now_ms()
        if settings.interval_ms is not None:
            begin_ms = started_ms if settings.is_fixed_rate else now_ms
            return max(0, begin_ms + settings.interval_ms - now_ms)
        assert settings.time_of_day_ms is not None
        until_time_ms = (settings.time_of_day_ms - now_ms) % _DAY_MS or _DAY_MS
        return until_time_ms + (settings.interval_days - 1) * _DAY_MS
