"""Database: the interface of sources and sinks to a database. Session: a connection that reconnects after errors."""

from __future__ import annotations

import contextlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final, TypeVar

from pyrite.connectors.jdbc.statement import Statement
from pyrite.core.backoff import Backoff
from pyrite.core.errors import ConnectorError
from pyrite.core.persistence.persisted import persisted

T = TypeVar("T")

_BACKOFF: Final = Backoff(200, longest_ms=2000)


@persisted("jdbc-database/1")
class Database(ABC):
    """A database. Picklable. Its DB-API connections commit every statement outside of `transaction`."""

    address: str
    """The address for messages, without a password."""
    begin: ClassVar[str] = "BEGIN"
    all_rows: ClassVar[str] = "LIMIT ALL"

    @property
    @abstractmethod
    def errors(self) -> type[Exception]:
        """The base class of the driver's errors."""

    @abstractmethod
    def connect(self, name: str = "") -> Any:
        """Connects, with a session name for the server's views. Raises the driver's errors."""

    @abstractmethod
    def is_transient(self, error: Exception) -> bool:
        """Whether an error is transient, so that a retry may succeed."""

    @abstractmethod
    def native(self, sql: str) -> str:
        """Converts SQL with `?` into the driver's parameter style."""

    @abstractmethod
    def write(self, connection: Any, statement: Statement, rows: Sequence[Sequence[Any]]) -> None:
        """Executes the statement for each row, within the open transaction."""

    @abstractmethod
    def days_ago(self, days: int) -> str:
        """A moment in the past, as SQL."""

    @abstractmethod
    def open_cursor(self, connection: Any, sql: str, parameters: Sequence[Any]) -> Any:
        """A cursor over rows that the server sends in batches. The connection serves nothing else in the meantime."""

    def end_cursor(self, connection: Any) -> None:  # noqa: B027
        """Releases the resources of `open_cursor`."""

    @abstractmethod
    def cancel(self, connection: Any) -> None:
        """Cancels the call of another thread on this connection."""

    @abstractmethod
    def tie_breaker(self, alias: str, columns: int) -> str:
        """An ORDER BY expression for rows with equal values, so that only equal rows may swap places."""

    def writers(self, connection: Any, sql: str) -> frozenset[str]:
        """The open transactions that may have allocated a number for a row in this query's tables."""
        return frozenset()

    def execute(self, connection: Any, sql: str, parameters: Sequence[Any] = ()) -> Any:
        """Executes a statement with `?`, and returns its cursor."""
        return connection.execute(self.native(sql), tuple(parameters))

    def query_each(self, connection: Any, sql: str, parameters: Sequence[Sequence[Any]]) -> list[list[Any]]:
        """Executes a query with `?` for each of the parameters, and returns the rows of each."""
        return [self.execute(connection, sql, each).fetchall() for each in parameters]

    @contextlib.contextmanager
    def transaction(self, connection: Any) -> Iterator[None]:
        connection.execute(self.begin)
        try:
            yield
            connection.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(self.errors):  # the connection may be broken, which ends the transaction
                connection.execute("ROLLBACK")
            raise

    def failure(self, error: Exception) -> ConnectorError:
        """Converts a driver's error into an error for the user."""
        reason = " ".join(str(error).split()) or type(error).__name__
        return ConnectorError(f"{self.address}: {reason}")

    @contextlib.contextmanager
    def reported_errors(self) -> Iterator[None]:
        """Converts the driver's errors into Pyrite's errors, with the address."""
        try:
            yield
        except self.errors as error:
            raise self.failure(error) from None


class Session:
    """A connection to a database, opened on first use."""

    def __init__(self, database: Database, name: str = "") -> None:
        self._database = database
        self._name = name
        self._connection: Any = None

    def run(self, action: Callable[[Any], T], attempts: int = 1) -> T:
        """Calls `action(connection)`. After a transient error, repeats the call on a new connection."""
        backoff, failures = replace(_BACKOFF, retries=attempts - 1), 0
        while True:
            try:
                if self._connection is None:
                    self._connection = self._database.connect(self._name)
                return action(self._connection)
            except self._database.errors as error:
                self.close()
                failed = error
            failures += 1
            if not self._database.is_transient(failed) or not backoff.wait_after(failures):
                raise self._database.failure(failed)

    def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(self._database.errors):
                connection.close()
