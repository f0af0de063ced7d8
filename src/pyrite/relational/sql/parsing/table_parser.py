"""Parser of CREATE and ALTER for tables and materialized tables."""

from __future__ import annotations

from typing import Final, Optional

from pyrite.expressions.expression_tree import Literal
from pyrite.relational.sql.parsing.clause_parser import (
    comment,
    if_exists,
    if_not_exists,
    literal,
    option_keys,
    options,
    query_after_as,
    static_partition,
    with_options,
)
from pyrite.relational.sql.parsing.column_parser import constraint, distribution, placed_column, schema, watermark
from pyrite.relational.sql.parsing.cursor import Cursor
from pyrite.relational.sql.parsing.match_parser import interval
from pyrite.relational.sql.sql_tree.columns import NO_SCHEMA, Constraint, PlacedColumn, TableSchema, Watermark
from pyrite.relational.sql.sql_tree.statement import Options, PartitionSpec, Statement
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
    LikeFeature,
    LikeStrategy,
    Refresh,
    RefreshMode,
    RenameColumn,
    RenameTo,
    ResetOptions,
    Resume,
    SetFreshness,
    SetOptions,
    SetQuery,
    SetRefreshMode,
    StartKind,
    StartMode,
    Suspend,
    TableLike,
)

_STARTS: Final = tuple(kind.value for kind in StartKind)


def create_table(
    cursor: Cursor, at: int, is_temporary: bool = False, is_replace: bool = False, is_create: bool = True
) -> Statement:
    """CREATE TABLE or REPLACE TABLE, after the word TABLE."""
    may_exist = if_not_exists(cursor)
    table = cursor.path()
    table_schema = _schema(cursor)
    text = comment(cursor)
    distributed = distribution(cursor) if cursor.take("DISTRIBUTED") else None
    partitioned_by = _partitioned_by(cursor)
    table_options = with_options(cursor)
    like = _like(cursor) if is_create and cursor.take("LIKE") else None
    query = query_after_as(cursor) if like is None else None
    if query is None and not is_create:
        cursor.need("AS")
    if query is None and table_schema.names:
        cursor.fail_because(
            "Columns identifiers without types in the schema are supported on CTAS/RTAS statements only.", at
        )
    return CreateTable(
        table,
        table_schema,
        text,
        distributed,
        partitioned_by,
        table_options,
        like,
        query,
        is_temporary,
        may_exist,
        is_replace,
        is_create,
        at=at,
    )


def _schema(cursor: Cursor) -> TableSchema:
    return schema(cursor) if cursor.sees("(") else NO_SCHEMA


def _partitioned_by(cursor: Cursor) -> tuple[str, ...]:
    if not cursor.take("PARTITIONED"):
        return ()
    cursor.need("BY")
    return cursor.parenthesized(cursor.name)


def _like(cursor: Cursor) -> TableLike:
    at = cursor.at
    table = cursor.path()
    like_options: list[tuple[LikeStrategy, LikeFeature]] = []
    if cursor.take("("):
        while not like_options or not cursor.sees(")"):
            strategy = LikeStrategy[cursor.need_one(LikeStrategy.__members__)]
            like_options.append((strategy, LikeFeature[cursor.need_one(LikeFeature.__members__)]))
        cursor.need(")")
    return TableLike(table, tuple(like_options), at=at)


def create_materialized_table(cursor: Cursor, at: int, is_or_alter: bool) -> Statement:
    """CREATE [OR ALTER] MATERIALIZED TABLE, after these words."""
    table = cursor.path()
    table_schema = _schema(cursor)
    text = comment(cursor)
    distributed = distribution(cursor) if cursor.take("DISTRIBUTED") else None
    partitioned_by = _partitioned_by(cursor)
    table_options = with_options(cursor)
    start_mode = _start_mode(cursor)
    freshness = _freshness(cursor) if cursor.take("FRESHNESS") else None
    refresh_mode = _refresh_mode(cursor) if cursor.take("REFRESH_MODE") else None
    cursor.need("AS")
    return CreateMaterializedTable(
        table,
        cursor.query(),
        table_schema,
        text,
        distributed,
        partitioned_by,
        table_options,
        start_mode,
        freshness,
        refresh_mode,
        is_or_alter,
        at=at,
    )


def _start_mode(cursor: Cursor) -> Optional[StartMode]:
    if not cursor.take("START_MODE"):
        return None
    cursor.need("=")
    kind = StartKind[cursor.need_one(_STARTS)]
    argument = None
    if kind.value.endswith("TIMESTAMP"):
        cursor.need("(")
        if not cursor.sees("TIMESTAMP"):
            cursor.fail()
        argument = literal(cursor)
        cursor.need(")")
    elif kind.value.endswith("NOW") and cursor.take("("):
        argument = None if cursor.sees(")") else _start_interval(cursor)
        cursor.need(")")
    return StartMode(kind, argument)


def _start_interval(cursor: Cursor) -> Literal:
    if not cursor.sees("INTERVAL"):
        cursor.fail_because("START_MODE literal must be an interval for FROM_NOW and RESUME_OR_FROM_NOW modes.")
    return interval(cursor)


def _freshness(cursor: Cursor) -> Literal:
    cursor.need("=")
    if not cursor.sees("INTERVAL"):
        cursor.fail_because(
            "MATERIALIZED TABLE only supports define interval type FRESHNESS, "
            "please refer to the materialized table document."
        )
    return interval(cursor)


def _refresh_mode(cursor: Cursor) -> RefreshMode:
    cursor.need("=")
    return RefreshMode[cursor.need_one(RefreshMode.__members__)]


def alter_table(cursor: Cursor, at: int) -> Statement:
    """ALTER TABLE, after these words."""
    may_miss = if_exists(cursor)
    table = cursor.path()
    return AlterTable(table, _table_action(cursor), may_miss, at=at)


def _table_action(cursor: Cursor) -> AlterAction:
    at = cursor.at
    word = cursor.need_one(("RENAME", "RESET", "SET", "ADD", "MODIFY", "DROP"))
    if word == "RENAME":
        return _rename(cursor, at)
    if word == "RESET":
        return ResetOptions(option_keys(cursor), at=at)
    if word == "SET":
        return SetOptions(options(cursor), at=at)
    if word == "DROP":
        if cursor.sees("PARTITION") or cursor.sees("IF", "EXISTS"):
            return _drop_partitions(cursor, at)
        return _drop(cursor, at)
    if word == "ADD" and (cursor.sees("PARTITION") or cursor.sees("IF", "NOT")):
        return _add_partitions(cursor, at)
    return _change(cursor, word == "MODIFY", at)


def _rename(cursor: Cursor, at: int) -> AlterAction:
    if cursor.take("TO"):
        return RenameTo(cursor.path(), at=at)
    column = cursor.path()
    cursor.need("TO")
    return RenameColumn(column, cursor.path(), at=at)


def _add_partitions(cursor: Cursor, at: int) -> AlterAction:
    may_exist = if_not_exists(cursor)
    added: list[tuple[PartitionSpec, Options]] = []
    while not added or cursor.sees("PARTITION"):
        cursor.need("PARTITION")
        added.append((static_partition(cursor), with_options(cursor)))
    return AddPartitions(tuple(added), may_exist, at=at)


def _drop_partitions(cursor: Cursor, at: int) -> AlterAction:
    may_miss = if_exists(cursor)

    def one() -> PartitionSpec:
        cursor.need("PARTITION")
        return static_partition(cursor)

    return DropPartitions(cursor.listed(one), may_miss, at=at)


def _drop(cursor: Cursor, at: int) -> AlterAction:
    if cursor.take("PRIMARY"):
        cursor.need("KEY")
        return DropPrimaryKey(at=at)
    if cursor.take("CONSTRAINT"):
        return DropConstraint(cursor.name(), at=at)
    if cursor.take("WATERMARK"):
        return DropWatermark(at=at)
    if cursor.take("DISTRIBUTION"):
        return DropDistribution(at=at)
    return DropColumns(cursor.parenthesized(cursor.path) if cursor.sees("(") else (cursor.path(),), at=at)


def _change(cursor: Cursor, is_modify: bool, at: int) -> AlterAction:
    """ADD or MODIFY: a distribution, or columns, constraints and watermarks."""
    if cursor.take("DISTRIBUTION"):
        return ChangeDistribution(is_modify, distribution(cursor), at=at)
    items = cursor.parenthesized(lambda: _changed(cursor)) if cursor.sees("(") else (_changed(cursor),)
    columns = tuple(item for item in items if isinstance(item, PlacedColumn))
    constraints = tuple(item for item in items if isinstance(item, Constraint))
    watermarks = [item for item in items if isinstance(item, Watermark)]
    if len(watermarks) > 1:
        cursor.fail_because("Multiple WATERMARK declarations are not supported yet.", watermarks[1].at)
    return ChangeSchema(is_modify, columns, constraints, watermarks[0] if watermarks else None, at=at)


def _changed(cursor: Cursor) -> PlacedColumn | Constraint | Watermark:
    if cursor.sees("WATERMARK"):
        return watermark(cursor)
    if cursor.sees_one(("CONSTRAINT", "PRIMARY", "UNIQUE")):
        return constraint(cursor)
    return placed_column(cursor)


def alter_materialized_table(cursor: Cursor, at: int) -> Statement:
    """ALTER MATERIALIZED TABLE, after these words."""
    table = cursor.path()
    return AlterMaterializedTable(table, _materialized_action(cursor), at=at)


def _materialized_action(cursor: Cursor) -> AlterAction:
    at = cursor.at
    word = cursor.need_one(("SUSPEND", "RESUME", "REFRESH", "SET", "RESET", "AS", "ADD", "MODIFY", "DROP"))
    if word == "SUSPEND":
        return Suspend(at=at)
    if word == "RESUME":
        return Resume(with_options(cursor), at=at)
    if word == "REFRESH":
        return Refresh(static_partition(cursor) if cursor.take("PARTITION") else (), at=at)
    if word == "SET":
        return _set(cursor, at)
    if word == "RESET":
        return ResetOptions(option_keys(cursor), at=at)
    if word == "AS":
        return SetQuery(cursor.query(), at=at)
    return _drop(cursor, at) if word == "DROP" else _change(cursor, word == "MODIFY", at)


def _set(cursor: Cursor, at: int) -> AlterAction:
    if cursor.take("FRESHNESS"):
        return SetFreshness(_freshness(cursor), at=at)
    if cursor.take("REFRESH_MODE"):
        return SetRefreshMode(_refresh_mode(cursor), at=at)
    return SetOptions(options(cursor), at=at)
