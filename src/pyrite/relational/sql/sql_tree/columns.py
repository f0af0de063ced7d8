"""The parentheses of CREATE TABLE and ALTER TABLE."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Optional

from pyrite.core.types import LogicalType
from pyrite.expressions.expression_tree import Expression, Path


@dataclass(frozen=True)
class Constraint:
    """PRIMARY KEY or UNIQUE on columns. `is_enforced` is None if the text has neither ENFORCED nor NOT ENFORCED."""

    columns: Path
    is_primary_key: bool = True
    name: Optional[str] = None
    is_enforced: Optional[bool] = None
    at: int = field(default=-1, compare=False, kw_only=True)


@dataclass(frozen=True)
class Column:
    """The base class of columns.

    A name of several parts is a field of a nested column, which no statement supports yet.
    """

    path: Path
    at: int = field(default=-1, compare=False, kw_only=True)

    @property
    def name(self) -> str:
        return ".".join(self.path)


@dataclass(frozen=True)
class PhysicalColumn(Column):
    """A column that the connector stores, with an optional constraint on it."""

    type: LogicalType
    constraint: Optional[Constraint] = None
    comment: Optional[str] = None


@dataclass(frozen=True)
class MetadataColumn(Column):
    """A column with the connector's metadata, under `key` if it differs from the name of the column."""

    type: LogicalType
    key: Optional[str] = None
    is_virtual: bool = False
    comment: Optional[str] = None


@dataclass(frozen=True)
class ComputedColumn(Column):
    """`name AS expression`."""

    expression: Expression
    comment: Optional[str] = None


@dataclass(frozen=True)
class Watermark:
    """`WATERMARK FOR column AS expression`."""

    column: Path
    expression: Expression
    at: int = field(default=-1, compare=False, kw_only=True)


class DistributionKind(Enum):
    """The assignment of rows to buckets. UNKNOWN: chosen by the connector."""

    UNKNOWN = "UNKNOWN"
    HASH = "HASH"
    RANGE = "RANGE"


@dataclass(frozen=True)
class Distribution:
    """DISTRIBUTED BY HASH(a) INTO 4 BUCKETS, or a part of it."""

    kind: DistributionKind = DistributionKind.UNKNOWN
    columns: Path = ()
    buckets: Optional[int] = None
    at: int = field(default=-1, compare=False, kw_only=True)


@dataclass(frozen=True)
class TableSchema:
    """The declarations in parentheses: columns, constraints, watermarks, in the order of the text.

    `names` is used instead if CREATE TABLE ... AS lists columns without types.
    """

    columns: tuple[Column, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    watermarks: tuple[Watermark, ...] = ()
    names: tuple[Path, ...] = ()


NO_SCHEMA = TableSchema()
"""The schema of CREATE TABLE without parentheses."""


@dataclass(frozen=True)
class PlacedColumn:
    """A column of ALTER TABLE ADD or MODIFY with its position: FIRST, or AFTER another one."""

    column: Column
    is_first: bool = False
    after: Path = ()
