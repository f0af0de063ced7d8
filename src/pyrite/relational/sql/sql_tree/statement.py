"""The base class of statements, and parts that several statements share."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Optional

from pyrite.expressions.expression_tree import Literal, Query


@dataclass(frozen=True)
class Statement:
    """The base class of all statements."""

    at: int = field(default=-1, compare=False, kw_only=True)


@dataclass(frozen=True)
class QueryStatement(Statement):
    """A query as a statement."""

    query: Query


@dataclass(frozen=True)
class Option:
    """`'key' = 'value'` in WITH, SET and hints."""

    key: str
    value: str
    at: int = field(default=-1, compare=False, kw_only=True)


Options = tuple[Option, ...]


@dataclass(frozen=True)
class PartitionValue:
    """`column = value` in PARTITION (...). The value is None if omitted."""

    column: str
    value: Optional[Literal] = None
    at: int = field(default=-1, compare=False, kw_only=True)


PartitionSpec = tuple[PartitionValue, ...]


class ObjectKind(Enum):
    """The kinds of objects in statements, as SQL keywords."""

    CATALOG = "CATALOG"
    DATABASE = "DATABASE"
    TABLE = "TABLE"
    VIEW = "VIEW"
    MATERIALIZED_TABLE = "MATERIALIZED TABLE"
    FUNCTION = "FUNCTION"
    PROCEDURE = "PROCEDURE"
    MODEL = "MODEL"
    CONNECTION = "CONNECTION"
    MODULE = "MODULE"
    COLUMN = "COLUMN"
    JAR = "JAR"
    JOB = "JOB"
