"""Finds the factory of a table by what its option 'connector' says."""

from __future__ import annotations

import importlib
from typing import Final

from pyrite.core.connector.table import TableFactory
from pyrite.core.connector.table_options import nearest_name
from pyrite.core.errors import MissingDependencyError, ValidationException

_OWN: Final = {
    "blackhole": "pyrite.connectors.builtin.terminal_tables:BlackHoleTableFactory",
    "cassandra": "pyrite.connectors.cassandra.table:CassandraTableFactory",
    "datagen": "pyrite.connectors.builtin.datagen_table:DatagenTableFactory",
    "elasticsearch-7": "pyrite.connectors.elasticsearch.table:ElasticsearchTableFactory",
    "filesystem": "pyrite.connectors.files.table.table:FileSystemTableFactory",
    "jdbc": "pyrite.connectors.jdbc.table.table:JdbcTableFactory",
    "kafka": "pyrite.connectors.kafka.table.table:KafkaTableFactory",
    "print": "pyrite.connectors.builtin.terminal_tables:PrintTableFactory",
    "redis": "pyrite.connectors.redis.table:RedisTableFactory",
    "upsert-kafka": "pyrite.connectors.kafka.table.upsert_table:UpsertKafkaTableFactory",
}
"""Imported when they are first asked for: some need a package that may not be there."""
_REGISTERED: Final[dict[str, TableFactory]] = {}


def register_table_factory(factory: TableFactory) -> None:
    """Makes a connector of the user's own known to SQL. It replaces one of the same name."""
    _REGISTERED[factory.identifier] = factory


def table_factory(identifier: str) -> TableFactory:
    """The factory of a connector: registered, one of our own, or a class as `package.module.Class`.

    ValidationException, in Flink's words, if there is none.
    """
    if identifier in _REGISTERED:
        return _REGISTERED[identifier]
    module, _, name = _OWN.get(identifier, identifier).rpartition(":" if identifier in _OWN else ".")
    try:
        made = getattr(importlib.import_module(module), name)()
    except MissingDependencyError:
        raise
    except (ImportError, AttributeError, ValueError) as error:
        if identifier in _OWN:
            raise
        raise ValidationException(_unknown(identifier, str(error) if module else "")) from None
    if not isinstance(made, TableFactory):
        raise ValidationException(f"'{identifier}' is no connector: it does not derive from TableFactory")
    return made


def _unknown(identifier: str, reason: str) -> str:
    known = {*_OWN, *_REGISTERED}
    return (
        f"Could not find any factory for identifier '{identifier}' that implements "
        "'org.apache.flink.table.factories.DynamicTableFactory' in the classpath.\n\n"
        + "Available factory identifiers are:\n\n"
        + "\n".join(sorted(known))
        + (f"\n\n{reason}" if reason else "")
        + nearest_name(identifier, known)
    )
