"""Relational nodes: frozen values. The binder creates logical nodes, passes create physical nodes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Optional, Self

from pyrite.core.blocks.changelog import INSERT_ONLY, ChangelogMode
from pyrite.core.connector.table import TableSink, TableSource
from pyrite.core.types import AnyTimestampType, LogicalType, ObjectIdentifier, RowField, RowType, TimestampKind
from pyrite.expressions.resolved import FieldReference, ResolvedExpression
from pyrite.relational.catalog.schema import ResolvedSchema
from pyrite.relational.plan.abilities import SinkAbility, SourceAbility
from pyrite.relational.sql.sql_tree.changes import ConflictAction


@dataclass(frozen=True)
class RelNode:
    """A node of a plan. Its rows have the fields of `row_type`."""

    plan_name: ClassVar[str] = ""
    """The name in compiled plans, if it does not follow from the class."""
    plan_version: ClassVar[int] = 1
    """The version of its fields. It is incremented if earlier versions of Pyrite would misread them."""
    changelog: ChangelogMode = field(default=INSERT_ONLY, kw_only=True, compare=False, repr=False)
    """The kinds of change in its rows, set by `infer_changelog`."""

    @property
    def inputs(self) -> tuple[RelNode, ...]:
        return ()

    @property
    def row_type(self) -> RowType:
        raise NotImplementedError

    def with_inputs(self, inputs: Sequence[RelNode]) -> RelNode:
        """Returns the node over other inputs."""
        return self

    @property
    def field_names(self) -> tuple[str, ...]:
        return tuple(field.name for field in self.row_type.fields)

    def described(self, text: Callable[[ResolvedExpression], str]) -> str:
        """Returns the line for the node in plans, in Flink's format. `text` formats expressions."""
        raise TypeError(f"{type(self).__name__} has no text for plans")


@dataclass(frozen=True)
class SingleInput(RelNode):
    """A node with one input."""

    input: RelNode

    @property
    def inputs(self) -> tuple[RelNode, ...]:
        return (self.input,)

    @property
    def row_type(self) -> RowType:
        return self.input.row_type

    def with_inputs(self, inputs: Sequence[RelNode]) -> Self:
        return self if inputs[0] is self.input else replace(self, input=inputs[0])


@dataclass(frozen=True)
class ResolvedTable:
    """A table of a catalog, as plans refer to it."""

    identifier: ObjectIdentifier
    schema: ResolvedSchema
    options: Mapping[str, str]
    partition_keys: tuple[str, ...] = ()
    is_distributed: bool = False
    is_temporary: bool = False
    is_anonymous: bool = False
    """Whether it is described by a descriptor of the Table API rather than in a catalog."""
    hints: Mapping[str, str] = field(default_factory=dict)
    """The options that a hint of the query sets; they are included in `options`."""

    def hinted(self, options: Mapping[str, str]) -> ResolvedTable:
        """Returns the table with options of a hint, which override its own."""
        if not options:
            return self
        return replace(self, options={**self.options, **options}, hints={**self.hints, **options})

    def __hash__(self) -> int:
        return hash((self.identifier, tuple(sorted(self.options.items()))))


@dataclass(frozen=True)
class Scan(RelNode):
    """A table's physical columns, then its metadata columns that are read."""

    plan_name = "table-source-scan"
    table: ResolvedTable
    source: TableSource
    scan_type: RowType
    rowtime: Optional[ResolvedExpression] = None
    """The time of a watermark that was pushed into the scan. Like `watermark`, it is over the scan's columns."""
    watermark: Optional[ResolvedExpression] = None
    pushed: tuple[str, ...] = ()
    """Descriptions of the abilities, as plans show them."""
    abilities: tuple[SourceAbility, ...] = ()
    """The abilities that were requested from the source of the table's options."""

    def with_ability(self, ability: SourceAbility, *descriptions: str) -> Scan:
        """Returns the scan with another ability of its source. `descriptions` are for plans."""
        return replace(
            self,
            source=ability.apply(self.source),
            pushed=(*self.pushed, *descriptions),
            abilities=(*self.abilities, ability),
        )

    @property
    def row_type(self) -> RowType:
        return self.scan_type


@dataclass(frozen=True)
class StreamScan(RelNode):
    """The rows of a DataStream as a table. `transformation` is the id of a transformation that emits column blocks."""

    transformation: Any
    name: str
    scan_type: RowType
    stream_changelog: ChangelogMode = INSERT_ONLY
    """The kinds of change in the records."""
    key: Optional[frozenset[int]] = None
    """The columns of the primary key in the stream's schema, if any."""

    @property
    def row_type(self) -> RowType:
        return self.scan_type

    def __hash__(self) -> int:
        return id(self.transformation)


@dataclass(frozen=True)
class Values(RelNode):
    """Constant rows."""

    rows: tuple[tuple[Any, ...], ...]
    values_type: RowType

    @property
    def row_type(self) -> RowType:
        return self.values_type


@dataclass(frozen=True)
class Project(SingleInput):
    projections: tuple[ResolvedExpression, ...]
    names: tuple[str, ...]

    @property
    def row_type(self) -> RowType:
        return row_type_of(self.names, [tree.type for tree in self.projections])


@dataclass(frozen=True)
class Filter(SingleInput):
    condition: ResolvedExpression


@dataclass(frozen=True)
class WatermarkAssigner(SingleInput):
    """Rows whose column `rowtime` is event time. `watermark` is computed from each row."""

    rowtime: int
    watermark: ResolvedExpression

    @property
    def row_type(self) -> RowType:
        fields = list(self.input.row_type.fields)
        field = fields[self.rowtime]
        assert isinstance(field.type, AnyTimestampType)
        fields[self.rowtime] = replace(field, type=replace(field.type, kind=TimestampKind.ROWTIME))
        return RowType(tuple(fields), nullable=False)


@dataclass(frozen=True)
class Calc(SingleInput):
    """Projections of the rows that meet a condition."""

    projections: tuple[ResolvedExpression, ...]
    names: tuple[str, ...]
    condition: Optional[ResolvedExpression] = None

    @property
    def row_type(self) -> RowType:
        return row_type_of(self.names, [tree.type for tree in self.projections])


@dataclass(frozen=True)
class Correlate(SingleInput):
    """Joins each row with the results of a table function; with NULLs if `is_left` and there are none."""

    call: ResolvedExpression
    function_type: RowType
    is_left: bool = False
    condition: Optional[ResolvedExpression] = None
    """A condition over the columns of both sides."""

    @property
    def row_type(self) -> RowType:
        right = self.function_type.fields
        if self.is_left:
            right = tuple(RowField(field.name, field.type.copy(nullable=True)) for field in right)
        return RowType((*self.input.row_type.fields, *right), nullable=False)


@dataclass(frozen=True)
class Union(RelNode):
    """The rows of all inputs, in any order."""

    parts: tuple[RelNode, ...]

    @property
    def inputs(self) -> tuple[RelNode, ...]:
        return self.parts

    @property
    def row_type(self) -> RowType:
        """The columns of the first input, nullable if they are in any input."""
        first, *others = (part.row_type for part in self.parts)
        may_be_null = [any(other.fields[place].type.nullable for other in others) for place in range(len(first.fields))]
        fields = [
            RowField(field.name, field.type.copy(nullable=True)) if is_null and not field.type.nullable else field
            for field, is_null in zip(first.fields, may_be_null, strict=True)
        ]
        return RowType(tuple(fields), nullable=first.nullable)

    def with_inputs(self, inputs: Sequence[RelNode]) -> Union:
        return replace(self, parts=tuple(inputs))


@dataclass(frozen=True)
class Limit(SingleInput):
    """Skips `offset` rows and returns the next `fetch` rows, in any order; None: all further rows."""

    offset: int
    fetch: Optional[int] = None


@dataclass(frozen=True)
class Sink(SingleInput):
    """Writes rows to a table, or collects them if there is no table."""

    name: str
    sink: TableSink
    sink_type: RowType
    table: Optional[ResolvedTable] = None
    abilities: tuple[SinkAbility, ...] = ()
    """The abilities that were requested from the sink of the table's options."""
    upsert_materialize: bool = False
    """Whether rows must be stored by primary key before the sink; set by `infer_changelog`."""
    on_conflict: Optional[ConflictAction] = None
    upsert_key: Optional[tuple[int, ...]] = None
    """The upsert key of the input, for upsert materialization; set by `infer_changelog`."""


def row_type_of(names: Sequence[str], types: Sequence[LogicalType]) -> RowType:
    return RowType(tuple(RowField(name, kind) for name, kind in zip(names, types, strict=True)), nullable=False)


def unique_names(names: Sequence[str]) -> list[str]:
    """Appends a number to repeated names, as Flink does: a, a0, a1."""
    used_names: set[str] = set()
    result = []
    for name in names:
        unique, number = name, 0
        while unique in used_names:
            unique, number = f"{name}{number}", number + 1
        used_names.add(unique)
        result.append(unique)
    return result


def projected(plan: RelNode, trees: Sequence[ResolvedExpression], names: Sequence[str]) -> RelNode:
    """Projects a plan to these expressions. Returns the plan itself if they are its columns under their names."""
    fields = plan.row_type.fields
    if len(trees) == len(fields) and all(
        tree == FieldReference(place, field.name, field.type) and name == field.name
        for place, (tree, name, field) in enumerate(zip(trees, names, fields, strict=True))
    ):
        return plan
    return Project(plan, tuple(trees), tuple(names))


def references(node: RelNode) -> tuple[FieldReference, ...]:
    """Returns references to all columns of a node."""
    return tuple(FieldReference(place, field.name, field.type) for place, field in enumerate(node.row_type.fields))


def rewritten(node: RelNode, change: Callable[[RelNode], RelNode]) -> RelNode:
    """Applies `change` to all nodes of a plan, inputs first."""
    inputs = [rewritten(each, change) for each in node.inputs]
    if any(new is not old for new, old in zip(inputs, node.inputs, strict=True)):
        node = node.with_inputs(inputs)
    return change(node)
