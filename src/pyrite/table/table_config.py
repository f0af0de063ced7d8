"""TableConfig: the settings of a TableEnvironment."""

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
    """Settings by key; they apply to what is planned from then on."""

    def __init__(self, configuration: Configuration) -> None:
        self._configuration = configuration

    def get(self, key: str, default_value: str) -> str:
        return self._configuration.get_string(key, default_value)

    def set(self, key: str, value: Any) -> TableConfig:
        self._configuration.set_string(key, str(value))
        return self

    def get_configuration(self) -> Configuration:
        return self._configuration

    def add_configuration(self, configuration: Configuration) -> None:
        self._configuration.add_all(configuration)

    def get_local_timezone(self) -> str:
        return local_zone(self._configuration.get(LOCAL_TIME_ZONE))

    def set_local_timezone(self, timezone_id: str) -> None:
        self._configuration.set(LOCAL_TIME_ZONE, timezone_id)

    def set_idle_state_retention(self, duration: timedelta) -> None:
        """How long state of a key that sees no rows is kept."""
        self.set("table.exec.state.ttl", f"{duration // timedelta(milliseconds=1)} ms")

    def get_idle_state_retention(self) -> timedelta:
        """How long state of a key that sees no rows is kept; zero: for good."""
        return duration_of(self.get("table.exec.state.ttl", "0 ms"))

    def get_max_generated_code_length(self) -> int:
        """Kept for programs that set it: no code of such a length is generated."""
        return int(self.get("table.generated-code.max-length", "4000"))

    def set_max_generated_code_length(self, max_generated_code_length: int) -> None:
        self.set("table.generated-code.max-length", max_generated_code_length)

    def get_sql_dialect(self) -> SqlDialect:
        return SqlDialect.DEFAULT

    def set_sql_dialect(self, sql_dialect: SqlDialect) -> None:
        if sql_dialect is not SqlDialect.DEFAULT:
            raise InvalidProgramError("the Hive dialect is not supported: statements are in Flink's own")

    def set_python_executable(self, python_exec: str) -> None:
        """The interpreter of the tasks; it must have Pyrite in it. Takes effect when Spark is started."""
        self._configuration.set(PYTHON_EXECUTABLE, python_exec)

    def get_python_executable(self) -> str:
        return self._configuration.get(PYTHON_EXECUTABLE)

    @staticmethod
    def get_default() -> TableConfig:
        return TableConfig(Configuration())


def duration_of(text: str) -> timedelta:
    """A length of time such as `1 h` or `500 ms`; milliseconds without a unit."""
    number, unit = re.fullmatch(r"\s*(\d+)\s*([a-z]*)\s*", text.lower()).groups()  # type: ignore[union-attr]
    return timedelta(milliseconds=int(number) * _MILLIS.get(unit, 1))


_MILLIS = {"ms": 1, "s": 1000, "sec": 1000, "min": 60_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000}
