"""The plan of a catalog table: scan, computed columns, watermark."""

from __future__ import annotations

from collections.abc import Mapping

from pyrite.core.connector.table import SupportsReadingMetadata, TableSource
from pyrite.core.errors import TableException
from pyrite.core.types import LogicalType
from pyrite.expressions.resolution import cast
from pyrite.expressions.resolved import FieldReference, ResolvedExpression
from pyrite.relational.bind.errors import SOURCE_WATERMARK_MISUSED, BindError, nearest
from pyrite.relational.bind.schemas import is_source_watermark
from pyrite.relational.bind.session import BindSession
from pyrite.relational.catalog.schema import ComputedColumn, MetadataColumn, ResolvedSchema
from pyrite.relational.plan import nodes
from pyrite.relational.plan.abilities import ReadingMetadata
from pyrite.relational.plan.nodes import RelNode, ResolvedTable, projected, row_type_of


def bind_scan(table: ResolvedTable, hints: Mapping[str, str], session: BindSession) -> RelNode:
    """Returns all columns of the table, in the order of its schema. `hints` override its options."""
    table = table.hinted(hints)
    schema = table.schema
    source = session.describe_source(table)
    keys = tuple(dict.fromkeys(column.key for column in schema.metadata))
    metadata = _readable_metadata(source, table) if keys else {}
    physical = schema.physical_type
    names = [*(field.name for field in physical.fields), *(f"$metadata.{key}" for key in keys)]
    types = [*(field.type for field in physical.fields), *(metadata[key] for key in keys)]
    scan = nodes.Scan(table, source, row_type_of(names, types))
    plan: RelNode = scan.with_ability(ReadingMetadata(keys)) if keys else scan
    if len(schema.columns) != len(physical.fields):
        plan = _with_columns(plan, schema, keys, session)
    if schema.watermark is not None and not session.is_batch:
        if is_source_watermark(schema.watermark.tree):
            name = table.identifier.as_serializable_string()
            raise TableException(
                f"The watermark of table {name} cannot be SOURCE_WATERMARK(). {SOURCE_WATERMARK_MISUSED}"
            )
        rowtime = schema.names.index(schema.watermark.rowtime)
        plan = nodes.WatermarkAssigner(plan, rowtime, schema.watermark.expression)
    return plan


def _readable_metadata(source: TableSource, table: ResolvedTable) -> dict[str, LogicalType]:
    """Returns the types of the source's metadata. Checks the keys that the table declares."""
    name = table.identifier.as_serializable_string()
    if not isinstance(source, SupportsReadingMetadata):
        raise BindError(
            f"Table '{name}' declares metadata columns, but the underlying TableSource doesn't implement the "
            "SupportsReadingMetadata interface. Therefore, metadata cannot be read from the given source."
        )
    readable = source.list_readable_metadata()
    for column in table.schema.metadata:
        if column.key not in readable:
            raise BindError(
                f"Invalid metadata key '{column.key}' in column '{column.name}' of table '{name}'. "
                f"The DynamicTableSource class supports the following metadata keys for reading:\n"
                + "\n".join(readable),
                hint=nearest(column.key, readable),
            )
    return readable


def _with_columns(plan: RelNode, schema: ResolvedSchema, keys: tuple[str, ...], session: BindSession) -> RelNode:
    """Returns the columns of the schema in its order: first the stored ones, then the computed ones over them."""
    physical = [column.name for column in schema.columns if column.is_physical]
    stored = [column for column in schema.columns if not isinstance(column, ComputedColumn)]
    trees: list[ResolvedExpression] = []
    for column in stored:
        if isinstance(column, MetadataColumn):
            place = len(physical) + keys.index(column.key)
            field = plan.row_type.fields[place]
            trees.append(_as_type(FieldReference(place, field.name, field.type), column.type, session.zone))
        else:
            trees.append(FieldReference(physical.index(column.name), column.name, column.type))
    plan = projected(plan, trees, [column.name for column in stored])
    if len(stored) == len(schema.columns):
        return plan
    places = {column.name: place for place, column in enumerate(stored)}
    computed = tuple(
        column.expression
        if isinstance(column, ComputedColumn)
        else FieldReference(places[column.name], column.name, column.type)
        for column in schema.columns
    )
    return nodes.Project(plan, computed, tuple(schema.names))


def _as_type(value: ResolvedExpression, kind: LogicalType, zone: str) -> ResolvedExpression:
    """Casts metadata to the declared type of its column."""
    is_same = value.type.copy(nullable=True) == kind.copy(nullable=True)
    return value if is_same else cast(value, kind, zone)
