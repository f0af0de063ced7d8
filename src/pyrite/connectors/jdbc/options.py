"""The immutable options of JDBC connections and JDBC sinks, with their builders."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Optional

from pyrite.core.errors import InvalidProgramError
from pyrite.core.persistence.persisted import persisted


@persisted("jdbc-connection-options/1")
@dataclass(frozen=True)
class JdbcConnectionOptions:
    """The address of a database. Its repr omits the URL, which may contain a password, and the password."""

    db_url: str = field(repr=False)
    driver_name: Optional[str] = None
    user_name: Optional[str] = None
    password: Optional[str] = field(default=None, repr=False)
    check_timeout_s: int = 60

    def get_db_url(self) -> str:
        """The URL of the database, which may contain a password."""
        return self.db_url

    def get_driver_name(self) -> Optional[str]:
        """The configured driver name, which has no effect."""
        return self.driver_name

    def get_user_name(self) -> Optional[str]:
        """The user name, if configured."""
        return self.user_name

    def get_password(self) -> Optional[str]:
        """The password, if configured."""
        return self.password

    class JdbcConnectionOptionsBuilder:
        """Builds the options. The URL is `jdbc:postgresql://host:port/db` or `jdbc:sqlite:/path`."""

        def __init__(self) -> None:
            self._options = JdbcConnectionOptions("")

        def with_url(self, url: str) -> JdbcConnectionOptions.JdbcConnectionOptionsBuilder:
            """Sets the URL: `jdbc:postgresql://host:port/db` or `jdbc:sqlite:/path`. Required."""
            return self._with(db_url=url)

        def with_driver_name(self, driver_name: str) -> JdbcConnectionOptions.JdbcConnectionOptionsBuilder:
            """For PyFlink programs. Has no effect: the URL determines the driver."""
            return self._with(driver_name=driver_name)

        def with_user_name(self, user_name: str) -> JdbcConnectionOptions.JdbcConnectionOptionsBuilder:
            """Sets the user name."""
            return self._with(user_name=user_name)

        def with_password(self, password: str) -> JdbcConnectionOptions.JdbcConnectionOptionsBuilder:
            """Sets the password."""
            return self._with(password=password)

        def with_connection_check_timeout_seconds(
            self, connection_check_timeout_seconds: int
        ) -> JdbcConnectionOptions.JdbcConnectionOptionsBuilder:
            """Sets how long to wait for the server, or for SQLite's lock. The default is 60 s."""
            return self._with(check_timeout_s=positive("connection_check_timeout", connection_check_timeout_seconds))

        def _with(self, **changed: Any) -> JdbcConnectionOptions.JdbcConnectionOptionsBuilder:
            self._options = replace(self._options, **changed)
            return self

        def build(self) -> JdbcConnectionOptions:
            """Returns the options. InvalidProgramError without a URL."""
            if not self._options.db_url:
                raise InvalidProgramError("JdbcConnectionOptions need a URL: call with_url()")
            return self._options


@persisted("jdbc-execution-options/1")
@dataclass(frozen=True)
class JdbcExecutionOptions:
    """When a batch is sent: by its size, by the age of its oldest record, and at every checkpoint."""

    batch_interval_ms: int = 0
    batch_size: int = 5000
    max_retries: int = 3

    def get_batch_interval_ms(self) -> int:
        """The maximum time in milliseconds before a batch is sent; 0: at the next checkpoint."""
        return self.batch_interval_ms

    def get_batch_size(self) -> int:
        """The maximum number of records in a batch."""
        return self.batch_size

    def get_max_retries(self) -> int:
        """The maximum number of retries of a batch."""
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
            """Sets the maximum number of records in a batch."""
            return self._with(batch_size=positive("batch_size", size))

        def with_batch_interval_ms(self, interval_ms: int) -> JdbcExecutionOptions.Builder:
            """Sets the maximum time before a batch is sent. With 0, it is sent when full or at the next checkpoint."""
            return self._with(batch_interval_ms=not_negative("batch_interval_ms", interval_ms))

        def with_max_retries(self, max_retries: int) -> JdbcExecutionOptions.Builder:
            """Sets how often a batch is retried after a broken connection or another transient error."""
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
    """How an exactly-once sink commits."""

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
            """Sets how often a commit is tried before the job fails. After its restart, the job commits first."""
            return self._with(max_commit_attempts=positive("max_commit_attempts", max_commit_attempts))

        def with_recovered_and_rollback(self, recovered_and_rollback: bool) -> JdbcExactlyOnceOptions.Builder:
            """Whether a new writer rolls back prepared transactions of earlier attempts that no checkpoint contains."""
            return self._with(recovered_and_rollback=recovered_and_rollback)

        def with_transaction_per_connection(self, transaction_per_connection: bool) -> JdbcExactlyOnceOptions.Builder:
            """For Flink programs. Has no effect, because a session can prepare any number of transactions."""
            return self

        def with_write_ahead(self, write_ahead: bool) -> JdbcExactlyOnceOptions.Builder:
            """With True, rows are stored in the checkpoint until their commit. With False, PREPARE TRANSACTION is used.

            The default is PREPARE TRANSACTION for a plain INSERT into PostgreSQL, and write-ahead otherwise.
            """
            return self._with(write_ahead=write_ahead)

        def with_continue_on_lost(self, continue_on_lost: bool) -> JdbcExactlyOnceOptions.Builder:
            """With True, the job logs transactions that the server has lost, and continues without their rows."""
            return self._with(continue_on_lost=continue_on_lost)

        def _with(self, **changed: Any) -> JdbcExactlyOnceOptions.Builder:
            self._options = replace(self._options, **changed)
            return self

        def build(self) -> JdbcExactlyOnceOptions:
            """The options."""
            return self._options


def positive(option: str, value: int) -> int:
    if value < 1:
        raise InvalidProgramError(f"{option} must be at least 1, not {value!r}")
    return value


def not_negative(option: str, value: int) -> int:
    if value < 0:
        raise InvalidProgramError(f"{option} must be at least 0, not {value!r}")
    return value
