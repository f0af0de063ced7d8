"""ResolvedSchema: a table's columns, watermark and primary key, with types and resolved expressions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Optional

from pyrite.core.types import LogicalType, RowField, RowType
from pyrite.expressions.expression_tree import Expression
from pyrite.expressions.resolved import ResolvedExpression


@dataclass(frozen=True)
class Column:
    """A physical column, and the base class of other columns."""

    name: str
    type: LogicalType
    comment: Optional[str] = None

    @property
    def is_physical(self) -> bool:
        return True

    @property
    def is_persisted(self) -> bool:
        """Whether INSERT writes the column."""
        return True


@dataclass(frozen=True)
class ComputedColumn(Column):
    """`name AS expression`. The expression is over the columns that are not computed, in their order."""

    expression: ResolvedExpression = field(kw_only=True)
    tree: Expression = field(kw_only=True)

    @property
    def is_physical(self) -> bool:
        return False

    @property
    def is_persisted(self) -> bool:
        return False


@dataclass(frozen=True)
class MetadataColumn(Column):
    """A column with the connector's metadata under `key`."""

    key: str = ""
    is_virtual: bool = False

    @property
    def is_physical(self) -> bool:
        return False

    @property
    def is_persisted(self) -> bool:
        return not self.is_virtual


@dataclass(frozen=True)
class WatermarkSpec:
    """`WATERMARK FOR rowtime AS expression`. The expression is over all columns of the schema."""

    rowtime: str
    expression: ResolvedExpression
    tree: Expression


@dataclass(frozen=True)
class UniqueConstraint:
    """PRIMARY KEY (columns) NOT ENFORCED."""

    name: str
    columns: tuple[str, ...]


@dataclass(frozen=True)
class ResolvedSchema:
    """The columns in their order, with a watermark and a primary key."""

    columns: tuple[Column, ...]
    watermark: Optional[WatermarkSpec] = None
    primary_key: Optional[UniqueConstraint] = None

    @property
    def names(self) -> list[str]:
        return [column.name for column in self.columns]

    @property
    def row_type(self) -> RowType:
        """The row type of all columns, for queries."""
        return row_type_of(self.columns)

    @property
    def physical_type(self) -> RowType:
        return row_type_of(tuple(column for column in self.columns if column.is_physical))

    @property
    def sink_type(self) -> RowType:
        """The row type for INSERT: without computed and virtual columns."""
        return row_type_of(tuple(column for column in self.columns if column.is_persisted))

    @property
    def metadata(self) -> tuple[MetadataColumn, ...]:
        return tuple(column for column in self.columns if isinstance(column, MetadataColumn))


def row_type_of(columns: tuple[Column, ...]) -> RowType:
    return RowType(tuple(RowField(column.name, column.type) for column in columns), nullable=False)
