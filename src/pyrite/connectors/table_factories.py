"""The factories of tables, by the value of the option 'connector'."""

from __future__ import annotations

import importlib
from typing import Final

from pyrite.core.connector.table import TableFactory
from pyrite.core.connector.table_options import nearest_name
from pyrite.core.errors import MissingDependencyError, ValidationException

_BUILT_IN: Final = {
    "blackhole": "pyrite.connectors.builtin.terminal_tables:BlackHoleTableFactory",
    "cassandra": "pyrite.connectors.cassandra.table:CassandraTableFactory",
    "datagen": "pyrite.connectors.builtin.datagen_table:DatagenTableFactory",
    "elasticsearch-7": "pyrite.connectors.elasticsearch.table:ElasticsearchTableFactory",
    "filesystem": "pyrite.connectors.files.table.table:FileSystemTableFactory",
    "http": "pyrite.connectors.http.table:HttpTableFactory",
    "jdbc": "pyrite.connectors.jdbc.table.table:JdbcTableFactory",
    "kafka": "pyrite.connectors.kafka.table.table:KafkaTableFactory",
    "print": "pyrite.connectors.builtin.terminal_tables:PrintTableFactory",
    "redis": "pyrite.connectors.redis.table:RedisTableFactory",
    "upsert-kafka": "pyrite.connectors.kafka.table.upsert_table:UpsertKafkaTableFactory",
}
"""Imported on first use, because some require optional packages."""
_REGISTERED: Final[dict[str, TableFactory]] = {}


def register_table_factory(factory: TableFactory) -> None:
    """Registers a user's connector for SQL. It replaces a connector with the same name."""
    _REGISTERED[factory.identifier] = factory


def table_factory(identifier: str) -> TableFactory:
    """The factory of a connector: registered, built in, or a class as `package.module.Class`.

    ValidationException, in Flink's words, if it does not exist.
    """
    if identifier in _REGISTERED:
        return _REGISTERED[identifier]
    module, _, name = _BUILT_IN.get(identifier, identifier).rpartition(":" if identifier in _BUILT_IN else ".")
    try:
        factory = getattr(importlib.import_module(module), name)()
    except MissingDependencyError:
        raise
    except (ImportError, AttributeError, ValueError) as error:
        if identifier in _BUILT_IN:
            raise
        raise ValidationException(_unknown(identifier, str(error) if module else "")) from None
    if not isinstance(factory, TableFactory):
        raise ValidationException(f"'{identifier}' is not a connector: expected a subclass of TableFactory")
    return factory


def _unknown(identifier: str, reason: str) -> str:
    identifiers = {*_BUILT_IN, *_REGISTERED}
    return (
        f"Could not find any factory for identifier '{identifier}' that implements "
        "'org.apache.flink.table.factories.DynamicTableFactory' in the classpath.\n\n"
        + "Available factory identifiers are:\n\n"
        + "\n".join(sorted(identifiers))
        + (f"\n\n{reason}" if reason else "")
        + nearest_name(identifier, identifiers)
    )
