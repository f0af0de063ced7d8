"""PostgresDatabase: PostgreSQL with psycopg."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import Any, Final

from pyrite.connectors.jdbc.database import Database
from pyrite.connectors.jdbc.statement import Statement
from pyrite.core.errors import ConnectorError, InvalidProgramError
from pyrite.core.extras import load
from pyrite.core.persistence.persisted import persisted

_WRITERS: Final = """
WITH read AS (
    SELECT c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE ARRAY[n.nspname::text, c.relname::text] IN (SELECT ARRAY[t ->> 0, t ->> 1] FROM jsonb_array_elements(%s) t)
)
SELECT DISTINCT l.virtualtransaction FROM pg_locks l
WHERE l.locktype = 'relation' AND l.mode = 'RowExclusiveLock' AND l.granted
AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
AND l.relation IN (SELECT oid FROM read UNION SELECT a.relid FROM read, pg_partition_ancestors(read.oid) a(relid))
"""
APPLICATION_BYTES: Final = 63
"""The server truncates the name of a session to this length."""


def psycopg() -> ModuleType:
    return load("psycopg", "postgres", "the JDBC connector for PostgreSQL")


@persisted("jdbc-postgres-database/1")
class PostgresDatabase(Database):
    """A database of a PostgreSQL server. `parameters` are libpq's."""

    def __init__(self, parameters: dict[str, str]) -> None:
        self._parameters = parameters
        hosts = parameters.get("host", "localhost").split(",")
        ports = parameters.get("port", "5432").split(",")
        ports = ports * len(hosts) if len(ports) == 1 else ports
        places = ",".join(f"{host}:{port}" for host, port in zip(hosts, ports, strict=False))
        self.address = f"postgresql://{places}/{parameters.get('dbname', '')}"

    @property
    def errors(self) -> type[Exception]:
        error_type: type[Exception] = psycopg().Error
        return error_type

    def connect(self, name: str = "") -> Any:
        session = {"application_name": name[:APPLICATION_BYTES]} if name else {}
        try:
            connection = psycopg().connect(autocommit=True, **(self._parameters | session))
        except psycopg().ProgrammingError as error:
            raise InvalidProgramError(
                f"{self.address}: the URL has an option that libpq does not support: {error}"
            ) from None
        connection.adapters.register_dumper(dict, psycopg().types.json.JsonbDumper)
        return connection

    def is_transient(self, error: Exception) -> bool:
        return isinstance(error, psycopg().OperationalError)

    def days_ago(self, days: int) -> str:
        return f"CURRENT_TIMESTAMP - INTERVAL '{days} days'"

    def native(self, sql: str) -> str:
        return Statement(sql).with_percent_marks()

    def query_each(self, connection: Any, sql: str, parameters: Sequence[Sequence[Any]]) -> list[list[Any]]:
        """Sends all queries before it waits for results."""
        with connection.cursor() as cursor:
            cursor.executemany(self.native(sql), parameters, returning=True)
            results = [cursor.fetchall()]
            while cursor.nextset():
                results.append(cursor.fetchall())
        return results

    def open_cursor(self, connection: Any, sql: str, parameters: Sequence[Any]) -> Any:
        connection.execute("BEGIN READ ONLY")
        cursor = connection.cursor(name="pyrite")
        cursor.execute(self.native(sql), tuple(parameters))
        return cursor

    def end_cursor(self, connection: Any) -> None:
        connection.execute("ROLLBACK")

    def cancel(self, connection: Any) -> None:
        connection.cancel()

    def tie_breaker(self, alias: str, columns: int) -> str:
        return f"{alias}::text"  # types without an ordering, such as json, are ordered as text

    def writers(self, connection: Any, sql: str) -> frozenset[str]:
        """An INSERT locks its table before it allocates a number, until its transaction, also if prepared, ends."""
        [(in_recovery,)] = connection.execute("SELECT pg_is_in_recovery()").fetchall()
        if in_recovery:
            raise ConnectorError(
                f"{self.address} is a standby, without data on open transactions. Read the primary, or set a safe lag"
            )
        [(plan,)] = self.execute(connection, f"EXPLAIN (VERBOSE, FORMAT JSON) {sql}").fetchall()
        cursor = connection.execute(_WRITERS, [psycopg().types.json.Jsonb(sorted(_tables_of(plan)))])
        return frozenset(transaction for (transaction,) in cursor.fetchall())

    def write(self, connection: Any, statement: Statement, rows: Sequence[Sequence[Any]]) -> None:
        """Writes a plain INSERT as COPY, which is ten times as fast, and other statements in a pipeline."""
        insert = statement.plain_insert
        with connection.cursor() as cursor:
            if insert is None:
                cursor.executemany(statement.with_percent_marks(), rows)
                return
            with cursor.copy(f"COPY {insert.table} {insert.columns} FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)


def _tables_of(plan: Any) -> Iterator[tuple[str, str]]:
    """The schema and the name of each table that a plan reads."""
    if isinstance(plan, list):
        for part in plan:
            yield from _tables_of(part)
    elif isinstance(plan, dict):
        if "Relation Name" in plan:
            yield plan["Schema"], plan["Relation Name"]
        for part in plan.values():
            yield from _tables_of(part)
