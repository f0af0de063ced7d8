"""Parser of INSERT, UPDATE, DELETE, statement sets, EXPLAIN and plans."""

from __future__ import annotations

from typing import Final, Optional

from pyrite.expressions.expression_tree import Call, Expression, Path
from pyrite.relational.sql.parsing.call_parser import argument, function_name
from pyrite.relational.sql.parsing.clause_parser import if_not_exists, literal_string, partition, static_partition
from pyrite.relational.sql.parsing.cursor import Cursor
from pyrite.relational.sql.parsing.hint_parser import hints
from pyrite.relational.sql.parsing.object_parser import create
from pyrite.relational.sql.parsing.query_parser import sees_query, values_row
from pyrite.relational.sql.parsing.relation_parser import relation
from pyrite.relational.sql.parsing.table_parser import create_table
from pyrite.relational.sql.parsing.type_parser import data_type
from pyrite.relational.sql.sql_tree.changes import (
    AnalyzeTable,
    Assignment,
    CallProcedure,
    CompilePlan,
    ConflictAction,
    Delete,
    Execute,
    ExecutePlan,
    Explain,
    ExplainDetail,
    Insert,
    Merge,
    StatementSet,
    TruncateTable,
    Update,
)
from pyrite.relational.sql.sql_tree.columns import PhysicalColumn
from pyrite.relational.sql.sql_tree.statement import QueryStatement, Statement
from pyrite.relational.sql.sql_tree.tables import CreateTable
from pyrite.relational.sql.tokens import TokenKind

_DETAILS: Final = tuple(ExplainDetail.__members__)


def insert(cursor: Cursor) -> Insert:
    """INSERT or UPSERT, starting at this word."""
    at = cursor.at
    is_upsert = cursor.need_one(("INSERT", "UPSERT")) == "UPSERT"
    is_overwrite = cursor.need_one(("INTO", "OVERWRITE")) == "OVERWRITE"
    if is_upsert and is_overwrite:
        cursor.fail_because("OVERWRITE expression is only used with INSERT statement.", at)
    table = cursor.path()
    chosen_hints = hints(cursor)
    extra_columns = _extra_columns(cursor)
    values = static_partition(cursor) if cursor.take("PARTITION") else ()
    columns: tuple[Path, ...] = ()
    if cursor.sees("(") and not sees_query(cursor):
        columns = cursor.parenthesized(cursor.path)
    query = cursor.query()
    on_conflict = None
    if cursor.take("ON", "CONFLICT"):
        cursor.need("DO")
        on_conflict = ConflictAction[cursor.need_one(ConflictAction.__members__)]
    return Insert(
        table, query, columns, values, chosen_hints, is_overwrite, is_upsert, on_conflict, extra_columns, at=at
    )


def _extra_columns(cursor: Cursor) -> tuple[PhysicalColumn, ...]:
    """[EXTEND] (column type, ...), which differs from a list of columns by its types."""
    if cursor.take("EXTEND"):
        return cursor.parenthesized(lambda: _extra_column(cursor))
    is_typed = cursor.word == "(" and cursor.next_word(2) not in (",", ")", ".", "(", "")
    if cursor.sees("(") and is_typed and not sees_query(cursor):
        return cursor.parenthesized(lambda: _extra_column(cursor))
    return ()


def _extra_column(cursor: Cursor) -> PhysicalColumn:
    at = cursor.at
    return PhysicalColumn(cursor.path(), data_type(cursor), at=at)


def update(cursor: Cursor, at: int) -> Statement:
    """UPDATE, after this word."""
    table = cursor.path()
    chosen_hints = hints(cursor)
    alias = _alias(cursor)
    cursor.need("SET")
    assignments = cursor.listed(lambda: _assignment(cursor))
    where = cursor.expression() if cursor.take("WHERE") else None
    return Update(table, assignments, where, alias, chosen_hints, at=at)


def _alias(cursor: Cursor) -> Optional[str]:
    return cursor.name() if cursor.take("AS") or cursor.sees_name() else None


def _assignment(cursor: Cursor) -> Assignment:
    at = cursor.at
    column = cursor.name()
    cursor.need("=")
    return Assignment(column, cursor.expression(), at=at)


def delete(cursor: Cursor, at: int) -> Statement:
    """DELETE, after this word."""
    cursor.need("FROM")
    table = cursor.path()
    chosen_hints = hints(cursor)
    alias = _alias(cursor)
    where = cursor.expression() if cursor.take("WHERE") else None
    return Delete(table, where, alias, chosen_hints, at=at)


def merge(cursor: Cursor, at: int) -> Statement:
    """MERGE, after this word."""
    cursor.need("INTO")
    table = cursor.path()
    chosen_hints = hints(cursor)
    alias = _alias(cursor)
    cursor.need("USING")
    source = relation(cursor)
    cursor.need("ON")
    on = cursor.expression()
    assignments: tuple[Assignment, ...] = ()
    if cursor.take("WHEN", "MATCHED"):
        cursor.need("THEN", "UPDATE", "SET")
        assignments = cursor.listed(lambda: _assignment(cursor))
    columns, values = _merge_insert(cursor) if not assignments or cursor.sees("WHEN") else ((), ())
    return Merge(table, source, on, assignments, values, columns, alias, chosen_hints, at=at)


def _merge_insert(cursor: Cursor) -> tuple[Path, tuple[Expression, ...]]:
    """WHEN NOT MATCHED THEN INSERT (columns) VALUES (values)."""
    cursor.need("WHEN", "NOT", "MATCHED", "THEN", "INSERT")
    columns: Path = ()
    if cursor.word == "(" and cursor.next_word() != "VALUES":
        columns = cursor.parenthesized(cursor.name)
    is_wrapped = cursor.take("(")
    cursor.need("VALUES")
    values = values_row(cursor)
    if is_wrapped:
        cursor.need(")")
    return columns, values


def truncate(cursor: Cursor, at: int) -> Statement:
    cursor.need("TABLE")
    return TruncateTable(cursor.path(), at=at)


def call_procedure(cursor: Cursor, at: int) -> Statement:
    place = cursor.at
    path = cursor.path()
    arguments = cursor.parenthesized(lambda: argument(cursor), may_be_empty=True)
    return CallProcedure(Call(function_name(path[-1]), arguments, path[:-1], written=path[-1], at=place), at=at)


def statement_set(cursor: Cursor, at: int) -> StatementSet:
    """STATEMENT SET BEGIN ... END, after STATEMENT."""
    cursor.need("SET", "BEGIN")
    inserts: list[Insert] = []
    while not inserts or not cursor.take("END"):
        inserts.append(insert(cursor))
        cursor.need(";")
    return StatementSet(tuple(inserts), at=at)


def execute(cursor: Cursor, at: int) -> Statement:
    """EXECUTE, after this word."""
    if cursor.word == "PLAN" and cursor.next_kind() in (TokenKind.STRING, TokenKind.PREFIXED_STRING):
        cursor.need("PLAN")
        return ExecutePlan(literal_string(cursor), at=at)
    return Execute(_executable(cursor), at=at)


def _executable(cursor: Cursor) -> Statement:
    """A statement set, an INSERT or a query."""
    at = cursor.at
    if cursor.take("STATEMENT"):
        return statement_set(cursor, at)
    if cursor.sees_one(("INSERT", "UPSERT")):
        return insert(cursor)
    return QueryStatement(cursor.query(), at=at)


def explain(cursor: Cursor, at: int) -> Statement:
    """EXPLAIN, after this word."""
    details: tuple[ExplainDetail, ...] = ()
    if not cursor.take("PLAN", "FOR") and cursor.sees_one(_DETAILS):
        details = cursor.listed(lambda: ExplainDetail[cursor.need_one(_DETAILS)])
        if len(set(details)) < len(details):
            cursor.fail_because("Duplicate EXPLAIN DETAIL is not allowed.", at)
    return Explain(_explained(cursor), details, at=at)


def _explained(cursor: Cursor) -> Statement:
    at = cursor.at
    if cursor.take("EXECUTE"):
        return Execute(_executable(cursor), at=at)
    if cursor.take("CREATE"):
        return _with_query(cursor, create(cursor, at))
    if cursor.take("REPLACE"):
        return replace_table(cursor, at)
    return _executable(cursor)


def _with_query(cursor: Cursor, created: Statement) -> Statement:
    if not isinstance(created, CreateTable) or created.query is None:
        cursor.fail_because(
            "Unsupported CREATE OR REPLACE statement for EXPLAIN. The statement must define a query using the AS "
            "clause (i.e. CTAS/RTAS statements).",
            created.at,
        )
    return created


def replace_table(cursor: Cursor, at: int) -> Statement:
    """REPLACE [TEMPORARY] TABLE, after REPLACE."""
    is_temporary = cursor.take("TEMPORARY")
    cursor.need("TABLE")
    return create_table(cursor, at, is_temporary, is_replace=True, is_create=False)


def compile_plan(cursor: Cursor, at: int) -> Statement:
    """COMPILE, after this word."""
    is_execute = cursor.take("AND", "EXECUTE")
    cursor.need("PLAN")
    path = literal_string(cursor)
    may_exist = not is_execute and if_not_exists(cursor)
    cursor.need("FOR")
    place = cursor.at
    planned: Statement
    if cursor.take("STATEMENT"):
        planned = statement_set(cursor, place)
    else:
        planned = insert(cursor)
    return CompilePlan(path, planned, may_exist, is_execute, at=at)


def analyze(cursor: Cursor, at: int) -> Statement:
    """ANALYZE, after this word."""
    cursor.need("TABLE")
    table = cursor.path()
    values = partition(cursor) if cursor.take("PARTITION") else ()
    cursor.need("COMPUTE", "STATISTICS")
    columns: Path = ()
    is_all = False
    if cursor.take("FOR"):
        is_all = cursor.take("ALL")
        cursor.need("COLUMNS")
        columns = () if is_all else cursor.listed(cursor.name)
    return AnalyzeTable(table, values, columns, is_all, at=at)
