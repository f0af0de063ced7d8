"""CREATE, ALTER and DROP of catalogs, databases, views, functions, models and connections, and DROP of all objects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from pyrite.expressions.expression_tree import Path, Query
from pyrite.relational.sql.sql_tree.columns import TableSchema
from pyrite.relational.sql.sql_tree.statement import ObjectKind, Options, Statement
from pyrite.relational.sql.sql_tree.tables import AlterAction


@dataclass(frozen=True)
class CreateCatalog(Statement):
    """CREATE CATALOG."""

    catalog: str
    options: Options = ()
    comment: Optional[str] = None
    if_not_exists: bool = False


@dataclass(frozen=True)
class SetComment(AlterAction):
    """COMMENT 'text'."""

    comment: str


@dataclass(frozen=True)
class AlterCatalog(Statement):
    """ALTER CATALOG: `SetOptions`, `ResetOptions` or `SetComment`."""

    catalog: str
    action: AlterAction


@dataclass(frozen=True)
class CreateDatabase(Statement):
    """CREATE DATABASE."""

    database: Path
    options: Options = ()
    comment: Optional[str] = None
    if_not_exists: bool = False


@dataclass(frozen=True)
class AlterDatabase(Statement):
    """ALTER DATABASE: `SetOptions`."""

    database: Path
    action: AlterAction


@dataclass(frozen=True)
class CreateView(Statement):
    """CREATE [TEMPORARY] VIEW."""

    view: Path
    query: Query
    columns: Path = ()
    comment: Optional[str] = None
    is_temporary: bool = False
    if_not_exists: bool = False
    is_replace: bool = False


@dataclass(frozen=True)
class AlterView(Statement):
    """ALTER VIEW: `RenameTo` or `SetQuery`."""

    view: Path
    action: AlterAction


@dataclass(frozen=True)
class Resource:
    """JAR 'path' or ARTIFACT 'path' after USING."""

    kind: str
    path: str


@dataclass(frozen=True)
class CreateFunction(Statement):
    """CREATE [TEMPORARY [SYSTEM]] FUNCTION ... AS 'class' [LANGUAGE ...]."""

    function: Path
    class_name: str
    language: Optional[str] = None
    resources: tuple[Resource, ...] = ()
    options: Options = ()
    is_temporary: bool = False
    is_system: bool = False
    if_not_exists: bool = False
    is_replace: bool = False


@dataclass(frozen=True)
class AlterFunction(Statement):
    """ALTER [TEMPORARY [SYSTEM]] FUNCTION."""

    function: Path
    class_name: str
    language: Optional[str] = None
    is_temporary: bool = False
    is_system: bool = False
    if_exists: bool = False


@dataclass(frozen=True)
class CreateModel(Statement):
    """CREATE [TEMPORARY] MODEL."""

    model: Path
    input: Optional[TableSchema] = None
    output: Optional[TableSchema] = None
    comment: Optional[str] = None
    options: Options = ()
    query: Optional[Query] = None
    is_temporary: bool = False
    if_not_exists: bool = False


@dataclass(frozen=True)
class AlterModel(Statement):
    """ALTER MODEL: `RenameTo`, `SetOptions` or `ResetOptions`."""

    model: Path
    action: AlterAction
    if_exists: bool = False


@dataclass(frozen=True)
class CreateConnection(Statement):
    """CREATE [TEMPORARY [SYSTEM]] CONNECTION."""

    connection: Path
    options: Options = ()
    comment: Optional[str] = None
    is_temporary: bool = False
    is_system: bool = False
    if_not_exists: bool = False


@dataclass(frozen=True)
class AlterConnection(Statement):
    """ALTER CONNECTION: `RenameTo`, `SetOptions` or `ResetOptions`."""

    connection: Path
    action: AlterAction
    if_exists: bool = False


@dataclass(frozen=True)
class Drop(Statement):
    """DROP of an object. CASCADE is for databases, SYSTEM for functions and connections."""

    kind: ObjectKind
    path: Path
    if_exists: bool = False
    is_temporary: bool = False
    is_system: bool = False
    is_cascade: bool = False
