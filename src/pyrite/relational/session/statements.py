"""Statements other than queries and INSERT, with a handler for each kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from pyrite.core.secrets import masked
from pyrite.core.types import string_type
from pyrite.relational.bind.errors import shown_in, unsupported
from pyrite.relational.session import (
    compiled_plans,
    databases,
    describe,
    functions,
    partitions,
    show_create,
    shows,
    tables,
    views,
)
from pyrite.relational.session.results import OK, StatementResult, table
from pyrite.relational.session.session import Session
from pyrite.relational.sql import sql_tree

Handler = Callable[[Any, Session, str], StatementResult]
"""A function of the statement, the session, and the text that contains the statement."""


def set_option(statement: sql_tree.SetOption, session: Session, text: str) -> StatementResult:
    """SET 'key' = 'value'; without a key, returns all options. Passwords are masked."""
    if statement.key is not None:
        session.configuration.set_string(statement.key, statement.value or "")
        return OK
    settings = sorted(session.configuration.to_dict().items())
    rows = [(key, masked(key, value)) for key, value in settings]
    return table(["key", "value"], [string_type(), string_type()], rows)


def reset_option(statement: sql_tree.ResetOption, session: Session, text: str) -> StatementResult:
    session.reset(statement.key)
    return OK


_HANDLERS: Final[dict[type[sql_tree.Statement], Handler]] = {
    sql_tree.CreateTable: tables.create_table,
    sql_tree.AlterTable: tables.alter_table,
    sql_tree.CreateView: views.create_view,
    sql_tree.AlterView: views.alter_view,
    sql_tree.CreateDatabase: databases.create_database,
    sql_tree.AlterDatabase: databases.alter_database,
    sql_tree.CreateCatalog: databases.create_catalog,
    sql_tree.AlterCatalog: databases.alter_catalog,
    sql_tree.UseCatalog: databases.use_catalog,
    sql_tree.UseDatabase: databases.use_database,
    sql_tree.CreateFunction: functions.create_function,
    sql_tree.AlterFunction: functions.alter_function,
    sql_tree.CompilePlan: compiled_plans.compile_plan,
    sql_tree.SetOption: set_option,
    sql_tree.ResetOption: reset_option,
    sql_tree.Show: shows.show,
    sql_tree.ShowCurrent: shows.show_current,
    sql_tree.ShowPartitions: partitions.show_partitions,
    sql_tree.ShowCreate: show_create.show_create,
    sql_tree.Describe: describe.describe,
}
_DROPS: Final[dict[sql_tree.ObjectKind, Handler]] = {
    sql_tree.ObjectKind.TABLE: tables.drop_table,
    sql_tree.ObjectKind.VIEW: views.drop_view,
    sql_tree.ObjectKind.DATABASE: databases.drop_database,
    sql_tree.ObjectKind.CATALOG: databases.drop_catalog,
    sql_tree.ObjectKind.FUNCTION: functions.drop_function,
}


def execute_statement(statement: sql_tree.Statement, session: Session, text: str) -> StatementResult:
    """Executes a statement on the session."""
    if isinstance(statement, sql_tree.Drop):
        handler = _DROPS.get(statement.kind)
        words = f"DROP {statement.kind.value}"
    else:
        handler = _HANDLERS.get(type(statement))
        words = _words(statement)
    with shown_in(text):
        if handler is None:
            raise unsupported(words, statement.at)
        return handler(statement, session, text)


def _words(statement: sql_tree.Statement) -> str:
    """Returns the kind of a statement: CREATE MODEL for CreateModel."""
    name = type(statement).__name__
    return "".join(f" {sign}" if sign.isupper() else sign for sign in name).strip().upper()
