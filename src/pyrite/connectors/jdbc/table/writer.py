"""JdbcTableWriter: writes rows of a table in multi-row statements."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Any, Final, Optional

from pyrite.connectors.jdbc.database import Database, Session
from pyrite.connectors.upserts.scalar_text import SCALARS, to_datetime
from pyrite.connectors.upserts.table_rows import Convert, Row, TableRows
from pyrite.connectors.upserts.upsert_writer import UpsertWriter
from pyrite.core.errors import ValidationException
from pyrite.core.types import (
    ArrayType,
    BinaryStringType,
    DateType,
    DecimalType,
    LocalZonedTimestampType,
    LogicalType,
    TimestampType,
    TimeType,
)
from pyrite.core.types.instant import Instant
from pyrite.expressions.python_values import nullable_to_python

_MAX_VALUES: Final = 30_000
"""The maximum number of values in a statement. SQLite's limit is 32,766, PostgreSQL's 65,535."""
_KNOWN: Final = (*SCALARS, BinaryStringType)


@dataclass(frozen=True)
class FlushSettings:
    """When changes are written. With 0 `rows`, after each block."""

    rows: int
    interval_ms: int
    retries: int


@dataclass(frozen=True)
class TableStatements:
    """The statements that write to a table with these columns. Without a `key`, rows are only inserted."""

    table: str
    columns: tuple[str, ...]
    key: tuple[str, ...]

    @lru_cache(maxsize=64)  # noqa: B019  # one for each writer, with the same lifetime
    def upsert(self, rows: int) -> str:
        """An INSERT of `rows` rows that replaces rows with equal keys."""
        marks = f"({', '.join('?' * len(self.columns))})"
        insert = f"INSERT INTO {self._name} ({listed(self.columns)}) VALUES {', '.join([marks] * rows)}"
        if not self.key:
            return insert
        others = [name for name in self.columns if name not in self.key]
        updates = ", ".join(f"{quoted(name)} = EXCLUDED.{quoted(name)}" for name in others)
        return f"{insert} ON CONFLICT ({listed(self.key)}) DO {f'UPDATE SET {updates}' if updates else 'NOTHING'}"

    @lru_cache(maxsize=64)  # noqa: B019
    def delete(self, rows: int) -> str:
        """A DELETE of `rows` keys."""
        if len(self.key) == 1:
            return f"DELETE FROM {self._name} WHERE {listed(self.key)} IN ({', '.join('?' * rows)})"
        one = f"({' AND '.join(f'{quoted(name)} = ?' for name in self.key)})"
        return f"DELETE FROM {self._name} WHERE {' OR '.join([one] * rows)}"

    @property
    def _name(self) -> str:
        return qualified(self.table)


def qualified(table: str) -> str:
    """Quotes each part of `schema.table`, unless the user has quoted it."""
    return table if '"' in table else ".".join(map(quoted, table.split(".")))


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def listed(names: Sequence[str]) -> str:
    return ", ".join(map(quoted, names))


def value_maker(is_postgres: bool) -> Convert:
    """A function that selects the converter of a type to the driver. ValidationException for unsupported types."""
    return postgres_value if is_postgres else sqlite_value


def postgres_value(kind: LogicalType) -> Optional[Callable[[Any], Any]]:
    item = kind.element_type if isinstance(kind, ArrayType) else kind
    if not isinstance(item, _KNOWN):
        raise ValidationException(f"The PostgreSQL dialect doesn't support type: {kind.as_summary_string()}.")
    convert = nullable_to_python(kind)
    if not isinstance(item, LocalZonedTimestampType) or convert is None:
        return convert
    return lambda value: _without_instants(convert(value))


def _without_instants(value: Any) -> Any:
    """Drivers have no instants."""
    if isinstance(value, list):
        return list(map(_without_instants, value))
    return to_datetime(value) if isinstance(value, Instant) else value


def sqlite_value(kind: LogicalType) -> Optional[Callable[[Any], Any]]:
    if not isinstance(kind, _KNOWN):
        raise ValidationException(f"The SQLite dialect doesn't support type: {kind.as_summary_string()}.")
    convert = nullable_to_python(kind)
    if isinstance(kind, (DecimalType, DateType, TimeType, TimestampType, LocalZonedTimestampType)):
        return lambda value: _as_text(value if convert is None else convert(value))
    return convert


def _as_text(value: Any) -> Any:
    """Text for types that SQLite lacks. Its functions accept the text, which sorts like the values, except decimals."""
    if isinstance(value, Decimal):
        return str(value)
    value = _without_instants(value)
    if isinstance(value, datetime.datetime):
        return value.isoformat(" ")
    return value.isoformat() if isinstance(value, (datetime.date, datetime.time)) else value


class JdbcTableWriter(UpsertWriter):
    """Writes each batch in a transaction, and retries it after a transient error."""

    def __init__(
        self, database: Database, statements: TableStatements, rows: TableRows, settings: FlushSettings
    ) -> None:
        self._database = database
        self._statements = statements
        self._attempts = settings.retries + 1
        self._session = Session(database)
        super().__init__(rows, settings.rows or 1, settings.interval_ms)

    def send(self, upserts: list[Row], deletes: list[Row]) -> None:
        def write(connection: Any) -> None:
            with self._database.transaction(connection):
                for keys in _parts(deletes):
                    self._execute(connection, self._statements.delete(len(keys)), keys)
                for rows in _parts(upserts):
                    self._execute(connection, self._statements.upsert(len(rows)), rows)

        self._session.run(write, self._attempts)

    def _execute(self, connection: Any, sql: str, rows: Sequence[Row]) -> None:
        self._database.execute(connection, sql, [value for row in rows for value in row])

    def close(self) -> None:
        super().close()
        self._session.close()


def _parts(rows: list[Row]) -> Iterator[list[Row]]:
    """Divides rows into parts that fit into a statement."""
    if rows:
        size = max(1, _MAX_VALUES // len(rows[0]))
        for start in range(0, len(rows), size):
            yield rows[start : start + size]
