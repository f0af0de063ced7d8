"""SHOW, DESCRIBE, USE, SET and the like as SQL text."""

from __future__ import annotations

from pyrite.core.types.quoting import quoted_identifier, quoted_text
from pyrite.relational.sql.printing.expressions import names_sql, path_sql
from pyrite.relational.sql.sql_tree.statement import ObjectKind
from pyrite.relational.sql.sql_tree.utilities import (
    AddJar,
    ClientCommand,
    Describe,
    LoadModule,
    RemoveJar,
    ResetOption,
    SetOption,
    Show,
    ShowCreate,
    ShowCurrent,
    ShowPartitions,
    StopJob,
    UnloadModule,
    UseCatalog,
    UseDatabase,
    UseModules,
)
from tests.relational.sql.printing.columns import partition_sql, with_sql
from tests.relational.sql.printing.statement import flag, statement_sql


@statement_sql.register
def _(statement: Show) -> str:
    kind = f"{flag(statement.is_user, 'USER ')}{flag(statement.is_full, 'FULL ')}{statement.kind.value}S"
    parent = f" FROM {path_sql(statement.parent)}" if statement.parent else ""
    if (like := statement.like) is None:
        return f"SHOW {kind}{parent}"
    word = f"{flag(like.is_negated, 'NOT ')}{'ILIKE' if like.ignores_case else 'LIKE'}"
    return f"SHOW {kind}{parent} {word} {quoted_text(like.pattern)}"


@statement_sql.register
def _(statement: ShowCurrent) -> str:
    return f"SHOW CURRENT {statement.kind.value}"


@statement_sql.register
def _(statement: ShowCreate) -> str:
    alter = flag(statement.is_or_alter, "OR ALTER ")
    return f"SHOW CREATE {alter}{statement.kind.value} {path_sql(statement.path)}"


@statement_sql.register
def _(statement: ShowPartitions) -> str:
    return f"SHOW PARTITIONS {path_sql(statement.table)}{partition_sql(statement.partition)}"


@statement_sql.register
def _(statement: Describe) -> str:
    if statement.kind is ObjectKind.JOB:
        return f"DESCRIBE JOB {quoted_text(statement.path[0])}"
    kind = "" if statement.kind is ObjectKind.TABLE else f"{statement.kind.value} "
    return f"DESCRIBE {kind}{flag(statement.is_extended, 'EXTENDED ')}{path_sql(statement.path)}"


@statement_sql.register
def _(statement: UseCatalog) -> str:
    return f"USE CATALOG {quoted_identifier(statement.catalog)}"


@statement_sql.register
def _(statement: UseDatabase) -> str:
    return f"USE {path_sql(statement.database)}"


@statement_sql.register
def _(statement: UseModules) -> str:
    return f"USE MODULES {names_sql(statement.modules)}"


@statement_sql.register
def _(statement: LoadModule) -> str:
    return f"LOAD MODULE {quoted_identifier(statement.module)}{with_sql(statement.options)}"


@statement_sql.register
def _(statement: UnloadModule) -> str:
    return f"UNLOAD MODULE {quoted_identifier(statement.module)}"


@statement_sql.register
def _(statement: SetOption) -> str:
    if statement.key is None or statement.value is None:
        return "SET"
    return f"SET {quoted_text(statement.key)} = {quoted_text(statement.value)}"


@statement_sql.register
def _(statement: ResetOption) -> str:
    return "RESET" if statement.key is None else f"RESET {quoted_text(statement.key)}"


@statement_sql.register
def _(statement: AddJar) -> str:
    return f"ADD JAR {quoted_text(statement.path)}"


@statement_sql.register
def _(statement: RemoveJar) -> str:
    return f"REMOVE JAR {quoted_text(statement.path)}"


@statement_sql.register
def _(statement: StopJob) -> str:
    ending = f"{flag(statement.with_savepoint, ' WITH SAVEPOINT')}{flag(statement.with_drain, ' WITH DRAIN')}"
    return f"STOP JOB {quoted_text(statement.job)}{ending}"


@statement_sql.register
def _(statement: ClientCommand) -> str:
    return statement.word
