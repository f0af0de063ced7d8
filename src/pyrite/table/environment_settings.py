"""EnvironmentSettings: how a TableEnvironment is made."""

from __future__ import annotations

from typing import Optional

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.options import RUNTIME_MODE, RuntimeExecutionMode
from pyrite.relational.catalog.manager import DEFAULT_CATALOG, DEFAULT_DATABASE


class EnvironmentSettings:
    """Settings that cannot change afterwards: the mode, and the names of the built-in catalog and database."""

    class Builder:
        """Builds settings; in streaming mode unless it is said otherwise."""

        def __init__(self) -> None:
            self._configuration = Configuration()
            self._catalog = DEFAULT_CATALOG
            self._database = DEFAULT_DATABASE

        def with_configuration(self, config: Configuration) -> EnvironmentSettings.Builder:
            self._configuration.add_all(config)
            return self

        def in_batch_mode(self) -> EnvironmentSettings.Builder:
            self._configuration.set(RUNTIME_MODE, RuntimeExecutionMode.BATCH)
            return self

        def in_streaming_mode(self) -> EnvironmentSettings.Builder:
            self._configuration.set(RUNTIME_MODE, RuntimeExecutionMode.STREAMING)
            return self

        def with_built_in_catalog_name(self, built_in_catalog_name: str) -> EnvironmentSettings.Builder:
            self._catalog = built_in_catalog_name
            return self

        def with_built_in_database_name(self, built_in_database_name: str) -> EnvironmentSettings.Builder:
            self._database = built_in_database_name
            return self

        def build(self) -> EnvironmentSettings:
            return EnvironmentSettings(self._configuration, self._catalog, self._database)

    def __init__(
        self,
        configuration: Optional[Configuration] = None,
        catalog: str = DEFAULT_CATALOG,
        database: str = DEFAULT_DATABASE,
    ) -> None:
        self._configuration = configuration or Configuration()
        self._catalog = catalog
        self._database = database

    def get_built_in_catalog_name(self) -> str:
        return self._catalog

    def get_built_in_database_name(self) -> str:
        return self._database

    def is_streaming_mode(self) -> bool:
        return self._configuration.get(RUNTIME_MODE) is not RuntimeExecutionMode.BATCH

    def get_configuration(self) -> Configuration:
        return self._configuration

    @staticmethod
    def new_instance() -> EnvironmentSettings.Builder:
        return EnvironmentSettings.Builder()

    @staticmethod
    def in_streaming_mode() -> EnvironmentSettings:
        return EnvironmentSettings.new_instance().in_streaming_mode().build()

    @staticmethod
    def in_batch_mode() -> EnvironmentSettings:
        return EnvironmentSettings.new_instance().in_batch_mode().build()
