"""Statements that show objects or change the session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from pyrite.expressions.expression_tree import Path
from pyrite.relational.sql.sql_tree.statement import ObjectKind, Options, PartitionSpec, Statement


@dataclass(frozen=True)
class LikePattern:
    """[NOT] LIKE 'pattern' of SHOW; ILIKE ignores case."""

    pattern: str
    is_negated: bool = False
    ignores_case: bool = False


@dataclass(frozen=True)
class Show(Statement):
    """SHOW TABLES, DATABASES, COLUMNS and so on, FROM (or IN) a parent, LIKE a pattern.

    `is_user` is USER of SHOW USER FUNCTIONS, `is_full` FULL of SHOW FULL MODULES.
    """

    kind: ObjectKind
    parent: Path = ()
    like: Optional[LikePattern] = None
    is_user: bool = False
    is_full: bool = False


@dataclass(frozen=True)
class ShowCurrent(Statement):
    """SHOW CURRENT CATALOG or DATABASE."""

    kind: ObjectKind


@dataclass(frozen=True)
class ShowCreate(Statement):
    """SHOW CREATE of an object; `is_or_alter` is SHOW CREATE OR ALTER MATERIALIZED TABLE."""

    kind: ObjectKind
    path: Path
    is_or_alter: bool = False


@dataclass(frozen=True)
class ShowPartitions(Statement):
    """SHOW PARTITIONS."""

    table: Path
    partition: PartitionSpec = ()


@dataclass(frozen=True)
class Describe(Statement):
    """DESCRIBE [kind] [EXTENDED]. The path of a job is its id."""

    kind: ObjectKind
    path: Path
    is_extended: bool = False


@dataclass(frozen=True)
class UseCatalog(Statement):
    """USE CATALOG."""

    catalog: str


@dataclass(frozen=True)
class UseDatabase(Statement):
    """USE database, or catalog.database."""

    database: Path


@dataclass(frozen=True)
class UseModules(Statement):
    """USE MODULES a, b."""

    modules: Path


@dataclass(frozen=True)
class LoadModule(Statement):
    """LOAD MODULE."""

    module: str
    options: Options = ()


@dataclass(frozen=True)
class UnloadModule(Statement):
    """UNLOAD MODULE."""

    module: str


@dataclass(frozen=True)
class SetOption(Statement):
    """SET 'key' = 'value'. SET without a key lists the options."""

    key: Optional[str] = None
    value: Optional[str] = None


@dataclass(frozen=True)
class ResetOption(Statement):
    """RESET 'key'. RESET without a key resets all options."""

    key: Optional[str] = None


@dataclass(frozen=True)
class AddJar(Statement):
    """ADD JAR 'path'."""

    path: str


@dataclass(frozen=True)
class RemoveJar(Statement):
    """REMOVE JAR 'path'."""

    path: str


@dataclass(frozen=True)
class StopJob(Statement):
    """STOP JOB 'id' [WITH SAVEPOINT] [WITH DRAIN]."""

    job: str
    with_savepoint: bool = False
    with_drain: bool = False


@dataclass(frozen=True)
class ClientCommand(Statement):
    """A command of the client: QUIT, EXIT, HELP or CLEAR."""

    word: str
