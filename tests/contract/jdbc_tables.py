"""Tables of PostgreSQL and SQLite as places for the contract suite."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from abc import abstractmethod
from pathlib import Path
from typing import Any, ClassVar, Optional

from pyrite.common.sink import Sink
from pyrite.connectors.jdbc.options import JdbcConnectionOptions, JdbcExactlyOnceOptions
from pyrite.connectors.jdbc.sink import JdbcSink
from tests.connectors.jdbc.postgres_server import connection_to, shared_server
from tests.contract.case import SinkCase

PLAIN = "INSERT INTO {} (n) VALUES (?)"


class JdbcSinkCase(SinkCase):
    connector = JdbcSink
    columns: ClassVar[str] = "n int, seen int default 1"
    sql: ClassVar[str] = PLAIN
    exactly_once: ClassVar[Optional[JdbcExactlyOnceOptions]] = JdbcExactlyOnceOptions()

    def sink(self, run: str) -> Sink:
        self._execute(f"CREATE TABLE IF NOT EXISTS {run} ({self.columns})")
        sql, options = self.sql.format(run), self._options()
        if self.exactly_once is None:
            made = JdbcSink.sink(sql, None, options)
        else:
            made = JdbcSink.exactly_once_sink(sql, None, options, jdbc_exactly_once_options=self.exactly_once)
        assert made.guarantee().delivery == self.delivery
        return made

    def record(self, number: int) -> Any:
        return (number,)

    def arrived(self, run: str) -> list[int]:
        return [number for number, seen in self._execute(f"SELECT n, seen FROM {run}") for _ in range(seen)]

    @abstractmethod
    def _options(self) -> JdbcConnectionOptions: ...

    @abstractmethod
    def _execute(self, sql: str) -> list[tuple[Any, ...]]: ...


class PostgresSinkCase(JdbcSinkCase):
    def _options(self) -> JdbcConnectionOptions:
        return connection_to(shared_server().url)

    def _execute(self, sql: str) -> list[tuple[Any, ...]]:
        return shared_server().execute(sql)


class SqliteSinkCase(JdbcSinkCase):
    def open(self) -> None:
        self._folder = tempfile.mkdtemp()
        self._path = str(Path(self._folder, "out.db"))

    def close(self) -> None:
        shutil.rmtree(self._folder)

    def _options(self) -> JdbcConnectionOptions:
        return connection_to(f"jdbc:sqlite:{self._path}")

    def _execute(self, sql: str) -> list[tuple[Any, ...]]:
        with sqlite3.connect(self._path) as connection:
            return connection.execute(sql).fetchall()
