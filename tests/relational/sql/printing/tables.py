"""Statements on tables as SQL text."""

from __future__ import annotations

from functools import singledispatch

from pyrite.core.types.quoting import quoted_identifier, quoted_text
from pyrite.relational.sql.printing.expressions import names_sql, path_sql, query_sql
from pyrite.relational.sql.printing.literals import literal_sql
from pyrite.relational.sql.sql_tree.objects import SetComment
from pyrite.relational.sql.sql_tree.tables import (
    AddPartitions,
    AlterAction,
    AlterMaterializedTable,
    AlterTable,
    ChangeDistribution,
    ChangeSchema,
    CreateMaterializedTable,
    CreateTable,
    DropColumns,
    DropConstraint,
    DropDistribution,
    DropPartitions,
    DropPrimaryKey,
    DropWatermark,
    Refresh,
    RenameColumn,
    RenameTo,
    ResetOptions,
    Resume,
    SetFreshness,
    SetOptions,
    SetQuery,
    SetRefreshMode,
    Suspend,
    TableLike,
)
from tests.relational.sql.printing.columns import (
    comment_sql,
    constraint_sql,
    distribution_sql,
    options_sql,
    partition_sql,
    placed_sql,
    schema_sql,
    watermark_sql,
    with_sql,
)
from tests.relational.sql.printing.statement import flag, statement_sql


@statement_sql.register
def _(statement: CreateTable) -> str:
    verb = "CREATE OR REPLACE" if statement.is_create and statement.is_replace else "CREATE"
    verb = verb if statement.is_create else "REPLACE"
    exists = flag(statement.if_not_exists, "IF NOT EXISTS ")
    parts = [f"{verb} {flag(statement.is_temporary, 'TEMPORARY ')}TABLE {exists}{path_sql(statement.table)}"]
    parts.append(_definition(statement))
    if statement.like is not None:
        parts.append(_like(statement.like))
    if statement.query is not None:
        parts.append(f" AS {query_sql(statement.query)}")
    return "".join(parts)


def _definition(table: CreateTable | CreateMaterializedTable) -> str:
    declared = schema_sql(table.schema)
    parts = [f" {declared}" if declared else "", comment_sql(table.comment)]
    if table.distribution is not None:
        parts.append(f" DISTRIBUTED {distribution_sql(table.distribution)}")
    if table.partitioned_by:
        parts.append(f" PARTITIONED BY ({names_sql(table.partitioned_by)})")
    return "".join([*parts, with_sql(table.options)])


def _like(like: TableLike) -> str:
    options = " ".join(f"{strategy.value} {feature.value}" for strategy, feature in like.options)
    return f" LIKE {path_sql(like.table)}" + (f" ({options})" if options else "")


@statement_sql.register
def _(statement: CreateMaterializedTable) -> str:
    verb = f"CREATE {flag(statement.is_or_alter, 'OR ALTER ')}MATERIALIZED TABLE"
    parts = [f"{verb} {path_sql(statement.table)}", _definition(statement)]
    if (start := statement.start_mode) is not None:
        argument = "" if start.argument is None else f"({literal_sql(start.argument)})"
        parts.append(f" START_MODE = {start.kind.value}{argument}")
    if statement.freshness is not None:
        parts.append(f" FRESHNESS = {literal_sql(statement.freshness)}")
    if statement.refresh_mode is not None:
        parts.append(f" REFRESH_MODE = {statement.refresh_mode.value}")
    return "".join([*parts, f" AS {query_sql(statement.query)}"])


@statement_sql.register
def _(statement: AlterTable) -> str:
    exists = flag(statement.if_exists, "IF EXISTS ")
    return f"ALTER TABLE {exists}{path_sql(statement.table)} {action_sql(statement.action)}"


@statement_sql.register
def _(statement: AlterMaterializedTable) -> str:
    return f"ALTER MATERIALIZED TABLE {path_sql(statement.table)} {action_sql(statement.action)}"


@singledispatch
def action_sql(action: AlterAction) -> str:
    """What an ALTER statement does."""
    words = {
        DropPrimaryKey: "DROP PRIMARY KEY",
        DropWatermark: "DROP WATERMARK",
        DropDistribution: "DROP DISTRIBUTION",
        Suspend: "SUSPEND",
    }
    return words[type(action)]


@action_sql.register
def _(action: RenameTo) -> str:
    return f"RENAME TO {path_sql(action.name)}"


@action_sql.register
def _(action: RenameColumn) -> str:
    return f"RENAME {path_sql(action.column)} TO {path_sql(action.name)}"


@action_sql.register
def _(action: SetOptions) -> str:
    return f"SET {options_sql(action.options)}"


@action_sql.register
def _(action: ResetOptions) -> str:
    return f"RESET ({', '.join(map(quoted_text, action.keys))})"


@action_sql.register
def _(action: SetComment) -> str:
    return f"COMMENT {quoted_text(action.comment)}"


@action_sql.register
def _(action: SetQuery) -> str:
    return f"AS {query_sql(action.query)}"


@action_sql.register
def _(action: ChangeSchema) -> str:
    items = [*map(placed_sql, action.columns), *map(constraint_sql, action.constraints)]
    if action.watermark is not None:
        items.append(watermark_sql(action.watermark))
    return f"{'MODIFY' if action.is_modify else 'ADD'} ({', '.join(items)})"


@action_sql.register
def _(action: ChangeDistribution) -> str:
    return f"{'MODIFY' if action.is_modify else 'ADD'} DISTRIBUTION {distribution_sql(action.distribution)}"


@action_sql.register
def _(action: DropColumns) -> str:
    return f"DROP ({', '.join(map(path_sql, action.columns))})"


@action_sql.register
def _(action: DropConstraint) -> str:
    return f"DROP CONSTRAINT {quoted_identifier(action.name)}"


@action_sql.register
def _(action: AddPartitions) -> str:
    exists = flag(action.if_not_exists, " IF NOT EXISTS")
    return f"ADD{exists}" + "".join(partition_sql(spec) + with_sql(options) for spec, options in action.partitions)


@action_sql.register
def _(action: DropPartitions) -> str:
    exists = flag(action.if_exists, " IF EXISTS")
    return f"DROP{exists}{','.join(map(partition_sql, action.partitions))}"


@action_sql.register
def _(action: Resume) -> str:
    return f"RESUME{with_sql(action.options)}"


@action_sql.register
def _(action: Refresh) -> str:
    return f"REFRESH{partition_sql(action.partition)}"


@action_sql.register
def _(action: SetFreshness) -> str:
    return f"SET FRESHNESS = {literal_sql(action.freshness)}"


@action_sql.register
def _(action: SetRefreshMode) -> str:
    return f"SET REFRESH_MODE = {action.refresh_mode.value}"
