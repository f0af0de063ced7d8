"""LookupCalls: the lookups of a subtask, with their cache and retries. The calls run in the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Optional

from pyrite.core.clock import Clock
from pyrite.core.connector.lookup import AsyncLookupReader, Key, Lookup, LookupReader, PartialCache, Row
from pyrite.operators.relational.lookup.row_caches import FullRowCache, PartialRowCache

Rows = Sequence[Row]


@dataclass(frozen=True)
class MissRetry:
    """Further attempts for keys without rows, each after a delay: the LOOKUP hint's 'retry-predicate'='lookup_miss'."""

    delay_ms: int
    attempts: int


@dataclass
class KeyedRows:
    """Some rows of a block whose keys are looked up together."""

    batch: Any
    first: int
    keys: list[Optional[Key]]
    """The key of each row; None for a row that matches nothing."""
    rows_of: dict[Key, Rows] = field(default_factory=dict)
    """The rows of the keys so far: of cached ones, and after the call of all."""

    def keys_to_call(self) -> list[Key]:
        """Returns the distinct keys whose rows are unknown."""
        return [key for key in dict.fromkeys(self.keys) if key is not None and key not in self.rows_of]


class LookupCalls:
    """`look_up` returns the rows for each row of a block. Readers of connectors that block run in a thread."""

    def __init__(self, lookup: Lookup, is_async: bool, key_places: Sequence[int], retry: Optional[MissRetry]) -> None:
        self._lookup = lookup
        self._is_async = is_async
        self._key_places = key_places
        self._retry = retry
        self.reader: Optional[LookupReader | AsyncLookupReader] = None
        self._partial: Optional[PartialRowCache] = None
        self._full: Optional[FullRowCache] = None

    async def open(self, clock: Clock) -> None:
        cache = self._lookup.cache
        reader = self.reader = self._lookup.create_reader(self._is_async)
        if isinstance(reader, AsyncLookupReader):
            await reader.open()
        else:
            await asyncio.to_thread(reader.open)
        if isinstance(cache, PartialCache):
            self._partial = PartialRowCache(cache, clock)
        elif cache is not None:
            assert isinstance(reader, LookupReader), "a full cache needs a reader that can read the whole table"
            self._full = FullRowCache(cache, reader, self._key_places, clock)
            await self._full.start()

    async def close(self) -> None:
        if self._full is not None:
            await self._full.stop()
        if isinstance(self.reader, AsyncLookupReader):
            await self.reader.close()
        elif self.reader is not None:
            await asyncio.to_thread(self.reader.close)

    # Cache: in the main loop ------------------------------------------------------------------------------------------

    def read_cache(self, part: KeyedRows) -> bool:
        """Adds the rows of cached keys; returns whether all keys have their rows."""
        cache = self._full or self._partial
        if cache is not None:
            part.rows_of = cache.get(part.keys_to_call())
        return not part.keys_to_call()

    def note(self, rows_of: dict[Key, Rows]) -> None:
        """Caches the results of a call."""
        if self._partial is not None:
            for key, rows in rows_of.items():
                self._partial.put(key, rows)

    # Calls: in the event loop -----------------------------------------------------------------------------------------

    async def look_up(self, keys: Sequence[Key]) -> dict[Key, Rows]:
        rows_of = await self._found(keys)
        retry = self._retry
        for _ in range(0 if retry is None else retry.attempts):
            missing = [key for key, rows in rows_of.items() if not rows]
            if not missing:
                break
            assert retry is not None
            await asyncio.sleep(retry.delay_ms / 1000)
            rows_of |= await self._found(missing)
        return rows_of

    async def _found(self, keys: Sequence[Key]) -> dict[Key, Rows]:
        reader = self.reader
        if isinstance(reader, AsyncLookupReader):
            results = await reader.lookup(keys)
        else:
            assert reader is not None
            results = await asyncio.to_thread(reader.lookup, keys)
        if len(results) != len(keys):
            raise RuntimeError(f"lookup() returned the rows of {len(results)} keys for {len(keys)} keys")
        return dict(zip(keys, results, strict=True))
