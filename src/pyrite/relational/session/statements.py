"""What statements other than queries and INSERT do to a session."""

from __future__ import annotations

from pyrite.core.errors import ValidationException
from pyrite.relational.bind.errors import BindError, located
from pyrite.relational.bind.schemas import resolve_schema
from pyrite.relational.catalog.objects import CatalogTable
from pyrite.relational.session.session import Session
from pyrite.relational.sql import tree


def execute_statement(statement: tree.Statement, session: Session, text: str) -> None:
    """Changes the session as the statement says."""
    try:
        match statement:
            case tree.CreateTable():
                _create_table(statement, session)
            case _:
                raise BindError(f"{type(statement).__name__} is not supported yet", statement.at)
    except BindError as error:
        raise located(error, text) from None


def _create_table(statement: tree.CreateTable, session: Session) -> None:
    name = session.catalogs.qualify(statement.table)
    table = CatalogTable(
        statement.schema,
        {option.key: option.value for option in statement.options},
        statement.comment,
        statement.partitioned_by,
        statement.distribution,
    )
    resolve_schema(table.schema, session)
    if statement.is_temporary:
        session.catalogs.temporary_tables[name] = table
        return
    if session.catalogs.get_permanent_table(name) is not None and not statement.if_not_exists:
        shown = name.as_serializable_string()
        raise ValidationException(f"Could not execute CreateTable in path {shown}: the table exists")
    session.catalogs.catalog(name.catalog).put_table(name.database, name.object, table)
