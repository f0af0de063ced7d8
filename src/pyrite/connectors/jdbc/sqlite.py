"""SqliteDatabase: SQLite with Python's sqlite3. Every task needs access to the file: on one machine, or one worker."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from datetime import date, datetime, time
from decimal import Decimal
from itertools import chain
from typing import Any, ClassVar, Final

from pyrite.connectors.jdbc.database import Database
from pyrite.connectors.jdbc.statement import Statement
from pyrite.core.persistence.persisted import persisted

_AS_TEXT: Final = frozenset({datetime, date, time, Decimal})
"""Types that SQLite lacks. They are stored as `str`, which its date functions accept."""


@persisted("jdbc-sqlite-database/1")
class SqliteDatabase(Database):
    """A database file. Writers wait for each other, up to `timeout_s`."""

    begin: ClassVar[str] = "BEGIN IMMEDIATE"
    all_rows: ClassVar[str] = "LIMIT -1"

    def __init__(self, path: str, timeout_s: int) -> None:
        self.address = path
        self._timeout_s = timeout_s

    @property
    def errors(self) -> type[Exception]:
        return sqlite3.Error

    def connect(self, name: str = "") -> sqlite3.Connection:
        return sqlite3.connect(self.address, self._timeout_s, isolation_level=None, check_same_thread=False)

    def is_transient(self, error: Exception) -> bool:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        return code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)

    def days_ago(self, days: int) -> str:
        return f"datetime('now', '-{days} days')"

    def native(self, sql: str) -> str:
        return sql

    def open_cursor(self, connection: Any, sql: str, parameters: Sequence[Any]) -> Any:
        return connection.execute(sql, tuple(parameters))

    def cancel(self, connection: Any) -> None:
        connection.interrupt()

    def tie_breaker(self, alias: str, columns: int) -> str:
        return ", ".join(map(str, range(1, columns + 1)))

    def write(self, connection: Any, statement: Statement, rows: Sequence[Sequence[Any]]) -> None:
        if not _AS_TEXT.isdisjoint(map(type, chain.from_iterable(rows))):
            rows = [[str(value) if type(value) in _AS_TEXT else value for value in row] for row in rows]
        connection.executemany(statement.sql, rows)
