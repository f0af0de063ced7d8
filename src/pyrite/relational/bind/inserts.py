"""INSERT: a query's rows as those of the table that they are written to."""

from __future__ import annotations

from collections.abc import Sequence

from pyrite.core.types import LogicalType, RowType
from pyrite.core.types.casting import supports_implicit_cast
from pyrite.expressions.resolution import implicit_cast
from pyrite.expressions.resolved import ResolvedExpression, ValueLiteral
from pyrite.relational.bind.errors import BindError, nearest
from pyrite.relational.bind.scope import Scope
from pyrite.relational.catalog.schema import ResolvedSchema
from pyrite.relational.plan import nodes
from pyrite.relational.plan.nodes import RelNode


def bind_insert(
    query: RelNode,
    schema: ResolvedSchema,
    name: str,
    zone: str,
    columns: Sequence[str] = (),
    partition: Sequence[tuple[str, ResolvedExpression]] = (),
) -> RelNode:
    """The query's columns in the order of the table's, cast to their types.

    `columns` are those that the statement lists, others get NULL; `partition` has the static values of PARTITION.
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
            raise BindError(f"Column '{field.name}' has no default value and does not allow NULLs")
        if not supports_implicit_cast(value.type, field.type.copy(nullable=True)):
            raise _mismatch(
                name,
                f"Incompatible types for sink column '{field.name}' at position {names.index(field.name) + 1}.",
                query.row_type,
                sink,
            )
        trees.append(implicit_cast(value, field.type.copy(nullable=value.type.nullable), zone))
    return nodes.Project(query, tuple(trees), tuple(names))


def _mismatch(name: str, cause: str, query: RowType, sink: RowType) -> BindError:
    return BindError(
        f"Column types of query result and sink for '{name}' do not match.\nCause: {cause}\n\n"
        f"Query schema: {_shown(query)}\nSink schema:  {_shown(sink)}"
    )


def _shown(row: RowType) -> str:
    return f"[{', '.join(f'{field.name}: {_type(field.type)}' for field in row.fields)}]"


def _type(kind: LogicalType) -> str:
    return kind.as_summary_string()
