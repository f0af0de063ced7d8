"""JdbcSink and JdbcSource, against PostgreSQL and SQLite."""

from __future__ import annotations

from pyrite.core.connector.guarantee import AT_LEAST_ONCE, EXACTLY_ONCE
from tests.whole.contract.jdbc_tables import JdbcSinkCase, NewRowsCase, PostgresTables, SqliteTables, TableCase

COUNTED = "INSERT INTO {0} (n) VALUES (?) ON CONFLICT (n) DO UPDATE SET seen = {0}.seen + 1"
"""A repeat is seen in the table."""


class PostgresPrepared(PostgresTables, JdbcSinkCase):
    delivery = EXACTLY_ONCE


class PostgresWriteAhead(PostgresTables, JdbcSinkCase):
    delivery = EXACTLY_ONCE
    columns = "n int primary key, seen int default 1"
    sql = COUNTED


class PostgresUpsert(PostgresTables, JdbcSinkCase):
    delivery = EXACTLY_ONCE
    columns = "n int primary key, seen int default 1"
    sql = "INSERT INTO {} (n) VALUES (?) ON CONFLICT (n) DO UPDATE SET n = excluded.n"
    exactly_once = None


class PostgresPlain(PostgresTables, JdbcSinkCase):
    delivery = AT_LEAST_ONCE
    exactly_once = None


class SqliteWriteAhead(SqliteTables, JdbcSinkCase):
    delivery = EXACTLY_ONCE
    columns = "n int primary key, seen int default 1"
    sql = COUNTED


class SqliteUpsert(SqliteTables, JdbcSinkCase):
    delivery = EXACTLY_ONCE
    columns = "n int primary key, seen int default 1"
    sql = "INSERT OR REPLACE INTO {} (n) VALUES (?)"
    exactly_once = None


class SqlitePlain(SqliteTables, JdbcSinkCase):
    delivery = AT_LEAST_ONCE
    exactly_once = None


class PostgresTable(PostgresTables, TableCase):
    delivery = EXACTLY_ONCE


class PostgresNewRows(PostgresTables, NewRowsCase):
    delivery = EXACTLY_ONCE


class SqliteTable(SqliteTables, TableCase):
    delivery = EXACTLY_ONCE


class SqliteNewRows(SqliteTables, NewRowsCase):
    delivery = EXACTLY_ONCE
