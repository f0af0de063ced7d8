"""SHOW CREATE: the statement that creates an object."""

from __future__ import annotations

from collections.abc import Mapping

from pyrite.core.secrets import masked, masked_statement
from pyrite.core.types.quoting import quoted_identifier, quoted_text
from pyrite.relational.bind.errors import BindError, nearest, unsupported
from pyrite.relational.bind.schemas import resolve_schema
from pyrite.relational.catalog.objects import CatalogTable, CatalogView
from pyrite.relational.catalog.schema import Column, ComputedColumn, ResolvedSchema
from pyrite.relational.session.describe import extras_of
from pyrite.relational.session.results import StatementResult, one_column
from pyrite.relational.session.session import Session
from pyrite.relational.sql import sql_tree
from pyrite.relational.sql.printer import expression_sql
from pyrite.relational.sql.sql_tree import ObjectKind


def show_create(statement: sql_tree.ShowCreate, session: Session, text: str) -> StatementResult:
    match statement.kind:
        case ObjectKind.TABLE:
            return one_column("result", [_table(statement, session)])
        case ObjectKind.VIEW:
            return one_column("result", [_view(statement, session)])
        case ObjectKind.CATALOG:
            return one_column("result", [_catalog(statement, session)])
    raise unsupported(f"SHOW CREATE {statement.kind.value}", statement.at)


def _table(statement: sql_tree.ShowCreate, session: Session) -> str:
    name = session.catalogs.qualify(statement.path)
    quoted_name = name.as_serializable_string()
    table = session.catalogs.get_table(name)
    if table is None:
        raise BindError(
            f"Could not execute SHOW CREATE TABLE. Table with identifier {quoted_name} does not exist.",
            statement.at,
            nearest(name.object, session.table_names()),
        )
    if not isinstance(table, CatalogTable):
        raise BindError(
            f"SHOW CREATE TABLE is only supported for tables, but {quoted_name} is a view. "
            "Please use SHOW CREATE VIEW instead.",
            statement.at,
        )
    schema = resolve_schema(table.schema, session)
    lines = [_column(column) for column in schema.columns]
    lines += _marks(schema)
    parts = [f"CREATE {_temporary(name, session)}TABLE {quoted_name} (\n" + ",\n".join(lines) + "\n)\n"]
    if table.comment:
        parts.append(f"COMMENT {quoted_text(table.comment)}\n")
    if table.distribution is not None:
        parts.append(f"{distribution_clause(table.distribution)}\n")
    if table.partition_keys:
        parts.append(f"PARTITIONED BY ({', '.join(map(quoted_identifier, table.partition_keys))})\n")
    parts.append(_options(table.options))
    return "".join(parts)


def _temporary(name: object, session: Session) -> str:
    return "TEMPORARY " if name in session.catalogs.temporary_tables else ""


def _column(column: Column) -> str:
    comment = f" COMMENT {quoted_text(column.comment)}" if column.comment else ""
    extras = extras_of(column)
    if isinstance(column, ComputedColumn):
        return f"  {quoted_identifier(column.name)} {extras}{comment}"
    suffix = f" {extras}" if extras else ""
    return f"  {quoted_identifier(column.name)} {column.type.as_serializable_string()}{suffix}{comment}"


def _marks(schema: ResolvedSchema) -> list[str]:
    lines = []
    if schema.watermark is not None:
        rowtime = quoted_identifier(schema.watermark.rowtime)
        lines.append(f"  WATERMARK FOR {rowtime} AS {expression_sql(schema.watermark.tree)}")
    if schema.primary_key is not None:
        columns = ", ".join(map(quoted_identifier, schema.primary_key.columns))
        lines.append(f"  CONSTRAINT {quoted_identifier(schema.primary_key.name)} PRIMARY KEY ({columns}) NOT ENFORCED")
    return lines


def distribution_clause(distribution: sql_tree.Distribution) -> str:
    columns = ", ".join(map(quoted_identifier, distribution.columns))
    kind = "" if distribution.kind is sql_tree.DistributionKind.UNKNOWN else distribution.kind.value
    by = f" BY {kind}({columns})" if columns else ""
    into = "" if distribution.buckets is None else f" INTO {distribution.buckets} BUCKETS"
    return f"DISTRIBUTED{by}{into}"


def _options(options: Mapping[str, str]) -> str:
    if not options:
        return ""
    lines = [f"  {quoted_text(key)} = {quoted_text(masked(key, value))}" for key, value in sorted(options.items())]
    return "WITH (\n" + ",\n".join(lines) + "\n)\n"


def _view(statement: sql_tree.ShowCreate, session: Session) -> str:
    name = session.catalogs.qualify(statement.path)
    quoted_name = name.as_serializable_string()
    view = session.catalogs.get_table(name)
    if view is None:
        raise BindError(
            f"Could not execute SHOW CREATE VIEW. View with identifier {quoted_name} does not exist.",
            statement.at,
            nearest(name.object, session.table_names()),
        )
    if isinstance(view, CatalogTable):
        raise BindError(
            f"SHOW CREATE VIEW is only supported for views, but {quoted_name} is a table. "
            "Please use SHOW CREATE TABLE instead.",
            statement.at,
        )
    if not isinstance(view, CatalogView):
        raise BindError("SHOW CREATE VIEW is not supported for views registered by Table API.", statement.at)
    columns = ",\n".join(f"  {quoted_identifier(column)}" for column in view.schema.names)
    comment = f"COMMENT {quoted_text(view.comment)}\n" if view.comment else ""
    query, _ = masked_statement(view.text, 0)
    return f"CREATE {_temporary(name, session)}VIEW {quoted_name} (\n{columns}\n)\n{comment}AS {query}\n"


def _catalog(statement: sql_tree.ShowCreate, session: Session) -> str:
    name = statement.path[-1]
    catalog = session.catalogs.catalogs.get(name)
    if catalog is None or not catalog.options:
        hint = nearest(name, session.catalogs.catalogs)
        raise BindError(f"Cannot obtain metadata information from Catalog {name}.", statement.at, hint)
    comment = f"COMMENT {quoted_text(catalog.comment)}\n" if catalog.comment else ""
    return f"CREATE CATALOG {quoted_identifier(name)}\n{comment}{_options(catalog.options)}"
