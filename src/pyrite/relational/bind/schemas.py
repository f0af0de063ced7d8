"""Schemas: resolves the declared columns of a table."""

from __future__ import annotations

import re
from dataclasses import replace

from pyrite.core.types import AnyTimestampType, LocalZonedTimestampType, TimestampKind, TimestampType
from pyrite.expressions import expression_tree
from pyrite.expressions.resolved import ResolvedExpression
from pyrite.relational.bind.errors import BindError, nearest
from pyrite.relational.bind.expressions import ExpressionBinder, check_type_names
from pyrite.relational.bind.scope import Scope, ScopeField
from pyrite.relational.bind.session import BindSession
from pyrite.relational.catalog.schema import (
    Column,
    ComputedColumn,
    MetadataColumn,
    ResolvedSchema,
    UniqueConstraint,
    WatermarkSpec,
)
from pyrite.relational.sql import sql_tree


def resolve_schema(schema: sql_tree.TableSchema, session: BindSession) -> ResolvedSchema:
    """Resolves types and expressions of a schema. Columns of the primary key become NOT NULL."""
    _refuse_duplicates([column.name for column in schema.columns])
    key = _primary_key(schema)
    key_columns = () if key is None else key.columns
    stored_columns = [
        _read_column(column, column.name in key_columns)
        for column in schema.columns
        if isinstance(column, (sql_tree.PhysicalColumn, sql_tree.MetadataColumn))
    ]
    binder = ExpressionBinder(Scope([ScopeField(column.name, column.type) for column in stored_columns]), session)
    columns_by_name = {column.name: column for column in stored_columns}
    columns: list[Column] = []
    for column in schema.columns:
        if isinstance(column, sql_tree.ComputedColumn):
            expression = _computed(column, binder)
            columns.append(
                ComputedColumn(
                    column.name,
                    expression.type,
                    column.comment,
                    expression=expression,
                    tree=column.expression,
                )
            )
        else:
            columns.append(columns_by_name[column.name])
    _check_key(key, columns)
    return _with_watermark(ResolvedSchema(tuple(columns), None, key), schema, session)


def with_key_not_null(schema: sql_tree.TableSchema) -> sql_tree.TableSchema:
    """Declares columns of the primary key NOT NULL, which remains if the key is dropped, as in Flink."""
    key = _primary_key(schema)
    names = () if key is None else key.columns
    columns = tuple(
        replace(column, type=column.type.not_null())
        if isinstance(column, sql_tree.PhysicalColumn) and column.name in names
        else column
        for column in schema.columns
    )
    return replace(schema, columns=columns)


def _computed(column: sql_tree.ComputedColumn, binder: ExpressionBinder) -> ResolvedExpression:
    try:
        return binder.bind(column.expression)
    except BindError as error:
        unknown = re.fullmatch(r"Column '(.*)' not found in any table", error.message)
        if unknown is None:
            raise
        raise BindError(f"Unknown identifier '{unknown.group(1)}'", error.at, error.hint) from None


def _read_column(column: sql_tree.PhysicalColumn | sql_tree.MetadataColumn, is_key: bool) -> Column:
    check_type_names(column.type, column.at)
    kind = column.type.not_null() if is_key else column.type
    if isinstance(column, sql_tree.MetadataColumn):
        key = column.key or column.name
        return MetadataColumn(column.name, kind, column.comment, key, column.is_virtual)
    return Column(column.name, kind, column.comment)


def _refuse_duplicates(names: list[str]) -> None:
    for index, name in enumerate(names):
        if name in names[:index]:
            raise BindError(f"A regular Column named '{name}' already exists in the table.")


def _primary_key(schema: sql_tree.TableSchema) -> UniqueConstraint | None:
    inline = [
        column.constraint
        for column in schema.columns
        if isinstance(column, sql_tree.PhysicalColumn) and column.constraint is not None
    ]
    keys = [constraint for constraint in (*schema.constraints, *inline) if constraint.is_primary_key]
    if any(not constraint.is_primary_key for constraint in (*schema.constraints, *inline)):
        raise BindError("UNIQUE constraint is not supported yet")
    if len(keys) > 1:
        raise BindError("Duplicate primary key definition")
    if not keys:
        return None
    (key,) = keys
    if key.is_enforced is not False:
        raise BindError(
            "Flink doesn't support ENFORCED mode for PRIMARY KEY constraint. ENFORCED/NOT ENFORCED controls if the "
            "constraint checks are performed on the incoming/outgoing data. Flink does not own the data therefore the "
            "only supported mode is the NOT ENFORCED mode",
            key.at,
        )
    return UniqueConstraint(key.name or f"PK_{'_'.join(key.columns)}", key.columns)


def _check_key(key: UniqueConstraint | None, columns: list[Column]) -> None:
    by_name = {column.name: column for column in columns}
    for name in () if key is None else key.columns:
        if name not in by_name:
            raise BindError(f"Primary key column '{name}' is not defined in the schema", hint=nearest(name, by_name))
        if not by_name[name].is_physical:
            raise BindError(
                f"Could not create a PRIMARY KEY with column '{name}'.\n"
                "A PRIMARY KEY constraint must be declared on physical columns."
            )


def _with_watermark(schema: ResolvedSchema, tree: sql_tree.TableSchema, session: BindSession) -> ResolvedSchema:
    if not tree.watermarks:
        return schema
    if len(tree.watermarks) > 1:
        raise BindError("Multiple watermark definitions are not supported yet.", tree.watermarks[1].at)
    (watermark,) = tree.watermarks
    name = ".".join(watermark.column)
    if name not in schema.names:
        raise BindError(
            f"The rowtime attribute field '{name}' is not defined in the table schema.",
            watermark.at,
            nearest(name, schema.names),
        )
    place = schema.names.index(name)
    kind = schema.columns[place].type
    if not isinstance(kind, (TimestampType, LocalZonedTimestampType)) or kind.precision > 3:
        raise BindError(
            "Invalid data type of time field for watermark definition. The field must be of type TIMESTAMP(p) or "
            f"TIMESTAMP_LTZ(p), the supported precision 'p' is from 0 to 3, but the time field type is {kind}",
            watermark.at,
        )
    if kind.kind is TimestampKind.PROCTIME:
        raise BindError("A watermark can not be defined for a processing-time attribute.", watermark.at)
    watermark_tree = watermark.expression
    if is_source_watermark(watermark_tree):  # the type is the column's
        watermark_tree = expression_tree.Name((name,), at=watermark.at)
    expression = ExpressionBinder(Scope.of(schema.row_type), session).bind(watermark_tree)
    _check_watermark(expression, watermark.at)
    columns = [*schema.columns]
    if not session.is_batch:  # batch has no watermarks, so no time attributes
        columns[place] = replace(columns[place], type=replace(kind, kind=TimestampKind.ROWTIME))
    return replace(schema, columns=tuple(columns), watermark=WatermarkSpec(name, expression, watermark.expression))


def is_source_watermark(expression: expression_tree.Expression) -> bool:
    """Returns whether the watermark is SOURCE_WATERMARK()."""
    return isinstance(expression, expression_tree.Call) and expression.function == "SOURCE_WATERMARK"


def _check_watermark(expression: ResolvedExpression, at: int) -> None:
    kind = expression.type
    if not isinstance(kind, AnyTimestampType) or kind.precision > 3:
        raise BindError(
            "Invalid data type of expression for watermark definition. The field must be of type TIMESTAMP(p) or "
            "TIMESTAMP_LTZ(p), the supported precision 'p' is from 0 to 3, but the watermark expression type is "
            f"{kind}",
            at,
        )
