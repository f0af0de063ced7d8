"""How a JDBC source or sink connects, and how it writes: immutable, made by builders."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Optional

from pyrite.core.errors import InvalidProgramError
from pyrite.core.persistence.persisted import persisted


@persisted("jdbc-connection-options/1")
@dataclass(frozen=True)
class JdbcConnectionOptions:
    """Where a database is. Its repr shows neither the URL, which may have a password in it, nor the password."""

    db_url: str = field(repr=False)
    driver_name: Optional[str] = None
    user_name: Optional[str] = None
    password: Optional[str] = field(default=None, repr=False)
    check_timeout_s: int = 60

    def get_db_url(self) -> str:
        """The URL of the database, perhaps with a password in it."""
        return self.db_url

    def get_driver_name(self) -> Optional[str]:
        """The name that was set; it changes nothing."""
        return self.driver_name

    def get_user_name(self) -> Optional[str]:
        """The user's name, if one was set."""
        return self.user_name

    def get_password(self) -> Optional[str]:
        """The password, if one was set."""
        return self.password

    class JdbcConnectionOptionsBuilder:
        """Makes the options. The URL is `jdbc:postgresql://host:port/db` or `jdbc:sqlite:/path`."""

        def __init__(self) -> None:
            self._options = JdbcConnectionOptions("")

        def with_url(self, url: str) -> JdbcConnectionOptions.JdbcConnectionOptionsBuilder:
            """The URL: `jdbc:postgresql://host:port/db` or `jdbc:sqlite:/path`. Required."""
            return self._with(db_url=url)

        def with_driver_name(self, driver_name: str) -> JdbcConnectionOptions.JdbcConnectionOptionsBuilder:
            """For programs that come from PyFlink: the URL alone says which driver is used."""
            return self._with(driver_name=driver_name)

        def with_user_name(self, user_name: str) -> JdbcConnectionOptions.JdbcConnectionOptionsBuilder:
            """The user's name."""
            return self._with(user_name=user_name)

        def with_password(self, password: str) -> JdbcConnectionOptions.JdbcConnectionOptionsBuilder:
            """The password."""
            return self._with(password=password)

        def with_connection_check_timeout_seconds(
            self, connection_check_timeout_seconds: int
        ) -> JdbcConnectionOptions.JdbcConnectionOptionsBuilder:
            """How long to wait for a server to answer, or for SQLite's lock. 60 s if it is not set."""
            return self._with(check_timeout_s=positive("connection_check_timeout", connection_check_timeout_seconds))

        def _with(self, **changed: Any) -> JdbcConnectionOptions.JdbcConnectionOptionsBuilder:
            self._options = replace(self._options, **changed)
            return self

        def build(self) -> JdbcConnectionOptions:
            """The options. InvalidProgramError without a URL."""
            if not self._options.db_url:
                raise InvalidProgramError("JdbcConnectionOptions need a URL: with_url(...)")
            return self._options


@persisted("jdbc-execution-options/1")
@dataclass(frozen=True)
class JdbcExecutionOptions:
    """When records are sent: by their number, by the age of the oldest, and at every checkpoint."""

    batch_interval_ms: int = 0
    batch_size: int = 5000
    max_retries: int = 3

    def get_batch_interval_ms(self) -> int:
        """How long records wait for a full batch, in milliseconds; 0: until the next checkpoint."""
        return self.batch_interval_ms

    def get_batch_size(self) -> int:
        """How many records are sent together at most."""
        return self.batch_size

    def get_max_retries(self) -> int:
        """How often a batch is sent again."""
        return self.max_retries

    @staticmethod
    def defaults() -> JdbcExecutionOptions:
        """The options without changes."""
        return JdbcExecutionOptions()

    @staticmethod
    def builder() -> JdbcExecutionOptions.Builder:
        """Begins with the defaults."""
        return JdbcExecutionOptions.Builder()

    class Builder:
        """Makes the options."""

        def __init__(self) -> None:
            self._options = JdbcExecutionOptions()

        def with_batch_size(self, size: int) -> JdbcExecutionOptions.Builder:
            """How many records are sent together at most."""
            return self._with(batch_size=positive("batch_size", size))

        def with_batch_interval_ms(self, interval_ms: int) -> JdbcExecutionOptions.Builder:
            """0: records wait for a full batch or the next checkpoint."""
            return self._with(batch_interval_ms=not_negative("batch_interval_ms", interval_ms))

        def with_max_retries(self, max_retries: int) -> JdbcExecutionOptions.Builder:
            """How often a batch is sent again when the connection broke or the database asks for it."""
            return self._with(max_retries=not_negative("max_retries", max_retries))

        def _with(self, **changed: Any) -> JdbcExecutionOptions.Builder:
            self._options = replace(self._options, **changed)
            return self

        def build(self) -> JdbcExecutionOptions:
            """The options."""
            return self._options


@persisted("jdbc-exactly-once-options/1")
@dataclass(frozen=True)
class JdbcExactlyOnceOptions:
    """How the exactly-once sink commits."""

    max_commit_attempts: int = 3
    recovered_and_rollback: bool = True
    write_ahead: Optional[bool] = None
    continue_on_lost: bool = False

    @staticmethod
    def defaults() -> JdbcExactlyOnceOptions:
        """The options without changes."""
        return JdbcExactlyOnceOptions()

    @staticmethod
    def builder() -> JdbcExactlyOnceOptions.Builder:
        """Begins with the defaults."""
        return JdbcExactlyOnceOptions.Builder()

    class Builder:
        """Makes the options."""

        def __init__(self) -> None:
            self._options = JdbcExactlyOnceOptions()

        def with_max_commit_attempts(self, max_commit_attempts: int) -> JdbcExactlyOnceOptions.Builder:
            """How often a commit is tried before the job fails. It restarts then, and commits first of all."""
            return self._with(max_commit_attempts=positive("max_commit_attempts", max_commit_attempts))

        def with_recovered_and_rollback(self, recovered_and_rollback: bool) -> JdbcExactlyOnceOptions.Builder:
            """Whether a starting writer rolls back what earlier attempts prepared and no checkpoint refers to."""
            return self._with(recovered_and_rollback=recovered_and_rollback)

        def with_transaction_per_connection(self, transaction_per_connection: bool) -> JdbcExactlyOnceOptions.Builder:
            """For programs that come from Flink: has no effect, since a session here can prepare any number."""
            return self

        def with_write_ahead(self, write_ahead: bool) -> JdbcExactlyOnceOptions.Builder:
            """True: rows stay in the checkpoint until they are committed. False: PREPARE TRANSACTION.

            If it is not set: PREPARE TRANSACTION for a plain INSERT into PostgreSQL, write-ahead for all else.
            """
            return self._with(write_ahead=write_ahead)

        def with_continue_on_lost(self, continue_on_lost: bool) -> JdbcExactlyOnceOptions.Builder:
            """True: a transaction that is gone from the server is logged, and the job continues without its rows."""
            return self._with(continue_on_lost=continue_on_lost)

        def _with(self, **changed: Any) -> JdbcExactlyOnceOptions.Builder:
            self._options = replace(self._options, **changed)
            return self

        def build(self) -> JdbcExactlyOnceOptions:
            """The options."""
            return self._options


def positive(option: str, value: int) -> int:
    if value < 1:
        raise InvalidProgramError(f"{option} is 1 or more, not {value!r}")
    return value


def not_negative(option: str, value: int) -> int:
    if value < 0:
        raise InvalidProgramError(f"{option} is 0 or more, not {value!r}")
    return value
