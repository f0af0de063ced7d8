"""TableConfig: the settings of a TableEnvironment."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from pyrite.core.config.configuration import Configuration
from pyrite.relational.session.options import LOCAL_TIME_ZONE, local_zone


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
