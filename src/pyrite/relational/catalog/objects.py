"""Objects in catalogs, as declared: names and expressions are resolved on use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Optional

from pyrite.expressions.expression_tree import Query
from pyrite.relational.catalog.schema import ResolvedSchema
from pyrite.relational.plan.nodes import RelNode
from pyrite.relational.sql.sql_tree import Distribution, TableSchema

Partition = tuple[tuple[str, str], ...]
"""The value of each partition key as text, in the order of the statement."""


@dataclass(frozen=True)
class CatalogTable:
    """A table with its declared schema."""

    schema: TableSchema
    options: Mapping[str, str] = field(default_factory=dict)
    comment: Optional[str] = None
    partition_keys: tuple[str, ...] = ()
    distribution: Optional[Distribution] = None
    partitions: Mapping[Partition, Mapping[str, str]] = field(default_factory=dict)
    """Partitions that ALTER TABLE added, with their options."""


@dataclass(frozen=True)
class CatalogView:
    """A view: its query as text and as a tree, and its columns."""

    query: Query
    text: str
    schema: ResolvedSchema
    comment: Optional[str] = None
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class InlineView:
    """A Table of the Table API, or a stream, under a temporary name."""

    plan: RelNode


CatalogBaseTable = CatalogTable | CatalogView | InlineView


@dataclass(frozen=True)
class CatalogFunction:
    """A user-defined function: a ScalarFunctionSpec or TableFunctionSpec, or the path to import it from."""

    function: Any
    class_name: str = ""
    language: str = "PYTHON"


@dataclass(frozen=True)
class CatalogDatabase:
    """A database's properties."""

    properties: Mapping[str, str] = field(default_factory=dict)
    comment: Optional[str] = None
