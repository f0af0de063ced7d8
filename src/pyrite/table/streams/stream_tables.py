"""Conversion of streams to tables and of tables to streams."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Optional

from pyrite.core.blocks.changelog import INSERT_ONLY, ChangelogMode, gives_upserts
from pyrite.core.errors import ValidationException
from pyrite.core.types import (
    BigIntType,
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
from pyrite.expressions import expression_tree
from pyrite.expressions.resolution import cast
from pyrite.expressions.resolved import FieldReference, FunctionCall, ResolvedExpression, ValueLiteral
from pyrite.graph.transformation import Transformation, TransformationId, TransformationKind
from pyrite.operators.relational.rows.rows import ROWTIME, ColumnsToRowsSpec, RowsToColumnsSpec
from pyrite.relational.bind.errors import BindError, nearest
from pyrite.relational.bind.schemas import is_source_watermark, resolve_schema
from pyrite.relational.catalog.schema import ComputedColumn, MetadataColumn, ResolvedSchema
from pyrite.relational.plan import nodes
from pyrite.relational.plan.nodes import RelNode, row_type_of
from pyrite.relational.session.session import Session
from pyrite.relational.sql import sql_tree
from pyrite.relational.translators.translation import columns_of, in_order_of, with_parallelism_of

_ROWTIME, _PROCTIME = "ROWTIME", "PROCTIME OF"
_ROWTIME_TYPE: Final = LocalZonedTimestampType(3)
_UTC: Final = ValueLiteral("UTC", string_type().not_null())
"""The time zone in which a record's timestamp becomes a TIMESTAMP, as in Flink."""


@dataclass(frozen=True)
class StreamColumns:
    """The records of a stream as columns: their row type, and whether a record is a single value."""

    stream: DataStream
    row_type: RowType
    is_atomic: bool

    @staticmethod
    def of(stream: DataStream) -> StreamColumns:
        """Derives the columns from the type of the stream."""
        kind = from_type_info(stream.get_type())
        if isinstance(kind, RowType):
            return StreamColumns(stream, kind, False)
        return StreamColumns(stream, row_type_of(["f0"], [kind]), True)

    def plan(self, with_rowtime: bool, changelog: ChangelogMode = INSERT_ONLY) -> nodes.StreamScan:
        """Plans the columns, with the records' timestamps if requested.

        `changelog` has the records' kinds of change.
        """
        spec = RowsToColumnsSpec(self.row_type, self.is_atomic, with_rowtime, not changelog.is_insert_only)
        fields = self.row_type.fields
        if with_rowtime:
            fields = (*fields, RowField(ROWTIME, _ROWTIME_TYPE.not_null()))
        row_type = RowType(fields, nullable=False)
        transformation = Transformation(
            TransformationKind.OPERATOR,
            "DataStreamToTable",
            (self.stream.transformation_id,),
            spec,
            output_format=columns_of(row_type, changelog),
        )
        program = self.stream.get_execution_environment().program
        if not changelog.is_insert_only:
            transformation = with_parallelism_of(program, self.stream.transformation_id, transformation)
        columns = program.add(transformation)
        return nodes.StreamScan(columns, f"DataStream_{self.stream.transformation.name}", row_type, changelog)


# With a schema --------------------------------------------------------------------------------------------------------


def schema_plan(
    stream: DataStream,
    tree: Optional[sql_tree.TableSchema],
    session: Session,
    changelog: ChangelogMode = INSERT_ONLY,
) -> tuple[RelNode, Optional[ResolvedSchema]]:
    """Plans the table of a stream with a schema. Also returns the resolved schema; None if the schema selects columns.

    A schema without physical columns gets the fields of the stream's type. With physical columns, expressions can still
    refer to undeclared fields. `changelog` has the records' kinds of change.
    """
    source = StreamColumns.of(stream)
    tree = tree or sql_tree.TableSchema()
    schema = resolve_schema(_with_all_fields(tree, source.row_type), session)
    plan: RelNode = _keyed(source.plan(bool(schema.metadata), changelog), schema)
    plan = _with_read_columns(plan, source, schema, session)
    plan = _with_computed_columns(plan, schema)
    if schema.watermark is not None:
        plan = _with_types(plan, schema)
        if not is_source_watermark(schema.watermark.tree) and not session.is_batch:
            rowtime = schema.names.index(schema.watermark.rowtime)
            plan = nodes.WatermarkAssigner(plan, rowtime, schema.watermark.expression)
    column_names = [column.name for column in tree.columns]
    if column_names == schema.names or not _physical_columns(tree):
        return plan, schema
    places = map(schema.names.index, column_names)
    return nodes.Project(plan, tuple(_reference(plan, place) for place in places), tuple(column_names)), None


def _physical_columns(tree: sql_tree.TableSchema) -> dict[str, sql_tree.PhysicalColumn]:
    return {column.name: column for column in tree.columns if isinstance(column, sql_tree.PhysicalColumn)}


def _with_all_fields(tree: sql_tree.TableSchema, row_type: RowType) -> sql_tree.TableSchema:
    """Adds the undeclared fields of the stream to the schema, and puts all physical columns first."""
    physical = _physical_columns(tree)
    own = [physical.get(field.name, sql_tree.PhysicalColumn((field.name,), field.type)) for field in row_type.fields]
    placed = set(map(id, own))
    return replace(tree, columns=(*own, *(column for column in tree.columns if id(column) not in placed)))


def _keyed(scan: nodes.StreamScan, schema: ResolvedSchema) -> nodes.StreamScan:
    """Adds the schema's primary key to the scan. Upserts need it."""
    if schema.primary_key is not None:
        names = scan.scan_type.names
        return replace(scan, key=frozenset(names.index(column) for column in schema.primary_key.columns))
    if gives_upserts(scan.stream_changelog):
        raise BindError(
            "Invalid changelog mode: a stream with UPDATE_AFTER and without UPDATE_BEFORE needs a schema with a "
            "primary key. Declare one with Schema.new_builder().primary_key(...)"
        )
    return scan


def _with_read_columns(plan: RelNode, source: StreamColumns, schema: ResolvedSchema, session: Session) -> RelNode:
    names = [field.name for field in source.row_type.fields]
    read_columns = [column for column in schema.columns if not isinstance(column, ComputedColumn)]
    trees: list[ResolvedExpression] = []
    for column in read_columns:
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
    return nodes.Project(plan, tuple(trees), tuple(column.name for column in read_columns))


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


def _with_types(plan: RelNode, schema: ResolvedSchema) -> RelNode:
    """Casts the columns to the types of the schema, which include the time attribute."""
    trees = [FieldReference(index, column.name, column.type) for index, column in enumerate(schema.columns)]
    return nodes.Project(plan, tuple(trees), tuple(schema.names))


# With expressions -----------------------------------------------------------------------------------------------------


def fields_plan(stream: DataStream, fields: Sequence[expression_tree.Expression]) -> RelNode:
    """Plans the table of a stream with expressions: names by position, or field names, aliases and time attributes."""
    source = StreamColumns.of(stream)
    field_names = source.row_type.names
    by_position = not any(isinstance(each, expression_tree.Name) and each.parts[-1] in field_names for each in fields)
    plan = source.plan(with_rowtime=any(_is_call(each, _ROWTIME) for each in fields))
    trees: list[ResolvedExpression] = []
    names: list[str] = []
    for place, each in enumerate(fields):
        name, operand = _named(each)
        replaced = place if by_position else _place(_field_name(operand), field_names)
        names.append(name)
        if _is_call(operand, _ROWTIME):
            _check_rowtime(source.row_type, replaced)
            kind = TimestampType(3, TimestampKind.ROWTIME)
            trees.append(FunctionCall("CAST", (_reference(plan, len(field_names)), _UTC), kind))
        elif _is_call(operand, _PROCTIME):
            _check_proctime(_field_name(operand), replaced, len(field_names), by_position)
            trees.append(FunctionCall("PROCTIME", (_UTC,), LocalZonedTimestampType(3, TimestampKind.PROCTIME)))
        elif 0 <= replaced < len(field_names):
            trees.append(_reference(plan, replaced))
        else:
            listing = ", ".join(field_names)
            raise ValidationException(f"Cannot resolve field [{_field_name(operand)}], input field list:[{listing}].")
    _refuse_duplicates(names)
    return nodes.Project(plan, tuple(trees), tuple(names))


def _named(field: expression_tree.Expression) -> tuple[str, expression_tree.Expression]:
    """Returns the name of a column, and its expression without the alias."""
    if isinstance(field, expression_tree.Alias):
        return field.name, field.operand
    return _field_name(field), field


def _field_name(field: expression_tree.Expression) -> str:
    """Returns the field that a name, or a time attribute such as `col("t").rowtime`, refers to."""
    match field:
        case expression_tree.Name(parts=parts):
            return parts[-1]
        case expression_tree.Call(function="ROWTIME" | "PROCTIME OF", arguments=(expression_tree.Name(parts=parts),)):
            return parts[-1]
    raise ValidationException("Field reference expression or alias on field expression expected.")


def _is_call(field: expression_tree.Expression, function: str) -> bool:
    if isinstance(field, expression_tree.Alias):
        field = field.operand
    return isinstance(field, expression_tree.Call) and field.function == function


def _place(name: str, names: Sequence[str]) -> int:
    return names.index(name) if name in names else len(names)


def _reference(plan: RelNode, place: int) -> FieldReference:
    field = plan.row_type.fields[place]
    return FieldReference(place, field.name, field.type)


def _check_rowtime(row_type: RowType, replaced: int) -> None:
    """Checks that the field that the timestamp replaces is a time."""
    if replaced < len(row_type.fields):
        kind = row_type.fields[replaced].type
        if not isinstance(kind, (BigIntType, TimestampType, LocalZonedTimestampType)):
            raise ValidationException(
                "The rowtime attribute can only replace a field with a valid time type, such as Timestamp or Long. "
                f"But was: {to_type_info(kind)}"
            )


def _check_proctime(name: str, replaced: int, width: int, by_position: bool) -> None:
    if replaced >= width:
        return
    if by_position:
        raise ValidationException(
            "The proctime attribute can only be appended to the table schema and not replace an existing field. "
            f"Please move 'proctime({name})' to the end of the schema."
        )
    raise ValidationException(f"The proctime attribute '{name}' must not replace an existing field.")


def _refuse_duplicates(names: Sequence[str]) -> None:
    again = [name for index, name in enumerate(names) if name in names[:index]]
    if again:
        raise ValidationException(
            f"Field names must be unique.\nList of duplicate fields: [{', '.join(again)}].\n"
            f"List of all fields: [{', '.join(names)}]."
        )


# To streams -----------------------------------------------------------------------------------------------------------


def to_stream(transformation: TransformationId, row_type: RowType, environment: Any) -> DataStream:
    """Converts the rows of a table to records. Their timestamps are the values of the rowtime attribute."""
    rowtimes = [
        index
        for index, field in enumerate(row_type.fields)
        if getattr(field.type, "kind", None) is TimestampKind.ROWTIME
    ]
    if len(rowtimes) > 1:
        names = ", ".join(row_type.names[index] for index in rowtimes)
        raise ValidationException(
            f"The query contains more than one rowtime attribute column [{names}] for writing into table "
            "'*anonymous_datastream_sink$1*'.\nPlease select the column that should be used as the event-time "
            "timestamp for the table sink by casting all other columns to regular TIMESTAMP or TIMESTAMP_LTZ."
        )
    spec = ColumnsToRowsSpec(row_type, rowtimes[0] if rowtimes else None)
    rows = Transformation(
        TransformationKind.OPERATOR, "TableToDataStream", (transformation,), spec, output_type=to_type_info(row_type)
    )
    return DataStream(
        environment, environment.add_transformation(in_order_of(environment.program, transformation, rows))
    )
