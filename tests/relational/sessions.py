"""Sessions with a few tables, for tests of what SQL means; nothing runs."""

from __future__ import annotations

from pyrite.connectors.table_factories import table_factory
from pyrite.core.config.configuration import Configuration
from pyrite.relational.plan.nodes import RelNode
from pyrite.relational.session.results import StatementResult
from pyrite.relational.session.session import Session
from pyrite.relational.session.statements import execute_statement
from pyrite.relational.sql import sql_tree
from pyrite.relational.sql.parser import parse_statement

TABLES = (
    "CREATE TABLE orders (id BIGINT, price DOUBLE, name STRING, ts TIMESTAMP(3)) WITH ('connector' = 'datagen')",
    "CREATE TABLE nested (id INT, tags ARRAY<STRING>, counts MAP<STRING, INT>, r ROW<x INT, y ROW<z STRING>>) "
    "WITH ('connector' = 'datagen')",
    "CREATE TABLE timed (id BIGINT, sent TIMESTAMP(3), ts AS sent + INTERVAL '1' SECOND, "
    "WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = 'datagen')",
    "CREATE TABLE files (a BIGINT, b INT, s STRING, `path` STRING METADATA FROM 'file.path' VIRTUAL) "
    "WITH ('connector' = 'filesystem', 'path' = '/nowhere', 'format' = 'parquet')",
    "CREATE TABLE target (id BIGINT, price DOUBLE) WITH ('connector' = 'blackhole')",
    "CREATE VIEW cheap AS SELECT id, price * 2 AS doubled FROM orders WHERE price < 10",
)


def new_session(*statements: str, tables: tuple[str, ...] = TABLES) -> Session:
    """A session in which these statements have run."""
    session = Session(Configuration({"table.local-time-zone": "UTC"}), table_factory)
    for statement in (*tables, *statements):
        run(session, statement)
    return session


def run(session: Session, text: str) -> StatementResult:
    return execute_statement(parse_statement(text), session, text)


def plan(session: Session, text: str) -> RelNode:
    """The plan of a query or an INSERT, as it is written."""
    statement = parse_statement(text)
    if isinstance(statement, sql_tree.Insert):
        return session.plan_insert(statement, text)
    assert isinstance(statement, sql_tree.QueryStatement)
    return session.plan_query(statement.query, text)


def rows(session: Session, text: str) -> list[tuple[object, ...]]:
    """What a statement shows."""
    return list(run(session, text).rows)
