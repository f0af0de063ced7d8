"""Statements that change rows, and statements that run, compile and explain them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Optional

from pyrite.expressions.expression_tree import Call, Expression, Path, Query
from pyrite.relational.sql.sql_tree.columns import PhysicalColumn
from pyrite.relational.sql.sql_tree.relations import Hint, Relation
from pyrite.relational.sql.sql_tree.statement import PartitionSpec, Statement


class ConflictAction(Enum):
    """The action of ON CONFLICT."""

    ERROR = "ERROR"
    NOTHING = "NOTHING"
    DEDUPLICATE = "DEDUPLICATE"


@dataclass(frozen=True)
class Insert(Statement):
    """INSERT INTO or OVERWRITE. A column of several parts is a field of a nested column.

    `extra_columns` are declared after EXTEND, beyond the table's columns: Flink parses them and cannot plan them.
    """

    table: Path
    query: Query
    columns: tuple[Path, ...] = ()
    partition: PartitionSpec = ()
    hints: tuple[Hint, ...] = ()
    is_overwrite: bool = False
    is_upsert: bool = False
    on_conflict: Optional[ConflictAction] = None
    extra_columns: tuple[PhysicalColumn, ...] = ()


@dataclass(frozen=True)
class Assignment:
    """`column = expression` in UPDATE."""

    column: str
    expression: Expression
    at: int = field(default=-1, compare=False, kw_only=True)


@dataclass(frozen=True)
class Update(Statement):
    """UPDATE."""

    table: Path
    assignments: tuple[Assignment, ...]
    where: Optional[Expression] = None
    alias: Optional[str] = None
    hints: tuple[Hint, ...] = ()


@dataclass(frozen=True)
class Delete(Statement):
    """DELETE FROM."""

    table: Path
    where: Optional[Expression] = None
    alias: Optional[str] = None
    hints: tuple[Hint, ...] = ()


@dataclass(frozen=True)
class Merge(Statement):
    """MERGE INTO: `insert_columns` and `insert_values` of WHEN NOT MATCHED, `assignments` of WHEN MATCHED."""

    table: Path
    source: Relation
    on: Expression
    assignments: tuple[Assignment, ...] = ()
    insert_values: tuple[Expression, ...] = ()
    insert_columns: Path = ()
    alias: Optional[str] = None
    hints: tuple[Hint, ...] = ()


@dataclass(frozen=True)
class TruncateTable(Statement):
    """TRUNCATE TABLE."""

    table: Path


@dataclass(frozen=True)
class CallProcedure(Statement):
    """CALL procedure(arguments)."""

    call: Call


@dataclass(frozen=True)
class StatementSet(Statement):
    """STATEMENT SET BEGIN ... END: INSERTs that run as one job."""

    inserts: tuple[Insert, ...]


@dataclass(frozen=True)
class BeginStatementSet(Statement):
    """BEGIN STATEMENT SET, in the client: the INSERTs up to END run as one job."""


@dataclass(frozen=True)
class EndStatementSet(Statement):
    """END."""


@dataclass(frozen=True)
class Execute(Statement):
    """EXECUTE query, INSERT or STATEMENT SET."""

    statement: Statement


class ExplainDetail(Enum):
    """Optional details of EXPLAIN."""

    ESTIMATED_COST = "ESTIMATED_COST"
    CHANGELOG_MODE = "CHANGELOG_MODE"
    JSON_EXECUTION_PLAN = "JSON_EXECUTION_PLAN"
    PLAN_ADVICE = "PLAN_ADVICE"


@dataclass(frozen=True)
class Explain(Statement):
    """EXPLAIN [PLAN FOR | details]."""

    statement: Statement
    details: tuple[ExplainDetail, ...] = ()


@dataclass(frozen=True)
class CompilePlan(Statement):
    """COMPILE [AND EXECUTE] PLAN 'path' FOR INSERT or STATEMENT SET."""

    path: str
    statement: Statement
    if_not_exists: bool = False
    is_execute: bool = False


@dataclass(frozen=True)
class ExecutePlan(Statement):
    """EXECUTE PLAN 'path'."""

    path: str


@dataclass(frozen=True)
class AnalyzeTable(Statement):
    """ANALYZE TABLE ... COMPUTE STATISTICS [FOR ALL COLUMNS | FOR COLUMNS ...]."""

    table: Path
    partition: PartitionSpec = ()
    columns: Path = ()
    is_all_columns: bool = False
