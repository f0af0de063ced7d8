"""TableConfig: the configuration of a TableEnvironment."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.options import PYTHON_EXECUTABLE
from pyrite.core.config.sql_options import LOCAL_TIME_ZONE, local_zone
from pyrite.core.errors import InvalidProgramError
from pyrite.table.sql_dialect import SqlDialect


class TableConfig:
    """Options of a table environment, by key. A change applies to queries that are planned later.

    >>> t_env.get_config().set("table.exec.state.ttl", "1 h").get_idle_state_retention()
    datetime.timedelta(seconds=3600)
    """

    def __init__(self, configuration: Configuration) -> None:
        self._configuration = configuration

    def get(self, key: str, default_value: str) -> str:
        """Returns the value of an option as text, or the default."""
        return self._configuration.get_string(key, default_value)

    def set(self, key: str, value: Any) -> TableConfig:
        """Sets an option. Returns this configuration.

        >>> t_env.get_config().set("table.local-time-zone", "Europe/Berlin").get_local_timezone()
        'Europe/Berlin'
        """
        self._configuration.set_string(key, str(value))
        return self

    def get_configuration(self) -> Configuration:
        """Returns the underlying configuration."""
        return self._configuration

    def add_configuration(self, configuration: Configuration) -> None:
        """Adds all options of another configuration."""
        self._configuration.add_all(configuration)

    def get_local_timezone(self) -> str:
        """Returns the time zone of the session."""
        return local_zone(self._configuration.get(LOCAL_TIME_ZONE))

    def set_local_timezone(self, timezone_id: str) -> None:
        """Sets the time zone of the session, such as `Europe/Berlin` or `GMT+01:00`.

        >>> t_env.get_config().set_local_timezone("Asia/Tokyo")
        >>> t_env.get_config().get_local_timezone()
        'Asia/Tokyo'
        """
        self._configuration.set(LOCAL_TIME_ZONE, timezone_id)

    def set_idle_state_retention(self, duration: timedelta) -> None:
        """Sets how long the state of a key is kept after its last update.

        >>> t_env.get_config().set_idle_state_retention(timedelta(hours=1))
        >>> t_env.get_config().get("table.exec.state.ttl", "0 ms")
        '3600000 ms'
        """
        self.set("table.exec.state.ttl", f"{duration // timedelta(milliseconds=1)} ms")

    def get_idle_state_retention(self) -> timedelta:
        """Returns how long the state of a key is kept after its last update. Zero: without limit."""
        return duration_of(self.get("table.exec.state.ttl", "0 ms"))

    def get_max_generated_code_length(self) -> int:
        """Returns the limit that was set. Exists for compatibility: Pyrite generates no such code."""
        return int(self.get("table.generated-code.max-length", "4000"))

    def set_max_generated_code_length(self, max_generated_code_length: int) -> None:
        """Has no effect: Pyrite generates no such code."""
        self.set("table.generated-code.max-length", max_generated_code_length)

    def get_sql_dialect(self) -> SqlDialect:
        """Returns the dialect of SQL statements."""
        return SqlDialect.DEFAULT

    def set_sql_dialect(self, sql_dialect: SqlDialect) -> None:
        """Sets the dialect of SQL statements. Only Flink's default dialect is supported."""
        if sql_dialect is not SqlDialect.DEFAULT:
            raise InvalidProgramError("the Hive dialect is not supported: use Flink's default dialect")

    def set_python_executable(self, python_exec: str) -> None:
        """Sets the tasks' Python interpreter, which must have Pyrite installed. Takes effect when Spark is started."""
        self._configuration.set(PYTHON_EXECUTABLE, python_exec)

    def get_python_executable(self) -> str:
        """Returns the Python interpreter of the tasks."""
        return self._configuration.get(PYTHON_EXECUTABLE)

    @staticmethod
    def get_default() -> TableConfig:
        """Creates a configuration without options."""
        return TableConfig(Configuration())


def duration_of(text: str) -> timedelta:
    """Parses a duration such as `1 h` or `500 ms`. Without a unit, the number is in milliseconds."""
    number, unit = re.fullmatch(r"\s*(\d+)\s*([a-z]*)\s*", text.lower()).groups()  # type: ignore[union-attr]
    return timedelta(milliseconds=int(number) * _MILLIS.get(unit, 1))


_MILLIS = {"ms": 1, "s": 1000, "sec": 1000, "min": 60_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000}
