"""SHOW PARTITIONS, and ALTER TABLE ADD and DROP PARTITION: the partitions of a table in the catalog."""

from __future__ import annotations

from dataclasses import replace

from pyrite.core.types import ObjectIdentifier
from pyrite.relational.bind.errors import BindError, nearest
from pyrite.relational.catalog.objects import CatalogTable, Partition
from pyrite.relational.session.results import StatementResult, one_column
from pyrite.relational.session.session import Session
from pyrite.relational.sql import sql_tree


def show_partitions(statement: sql_tree.ShowPartitions, session: Session, text: str) -> StatementResult:
    """Returns the partitions with all values of PARTITION (...)."""
    name = session.catalogs.qualify(statement.table)
    table = session.catalogs.get_permanent_table(name)
    if table is None:
        raise BindError(missing_table(name), statement.at, nearest(name.object, session.table_names()))
    keys = table.partition_keys if isinstance(table, CatalogTable) else ()
    partitions = table.partitions if isinstance(table, CatalogTable) else {}
    if not keys:
        raise _not_partitioned(name, statement.at)
    values = _values(statement.partition)
    matching = [each for each in partitions if values.items() <= dict(each).items()]
    return one_column("partition name", ["/".join(f"{key}={value}" for key, value in each) for each in matching])


def add_partitions(table: CatalogTable, action: sql_tree.AddPartitions, name: ObjectIdentifier) -> CatalogTable:
    partitions = dict(table.partitions)
    for spec, options in action.partitions:
        added = _partition(spec, table, name, action.at)
        if added not in partitions:
            partitions[added] = {option.key: option.value for option in options}
        elif not action.if_not_exists:
            raise BindError(f"{_words(dict(added), name)} already exists.", action.at)
    return replace(table, partitions=partitions)


def drop_partitions(table: CatalogTable, action: sql_tree.DropPartitions, name: ObjectIdentifier) -> CatalogTable:
    partitions = dict(table.partitions)
    for spec in action.partitions:
        dropped = tuple((key, value) for key, value in _values(spec).items())
        existing = next((each for each in partitions if dict(each) == dict(dropped)), None)
        if existing is not None:
            del partitions[existing]
        elif not action.if_exists:
            raise BindError(f"{_words(dict(dropped), name)} does not exist.", action.at)
    return replace(table, partitions=partitions)


def _partition(spec: sql_tree.PartitionSpec, table: CatalogTable, name: ObjectIdentifier, at: int) -> Partition:
    """Checks that a partition has a value for each key."""
    if not table.partition_keys:
        raise _not_partitioned(name, at)
    values = _values(spec)
    if set(values) != set(table.partition_keys):
        raise _invalid(values, table.partition_keys, name, at)
    return tuple(values.items())


def _values(spec: sql_tree.PartitionSpec) -> dict[str, str]:
    return {part.column: "" if part.value is None else str(part.value.value) for part in spec}


def _words(values: dict[str, str], name: ObjectIdentifier) -> str:
    return f"Partition {_shown(values)} of table {name.database}.{name.object} in catalog {name.catalog}"


def _shown(values: dict[str, str]) -> str:
    return f"CatalogPartitionSpec{{{{{', '.join(f'{key}={value}' for key, value in values.items())}}}}}"


def missing_table(name: ObjectIdentifier) -> str:
    return f"Table (or view) {name.database}.{name.object} does not exist in Catalog {name.catalog}."


def _not_partitioned(name: ObjectIdentifier, at: int) -> BindError:
    return BindError(f"Table {name.database}.{name.object} in catalog {name.catalog} is not partitioned.", at)


def _invalid(values: dict[str, str], keys: tuple[str, ...], name: ObjectIdentifier, at: int) -> BindError:
    return BindError(
        f"PartitionSpec {_shown(values)} does not match partition keys [{', '.join(keys)}] of table "
        f"{name.database}.{name.object} in catalog {name.catalog}.",
        at,
    )
