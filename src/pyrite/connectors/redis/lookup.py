"""The lookups of Redis tables: hashes by primary key."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pyrite.connectors.redis.connection import RedisSettings
from pyrite.connectors.redis.keys import RedisKeys
from pyrite.connectors.upserts.scalar_text import scalar_text, scalar_value
from pyrite.core.backoff import Backoff
from pyrite.core.connector.lookup import (
    AsyncLookupReader,
    Key,
    Lookup,
    LookupCache,
    LookupOnlySource,
    LookupReader,
    Row,
)
from pyrite.core.connector.lookup_options import LookupSettings
from pyrite.core.connector.table import SupportsProjectionPushDown
from pyrite.core.errors import BadRecordError, ConnectorError, ValidationException
from pyrite.core.functions.user_function import shorten
from pyrite.core.types import RowType

_KEYS_PER_CALL: Final = 50
_HASHES_PER_CALL: Final = 1000
_BACKOFF: Final = Backoff(200, longest_ms=2000)
_TABLE: Final = "a table of 'redis'"


@dataclass(frozen=True)
class RedisTableSource(LookupOnlySource, SupportsProjectionPushDown):
    """A row is a hash. `row_type` has the columns that are read, `primary_key` the names of the key."""

    settings: RedisSettings
    keys: RedisKeys
    primary_key: tuple[str, ...]
    row_type: RowType
    lookups: LookupSettings

    @property
    def produced_type(self) -> RowType:
        return self.row_type

    def as_summary_string(self) -> str:
        return "Redis table source"

    def apply_projection(self, columns: Sequence[int]) -> RedisTableSource:
        fields = tuple(self.row_type.fields[place] for place in columns)
        return RedisTableSource(
            self.settings, self.keys, self.primary_key, RowType(fields, nullable=False), self.lookups
        )

    def describe_lookup(self, keys: Sequence[int]) -> Lookup:
        names = [self.row_type.names[key] for key in keys]
        if set(names) != set(self.primary_key) or len(names) != len(self.primary_key):
            raise ValidationException(
                f"a table of 'redis' is joined by equality with all columns of its primary key, "
                f"{', '.join(self.primary_key)}, and not by {', '.join(names)}"
            )
        places = tuple(names.index(name) for name in self.primary_key)
        return RedisLookup(self.settings, self.keys, self.row_type, tuple(keys), places, self.lookups)


@dataclass(frozen=True)
class RedisLookup(Lookup):
    """`key_places` are columns, and `order` the places of the primary key's values in a lookup's key."""

    settings: RedisSettings
    keys: RedisKeys
    row_type: RowType
    key_places: tuple[int, ...]
    order: tuple[int, ...]
    lookups: LookupSettings

    @property
    def cache(self) -> LookupCache:
        return self.lookups.cache

    @property
    def keys_per_call(self) -> int:
        return _KEYS_PER_CALL

    @property
    def is_async(self) -> bool:
        return True

    @property
    def is_blocking(self) -> bool:
        return True

    def create_reader(self, is_async: bool) -> LookupReader | AsyncLookupReader:
        return RedisAsyncReader(self) if is_async else RedisReader(self)


class HashRows:
    """Converts keys to the keys of hashes, and hashes to rows."""

    def __init__(self, lookup: RedisLookup) -> None:
        types = lookup.row_type.children
        self._texts = [scalar_text(types[lookup.key_places[place]]) for place in lookup.order]
        self._order = lookup.order
        self._keys = lookup.keys
        self._fields: list[tuple[str, Callable[[str], Any]]] = [
            (field.name, scalar_value(field.type)) for field in lookup.row_type.fields
        ]

    def hash_key(self, key: Key) -> str:
        return self._keys.key(tuple(text(key[place]) for text, place in zip(self._texts, self._order, strict=True)))

    def rows(self, fields: Mapping[bytes, bytes]) -> list[Row]:
        """Returns the row of a hash; no row for a missing hash."""
        if not fields:
            return []
        values = []
        for name, convert in self._fields:
            text = fields.get(name.encode())
            try:
                values.append(None if text is None else convert(text.decode()))
            except (ValueError, ArithmeticError) as error:
                raise BadRecordError(f"field '{name}' of a hash is {shorten(text)}: {error}") from error
        return [tuple(values)]


class RedisReader(LookupReader):
    """Sends the commands of a call in a pipeline."""

    def __init__(self, lookup: RedisLookup) -> None:
        self._lookup = lookup
        self._hashes = HashRows(lookup)
        self._client = lookup.settings.client(_TABLE)

    def lookup(self, keys: Sequence[Key]) -> Sequence[Sequence[Row]]:
        return self._read([self._hashes.hash_key(key) for key in keys])

    def _read(self, names: Sequence[Any]) -> list[list[Row]]:
        def read() -> Any:
            pipeline = self._client.pipeline(transaction=False)
            for name in names:
                pipeline.hgetall(name)
            return pipeline.execute()

        return [self._hashes.rows(fields) for fields in self._retried(read)]

    def read_all(self) -> Iterable[Row]:
        pattern = self._lookup.keys.pattern()
        scanned = self._retried(lambda: list(self._client.scan_iter(match=pattern, count=_HASHES_PER_CALL)))
        names = list(dict.fromkeys(scanned))  # SCAN may return a key twice
        for start in range(0, len(names), _HASHES_PER_CALL):
            for rows in self._read(names[start : start + _HASHES_PER_CALL]):
                yield from rows

    def _retried(self, call: Callable[[], Any]) -> Any:
        failures = 0
        while True:
            try:
                return call()
            except Exception as error:
                failures += 1
                if failures > self._lookup.lookups.retries or not _is_transient(error):
                    raise _error(self._lookup, error) from None
                _BACKOFF.wait_after(failures)

    def close(self) -> None:
        self._client.close()


class RedisAsyncReader(AsyncLookupReader):
    """Sends the commands of a call in a pipeline, over a connection of its own."""

    def __init__(self, lookup: RedisLookup) -> None:
        self._lookup = lookup
        self._hashes = HashRows(lookup)
        self._client = lookup.settings.async_client(_TABLE)

    async def lookup(self, keys: Sequence[Key]) -> Sequence[Sequence[Row]]:
        failures = 0
        while True:
            try:
                pipeline = self._client.pipeline(transaction=False)
                for key in keys:
                    pipeline.hgetall(self._hashes.hash_key(key))
                results = await pipeline.execute()
            except Exception as error:
                failures += 1
                if failures > self._lookup.lookups.retries or not _is_transient(error):
                    raise _error(self._lookup, error) from None
                await asyncio.sleep(_BACKOFF.pause_ms(failures) / 1000)
            else:
                return [self._hashes.rows(fields) for fields in results]

    async def close(self) -> None:
        await self._client.aclose()


def _is_transient(error: Exception) -> bool:
    from redis.exceptions import ConnectionError as Disconnected
    from redis.exceptions import TimeoutError as Late

    return isinstance(error, (Disconnected, Late, OSError))


def _error(lookup: RedisLookup, error: Exception) -> ConnectorError:
    return lookup.settings.error(_TABLE, "rows could not be read", error)
