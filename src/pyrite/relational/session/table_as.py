"""CREATE TABLE ... AS and REPLACE TABLE ... AS: creates a table with the columns of a query, and inserts its rows."""

from __future__ import annotations

from dataclasses import replace

from pyrite.core.types import AnyTimestampType, LogicalType, RowType, TimestampKind
from pyrite.core.types.casting import supports_implicit_cast
from pyrite.relational.bind.errors import BindError, nearest, shown_in
from pyrite.relational.catalog.objects import CatalogTable
from pyrite.relational.plan import nodes
from pyrite.relational.session.session import Session
from pyrite.relational.session.tables import check_table, declared_table, put_new_table, remove_table
from pyrite.relational.sql import sql_tree


def plan_table_as(statement: sql_tree.CreateTable, session: Session, text: str, creates: bool = True) -> nodes.Sink:
    """Plans the INSERT. Creates the table after all checks, unless the statement is only explained."""
    assert statement.query is not None
    query = session.plan_query(statement.query, text)
    with shown_in(text):
        return _planned(statement, query, session, creates)


def _planned(statement: sql_tree.CreateTable, query: nodes.RelNode, session: Session, creates: bool) -> nodes.Sink:
    _refuse_unsupported(statement)
    name = session.catalogs.qualify(statement.table)
    existing = session.catalogs.get_table(name)
    if statement.is_replace and existing is not None and not isinstance(existing, CatalogTable):
        full_name = f"{name.catalog}.{name.database}.{name.object}"
        raise BindError(f"Table with identifier '{full_name}' does not exist.", statement.at)
    if statement.is_replace and not statement.is_create and existing is None:
        raise BindError(
            f"The table {name.as_serializable_string()} to be replaced doesn't exist. You can try to use CREATE TABLE "
            "AS statement or CREATE OR REPLACE TABLE AS statement.",
            statement.at,
            nearest(name.object, session.table_names()),
        )
    table = replace(declared_table(statement), schema=_schema(statement.schema, query.row_type))
    _check_key(table.schema)
    check_table(table, session)
    if existing is not None and statement.if_not_exists and isinstance(existing, CatalogTable):
        table = existing
    target = session.resolved(table, name)
    sink = session.plan_sink(query, target, [field.name for field in query.row_type.fields])
    if creates:
        if statement.is_replace and existing is not None:
            remove_table(name, session)
        put_new_table(table, name, session, is_temporary=False, if_not_exists=statement.if_not_exists)
    return sink


def _refuse_unsupported(statement: sql_tree.CreateTable) -> None:
    words = "CREATE OR REPLACE TABLE AS SELECT" if statement.is_create else "REPLACE TABLE AS SELECT"
    if statement.is_replace and statement.if_not_exists:
        raise BindError(f"{words} syntax does not support IF NOT EXISTS statements yet.", statement.at)
    if statement.is_replace and statement.is_temporary:
        raise BindError(f"{words} syntax does not support temporary table yet.", statement.at)
    if statement.is_temporary:
        raise BindError("CREATE TABLE AS SELECT syntax does not support to create temporary table yet.", statement.at)


def _check_key(schema: sql_tree.TableSchema) -> None:
    """Checks that the query's columns in a primary key are NOT NULL: a key changes only declared columns."""
    nullable = {
        column.name
        for column in schema.columns
        if isinstance(column, sql_tree.PhysicalColumn) and column.at < 0 and column.type.nullable
    }
    for key in schema.constraints:
        for column in key.columns:
            if column in nullable:
                name = key.name or f"PK_{'_'.join(key.columns)}"
                raise BindError(f"Invalid primary key '{name}'. Column '{column}' is nullable.", key.at)


def _schema(schema: sql_tree.TableSchema, query: RowType) -> sql_tree.TableSchema:
    """Returns declared columns that are not in the query, then the query's columns, with declared types."""
    query_columns: dict[str, sql_tree.Column] = {
        field.name: sql_tree.PhysicalColumn((field.name,), _stored(field.type)) for field in query.fields
    }
    if schema.names:
        return sql_tree.TableSchema(_ordered([".".join(path) for path in schema.names], query_columns))
    added: dict[str, sql_tree.Column] = {}
    for place, column in enumerate(schema.columns):
        if column.name in added:
            raise BindError(f"A column named '{column.name}' already exists in the schema. ", column.at)
        if column.name in query_columns:
            _check_replaces(column, place, query)
            query_columns[column.name] = column
        else:
            added[column.name] = column
    return replace(schema, columns=(*added.values(), *query_columns.values()))


def _ordered(names: list[str], query_columns: dict[str, sql_tree.Column]) -> tuple[sql_tree.Column, ...]:
    if len(names) != len(query_columns):
        raise BindError(
            "The number of columns in the column list must match the number of columns in the source schema."
        )
    for name in names:
        if name not in query_columns:
            raise BindError(f"Column '{name}' not found in the source schema.", hint=nearest(name, query_columns))
    return tuple(query_columns[name] for name in names)


def _stored(kind: LogicalType) -> LogicalType:
    """Returns the type without its time attribute."""
    return replace(kind, kind=TimestampKind.REGULAR) if isinstance(kind, AnyTimestampType) else kind


def _check_replaces(column: sql_tree.Column, place: int, query: RowType) -> None:
    """Raises if the query's column cannot be written to the declared column of the same name."""
    words = f"A column named '{column.name}' already exists in the source schema."
    match column:
        case sql_tree.ComputedColumn():
            raise BindError(f"{words} Computed columns cannot overwrite columns from source.", column.at)
        case sql_tree.MetadataColumn(is_virtual=True):
            raise BindError(f"{words} Virtual metadata columns cannot overwrite columns from source.", column.at)
        case sql_tree.PhysicalColumn(type=kind) | sql_tree.MetadataColumn(type=kind):
            source = next(field.type for field in query.fields if field.name == column.name)
            if not supports_implicit_cast(source, kind):
                raise BindError(
                    f"Incompatible types for sink column '{column.name}' at position {place + 1}. The source column "
                    f"has type '{source}', while the target column has type '{kind}'.",
                    column.at,
                )
