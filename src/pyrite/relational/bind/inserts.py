"""INSERT: converts the rows of a query to the schema of the target table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Optional

from pyrite.core.connector.table import SupportsWritingMetadata, TableSink
from pyrite.core.types import LogicalType, RowType, string_type
from pyrite.core.types.casting import supports_implicit_cast
from pyrite.expressions.folding import evaluate_constant
from pyrite.expressions.resolution import cast, implicit_cast
from pyrite.expressions.resolved import ResolvedExpression, ValueLiteral
from pyrite.relational.bind.errors import BindError, nearest
from pyrite.relational.bind.scope import Scope
from pyrite.relational.catalog.schema import ResolvedSchema, row_type_of
from pyrite.relational.plan.abilities import WritingMetadata
from pyrite.relational.plan.nodes import RelNode, projected


def bind_insert(
    query: RelNode,
    schema: ResolvedSchema,
    name: str,
    zone: str,
    columns: Sequence[str] = (),
    partition: Sequence[tuple[str, ResolvedExpression]] = (),
) -> RelNode:
    """Returns the query's columns in the order of the table, cast to its types.

    `columns` are the columns in the statement; other columns are NULL. `partition` has the static values of PARTITION.
    """
    sink = schema.sink_type
    names = [field.name for field in sink.fields]
    for column in (*columns, *(key for key, _ in partition)):
        if column not in names:
            raise BindError(f"Unknown target column '{column}'", hint=nearest(column, names))
    for place, column in enumerate(columns):
        if column in columns[:place]:
            raise BindError(f"Target column '{column}' is assigned more than once")
    static = dict(partition)
    targets = list(columns) or [each for each in names if each not in static]
    fields = query.row_type.fields
    if len(targets) != len(fields):
        raise _mismatch(name, "Different number of columns.", query.row_type, sink)
    scope = Scope.of(query.row_type)
    sources = {target: scope.reference(index) for index, target in enumerate(targets)}
    trees = []
    for field in sink.fields:
        value: ResolvedExpression = (
            static.get(field.name) or sources.get(field.name) or ValueLiteral(None, field.type.copy(nullable=True))
        )
        if field.name not in sources and field.name not in static and not field.type.nullable:
            raise BindError(f"Column '{field.name}' has no default value and does not allow NULLs.")
        if not supports_implicit_cast(value.type, field.type.copy(nullable=True)):
            raise _mismatch(
                name,
                f"Incompatible types for sink column '{field.name}' at position {names.index(field.name) + 1}.",
                query.row_type,
                sink,
            )
        trees.append(implicit_cast(value, field.type.copy(nullable=value.type.nullable), zone))
    return projected(query, trees, names)


def _mismatch(name: str, cause: str, query: RowType, sink: RowType) -> BindError:
    return BindError(
        f"Column types of query result and sink for '{name}' do not match.\nCause: {cause}\n\n"
        f"Query schema: {_shown(query)}\nSink schema:  {_shown(sink)}"
    )


def _shown(row: RowType) -> str:
    return f"[{', '.join(f'{field.name}: {_type(field.type)}' for field in row.fields)}]"


def _type(kind: LogicalType) -> str:
    return kind.as_summary_string()


# Columns of the sink --------------------------------------------------------------------------------------------------


def stored_type(schema: ResolvedSchema) -> RowType:
    """Returns the columns that a sink receives: the physical columns, then its writable metadata."""
    columns = [column for column in schema.columns if column.is_persisted]
    return row_type_of(tuple(sorted(columns, key=lambda column: not column.is_physical)))


def with_metadata(
    plan: RelNode, sink: TableSink, schema: ResolvedSchema, name: str, zone: str
) -> tuple[RelNode, Optional[WritingMetadata]]:
    """Appends metadata columns to the physical columns, with the names and types that the sink expects.

    Also returns the ability to request from the sink; None without metadata.
    """
    written = [column for column in schema.metadata if column.is_persisted]
    if not written:
        return plan, None
    if not isinstance(sink, SupportsWritingMetadata):
        raise BindError(
            f"Table '{name}' declares persistable metadata columns, but the underlying DynamicTableSink doesn't "
            "implement the SupportsWritingMetadata interface. If the column should not be persisted, it can be "
            "declared with the VIRTUAL keyword."
        )
    writable = sink.list_writable_metadata()
    for column in written:
        if column.key not in writable:
            raise BindError(
                f"Invalid metadata key '{column.key}' in column '{column.name}' of table '{name}'. The "
                "DynamicTableSink class supports the following metadata keys for writing:\n" + "\n".join(writable),
                hint=nearest(column.key, writable),
            )
    scope = Scope.of(plan.row_type)
    places = {field.name: place for place, field in enumerate(plan.row_type.fields)}
    keys = {column.name: column.key for column in written}
    trees: list[ResolvedExpression] = []
    names: list[str] = []
    for field in stored_type(schema).fields:
        value, key = scope.reference(places[field.name]), keys.get(field.name)
        trees.append(value if key is None else _as_written(value, writable[key], zone))
        names.append(field.name if key is None else f"$metadata.{key}")
    return projected(plan, trees, names), WritingMetadata(tuple(keys.values()))


def _as_written(value: ResolvedExpression, kind: LogicalType, zone: str) -> ResolvedExpression:
    target = kind.copy(nullable=value.type.nullable)
    return value if value.type == target else cast(value, target, zone)


def partition_text(value: ResolvedExpression, zone: str) -> str:
    """Returns the name of a static partition in paths."""
    text = evaluate_constant(cast(value, string_type(), zone))
    return "" if text is None else str(text)
