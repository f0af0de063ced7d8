"""Where streams become tables and tables become streams."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Optional

from pyrite.core.errors import ValidationException
from pyrite.core.types import (
    LocalZonedTimestampType,
    LogicalType,
    RowField,
    RowType,
    TimestampKind,
    TimestampType,
    string_type,
)
from pyrite.core.types.logical_type_info import from_type_info, to_type_info
from pyrite.datastream.data_stream import DataStream
from pyrite.expressions import tree as expressions
from pyrite.expressions.resolution import cast
from pyrite.expressions.resolved import FieldReference, FunctionCall, ResolvedExpression, ValueLiteral
from pyrite.graph.transformation import Transformation, TransformationKind
from pyrite.operators.relational.rows import ROWTIME, ColumnsToRowsSpec, RowsToColumnsSpec
from pyrite.relational.bind.errors import BindError, nearest
from pyrite.relational.bind.schemas import resolve_schema
from pyrite.relational.catalog.schema import ComputedColumn, MetadataColumn, ResolvedSchema
from pyrite.relational.plan import nodes
from pyrite.relational.plan.nodes import RelNode, row_type_of
from pyrite.relational.session.session import Session
from pyrite.relational.sql import tree
from pyrite.relational.to_transformations import columns_of

_SOURCE_WATERMARK: Final = "SOURCE_WATERMARK"
_ROWTIME_TYPE: Final = LocalZonedTimestampType(3)
_UTC: Final = ValueLiteral("UTC", string_type().not_null())
"""The zone in which records' timestamps are shown where they become a TIMESTAMP, as in Flink."""


@dataclass(frozen=True)
class StreamColumns:
    """A stream's records as columns: their type, and whether a record is a single value."""

    stream: DataStream
    row_type: RowType
    is_atomic: bool

    @staticmethod
    def of(stream: DataStream) -> StreamColumns:
        kind = from_type_info(stream.get_type())
        if isinstance(kind, RowType):
            return StreamColumns(stream, kind, False)
        return StreamColumns(stream, row_type_of(["f0"], [kind]), True)

    def plan(self, with_rowtime: bool) -> RelNode:
        """The columns, and with them, if asked for, the records' timestamps."""
        spec = RowsToColumnsSpec(self.row_type, self.is_atomic, with_rowtime)
        fields = self.row_type.fields
        if with_rowtime:
            fields = (*fields, RowField(ROWTIME, _ROWTIME_TYPE.not_null()))
        made = RowType(fields, nullable=False)
        transformation = Transformation(
            TransformationKind.OPERATOR,
            "DataStreamToTable",
            [self.stream.transformation],
            spec,
            output_format=columns_of(made),
        )
        return nodes.StreamScan(transformation, f"DataStream_{self.stream.get_name()}", made)


# With a schema --------------------------------------------------------------------------------------------------------


def schema_plan(
    stream: DataStream, declared: Optional[tree.TableSchema], session: Session
) -> tuple[RelNode, ResolvedSchema]:
    """A stream's table by a schema. A schema without physical columns takes those of the stream's type."""
    source = StreamColumns.of(stream)
    extra_columns = () if declared is None else declared.columns
    physical = [column for column in extra_columns if isinstance(column, tree.PhysicalColumn)]
    if not physical:
        own = tuple(tree.PhysicalColumn((field.name,), field.type) for field in source.row_type.fields)
        declared = replace(declared or tree.TableSchema(), columns=(*own, *extra_columns))
    assert declared is not None
    schema = _resolved(declared, session)
    plan = source.plan(with_rowtime=bool(schema.metadata))
    plan = _with_read_columns(plan, source, schema, session)
    plan = _with_computed_columns(plan, schema)
    if schema.watermark is not None and not _is_source_watermark(schema.watermark.tree):
        rowtime = schema.names.index(schema.watermark.rowtime)
        plan = nodes.WatermarkAssigner(plan, rowtime, schema.watermark.expression)
    return plan, schema


def _resolved(declared: tree.TableSchema, session: Session) -> ResolvedSchema:
    """The schema. SOURCE_WATERMARK() stands for the stream's own watermarks: the column's own time has its type."""
    marks = tuple(
        replace(mark, expression=expressions.Name(mark.column)) if _is_source_watermark(mark.expression) else mark
        for mark in declared.watermarks
    )
    schema = resolve_schema(replace(declared, watermarks=marks), session)
    if schema.watermark is None or marks == declared.watermarks:
        return schema
    return replace(schema, watermark=replace(schema.watermark, tree=declared.watermarks[0].expression))


def _is_source_watermark(expression: expressions.Expression) -> bool:
    return isinstance(expression, expressions.Call) and expression.function == _SOURCE_WATERMARK


def _with_read_columns(plan: RelNode, source: StreamColumns, schema: ResolvedSchema, session: Session) -> RelNode:
    names = [field.name for field in source.row_type.fields]
    read = [column for column in schema.columns if not isinstance(column, ComputedColumn)]
    trees: list[ResolvedExpression] = []
    for column in read:
        if isinstance(column, MetadataColumn):
            if column.key != "rowtime":
                raise BindError(
                    f"Invalid metadata key '{column.key}' in column '{column.name}'. "
                    "A DataStream has the following metadata keys for reading:\nrowtime"
                )
            place = len(names)
        elif column.name in names:
            place = names.index(column.name)
        else:
            raise BindError(
                f"Unable to find a field named '{column.name}' in the physical data type derived from the given type "
                f"information for schema declaration. Make sure that the type information is not a generic raw type. "
                f"Currently available fields are: [{', '.join(names)}]",
                hint=nearest(column.name, names),
            )
        field = plan.row_type.fields[place]
        reference = FieldReference(place, field.name, field.type)
        trees.append(_fitted(reference, column.type, session))
    return nodes.Project(plan, tuple(trees), tuple(column.name for column in read))


def _fitted(reference: FieldReference, kind: LogicalType, session: Session) -> ResolvedExpression:
    if reference.type.copy(nullable=True) == kind.copy(nullable=True):
        return FieldReference(reference.index, reference.name, kind)
    return cast(reference, kind, session.zone)


def _with_computed_columns(plan: RelNode, schema: ResolvedSchema) -> RelNode:
    if not any(isinstance(column, ComputedColumn) for column in schema.columns):
        return plan
    places = {field.name: index for index, field in enumerate(plan.row_type.fields)}
    trees = tuple(
        column.expression
        if isinstance(column, ComputedColumn)
        else FieldReference(places[column.name], column.name, column.type)
        for column in schema.columns
    )
    return nodes.Project(plan, trees, tuple(schema.names))


# With expressions -----------------------------------------------------------------------------------------------------


def fields_plan(stream: DataStream, fields: Sequence[expressions.Expression]) -> RelNode:
    """A stream's table by expressions: names by position, or names of its fields, aliases, and time attributes."""
    source = StreamColumns.of(stream)
    names = [field.name for field in source.row_type.fields]
    by_position = not any(isinstance(each, expressions.Name) and each.parts[-1] in names for each in fields)
    plan = source.plan(with_rowtime=any(_time_name(each, "ROWTIME") for each in fields))
    trees: list[ResolvedExpression] = []
    made: list[str] = []
    position = 0
    for each in fields:
        rowtime = _time_name(each, "ROWTIME")
        if rowtime is not None:
            kind = TimestampType(3, TimestampKind.ROWTIME)
            trees.append(FunctionCall("CAST", (_reference(plan, len(names)), _UTC), kind))
            made.append(rowtime)
            continue
        if _time_name(each, "PROCTIME OF") is not None:
            raise ValidationException("A proctime attribute of a stream is not supported yet")
        name, original = _names_of(each)
        if by_position and original not in names:
            place, position = position, position + 1
        else:
            place = names.index(original) if original in names else -1
        if not 0 <= place < len(names):
            raise ValidationException(f"Cannot resolve field [{original}], input field list:[{', '.join(names)}].")
        trees.append(_reference(plan, place))
        made.append(name)
    return nodes.Project(plan, tuple(trees), tuple(made))


def _reference(plan: RelNode, place: int) -> FieldReference:
    field = plan.row_type.fields[place]
    return FieldReference(place, field.name, field.type)


def _time_name(field: expressions.Expression, function: str) -> Optional[str]:
    """The name of a time attribute: of `col("t").rowtime`, perhaps with an alias."""
    match field:
        case expressions.Alias(operand=expressions.Call(function=name)) if name == function:
            return field.name
        case expressions.Call(function=name, arguments=(expressions.Name(parts=parts),)) if name == function:
            return parts[-1]
    return None


def _names_of(field: expressions.Expression) -> tuple[str, str]:
    match field:
        case expressions.Name(parts=parts):
            return parts[-1], parts[-1]
        case expressions.Alias(operand=expressions.Name(parts=parts)):
            return field.name, parts[-1]
    raise ValidationException("a stream's columns are names, names with an alias, or time attributes")


# To streams -----------------------------------------------------------------------------------------------------------


def to_stream(transformation: Transformation, row_type: RowType, environment: Any) -> DataStream:
    """The rows of a table as records, with the time of its rowtime attribute as their timestamp."""
    rowtimes = [
        index
        for index, field in enumerate(row_type.fields)
        if getattr(field.type, "kind", None) is TimestampKind.ROWTIME
    ]
    if len(rowtimes) > 1:
        names = ", ".join(row_type.names[index] for index in rowtimes)
        raise ValidationException(
            f"Found more than one rowtime field: [{names}] in the query when converting the table to a stream. "
            "Please select the rowtime field that should be used as event-time timestamp for the DataStream by "
            "casting all other fields to TIMESTAMP."
        )
    spec = ColumnsToRowsSpec(row_type, rowtimes[0] if rowtimes else None)
    rows = Transformation(
        TransformationKind.OPERATOR, "TableToDataStream", [transformation], spec, output_type=to_type_info(row_type)
    )
    environment.add_transformation(rows)
    return DataStream(environment, rows)
