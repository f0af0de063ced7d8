"""A JdbcSource's reader, without a job."""

from __future__ import annotations

import time
from typing import Any

from pyrite.core.clock import SystemClock
from pyrite.core.connector.source import Source, SourceBlock, SourceReader, SourceReaderContext
from pyrite.datastream.connectors.jdbc import JdbcSource, JdbcSourceBuilder

LIMIT_S = 30.0


def builder(url: str, sql: str) -> JdbcSourceBuilder:
    return JdbcSource.builder().set_db_url(url).set_sql(sql)


def reader_at(source: Source[Any], split: Any) -> SourceReader[Any]:
    """A reader that resumes from a split's position."""
    reader = source.create_reader(SourceReaderContext(0, 1, SystemClock()))
    reader.open()
    reader.add_splits([split])
    return reader


def take(reader: SourceReader[Any], count: int, block: int = 1000) -> list[Any]:
    """The next `count` records, in blocks of up to `block`."""
    records: list[Any] = []
    until = time.monotonic() + LIMIT_S
    while len(records) < count:
        assert time.monotonic() < until, f"only {records} came"
        polled = reader.poll(min(block, count - len(records)), 50)
        if isinstance(polled, SourceBlock):
            records += polled.values
    return records


def comes_nothing(reader: SourceReader[Any], for_s: float = 0.3) -> bool:
    """Whether nothing comes for a while."""
    until = time.monotonic() + for_s
    while time.monotonic() < until:
        polled = reader.poll(1000, 20)
        if isinstance(polled, SourceBlock) and polled.values:
            return False
    return True
