"""CREATE, ALTER and DROP TABLE."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from pyrite.core.errors import ValidationException
from pyrite.core.types import ObjectIdentifier
from pyrite.relational.bind.errors import BindError, nearest
from pyrite.relational.bind.schemas import resolve_schema, with_key_not_null
from pyrite.relational.catalog.objects import CatalogTable, CatalogView
from pyrite.relational.session import partitions, schema_changes
from pyrite.relational.session.partitions import missing_table
from pyrite.relational.session.results import OK, StatementResult
from pyrite.relational.session.session import Session
from pyrite.relational.session.table_like import merged_with
from pyrite.relational.sql import sql_tree


def create_table(statement: sql_tree.CreateTable, session: Session, text: str) -> StatementResult:
    """Executes CREATE TABLE. As in Flink, OR REPLACE without a query is ignored."""
    name = session.catalogs.qualify(statement.table)
    catalog_table = declared_table(statement)
    if statement.like is not None:
        catalog_table = merged_with(catalog_table, statement.like, _base_of(statement.like, session))
    check_table(catalog_table, session)
    catalog_table = replace(catalog_table, schema=with_key_not_null(catalog_table.schema))
    put_new_table(catalog_table, name, session, statement.is_temporary, statement.if_not_exists)
    return OK


def declared_table(statement: sql_tree.CreateTable) -> CatalogTable:
    """Returns the table in the statement, without LIKE."""
    return CatalogTable(
        statement.schema,
        {option.key: option.value for option in statement.options},
        statement.comment,
        statement.partitioned_by,
        statement.distribution,
    )


def put_new_table(
    table: CatalogTable | CatalogView, name: ObjectIdentifier, session: Session, is_temporary: bool, if_not_exists: bool
) -> None:
    """Adds a new table or view."""
    catalogs = session.catalogs
    if is_temporary:
        if name not in catalogs.temporary_tables:
            catalogs.temporary_tables[name] = table
        elif not if_not_exists:
            raise ValidationException(f"Temporary table '{name.as_serializable_string()}' already exists")
        return
    catalog = catalogs.catalogs.get(name.catalog)
    if catalog is None:
        raise ValidationException(f"Catalog {name.catalog} does not exist.")
    if catalog.get_database(name.database) is None:
        raise ValidationException(_failure(name, f"Database {name.database} does not exist in Catalog {name.catalog}."))
    if catalog.get_table(name.database, name.object) is None:
        catalog.put_table(name.database, name.object, table)
    elif not if_not_exists:
        raise ValidationException(_failure(name, _exists(name)))


def _failure(name: ObjectIdentifier, cause: str) -> str:
    return f"Could not execute CreateTable in path {name.as_serializable_string()}\nCause: {cause}"


def _exists(name: ObjectIdentifier) -> str:
    return f"Table (or view) {name.database}.{name.object} already exists in Catalog {name.catalog}."


def check_table(table: CatalogTable, session: Session) -> None:
    """Raises if the schema cannot be resolved, or for keys that are not columns."""
    schema = resolve_schema(table.schema, session)
    physical = [field.name for field in schema.physical_type.fields]
    for key in table.partition_keys:
        if key in schema.names and key not in physical:
            raise BindError(
                f"Invalid partition key '{key}'. A partition key must reference a physical column in the schema. "
                f"Available columns are: [{', '.join(physical)}]"
            )
        if key not in physical:
            raise BindError(
                f"Partition column '{key}' not defined in the table schema. "
                f"Available columns: [{', '.join(repr(name) for name in physical)}]",
                hint=nearest(key, physical),
            )
    if table.distribution is None:
        return
    for key in table.distribution.columns:
        if key not in physical:
            raise BindError(
                f"Invalid bucket key '{key}'. A bucket key for a distribution must reference a physical column in the "
                f"schema. Available columns are: [{', '.join(physical)}]",
                hint=nearest(key, physical),
            )
    if table.distribution.buckets is not None and table.distribution.buckets < 1:
        raise BindError(
            f"Invalid bucket count '{table.distribution.buckets}'. The number of buckets for a distributed table must "
            "be at least 1."
        )


def _base_of(like: sql_tree.TableLike, session: Session) -> CatalogTable:
    base = session.catalogs.get_table(session.catalogs.qualify(like.table))
    if base is None:
        name = session.catalogs.qualify(like.table).as_serializable_string()
        raise BindError(
            f"Source table '{name}' of the LIKE clause not found in the catalog",
            like.at,
            nearest(like.table[-1], session.table_names()),
        )
    if not isinstance(base, CatalogTable):
        name = session.catalogs.qualify(like.table).as_serializable_string()
        raise BindError(f"Source table '{name}' of the LIKE clause can not be a VIEW", like.at)
    return base


# DROP -----------------------------------------------------------------------------------------------------------------


def drop_table(statement: sql_tree.Drop, session: Session, text: str) -> StatementResult:
    return drop(statement, session, "Table", CatalogTable)


def remove_table(name: ObjectIdentifier, session: Session) -> None:
    """Removes a table or view from its catalog."""
    session.catalogs.catalog(name.catalog).drop_table(name.database, name.object)


def drop(statement: sql_tree.Drop, session: Session, kind: str, of: type[Any]) -> StatementResult:
    """Drops a table or view. A temporary one must be dropped before the permanent one that it hides."""
    catalogs = session.catalogs
    name = catalogs.qualify(statement.path)
    path = name.as_serializable_string()
    if statement.is_temporary:
        if name in catalogs.temporary_tables:
            del catalogs.temporary_tables[name]
        elif not statement.if_exists:
            raise ValidationException(
                f"Temporary table or view with identifier '{path.replace('`', '')}' does not exist."
            )
        return OK
    if name in catalogs.temporary_tables:
        raise ValidationException(
            f"Temporary {kind.lower()} with identifier '{path}' exists. Drop it first before removing the permanent "
            f"{kind.lower()}."
        )
    if isinstance(catalogs.get_permanent_table(name), of):
        remove_table(name, session)
    elif not statement.if_exists:
        hint = nearest(name.object, session.table_names())
        raise BindError(f"{kind} with identifier '{path.replace('`', '')}' does not exist.", statement.at, hint)
    return OK


# ALTER ----------------------------------------------------------------------------------------------------------------


def alter_table(statement: sql_tree.AlterTable, session: Session, text: str) -> StatementResult:
    catalogs = session.catalogs
    name = catalogs.qualify(statement.table)
    table = catalogs.get_permanent_table(name)
    quoted_name = name.as_serializable_string()
    if not isinstance(table, CatalogTable):
        if statement.if_exists and table is None:
            return OK
        if table is not None:
            raise BindError("ALTER TABLE for a view is not allowed", statement.at)
        hint = nearest(name.object, session.table_names())
        if isinstance(statement.action, (sql_tree.AddPartitions, sql_tree.DropPartitions)):
            raise BindError(missing_table(name), statement.at, hint)
        raise BindError(f"Table {quoted_name} doesn't exist or is a temporary table.", statement.at, hint)
    catalog = catalogs.catalog(name.catalog)
    if isinstance(statement.action, sql_tree.RenameTo):
        rename_table(name, catalogs.qualify(statement.action.name), session, statement.at)
        return OK
    match statement.action:
        case sql_tree.AddPartitions() as action:
            changed = partitions.add_partitions(table, action, name)
        case sql_tree.DropPartitions() as action:
            changed = partitions.drop_partitions(table, action, name)
        case sql_tree.DropDistribution() if table.distribution is None:
            raise BindError(f"Table {quoted_name} does not have a distribution to drop.", statement.at)
        case action:
            changed = _CHANGES[type(action)](table, action)
            check_table(changed, session)
            changed = replace(changed, schema=with_key_not_null(changed.schema))
    catalog.put_table(name.database, name.object, changed)
    return OK


def rename_table(name: ObjectIdentifier, new: ObjectIdentifier, session: Session, at: int) -> None:
    """Renames a table or view in its database. Only the last part of the new name counts, as in Flink."""
    catalog = session.catalogs.catalog(name.catalog)
    if (table := catalog.get_table(name.database, new.object)) is not None:
        raise BindError(_exists(replace(name, object=new.object)), at)
    table = catalog.get_table(name.database, name.object)
    assert table is not None
    catalog.drop_table(name.database, name.object)
    catalog.put_table(name.database, new.object, table)


def _set_options(table: CatalogTable, action: sql_tree.SetOptions) -> CatalogTable:
    return replace(table, options={**table.options, **{option.key: option.value for option in action.options}})


def _reset_options(table: CatalogTable, action: sql_tree.ResetOptions) -> CatalogTable:
    if "connector" in action.keys:
        raise BindError("ALTER TABLE RESET does not support changing 'connector'", action.at)
    if not action.keys:
        raise BindError("ALTER TABLE RESET does not support empty key", action.at)
    return replace(table, options={key: value for key, value in table.options.items() if key not in action.keys})


_CHANGES: Final[dict[type[sql_tree.AlterAction], Callable[[CatalogTable, Any], CatalogTable]]] = {
    sql_tree.SetOptions: _set_options,
    sql_tree.ResetOptions: _reset_options,
    sql_tree.ChangeSchema: schema_changes.change_schema,
    sql_tree.RenameColumn: schema_changes.rename_column,
    sql_tree.DropColumns: schema_changes.drop_columns,
    sql_tree.DropPrimaryKey: schema_changes.drop_primary_key,
    sql_tree.DropConstraint: schema_changes.drop_constraint,
    sql_tree.DropWatermark: schema_changes.drop_watermark,
    sql_tree.ChangeDistribution: schema_changes.change_distribution,
    sql_tree.DropDistribution: schema_changes.drop_distribution,
}
