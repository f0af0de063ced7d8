"""JdbcSink and JdbcSource, against PostgreSQL and SQLite."""

from __future__ import annotations

from pyrite.common.guarantee import AT_LEAST_ONCE, EXACTLY_ONCE
from tests.contract.jdbc_tables import PostgresSinkCase, SqliteSinkCase

COUNTED = "INSERT INTO {0} (n) VALUES (?) ON CONFLICT (n) DO UPDATE SET seen = {0}.seen + 1"
"""A repeat is seen in the table."""


class PostgresPrepared(PostgresSinkCase):
    delivery = EXACTLY_ONCE


class PostgresWriteAhead(PostgresSinkCase):
    delivery = EXACTLY_ONCE
    columns = "n int primary key, seen int default 1"
    sql = COUNTED


class PostgresUpsert(PostgresSinkCase):
    delivery = EXACTLY_ONCE
    columns = "n int primary key, seen int default 1"
    sql = "INSERT INTO {} (n) VALUES (?) ON CONFLICT (n) DO UPDATE SET n = excluded.n"
    exactly_once = None


class PostgresPlain(PostgresSinkCase):
    delivery = AT_LEAST_ONCE
    exactly_once = None


class SqliteWriteAhead(SqliteSinkCase):
    delivery = EXACTLY_ONCE
    columns = "n int primary key, seen int default 1"
    sql = COUNTED


class SqliteUpsert(SqliteSinkCase):
    delivery = EXACTLY_ONCE
    columns = "n int primary key, seen int default 1"
    sql = "INSERT OR REPLACE INTO {} (n) VALUES (?)"
    exactly_once = None


class SqlitePlain(SqliteSinkCase):
    delivery = AT_LEAST_ONCE
    exactly_once = None
