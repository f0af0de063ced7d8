"""CREATE, ALTER and DROP VIEW."""

from __future__ import annotations

from dataclasses import replace

from pyrite.expressions.expression_tree import Path, Query
from pyrite.relational.bind.errors import BindError, nearest
from pyrite.relational.bind.queries import QueryBinder
from pyrite.relational.bind.query_expander import QueryExpander
from pyrite.relational.catalog.objects import CatalogTable, CatalogView, InlineView
from pyrite.relational.catalog.schema import Column, ResolvedSchema
from pyrite.relational.session.results import OK, StatementResult
from pyrite.relational.session.session import Session
from pyrite.relational.session.tables import drop, put_new_table, rename_table
from pyrite.relational.sql import sql_tree
from pyrite.relational.sql.printer import query_sql


def create_view(statement: sql_tree.CreateView, session: Session, text: str) -> StatementResult:
    """Executes CREATE VIEW. As in Flink, OR REPLACE is ignored: an existing view is not replaced."""
    view = _view_of(statement.query, statement.columns, session, statement.comment)
    name = session.catalogs.qualify(statement.view)
    put_new_table(view, name, session, statement.is_temporary, statement.if_not_exists)
    return OK


def _view_of(query: Query, columns: Path, session: Session, comment: str | None) -> CatalogView:
    """Creates a view of a query. Binds the query to determine its columns."""
    binder = QueryBinder(session, {})
    plan, names = binder.bind_named(query)
    fields = plan.row_type.fields
    if columns and len(columns) != len(fields):
        raise BindError(
            "VIEW definition and input fields not match:\n"
            f"\tDef fields: [{', '.join(columns)}].\n"
            f"\tInput fields: [{', '.join(field.name for field in fields)}]."
        )
    column_names = columns or tuple(names)
    for place, name in enumerate(column_names):
        if name in column_names[:place]:
            raise BindError(f"A column with the same name `{name}` has been defined", query.at)
    schema = ResolvedSchema(tuple(Column(name, field.type) for name, field in zip(column_names, fields, strict=True)))
    expanded = QueryExpander(binder, session.catalogs.full_path, session.catalogs.full_function_path).expanded(query)
    return CatalogView(expanded, query_sql(expanded), schema, comment)


def alter_view(statement: sql_tree.AlterView, session: Session, text: str) -> StatementResult:
    catalogs = session.catalogs
    name = catalogs.qualify(statement.view)
    view = catalogs.get_table(name)
    if view is None or catalogs.is_temporary(name):
        hint = nearest(name.object, session.table_names())
        words = f"View {name.as_serializable_string()} doesn't exist or is a temporary view."
        raise BindError(words, statement.at, hint)
    if isinstance(view, CatalogTable):
        raise BindError("ALTER VIEW for a table is not allowed", statement.at)
    match statement.action:
        case sql_tree.RenameTo(name=new_path):
            rename_table(name, catalogs.qualify(new_path), session, statement.at)
        case sql_tree.SetQuery(query=query):
            options = {} if isinstance(view, InlineView) else view.options
            comment = None if isinstance(view, InlineView) else view.comment
            changed = replace(_view_of(query, (), session, comment), options=options)
            catalogs.catalog(name.catalog).put_table(name.database, name.object, changed)
            _refuse_recursion(statement, view, session)
        case action:
            raise TypeError(f"not an action of ALTER VIEW: {action!r}")
    return OK


def _refuse_recursion(statement: sql_tree.AlterView, former: CatalogView | InlineView, session: Session) -> None:
    """Restores the previous view if the new one refers to itself, directly or indirectly."""
    name = session.catalogs.qualify(statement.view)
    try:
        QueryBinder(session, {}).bind(sql_tree.TableQuery(statement.view, at=statement.at))
    except BindError:
        session.catalogs.catalog(name.catalog).put_table(name.database, name.object, former)
        raise


def drop_view(statement: sql_tree.Drop, session: Session, text: str) -> StatementResult:
    return drop(statement, session, "View", CatalogView)
