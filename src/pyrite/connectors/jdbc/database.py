"""Database: what sources and sinks need of a database, and Session: a connection that is reopened when it broke."""

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
    """One database. Pickles; connections are DB-API's, and commit every statement outside of `transaction`."""

    address: str
    """For messages: never has a password in it."""
    begin: ClassVar[str] = "BEGIN"
    all_rows: ClassVar[str] = "LIMIT ALL"

    @property
    @abstractmethod
    def errors(self) -> type[Exception]:
        """What the driver raises."""

    @abstractmethod
    def connect(self, name: str = "") -> Any:
        """A connection, under a name that the server shows. Raises the driver's errors."""

    @abstractmethod
    def may_pass(self, error: Exception) -> bool:
        """Whether the same may go well when it is done again."""

    @abstractmethod
    def native(self, sql: str) -> str:
        """SQL with `?` as the driver takes it."""

    @abstractmethod
    def write(self, connection: Any, statement: Statement, rows: Sequence[Sequence[Any]]) -> None:
        """Executes the statement for each row, within the open transaction."""

    @abstractmethod
    def days_ago(self, days: int) -> str:
        """A moment in the past, as SQL."""

    @abstractmethod
    def open_cursor(self, connection: Any, sql: str, parameters: Sequence[Any]) -> Any:
        """A cursor over rows that the server sends in batches; the connection serves nothing else meanwhile."""

    def end_cursor(self, connection: Any) -> None:  # noqa: B027
        """Lets go what `open_cursor` holds."""

    @abstractmethod
    def cancel(self, connection: Any) -> None:
        """Ends what another thread is waiting for on this connection."""

    @abstractmethod
    def tie_breaker(self, alias: str, columns: int) -> str:
        """What rows of the same value are ordered by, so that only equal rows may change places."""

    def writers(self, connection: Any, sql: str) -> frozenset[str]:
        """The transactions under way that may have taken a number for a row of this query's tables."""
        return frozenset()

    def execute(self, connection: Any, sql: str, parameters: Sequence[Any] = ()) -> Any:
        """The cursor of a statement with `?`."""
        return connection.execute(self.native(sql), tuple(parameters))

    @contextlib.contextmanager
    def transaction(self, connection: Any) -> Iterator[None]:
        connection.execute(self.begin)
        try:
            yield
            connection.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(self.errors):  # the connection may be gone, and the transaction with it
                connection.execute("ROLLBACK")
            raise

    def failure(self, error: Exception) -> ConnectorError:
        """The error shown to the user."""
        reason = " ".join(str(error).split()) or type(error).__name__
        return ConnectorError(f"{self.address}: {reason}")

    @contextlib.contextmanager
    def telling(self) -> Iterator[None]:
        """Errors of the driver become Pyrite's, with the address."""
        try:
            yield
        except self.errors as error:
            raise self.failure(error) from None


class Session:
    """A connection to a database, made when it is needed."""

    def __init__(self, database: Database, name: str = "") -> None:
        self._database = database
        self._name = name
        self._connection: Any = None

    def run(self, action: Callable[[Any], T], attempts: int = 1) -> T:
        """Calls `action(connection)`, again on a new connection if an error may pass."""
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
            if not self._database.may_pass(failed) or not backoff.wait_after(failures):
                raise self._database.failure(failed)

    def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(self._database.errors):
                connection.close()
