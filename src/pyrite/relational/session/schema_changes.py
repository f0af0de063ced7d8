"""ALTER TABLE: changes of columns, primary key, watermark and distribution."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Optional

from pyrite.core.types.quoting import quoted_identifier
from pyrite.expressions import expression_tree
from pyrite.expressions.expression_tree import Expression
from pyrite.relational.bind.errors import BindError, nearest
from pyrite.relational.catalog.objects import CatalogTable
from pyrite.relational.session.show_create import distribution_clause
from pyrite.relational.sql import sql_tree
from pyrite.relational.sql.printer import expression_sql

_FAILED: Final = "Failed to execute ALTER TABLE statement."
_DROP_FIRST: Final = "You might want to drop it before adding a new one"
_AS_KEY: Final = "used as the primary key"


def change_schema(table: CatalogTable, action: sql_tree.ChangeSchema) -> CatalogTable:
    """Applies ADD or MODIFY."""
    schema = table.schema
    columns = list(schema.columns)
    names = [placed.column.name for placed in action.columns]
    for place, placed in enumerate(action.columns):
        if names[place] in names[:place]:
            raise BindError(f"{_FAILED}\nEncounter duplicate column `{names[place]}`.", placed.column.at)
        columns = _placed(columns, placed, action.is_modify)
    schema = replace(schema, columns=tuple(columns))
    if action.constraints:
        keys = _keys(schema)
        if bool(keys) != action.is_modify:
            words = "does not define any primary key constraint. You might want to add a new one"
            if keys:
                clause = ", ".join(map(quoted_identifier, keys[0].columns))
                words = f"has already defined the primary key constraint [{clause}]. {_DROP_FIRST}"
            raise BindError(f"{_FAILED}\nThe current table {words}.", action.at)
        schema = replace(_without_keys(schema), constraints=action.constraints)
    if action.watermark is not None:
        if bool(schema.watermarks) != action.is_modify:
            words = "does not define any watermark. You might want to add a new one"
            if schema.watermarks:
                (mark,) = schema.watermarks
                clause = f"{quoted_identifier('.'.join(mark.column))} AS {expression_sql(mark.expression)}"
                words = f"has already defined the watermark strategy {clause}. {_DROP_FIRST}"
            raise BindError(f"{_FAILED}\nThe current table {words}.", action.at)
        schema = replace(schema, watermarks=(action.watermark,))
    return replace(table, schema=schema)


def _placed(columns: list[sql_tree.Column], placed: sql_tree.PlacedColumn, is_modify: bool) -> list[sql_tree.Column]:
    names = [column.name for column in columns]
    name = placed.column.name
    if is_modify and name not in names:
        raise BindError(
            f"{_FAILED}\nColumn `{name}` does not exist in the table.",
            placed.column.at,
            nearest(name, names),
        )
    if not is_modify and name in names:
        raise BindError(f"{_FAILED}\nColumn `{name}` already exists in the table.", placed.column.at)
    if is_modify and not placed.is_first and not placed.after:
        return [placed.column if column.name == name else column for column in columns]
    rest = [column for column in columns if column.name != name]
    if placed.is_first:
        return [placed.column, *rest]
    if not placed.after:
        return [*rest, placed.column]
    after = ".".join(placed.after)
    others = [column.name for column in rest]
    if after not in others:
        raise BindError(
            f"{_FAILED}\nReferenced column `{after}` by 'AFTER' does not exist in the table.",
            placed.column.at,
            nearest(after, others),
        )
    place = others.index(after) + 1
    return [*rest[:place], placed.column, *rest[place:]]


def _keys(schema: sql_tree.TableSchema) -> list[sql_tree.Constraint]:
    inline = [
        c.constraint for c in schema.columns if isinstance(c, sql_tree.PhysicalColumn) and c.constraint is not None
    ]
    return [constraint for constraint in (*schema.constraints, *inline) if constraint.is_primary_key]


def _without_keys(schema: sql_tree.TableSchema) -> sql_tree.TableSchema:
    columns = tuple(
        replace(c, constraint=None) if isinstance(c, sql_tree.PhysicalColumn) else c for c in schema.columns
    )
    return replace(schema, columns=columns, constraints=())


def rename_column(table: CatalogTable, action: sql_tree.RenameColumn) -> CatalogTable:
    old, new = ".".join(action.column), ".".join(action.name)
    names = [column.name for column in table.schema.columns]
    _check_known(old, names, action.at)
    if new in names:
        raise BindError(f"{_FAILED}\nThe column `{new}` already existed in table schema.", action.at)
    if (use := _use_of(old, table)) is not None and use != _AS_KEY:
        raise BindError(f"{_FAILED}\nThe column `{old}` is {use}.", action.at)
    schema = table.schema
    columns = tuple(replace(column, path=(new,)) if column.name == old else column for column in schema.columns)
    constraints = tuple(
        replace(constraint, columns=tuple(new if name == old else name for name in constraint.columns))
        for constraint in schema.constraints
    )
    return replace(table, schema=replace(schema, columns=columns, constraints=constraints))


def drop_columns(table: CatalogTable, action: sql_tree.DropColumns) -> CatalogTable:
    dropped = [".".join(path) for path in action.columns]
    names = [column.name for column in table.schema.columns]
    for index, name in enumerate(dropped):
        _check_known(name, names, action.at)
        if name in dropped[:index]:
            raise BindError(f"{_FAILED}\nDuplicate column `{name}`.", action.at)
    columns = tuple(column for column in table.schema.columns if column.name not in dropped)
    remaining = replace(table, schema=replace(table.schema, columns=columns))
    for name in dropped:
        if (use := _use_of(name, remaining)) is not None:
            raise BindError(f"{_FAILED}\nThe column `{name}` is {use}.", action.at)
    return remaining


def _check_known(name: str, names: list[str], at: int) -> None:
    if name not in names:
        raise BindError(f"{_FAILED}\nThe column `{name}` does not exist in the base table.", at, nearest(name, names))


def _use_of(name: str, table: CatalogTable) -> Optional[str]:
    """Describes the use of a column; None if it is unused."""
    schema = table.schema
    computed = [column for column in schema.columns if isinstance(column, sql_tree.ComputedColumn)]
    users = sorted(quoted_identifier(each.name) for each in computed if _mentions(each.expression, name))
    if users:
        return f"referenced by computed column {', '.join(users)}"
    if name in table.partition_keys:
        return "used as the partition keys"
    if any(".".join(mark.column) == name or _mentions(mark.expression, name) for mark in schema.watermarks):
        return "referenced by watermark expression"
    if any(name in key.columns for key in _keys(schema)):
        return _AS_KEY
    if table.distribution is not None and name in table.distribution.columns:
        return "used as a distribution key"
    return None


def _mentions(expression: Expression, name: str) -> bool:
    if isinstance(expression, expression_tree.Name):
        return expression.parts[0] == name
    parts = vars(expression).values()
    nested = [part for value in parts for part in (value if isinstance(value, tuple) else (value,))]
    return any(isinstance(part, Expression) and _mentions(part, name) for part in nested)


def drop_primary_key(table: CatalogTable, action: sql_tree.DropPrimaryKey) -> CatalogTable:
    if not _keys(table.schema):
        raise BindError(f"{_FAILED}\nThe current table does not define any primary key.", action.at)
    return replace(table, schema=_without_keys(table.schema))


def drop_constraint(table: CatalogTable, action: sql_tree.DropConstraint) -> CatalogTable:
    keys = _keys(table.schema)
    if not keys:
        raise BindError(f"{_FAILED}\nThe current table does not define any primary key.", action.at)
    name = keys[0].name or f"PK_{'_'.join(keys[0].columns)}"
    if action.name != name:
        raise BindError(
            f"{_FAILED}\nThe current table does not define a primary key constraint named '{action.name}'. "
            f"Available constraint name: ['{name}'].",
            action.at,
        )
    return replace(table, schema=_without_keys(table.schema))


def drop_watermark(table: CatalogTable, action: sql_tree.DropWatermark) -> CatalogTable:
    if not table.schema.watermarks:
        raise BindError(f"{_FAILED}\nThe current table does not define any watermark strategy.", action.at)
    return replace(table, schema=replace(table.schema, watermarks=()))


def change_distribution(table: CatalogTable, action: sql_tree.ChangeDistribution) -> CatalogTable:
    if table.distribution is None and action.is_modify:
        words = "The base table does not define any distribution. You might want to add a new one."
        raise BindError(f"{_FAILED}\n{words}", action.at)
    if table.distribution is not None and not action.is_modify:
        raise BindError(
            f"{_FAILED}\nThe current table has already defined the distribution "
            f"'{distribution_clause(table.distribution)}'. You can modify it or drop it before adding a new one.",
            action.at,
        )
    return replace(table, distribution=action.distribution)


def drop_distribution(table: CatalogTable, action: sql_tree.DropDistribution) -> CatalogTable:
    return replace(table, distribution=None)
