"""ALTER TABLE: changes of the columns, the key, the watermark and the distribution of a table."""

from __future__ import annotations

from dataclasses import replace
from typing import Optional

from pyrite.expressions import tree as expressions
from pyrite.expressions.tree import Expression
from pyrite.relational.bind.errors import BindError, nearest
from pyrite.relational.catalog.objects import CatalogTable
from pyrite.relational.sql import tree

_FAILED = "Failed to execute ALTER TABLE statement."


def change_schema(table: CatalogTable, action: tree.ChangeSchema) -> CatalogTable:
    """ADD or MODIFY."""
    schema = table.schema
    columns = list(schema.columns)
    for placed in action.columns:
        columns = _placed(columns, placed, action.is_modify)
    schema = replace(schema, columns=tuple(columns))
    if action.constraints:
        if bool(_keys(schema)) != action.is_modify:
            words = "does not define any primary key constraint. You might want to add a new one"
            if not action.is_modify:
                words = "has already defined the primary key constraint. You might want to drop it first"
            raise BindError(f"{_FAILED}\nThe base table {words}.", action.at)
        schema = replace(_without_keys(schema), constraints=action.constraints)
    if action.watermark is not None:
        if bool(schema.watermarks) != action.is_modify:
            words = "does not define any watermark. You might want to add a new one"
            if not action.is_modify:
                words = "has already defined the watermark strategy. You might want to drop it first"
            raise BindError(f"{_FAILED}\nThe base table {words}.", action.at)
        schema = replace(schema, watermarks=(action.watermark,))
    return replace(table, schema=schema)


def _placed(columns: list[tree.Column], placed: tree.PlacedColumn, is_modify: bool) -> list[tree.Column]:
    names = [column.name for column in columns]
    name = placed.column.name
    if is_modify and name not in names:
        raise BindError(
            f"{_FAILED}\nTry to modify a column `{name}` which does not exist in the table.",
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


def _keys(schema: tree.TableSchema) -> list[tree.Constraint]:
    inline = [c.constraint for c in schema.columns if isinstance(c, tree.PhysicalColumn) and c.constraint is not None]
    return [constraint for constraint in (*schema.constraints, *inline) if constraint.is_primary_key]


def _without_keys(schema: tree.TableSchema) -> tree.TableSchema:
    columns = tuple(replace(c, constraint=None) if isinstance(c, tree.PhysicalColumn) else c for c in schema.columns)
    return replace(schema, columns=columns, constraints=())


def rename_column(table: CatalogTable, action: tree.RenameColumn) -> CatalogTable:
    old, new = ".".join(action.column), ".".join(action.name)
    names = [column.name for column in table.schema.columns]
    _check_known(old, names, action.at)
    if new in names:
        raise BindError(f"{_FAILED}\nThe column `{new}` already existed in table schema.", action.at)
    user = _user_of(old, table)
    if user is not None and user.startswith("computed column"):
        raise BindError(f"{_FAILED}\nThe column `{old}` is referenced by {user}.", action.at)
    schema = table.schema
    columns = tuple(replace(column, path=(new,)) if column.name == old else column for column in schema.columns)
    constraints = tuple(
        replace(constraint, columns=tuple(new if name == old else name for name in constraint.columns))
        for constraint in schema.constraints
    )
    keys = tuple(new if key == old else key for key in table.partition_keys)
    return replace(table, schema=replace(schema, columns=columns, constraints=constraints), partition_keys=keys)


def drop_columns(table: CatalogTable, action: tree.DropColumns) -> CatalogTable:
    dropped = [".".join(path) for path in action.columns]
    names = [column.name for column in table.schema.columns]
    for index, name in enumerate(dropped):
        _check_known(name, names, action.at)
        if name in dropped[:index]:
            raise BindError(f"{_FAILED}\nDuplicate column `{name}`.", action.at)
    columns = tuple(column for column in table.schema.columns if column.name not in dropped)
    remaining = replace(table, schema=replace(table.schema, columns=columns))
    for name in dropped:
        user = _user_of(name, remaining)
        if user is not None:
            raise BindError(f"{_FAILED}\nThe column `{name}` is referenced by {user}.", action.at)
    return remaining


def _check_known(name: str, names: list[str], at: int) -> None:
    if name not in names:
        raise BindError(f"{_FAILED}\nThe column `{name}` does not exist in the base table.", at, nearest(name, names))


def _user_of(name: str, table: CatalogTable) -> Optional[str]:
    """What refers to a column, in words."""
    schema = table.schema
    for column in schema.columns:
        if isinstance(column, tree.ComputedColumn) and _mentions(column.expression, name):
            return f"computed column `{column.name}`"
    if any(name in key.columns for key in _keys(schema)):
        return "the primary key"
    if any(".".join(mark.column) == name or _mentions(mark.expression, name) for mark in schema.watermarks):
        return "the watermark expression"
    if name in table.partition_keys:
        return "the partition keys"
    if table.distribution is not None and name in table.distribution.columns:
        return "the distribution"
    return None


def _mentions(expression: Expression, name: str) -> bool:
    if isinstance(expression, expressions.Name):
        return expression.parts[0] == name
    parts = vars(expression).values()
    nested = [part for value in parts for part in (value if isinstance(value, tuple) else (value,))]
    return any(isinstance(part, Expression) and _mentions(part, name) for part in nested)


def drop_primary_key(table: CatalogTable, action: tree.DropPrimaryKey) -> CatalogTable:
    if not _keys(table.schema):
        raise BindError(f"{_FAILED}\nThe base table does not define any primary key.", action.at)
    return replace(table, schema=_without_keys(table.schema))


def drop_constraint(table: CatalogTable, action: tree.DropConstraint) -> CatalogTable:
    keys = _keys(table.schema)
    if not keys:
        raise BindError(f"{_FAILED}\nThe base table does not define any primary key.", action.at)
    name = keys[0].name or f"PK_{'_'.join(keys[0].columns)}"
    if action.name != name:
        raise BindError(
            f"{_FAILED}\nThe base table does not define a primary key constraint named '{action.name}'. "
            f"Available constraint name: ['{name}'].",
            action.at,
        )
    return replace(table, schema=_without_keys(table.schema))


def drop_watermark(table: CatalogTable, action: tree.DropWatermark) -> CatalogTable:
    if not table.schema.watermarks:
        raise BindError(f"{_FAILED}\nThe base table does not define any watermark strategy.", action.at)
    return replace(table, schema=replace(table.schema, watermarks=()))


def change_distribution(table: CatalogTable, action: tree.ChangeDistribution) -> CatalogTable:
    if (table.distribution is not None) != action.is_modify:
        words = "does not define any distribution. You might want to add a new one"
        if not action.is_modify:
            words = "has already defined the distribution. You can modify it or drop it before adding a new one"
        raise BindError(f"{_FAILED}\nThe base table {words}.", action.at)
    return replace(table, distribution=action.distribution)


def drop_distribution(table: CatalogTable, action: tree.DropDistribution) -> CatalogTable:
    if table.distribution is None:
        raise BindError(f"{_FAILED}\nThe base table does not define any distribution to drop.", action.at)
    return replace(table, distribution=None)
