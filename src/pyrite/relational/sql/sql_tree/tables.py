"""CREATE, ALTER and DROP of tables and materialized tables."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Optional

from pyrite.expressions.expression_tree import Literal, Path, Query
from pyrite.relational.sql.sql_tree.columns import (
    NO_SCHEMA,
    Constraint,
    Distribution,
    PlacedColumn,
    TableSchema,
    Watermark,
)
from pyrite.relational.sql.sql_tree.statement import Options, PartitionSpec, Statement


class LikeStrategy(Enum):
    """The treatment of a feature of the base table in CREATE TABLE LIKE."""

    INCLUDING = "INCLUDING"
    EXCLUDING = "EXCLUDING"
    OVERWRITING = "OVERWRITING"


class LikeFeature(Enum):
    """The features in CREATE TABLE LIKE."""

    ALL = "ALL"
    CONSTRAINTS = "CONSTRAINTS"
    DISTRIBUTION = "DISTRIBUTION"
    GENERATED = "GENERATED"
    METADATA = "METADATA"
    OPTIONS = "OPTIONS"
    PARTITIONS = "PARTITIONS"
    WATERMARKS = "WATERMARKS"


@dataclass(frozen=True)
class TableLike:
    """LIKE table (INCLUDING ALL ...)."""

    table: Path
    options: tuple[tuple[LikeStrategy, LikeFeature], ...] = ()
    at: int = field(default=-1, compare=False, kw_only=True)


@dataclass(frozen=True)
class CreateTable(Statement):
    """CREATE [OR REPLACE] TABLE, with LIKE or AS. REPLACE TABLE has `is_replace` without `is_create`."""

    table: Path
    schema: TableSchema = NO_SCHEMA
    comment: Optional[str] = None
    distribution: Optional[Distribution] = None
    partitioned_by: Path = ()
    options: Options = ()
    like: Optional[TableLike] = None
    query: Optional[Query] = None
    is_temporary: bool = False
    if_not_exists: bool = False
    is_replace: bool = False
    is_create: bool = True


class RefreshMode(Enum):
    """The refresh mode of a materialized table."""

    FULL = "FULL"
    CONTINUOUS = "CONTINUOUS"


class StartKind(Enum):
    """The start of a materialized table's refresh."""

    FROM_BEGINNING = "FROM_BEGINNING"
    FROM_NOW = "FROM_NOW"
    FROM_TIMESTAMP = "FROM_TIMESTAMP"
    RESUME_OR_FROM_BEGINNING = "RESUME_OR_FROM_BEGINNING"
    RESUME_OR_FROM_NOW = "RESUME_OR_FROM_NOW"
    RESUME_OR_FROM_TIMESTAMP = "RESUME_OR_FROM_TIMESTAMP"


@dataclass(frozen=True)
class StartMode:
    """START_MODE = ...: with an interval before now, or with a timestamp."""

    kind: StartKind
    argument: Optional[Literal] = None


@dataclass(frozen=True)
class CreateMaterializedTable(Statement):
    """CREATE [OR ALTER] MATERIALIZED TABLE."""

    table: Path
    query: Query
    schema: TableSchema = NO_SCHEMA
    comment: Optional[str] = None
    distribution: Optional[Distribution] = None
    partitioned_by: Path = ()
    options: Options = ()
    start_mode: Optional[StartMode] = None
    freshness: Optional[Literal] = None
    refresh_mode: Optional[RefreshMode] = None
    is_or_alter: bool = False


@dataclass(frozen=True)
class AlterAction:
    """The base class of the actions of ALTER."""

    at: int = field(default=-1, compare=False, kw_only=True)


@dataclass(frozen=True)
class RenameTo(AlterAction):
    """RENAME TO name."""

    name: Path


@dataclass(frozen=True)
class RenameColumn(AlterAction):
    """RENAME column TO name."""

    column: Path
    name: Path


@dataclass(frozen=True)
class SetOptions(AlterAction):
    """SET ('key' = 'value', ...)."""

    options: Options


@dataclass(frozen=True)
class ResetOptions(AlterAction):
    """RESET ('key', ...)."""

    keys: tuple[str, ...]


@dataclass(frozen=True)
class ChangeSchema(AlterAction):
    """ADD or MODIFY columns, constraints and a watermark."""

    is_modify: bool
    columns: tuple[PlacedColumn, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    watermark: Optional[Watermark] = None


@dataclass(frozen=True)
class ChangeDistribution(AlterAction):
    """ADD or MODIFY DISTRIBUTION."""

    is_modify: bool
    distribution: Distribution


@dataclass(frozen=True)
class DropColumns(AlterAction):
    """DROP column, or DROP (columns)."""

    columns: tuple[Path, ...]


@dataclass(frozen=True)
class DropPrimaryKey(AlterAction):
    """DROP PRIMARY KEY."""


@dataclass(frozen=True)
class DropConstraint(AlterAction):
    """DROP CONSTRAINT name."""

    name: str


@dataclass(frozen=True)
class DropWatermark(AlterAction):
    """DROP WATERMARK."""


@dataclass(frozen=True)
class DropDistribution(AlterAction):
    """DROP DISTRIBUTION."""


@dataclass(frozen=True)
class AddPartitions(AlterAction):
    """ADD [IF NOT EXISTS] PARTITION (...) [WITH (...)] ..."""

    partitions: tuple[tuple[PartitionSpec, Options], ...]
    if_not_exists: bool = False


@dataclass(frozen=True)
class DropPartitions(AlterAction):
    """DROP [IF EXISTS] PARTITION (...), ..."""

    partitions: tuple[PartitionSpec, ...]
    if_exists: bool = False


@dataclass(frozen=True)
class AlterTable(Statement):
    """ALTER TABLE."""

    table: Path
    action: AlterAction
    if_exists: bool = False


@dataclass(frozen=True)
class Suspend(AlterAction):
    """SUSPEND: no refreshes until RESUME."""


@dataclass(frozen=True)
class Resume(AlterAction):
    """RESUME [WITH (...)]."""

    options: Options = ()


@dataclass(frozen=True)
class Refresh(AlterAction):
    """REFRESH [PARTITION (...)]."""

    partition: PartitionSpec = ()


@dataclass(frozen=True)
class SetFreshness(AlterAction):
    """SET FRESHNESS = interval."""

    freshness: Literal


@dataclass(frozen=True)
class SetRefreshMode(AlterAction):
    """SET REFRESH_MODE = FULL or CONTINUOUS."""

    refresh_mode: RefreshMode


@dataclass(frozen=True)
class SetQuery(AlterAction):
    """AS query."""

    query: Query


@dataclass(frozen=True)
class AlterMaterializedTable(Statement):
    """ALTER MATERIALIZED TABLE."""

    table: Path
    action: AlterAction
