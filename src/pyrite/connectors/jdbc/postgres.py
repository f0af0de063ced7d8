"""PostgreSQL, by psycopg."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any, Final

from pyrite.common.errors import InvalidProgramError
from pyrite.connectors.extras import load
from pyrite.connectors.jdbc.database import Database
from pyrite.connectors.jdbc.statement import Statement

APPLICATION_BYTES: Final = 63
"""The server cuts a session's name to so many."""


def psycopg() -> ModuleType:
    return load("psycopg", "postgres", "the JDBC connector for PostgreSQL")


class PostgresDatabase(Database):
    """A database of a server; `parameters` are libpq's."""

    def __init__(self, parameters: dict[str, str]) -> None:
        self._parameters = parameters
        hosts = parameters.get("host", "localhost").split(",")
        ports = parameters.get("port", "5432").split(",")
        ports = ports * len(hosts) if len(ports) == 1 else ports
        places = ",".join(f"{host}:{port}" for host, port in zip(hosts, ports, strict=False))
        self.address = f"postgresql://{places}/{parameters.get('dbname', '')}"

    @property
    def errors(self) -> type[Exception]:
        found: type[Exception] = psycopg().Error
        return found

    def connect(self, name: str = "") -> Any:
        known = {"application_name": name[:APPLICATION_BYTES]} if name else {}
        try:
            connection = psycopg().connect(autocommit=True, **(self._parameters | known))
        except psycopg().ProgrammingError as error:
            raise InvalidProgramError(f"{self.address}: the URL has an option that libpq has not: {error}") from None
        connection.adapters.register_dumper(dict, psycopg().types.json.JsonbDumper)
        return connection

    def may_pass(self, error: Exception) -> bool:
        return isinstance(error, psycopg().OperationalError)

    def days_ago(self, days: int) -> str:
        return f"CURRENT_TIMESTAMP - INTERVAL '{days} days'"

    def native(self, sql: str) -> str:
        return Statement(sql).with_percent_marks()

    def write(self, connection: Any, statement: Statement, rows: Sequence[Sequence[Any]]) -> None:
        """A plain INSERT goes as COPY, which is ten times as fast; all else as one pipeline."""
        insert = statement.plain_insert
        with connection.cursor() as cursor:
            if insert is None:
                cursor.executemany(statement.with_percent_marks(), rows)
                return
            with cursor.copy(f"COPY {insert.table} {insert.columns} FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
