"""Lookups of hashes in Redis."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from pyrite.core.connector.lookup import LookupReader
from pyrite.core.connector.table import TableContext
from pyrite.core.errors import BadRecordError, ValidationException
from pyrite.core.types import (
    BooleanType,
    DateType,
    DecimalType,
    DoubleType,
    IntType,
    LocalZonedTimestampType,
    LogicalType,
    TimestampType,
    TimeType,
    VarCharType,
)
from tests.connectors.lookups import looked_up, lookup_of
from tests.connectors.redis.server import client, shared_server, started
from tests.connectors.tables import block_of, sink_of, table

TEXT = VarCharType(100)
NONE: Mapping[str, Any] = {}
EITHER = pytest.mark.parametrize("is_async", [False, True], ids=["sync", "async"])


def hashes(
    prefix: str, key: tuple[str, ...], options: Mapping[str, Any] = NONE, /, **types: LogicalType
) -> TableContext:
    url = options.get("url") or shared_server().url
    context = table({"connector": "redis", "url": url, "key-prefix": prefix, **options}, **types)
    return replace(context, primary_key=key)


@EITHER
def test_lookup_returns_the_hash_of_each_key(is_async: bool) -> None:
    redis = client(shared_server().url)
    redis.hset("users:1", mapping={"id": "1", "name": "anna"})
    redis.hset("users:2", mapping={"id": "2"})
    users = hashes("users", ("id",), id=IntType(), name=TEXT)
    assert looked_up(lookup_of(users, "id"), (2,), (3,), (1,), is_async=is_async) == [[(2, None)], [], [(1, "anna")]]


def test_key_of_several_columns_has_the_order_of_the_primary_key() -> None:
    client(shared_server().url).hset("pairs:1:x", mapping={"a": "1", "b": "x"})
    pairs = hashes("pairs", ("a", "b"), b=TEXT, a=IntType())
    assert looked_up(lookup_of(pairs, "b", "a"), ("x", 1)) == [[("x", 1)]]
    with pytest.raises(ValidationException, match="with all columns of its primary key, a, b, and not by a"):
        lookup_of(pairs, "a")


def test_every_type_comes_back_as_it_was_written() -> None:
    types: dict[str, LogicalType] = {
        "id": IntType(),
        "flag": BooleanType(),
        "d": DoubleType(),
        "price": DecimalType(10, 2),
        "day": DateType(),
        "at": TimeType(3),
        "t": TimestampType(6),
        "z": LocalZonedTimestampType(6),
    }
    row = (1, True, 0.1, Decimal("1.50"), 19782, 45_296_500, 1_709_210_096_500_000_000, 1_709_210_096_500_000_000)
    context = hashes("types", ("id",), **types)
    writer: Any = sink_of(context).create_sink().create_writer(None)  # type: ignore[arg-type]
    writer.write(block_of(context.row_type, [row]))
    writer.flush(True)
    writer.close()
    assert looked_up(lookup_of(context, "id"), (1,)) == [[row]]


def test_field_of_another_type_names_itself() -> None:
    client(shared_server().url).hset("bad:1", mapping={"id": "1", "n": "many"})
    with pytest.raises(BadRecordError, match="field 'n' of a hash is b'many'"):
        looked_up(lookup_of(hashes("bad", ("id",), id=IntType(), n=IntType()), "id"), (1,))


def test_full_cache_reads_all_hashes_of_the_table() -> None:
    redis = client(shared_server().url)
    for number in range(20):
        redis.hset(f"whole[1]:{number}", mapping={"id": str(number)})
    redis.hset("whole1:99", mapping={"id": "99"})
    options = {"lookup.cache": "FULL", "lookup.full-cache.periodic-reload.interval": "1 h"}
    reader = lookup_of(hashes("whole[1]", ("id",), options, id=IntType()), "id").create_reader(False)
    assert isinstance(reader, LookupReader)
    assert sorted(reader.read_all()) == [(number,) for number in range(20)]
    reader.close()


@EITHER
def test_lookup_goes_on_when_the_server_is_back(is_async: bool) -> None:
    server = started()
    try:
        client(server.url).hset("users:1", mapping={"id": "1"})
        server.kill()
        starting = threading.Timer(0.5, server.start)
        starting.start()
        users = hashes("users", ("id",), {"url": server.url, "lookup.max-retries": 20}, id=IntType())
        assert looked_up(lookup_of(users, "id"), (1,), is_async=is_async) == [[(1,)]]
        starting.join()
    finally:
        server.stop()
