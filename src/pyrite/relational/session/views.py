"""CREATE, ALTER and DROP VIEW."""

from __future__ import annotations

from dataclasses import replace

from pyrite.expressions.tree import Path, Query
from pyrite.relational.bind.errors import BindError, nearest, unsupported
from pyrite.relational.bind.queries import QueryBinder, renamed
from pyrite.relational.catalog.objects import CatalogView
from pyrite.relational.catalog.schema import Column, ResolvedSchema
from pyrite.relational.session.results import OK, StatementResult
from pyrite.relational.session.session import Session
from pyrite.relational.session.tables import drop, put_new_table
from pyrite.relational.sql import tree


def create_view(statement: tree.CreateView, session: Session, text: str) -> StatementResult:
    if statement.is_replace:
        raise unsupported("CREATE OR REPLACE VIEW", statement.at)
    view = view_of(statement.query, statement.columns, session, text, statement.comment)
    name = session.catalogs.qualify(statement.view)
    put_new_table(view, name, session, statement.is_temporary, statement.if_not_exists)
    return OK


def view_of(query: Query, columns: Path, session: Session, text: str, comment: str | None = None) -> CatalogView:
    """A view of a query, which is bound to learn its columns."""
    plan = QueryBinder(session, {}).bind(query)
    if columns:
        if len(columns) != len(plan.row_type.fields):
            raise BindError(
                "VIEW definition and input fields not match:\n"
                f"\tDef fields: [{', '.join(columns)}].\n"
                f"\tInput fields: [{', '.join(field.name for field in plan.row_type.fields)}]."
            )
        plan = renamed(plan, columns, query.at)
    schema = ResolvedSchema(tuple(Column(field.name, field.type) for field in plan.row_type.fields))
    return CatalogView(query, text[max(query.at, 0) :].rstrip().rstrip(";").rstrip(), schema, comment)


def alter_view(statement: tree.AlterView, session: Session, text: str) -> StatementResult:
    catalogs = session.catalogs
    name = catalogs.qualify(statement.view)
    view = catalogs.get_permanent_table(name)
    if not isinstance(view, CatalogView):
        hint = nearest(name.object, session.table_names())
        raise BindError(f"View {name.as_serializable_string()} does not exist", statement.at, hint)
    catalog = catalogs.catalog(name.catalog)
    match statement.action:
        case tree.RenameTo(name=new_path):
            new = catalogs.qualify(new_path)
            catalog.drop_table(name.database, name.object)
            catalog.put_table(name.database, new.object, view)
        case tree.SetQuery(query=query):
            changed = view_of(query, (), session, text, view.comment)
            catalog.put_table(name.database, name.object, replace(changed, options=view.options))
        case _:
            raise unsupported("This form of ALTER VIEW", statement.at)
    return OK


def drop_view(statement: tree.Drop, session: Session, text: str) -> StatementResult:
    return drop(statement, session, "View", CatalogView)
