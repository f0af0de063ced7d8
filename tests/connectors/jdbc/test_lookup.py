"""Lookups in PostgreSQL and SQLite."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from pyrite.core.connector.lookup import LookupReader
from pyrite.core.connector.table import TableContext
from pyrite.core.errors import ConnectorError, ValidationException
from pyrite.core.types import (
    BigIntType,
    DateType,
    DecimalType,
    IntType,
    LocalZonedTimestampType,
    LogicalType,
    TimestampType,
    VarCharType,
)
from servers.postgres import PostgresServer
from tests.connectors.jdbc.postgres_server import new_table
from tests.connectors.lookups import looked_up, lookup_of
from tests.connectors.tables import table

TEXT = VarCharType(100)
NONE: Mapping[str, Any] = {}


def postgres(
    server: PostgresServer, name: str, options: Mapping[str, Any] = NONE, /, **types: LogicalType
) -> TableContext:
    return table({"connector": "jdbc", "url": f"jdbc:{server.url}", "table-name": name, **options}, **types)


def sqlite(
    path: Path, statements: Sequence[str], options: Mapping[str, Any] = NONE, /, **types: LogicalType
) -> TableContext:
    connection = sqlite3.connect(path)
    with connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()
    return table({"connector": "jdbc", "url": f"jdbc:sqlite:{path}", "table-name": "names", **options}, **types)


NAMES = (
    "CREATE TABLE names (id INTEGER, name TEXT)",
    "INSERT INTO names VALUES (1, 'a'), (1, 'b'), (2, 'c'), (3, NULL)",
)


def test_lookup_returns_the_rows_of_each_key(tmp_path: Path) -> None:
    names = sqlite(tmp_path / "db", NAMES, id=IntType(), name=TEXT)
    rows = looked_up(lookup_of(names, "id"), (2,), (4,), (1,), (3,))
    assert rows == [[(2, "c")], [], [(1, "a"), (1, "b")], [(3, None)]]


def test_postgres_returns_the_rows_of_each_key(server: PostgresServer) -> None:
    name = new_table(server, "id int, name text")
    server.execute(f"INSERT INTO {name} VALUES (1, 'a'), (1, 'b'), (2, 'c')")
    names = postgres(server, name, id=IntType(), name=TEXT)
    assert looked_up(lookup_of(names, "id"), (2,), (4,), (1,)) == [[(2, "c")], [], [(1, "a"), (1, "b")]]
    assert looked_up(lookup_of(names, "name", "id"), ("b", 1), ("b", 2)) == [[(1, "b")], []]


def test_database_compares_keys(tmp_path: Path) -> None:
    statements = ("CREATE TABLE names (id INTEGER, name TEXT COLLATE NOCASE)", "INSERT INTO names VALUES (1, 'A')")
    names = sqlite(tmp_path / "db", statements, id=IntType(), name=TEXT)
    assert looked_up(lookup_of(names, "name"), ("a",), ("A",), ("b",)) == [[(1, "A")], [(1, "A")], []]


TYPES = {"d": DecimalType(10, 2), "day": DateType(), "t": TimestampType(6), "z": LocalZonedTimestampType(6)}
VALUES: dict[str, Any] = {
    "d": Decimal("1.50"),
    "day": 19782,
    "t": 1_709_210_096_500_000_000,
    "z": 1_709_210_096_500_000_000,
}


@pytest.mark.parametrize("column", TYPES)
def test_keys_of_other_types_match_in_postgres(server: PostgresServer, column: str) -> None:
    name = new_table(server, "d numeric(10, 2), day date, t timestamp, z timestamptz")
    values = "1.5, '2024-02-29', '2024-02-29 12:34:56.5', '2024-02-29 12:34:56.5+00'"
    server.execute(f"INSERT INTO {name} VALUES ({values})")
    found = looked_up(lookup_of(postgres(server, name, **TYPES), column), (VALUES[column],))
    assert found == [[tuple(VALUES.values())]]


def test_transient_errors_are_retried(tmp_path: Path) -> None:
    path = tmp_path / "db"
    names = sqlite(path, NAMES, {"connection.max-retry-timeout": "1 s"}, id=IntType(), name=TEXT)
    writer = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
    writer.execute("BEGIN EXCLUSIVE")
    threading.Timer(1.5, writer.close).start()
    assert looked_up(lookup_of(names, "id"), (2,)) == [[(2, "c")]]


def test_lookup_fails_after_its_retries(tmp_path: Path) -> None:
    path = tmp_path / "db"
    options = {"connection.max-retry-timeout": "1 s", "lookup.max-retries": 0}
    names = sqlite(path, NAMES, options, id=IntType(), name=TEXT)
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("BEGIN EXCLUSIVE")
    with pytest.raises(ConnectorError, match="database is locked"):
        looked_up(lookup_of(names, "id"), (2,))
    writer.close()


def test_lookup_goes_on_when_the_server_is_back(server: PostgresServer) -> None:
    name = new_table(server)
    server.execute(f"INSERT INTO {name} VALUES (1, 'a')")
    reader = lookup_of(postgres(server, name, {"lookup.max-retries": 20}, id=IntType(), name=TEXT), "id").create_reader(
        False
    )
    assert isinstance(reader, LookupReader)
    assert reader.lookup([(1,)]) == [[(1, "a")]]
    server.kill()
    starting = threading.Timer(0.5, server.start)
    starting.start()
    assert reader.lookup([(1,)]) == [[(1, "a")]]
    starting.join()
    reader.close()


def test_full_cache_reads_the_whole_table(tmp_path: Path) -> None:
    options = {"lookup.cache": "FULL", "lookup.full-cache.periodic-reload.interval": "1 h"}
    names = sqlite(tmp_path / "db", NAMES, options, name=TEXT, id=BigIntType())
    reader = lookup_of(names, "id").create_reader(False)
    assert isinstance(reader, LookupReader)
    assert list(reader.read_all()) == [("a", 1), ("b", 1), ("c", 2), (None, 3)]
    reader.close()


def test_full_cache_needs_an_interval(tmp_path: Path) -> None:
    names = sqlite(tmp_path / "db", NAMES, {"lookup.cache": "FULL"}, id=IntType())
    with pytest.raises(ValidationException, match=r"'lookup.full-cache.periodic-reload.interval' must be set"):
        lookup_of(names, "id")
