"""Statements that change rows, and those around them, as SQL text."""

from __future__ import annotations

from typing import Optional

from pyrite.core.types.quoting import quoted_identifier, quoted_text
from pyrite.expressions.expression_tree import Expression
from pyrite.relational.sql.printing.expressions import expression_sql, list_sql, names_sql, path_sql, query_sql
from pyrite.relational.sql.printing.relations import hints_sql, relation_sql
from pyrite.relational.sql.sql_tree.changes import (
    AnalyzeTable,
    Assignment,
    BeginStatementSet,
    CallProcedure,
    CompilePlan,
    Delete,
    EndStatementSet,
    Execute,
    ExecutePlan,
    Explain,
    Insert,
    Merge,
    StatementSet,
    TruncateTable,
    Update,
)
from pyrite.relational.sql.sql_tree.relations import Hint
from pyrite.relational.sql.sql_tree.statement import QueryStatement
from tests.relational.sql.printing.columns import column_sql, partition_sql
from tests.relational.sql.printing.statement import flag, statement_sql


@statement_sql.register
def _(statement: QueryStatement) -> str:
    return query_sql(statement.query)


@statement_sql.register
def _(statement: Insert) -> str:
    verb = "UPSERT" if statement.is_upsert else "INSERT"
    parts = [f"{verb} {'OVERWRITE' if statement.is_overwrite else 'INTO'} {path_sql(statement.table)}"]
    parts.append(_hints(statement.hints))
    if statement.extra_columns:
        parts.append(f" EXTEND ({', '.join(map(column_sql, statement.extra_columns))})")
    parts.append(partition_sql(statement.partition))
    if statement.columns:
        parts.append(f" ({', '.join(map(path_sql, statement.columns))})")
    parts.append(f" {query_sql(statement.query)}")
    if statement.on_conflict is not None:
        parts.append(f" ON CONFLICT DO {statement.on_conflict.value}")
    return "".join(parts)


def _hints(hints: tuple[Hint, ...]) -> str:
    return f" {hints_sql(hints)}" if hints else ""


def _alias(alias: Optional[str]) -> str:
    return "" if alias is None else f" AS {quoted_identifier(alias)}"


def _where(where: Optional[Expression]) -> str:
    return "" if where is None else f" WHERE {expression_sql(where)}"


def _assignments(assignments: tuple[Assignment, ...]) -> str:
    return ", ".join(f"{quoted_identifier(one.column)} = {expression_sql(one.expression)}" for one in assignments)


@statement_sql.register
def _(statement: Update) -> str:
    table = f"{path_sql(statement.table)}{_hints(statement.hints)}{_alias(statement.alias)}"
    return f"UPDATE {table} SET {_assignments(statement.assignments)}{_where(statement.where)}"


@statement_sql.register
def _(statement: Delete) -> str:
    table = f"{path_sql(statement.table)}{_hints(statement.hints)}{_alias(statement.alias)}"
    return f"DELETE FROM {table}{_where(statement.where)}"


@statement_sql.register
def _(statement: Merge) -> str:
    table = f"{path_sql(statement.table)}{_hints(statement.hints)}{_alias(statement.alias)}"
    parts = [f"MERGE INTO {table} USING {relation_sql(statement.source)} ON {expression_sql(statement.on)}"]
    if statement.assignments:
        parts.append(f" WHEN MATCHED THEN UPDATE SET {_assignments(statement.assignments)}")
    if statement.insert_values:
        columns = f" ({names_sql(statement.insert_columns)})" if statement.insert_columns else ""
        parts.append(f" WHEN NOT MATCHED THEN INSERT{columns} VALUES ROW({list_sql(statement.insert_values)})")
    return "".join(parts)


@statement_sql.register
def _(statement: TruncateTable) -> str:
    return f"TRUNCATE TABLE {path_sql(statement.table)}"


@statement_sql.register
def _(statement: CallProcedure) -> str:
    call = statement.call
    return f"CALL {path_sql((*call.qualifier, call.written or call.function))}({list_sql(call.arguments)})"


@statement_sql.register
def _(statement: StatementSet) -> str:
    return f"STATEMENT SET BEGIN {''.join(f'{statement_sql(insert)}; ' for insert in statement.inserts)}END"


@statement_sql.register
def _(statement: BeginStatementSet) -> str:
    return "BEGIN STATEMENT SET"


@statement_sql.register
def _(statement: EndStatementSet) -> str:
    return "END"


@statement_sql.register
def _(statement: Execute) -> str:
    return f"EXECUTE {statement_sql(statement.statement)}"


@statement_sql.register
def _(statement: Explain) -> str:
    details = ", ".join(detail.value for detail in statement.details)
    return f"EXPLAIN {details or 'PLAN FOR'} {statement_sql(statement.statement)}"


@statement_sql.register
def _(statement: CompilePlan) -> str:
    execute = flag(statement.is_execute, "AND EXECUTE ")
    exists = flag(statement.if_not_exists, "IF NOT EXISTS ")
    return f"COMPILE {execute}PLAN {quoted_text(statement.path)} {exists}FOR {statement_sql(statement.statement)}"


@statement_sql.register
def _(statement: ExecutePlan) -> str:
    return f"EXECUTE PLAN {quoted_text(statement.path)}"


@statement_sql.register
def _(statement: AnalyzeTable) -> str:
    columns = " FOR ALL COLUMNS" if statement.is_all_columns else ""
    if statement.columns:
        columns = f" FOR COLUMNS {names_sql(statement.columns)}"
    partition = partition_sql(statement.partition)
    return f"ANALYZE TABLE {path_sql(statement.table)}{partition} COMPUTE STATISTICS{columns}"
