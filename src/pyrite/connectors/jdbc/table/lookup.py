"""The lookups of JDBC tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pyrite.connectors.jdbc.database import Database, Session
from pyrite.connectors.jdbc.table.columns import row_values
from pyrite.connectors.jdbc.table.writer import listed, qualified, quoted, value_maker
from pyrite.core.connector.lookup import AsyncLookupReader, Key, Lookup, LookupCache, LookupReader, Row
from pyrite.core.connector.lookup_options import LookupSettings
from pyrite.core.types import RowType


@dataclass(frozen=True)
class JdbcLookup(Lookup):
    """Finds rows by equality of columns, with one statement for each key, so that the database compares the values."""

    database: Database
    is_postgres: bool
    table: str
    row_type: RowType
    keys: tuple[int, ...]
    settings: LookupSettings
    conditions: tuple[str, ...] = ()

    @property
    def cache(self) -> LookupCache:
        return self.settings.cache

    def create_reader(self, is_async: bool) -> LookupReader | AsyncLookupReader:
        return JdbcLookupReader(self)

    def query(self, conditions: Sequence[str]) -> str:
        where = " AND ".join(f"({each})" for each in (*self.conditions, *conditions))
        columns = listed(self.row_type.names) or "1"
        return f"SELECT {columns} FROM {qualified(self.table)}{f' WHERE {where}' if where else ''}"


class JdbcLookupReader(LookupReader):
    """Sends the statements of a call together. A new connection is opened after a transient error."""

    def __init__(self, lookup: JdbcLookup) -> None:
        self._lookup = lookup
        self._session = Session(lookup.database)
        self._attempts = lookup.settings.retries + 1
        names = [lookup.row_type.names[key] for key in lookup.keys]
        self._by_key = lookup.query([f"{quoted(name)} = ?" for name in names])
        convert_of = value_maker(lookup.is_postgres)
        self._converts = [convert_of(lookup.row_type.children[key]) for key in lookup.keys]

    def lookup(self, keys: Sequence[Key]) -> Sequence[Sequence[Row]]:
        converts = self._converts
        parameters = [
            tuple(value if convert is None else convert(value) for value, convert in zip(key, converts, strict=True))
            for key in keys
        ]
        database = self._lookup.database
        results = self._session.run(
            lambda connection: database.query_each(connection, self._by_key, parameters), self._attempts
        )
        return [row_values(self._lookup.row_type, rows) for rows in results]

    def read_all(self) -> Iterable[Row]:
        database, sql = self._lookup.database, self._lookup.query(())
        rows = self._session.run(lambda connection: database.execute(connection, sql).fetchall(), self._attempts)
        return row_values(self._lookup.row_type, rows)

    def close(self) -> None:
        self._session.close()
