"""Columns and other declarations of tables as SQL text."""

from __future__ import annotations

from functools import singledispatch
from typing import Optional

from pyrite.core.types.quoting import quoted_identifier, quoted_text
from pyrite.relational.sql.printing.expressions import expression_sql, names_sql, path_sql
from pyrite.relational.sql.printing.literals import literal_sql
from pyrite.relational.sql.sql_tree.columns import (
    Column,
    ComputedColumn,
    Constraint,
    Distribution,
    DistributionKind,
    MetadataColumn,
    PhysicalColumn,
    PlacedColumn,
    TableSchema,
    Watermark,
)
from pyrite.relational.sql.sql_tree.statement import Options, PartitionSpec


def options_sql(options: Options) -> str:
    """Options in parentheses."""
    pairs = (f"{quoted_text(option.key)} = {quoted_text(option.value)}" for option in options)
    return f"({', '.join(pairs)})"


def with_sql(options: Options) -> str:
    return f" WITH {options_sql(options)}" if options else ""


def comment_sql(comment: Optional[str]) -> str:
    return "" if comment is None else f" COMMENT {quoted_text(comment)}"


def partition_sql(partition: PartitionSpec) -> str:
    """PARTITION (...), with a blank before it; nothing without values."""
    if not partition:
        return ""
    values = (
        quoted_identifier(one.column) + ("" if one.value is None else f" = {literal_sql(one.value)}")
        for one in partition
    )
    return f" PARTITION ({', '.join(values)})"


def schema_sql(schema: TableSchema) -> str:
    """The declarations in parentheses."""
    items = [*map(column_sql, schema.columns), *map(watermark_sql, schema.watermarks)]
    items += [*map(constraint_sql, schema.constraints), *map(path_sql, schema.names)]
    return f"({', '.join(items)})" if items else ""


def constraint_sql(constraint: Constraint) -> str:
    name, kind, enforced = _constraint_parts(constraint)
    return f"{name}{kind} ({names_sql(constraint.columns)}){enforced}"


def _constraint_parts(constraint: Constraint) -> tuple[str, str, str]:
    name = "" if constraint.name is None else f"CONSTRAINT {quoted_identifier(constraint.name)} "
    enforced = {None: "", True: " ENFORCED", False: " NOT ENFORCED"}[constraint.is_enforced]
    return name, "PRIMARY KEY" if constraint.is_primary_key else "UNIQUE", enforced


def watermark_sql(watermark: Watermark) -> str:
    return f"WATERMARK FOR {path_sql(watermark.column)} AS {expression_sql(watermark.expression)}"


@singledispatch
def column_sql(column: Column) -> str:
    """A column as it is declared."""
    raise TypeError(f"expected a column, got {column!r}")


@column_sql.register
def _(column: PhysicalColumn) -> str:
    own = "" if column.constraint is None else " " + "".join(_constraint_parts(column.constraint))
    return f"{path_sql(column.path)} {column.type.as_serializable_string()}{own}{comment_sql(column.comment)}"


@column_sql.register
def _(column: MetadataColumn) -> str:
    key = "" if column.key is None else f" FROM {quoted_text(column.key)}"
    virtual = " VIRTUAL" if column.is_virtual else ""
    declared = f"{path_sql(column.path)} {column.type.as_serializable_string()} METADATA"
    return f"{declared}{key}{virtual}{comment_sql(column.comment)}"


@column_sql.register
def _(column: ComputedColumn) -> str:
    return f"{path_sql(column.path)} AS {expression_sql(column.expression)}{comment_sql(column.comment)}"


def placed_sql(placed: PlacedColumn) -> str:
    place = " FIRST" if placed.is_first else f" AFTER {path_sql(placed.after)}" if placed.after else ""
    return f"{column_sql(placed.column)}{place}"


def distribution_sql(distribution: Distribution) -> str:
    """What follows DISTRIBUTED or DISTRIBUTION."""
    parts = []
    if distribution.columns:
        kind = "" if distribution.kind is DistributionKind.UNKNOWN else f"{distribution.kind.value} "
        parts.append(f"BY {kind}({names_sql(distribution.columns)})")
    if distribution.buckets is not None:
        parts.append(f"INTO {distribution.buckets} BUCKETS")
    return " ".join(parts)
