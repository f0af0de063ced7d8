"""Tables of PostgreSQL and SQLite as places for the contract suite."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from abc import abstractmethod
from pathlib import Path
from typing import Any, ClassVar, Optional

from pyrite.connectors.jdbc.options import JdbcConnectionOptions, JdbcExactlyOnceOptions
from pyrite.connectors.jdbc.sink.sink import JdbcSink
from pyrite.connectors.jdbc.source.source import JdbcSource, JdbcSourceBuilder
from pyrite.core.connector.sink import Sink
from pyrite.core.time.time import Duration
from tests.connectors.jdbc.postgres_server import connection_to, shared_server
from tests.whole.contract.case import SinkCase, SourceCase

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


class PostgresTables:
    """Tables of the shared server."""

    def _options(self) -> JdbcConnectionOptions:
        return connection_to(shared_server().url)

    def _execute(self, sql: str) -> list[tuple[Any, ...]]:
        return shared_server().execute(sql)


class SqliteTables:
    """Tables of a file."""

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


class JdbcSourceCase(SourceCase):
    connector = JdbcSource

    def fill(self, run: str, count: int) -> None:
        self._execute(f"CREATE TABLE {run} (n int, name text)")
        rows = ", ".join(f"({number}, 'number {number}')" for number in range(count))
        self._execute(f"INSERT INTO {run} VALUES {rows}")

    def source(self, run: str) -> JdbcSource:
        builder = JdbcSource.builder().set_db_url(self._options().get_db_url()).set_result_set_fetch_size(7)
        return self.finish(builder.set_sql(f"SELECT n / 3 AS third, name, n FROM {run}"))

    @abstractmethod
    def finish(self, builder: JdbcSourceBuilder) -> JdbcSource: ...

    def number(self, value: Any) -> int:
        number: int = value["n"]
        return number

    @abstractmethod
    def _options(self) -> JdbcConnectionOptions: ...

    @abstractmethod
    def _execute(self, sql: str) -> list[tuple[Any, ...]]: ...


class TableCase(JdbcSourceCase):
    """Ranges of a column that has each value three times."""

    parallelism = 2

    def finish(self, builder: JdbcSourceBuilder) -> JdbcSource:
        return builder.set_partition_column("third", 4).build()


class NewRowsCase(JdbcSourceCase):
    def finish(self, builder: JdbcSourceBuilder) -> JdbcSource:
        return builder.set_increasing_column("n").set_poll_interval(Duration.of_millis(10)).build()
