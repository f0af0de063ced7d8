"""DESCRIBE: the columns of a table, and details of a function, a catalog or a database."""

from __future__ import annotations

from typing import Any

from pyrite.core.secrets import masked
from pyrite.core.types import BooleanType, string_type
from pyrite.core.types.quoting import quoted_identifier
from pyrite.expressions.expression_tree import Path
from pyrite.expressions.functions import FUNCTIONS
from pyrite.expressions.python_function import TableFunctionSpec
from pyrite.relational.bind.errors import BindError, nearest, unsupported
from pyrite.relational.bind.session import InlineTable, ViewDefinition
from pyrite.relational.catalog.schema import Column, ComputedColumn, MetadataColumn, ResolvedSchema
from pyrite.relational.plan.nodes import ResolvedTable
from pyrite.relational.session.results import StatementResult, table
from pyrite.relational.session.session import Session
from pyrite.relational.sql import sql_tree
from pyrite.relational.sql.printer import expression_sql
from pyrite.relational.sql.sql_tree import ObjectKind


def describe(statement: sql_tree.Describe, session: Session, text: str) -> StatementResult:
    match statement.kind:
        case ObjectKind.TABLE | ObjectKind.VIEW:
            return columns_of_table(statement.path, session, statement.at)
        case ObjectKind.FUNCTION:
            return _function(statement, session)
        case ObjectKind.CATALOG:
            return _catalog(statement, session)
        case ObjectKind.DATABASE:
            return _database(statement, session)
    raise unsupported(f"DESCRIBE {statement.kind.value}", statement.at)


def schema_of(path: Path, session: Session, at: int) -> ResolvedSchema:
    """Returns the columns of a table or view."""
    match session.table(path):
        case ResolvedTable(schema=schema) | ViewDefinition(schema=schema):
            return schema
        case InlineTable(plan=plan):
            return ResolvedSchema(tuple(Column(field.name, field.type) for field in plan.row_type.fields))
    full_name = ".".join(_full_name(path, session))
    hint = nearest(path[-1], session.table_names())
    raise BindError(f"Tables or views with the identifier '{full_name}' doesn't exist.", at, hint)


def _full_name(path: Path, session: Session) -> tuple[str, str, str]:
    name = session.catalogs.qualify(path)
    return name.catalog, name.database, name.object


def columns_of_table(path: Path, session: Session, at: int) -> StatementResult:
    schema = schema_of(path, session, at)
    key = () if schema.primary_key is None else schema.primary_key.columns
    has_comments = any(column.comment for column in schema.columns)
    names = ["name", "type", "null", "key", "extras", "watermark", *(["comment"] if has_comments else [])]
    types = [string_type() if name != "null" else BooleanType() for name in names]
    rows = [(*_row(column, key, schema), *([column.comment] if has_comments else [])) for column in schema.columns]
    return table(names, types, rows)


def _row(column: Column, key: tuple[str, ...], schema: ResolvedSchema) -> tuple[Any, ...]:
    mark = schema.watermark
    return (
        column.name,
        column.type.copy(nullable=True).as_summary_string(),
        column.type.nullable,
        f"PRI({', '.join(key)})" if column.name in key else None,
        extras_of(column),
        expression_sql(mark.tree) if mark is not None and mark.rowtime == column.name else None,
    )


def extras_of(column: Column) -> str | None:
    """Returns the part of a column after its type: computed or metadata; None for physical columns."""
    match column:
        case ComputedColumn():
            return f"AS {expression_sql(column.tree)}"
        case MetadataColumn():
            origin = f" FROM '{column.key}'" if column.key != column.name else ""
            return f"METADATA{origin}{' VIRTUAL' if column.is_virtual else ''}"
    return None


def _info(rows: list[tuple[str, Any]]) -> StatementResult:
    return table(["info name", "info value"], [string_type(), string_type()], rows)


def _function(statement: sql_tree.Describe, session: Session) -> StatementResult:
    function = session.catalogs.get_function(statement.path)
    name = ".".join(statement.path)
    if function is None:
        built_in = FUNCTIONS.get(name.upper()) if len(statement.path) == 1 else None
        if built_in is not None:
            rows = [("is system function", "true"), ("is temporary", "false")]
            if statement.is_extended:
                rows += _details("SCALAR", built_in.is_deterministic)
            return _info(rows)
        hint = nearest(name, [*FUNCTIONS.names(), *session.catalogs.function_names()])
        quoted_name = ".".join(map(quoted_identifier, statement.path))
        raise BindError(f"Function with the identifier '{quoted_name}' doesn't exist.", statement.at, hint)
    is_system = session.catalogs.is_system_function(statement.path)
    is_temporary = is_system or session.catalogs.is_temporary_function(statement.path)
    rows = [("is system function", str(is_system).lower()), ("is temporary", str(is_temporary).lower())]
    if not is_system:
        rows += [("class name", function.class_name), ("function language", function.language), ("resource uris", "[]")]
    if statement.is_extended:
        spec = function.function
        rows += _details("TABLE" if isinstance(spec, TableFunctionSpec) else "SCALAR", spec.is_deterministic)
        path = statement.path if is_system else session.catalogs.full_path(statement.path)
        rows.append(("signature", f"{'.'.join(path)}(*)"))
    return _info(rows)


def _details(kind: str, is_deterministic: bool) -> list[tuple[str, str]]:
    deterministic = str(is_deterministic).lower()
    return [
        ("kind", kind),
        ("requirements", "[]"),
        ("is deterministic", deterministic),
        ("supports constant folding", deterministic),
    ]


def _catalog(statement: sql_tree.Describe, session: Session) -> StatementResult:
    name = statement.path[-1]
    catalog = session.catalogs.catalogs.get(name)
    if catalog is None:
        hint = nearest(name, session.catalogs.catalogs)
        raise BindError(f"Cannot obtain metadata information from Catalog {name}.", statement.at, hint)
    rows = [("name", name), ("type", catalog.options.get("type", "")), ("comment", catalog.comment)]
    if statement.is_extended:
        options = sorted((key, value) for key, value in catalog.options.items() if key != "type")
        rows += [(f"option:{key}", masked(key, value)) for key, value in options]
    return _info(rows)


def _database(statement: sql_tree.Describe, session: Session) -> StatementResult:
    path = statement.path
    catalog = session.catalogs.catalog(path[0] if len(path) == 2 else str(session.catalogs.current_catalog))
    database = catalog.get_database(path[-1])
    if database is None:
        hint = nearest(path[-1], catalog.list_databases())
        raise BindError(f"Database {path[-1]} does not exist in Catalog {catalog.name}.", statement.at, hint)
    rows = [("name", path[-1]), ("comment", database.comment)]
    if statement.is_extended:
        rows += sorted(database.properties.items())
    return _info(rows)
