"""Statements on catalogs, databases, views, functions, models and connections as SQL text."""

from __future__ import annotations

from typing import Optional

from pyrite.core.types.quoting import quoted_identifier, quoted_text
from pyrite.relational.sql.printing.expressions import names_sql, path_sql, query_sql
from pyrite.relational.sql.sql_tree.columns import TableSchema
from pyrite.relational.sql.sql_tree.objects import (
    AlterCatalog,
    AlterConnection,
    AlterDatabase,
    AlterFunction,
    AlterModel,
    AlterView,
    CreateCatalog,
    CreateConnection,
    CreateDatabase,
    CreateFunction,
    CreateModel,
    CreateView,
    Drop,
)
from tests.relational.sql.printing.columns import comment_sql, options_sql, schema_sql, with_sql
from tests.relational.sql.printing.statement import flag, statement_sql
from tests.relational.sql.printing.tables import action_sql


@statement_sql.register
def _(statement: CreateCatalog) -> str:
    exists = flag(statement.if_not_exists, "IF NOT EXISTS ")
    end = f"{comment_sql(statement.comment)}{with_sql(statement.options)}"
    return f"CREATE CATALOG {exists}{quoted_identifier(statement.catalog)}{end}"


@statement_sql.register
def _(statement: CreateDatabase) -> str:
    exists = flag(statement.if_not_exists, "IF NOT EXISTS ")
    end = f"{comment_sql(statement.comment)}{with_sql(statement.options)}"
    return f"CREATE DATABASE {exists}{path_sql(statement.database)}{end}"


@statement_sql.register
def _(statement: AlterCatalog) -> str:
    return f"ALTER CATALOG {quoted_identifier(statement.catalog)} {action_sql(statement.action)}"


@statement_sql.register
def _(statement: AlterDatabase) -> str:
    return f"ALTER DATABASE {path_sql(statement.database)} {action_sql(statement.action)}"


@statement_sql.register
def _(statement: CreateView) -> str:
    verb = f"CREATE {flag(statement.is_replace, 'OR REPLACE ')}{flag(statement.is_temporary, 'TEMPORARY ')}VIEW"
    exists = flag(statement.if_not_exists, "IF NOT EXISTS ")
    columns = f" ({names_sql(statement.columns)})" if statement.columns else ""
    end = f"{comment_sql(statement.comment)} AS {query_sql(statement.query)}"
    return f"{verb} {exists}{path_sql(statement.view)}{columns}{end}"


@statement_sql.register
def _(statement: AlterView) -> str:
    return f"ALTER VIEW {path_sql(statement.view)} {action_sql(statement.action)}"


def _temporary(is_temporary: bool, is_system: bool) -> str:
    return f"{flag(is_temporary, 'TEMPORARY ')}{flag(is_system, 'SYSTEM ')}"


def _implementation(class_name: str, language: Optional[str]) -> str:
    return f" AS {quoted_text(class_name)}" + ("" if language is None else f" LANGUAGE {language}")


@statement_sql.register
def _(statement: CreateFunction) -> str:
    temporary = _temporary(statement.is_temporary, statement.is_system)
    verb = f"CREATE {flag(statement.is_replace, 'OR REPLACE ')}{temporary}FUNCTION"
    exists = flag(statement.if_not_exists, "IF NOT EXISTS ")
    resources = ", ".join(f"{resource.kind} {quoted_text(resource.path)}" for resource in statement.resources)
    end = f"{flag(bool(resources), f' USING {resources}')}{with_sql(statement.options)}"
    made_by = _implementation(statement.class_name, statement.language)
    return f"{verb} {exists}{path_sql(statement.function)}{made_by}{end}"


@statement_sql.register
def _(statement: AlterFunction) -> str:
    verb = f"ALTER {_temporary(statement.is_temporary, statement.is_system)}FUNCTION"
    exists = flag(statement.if_exists, "IF EXISTS ")
    return f"{verb} {exists}{path_sql(statement.function)}{_implementation(statement.class_name, statement.language)}"


def _columns(word: str, schema: Optional[TableSchema]) -> str:
    return "" if schema is None else f" {word} {schema_sql(schema)}"


@statement_sql.register
def _(statement: CreateModel) -> str:
    verb = f"CREATE {flag(statement.is_temporary, 'TEMPORARY ')}MODEL"
    exists = flag(statement.if_not_exists, "IF NOT EXISTS ")
    columns = f"{_columns('INPUT', statement.input)}{_columns('OUTPUT', statement.output)}"
    query = "" if statement.query is None else f" AS {query_sql(statement.query)}"
    end = f"{comment_sql(statement.comment)}{with_sql(statement.options)}{query}"
    return f"{verb} {exists}{path_sql(statement.model)}{columns}{end}"


@statement_sql.register
def _(statement: CreateConnection) -> str:
    verb = f"CREATE {_temporary(statement.is_temporary, statement.is_system)}CONNECTION"
    exists = flag(statement.if_not_exists, "IF NOT EXISTS ")
    end = f"{comment_sql(statement.comment)} WITH {options_sql(statement.options)}"
    return f"{verb} {exists}{path_sql(statement.connection)}{end}"


@statement_sql.register
def _(statement: AlterModel) -> str:
    exists = flag(statement.if_exists, "IF EXISTS ")
    return f"ALTER MODEL {exists}{path_sql(statement.model)} {action_sql(statement.action)}"


@statement_sql.register
def _(statement: AlterConnection) -> str:
    exists = flag(statement.if_exists, "IF EXISTS ")
    return f"ALTER CONNECTION {exists}{path_sql(statement.connection)} {action_sql(statement.action)}"


@statement_sql.register
def _(statement: Drop) -> str:
    kind = f"{_temporary(statement.is_temporary, statement.is_system)}{statement.kind.value}"
    exists = flag(statement.if_exists, "IF EXISTS ")
    return f"DROP {kind} {exists}{path_sql(statement.path)}{flag(statement.is_cascade, ' CASCADE')}"
