"""Lookups of tables without a job."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from pyrite.core.connector.lookup import AsyncLookupReader, Key, Lookup, LookupReader, SupportsLookup
from pyrite.core.connector.table import TableContext
from tests.connectors.tables import source_of


def lookup_of(context: TableContext, *keys: str) -> Lookup:
    """The lookup of a table by some of its columns."""
    source = source_of(context)
    assert isinstance(source, SupportsLookup)
    return source.describe_lookup([context.row_type.names.index(key) for key in keys])


def looked_up(lookup: Lookup, *keys: Key, is_async: bool = False) -> Sequence[Sequence[tuple[Any, ...]]]:
    """The rows of keys, by a reader of its own."""
    reader = lookup.create_reader(is_async)
    if isinstance(reader, AsyncLookupReader):
        return asyncio.run(_looked_up(reader, keys))
    assert isinstance(reader, LookupReader)
    reader.open()
    try:
        return reader.lookup(keys)
    finally:
        reader.close()


async def _looked_up(reader: AsyncLookupReader, keys: Sequence[Key]) -> Sequence[Sequence[tuple[Any, ...]]]:
    await reader.open()
    try:
        return await reader.lookup(keys)
    finally:
        await reader.close()
