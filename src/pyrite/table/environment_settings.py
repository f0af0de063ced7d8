"""EnvironmentSettings: the settings that a TableEnvironment is created with."""

from __future__ import annotations

from typing import Optional

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.options import RUNTIME_MODE, RuntimeExecutionMode
from pyrite.relational.catalog.manager import DEFAULT_CATALOG, DEFAULT_DATABASE


class EnvironmentSettings:
    """The settings that a new environment is created with: the execution mode, and the built-in catalog and database.

    >>> EnvironmentSettings.in_batch_mode().is_streaming_mode()
    False
    """

    class Builder:
        """Builds settings. The default is streaming mode."""

        def __init__(self) -> None:
            self._configuration = Configuration()
            self._catalog = DEFAULT_CATALOG
            self._database = DEFAULT_DATABASE

        def with_configuration(self, config: Configuration) -> EnvironmentSettings.Builder:
            """Adds the options of a configuration."""
            self._configuration.add_all(config)
            return self

        def in_batch_mode(self) -> EnvironmentSettings.Builder:
            """Sets batch mode."""
            self._configuration.set(RUNTIME_MODE, RuntimeExecutionMode.BATCH)
            return self

        def in_streaming_mode(self) -> EnvironmentSettings.Builder:
            """Sets streaming mode."""
            self._configuration.set(RUNTIME_MODE, RuntimeExecutionMode.STREAMING)
            return self

        def with_built_in_catalog_name(self, built_in_catalog_name: str) -> EnvironmentSettings.Builder:
            """Sets the name of the initial catalog."""
            self._catalog = built_in_catalog_name
            return self

        def with_built_in_database_name(self, built_in_database_name: str) -> EnvironmentSettings.Builder:
            """Sets the name of the initial database."""
            self._database = built_in_database_name
            return self

        def build(self) -> EnvironmentSettings:
            """Creates the settings."""
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
        """Returns the name of the initial catalog."""
        return self._catalog

    def get_built_in_database_name(self) -> str:
        """Returns the name of the initial database."""
        return self._database

    def is_streaming_mode(self) -> bool:
        """Returns whether the mode is streaming."""
        return self._configuration.get(RUNTIME_MODE) is not RuntimeExecutionMode.BATCH

    def get_configuration(self) -> Configuration:
        """Returns the configuration of the environment."""
        return self._configuration

    @staticmethod
    def new_instance() -> EnvironmentSettings.Builder:
        """Creates a builder.

        >>> shop = EnvironmentSettings.new_instance().with_built_in_database_name("shop").build()
        >>> TableEnvironment.create(shop).get_current_database()
        'shop'
        """
        return EnvironmentSettings.Builder()

    @staticmethod
    def in_streaming_mode() -> EnvironmentSettings:
        """Creates settings for streaming mode."""
        return EnvironmentSettings.new_instance().in_streaming_mode().build()

    @staticmethod
    def in_batch_mode() -> EnvironmentSettings:
        """Creates settings for batch mode."""
        return EnvironmentSettings.new_instance().in_batch_mode().build()
