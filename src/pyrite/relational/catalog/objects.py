"""What catalogs hold, as it was declared: names and expressions are resolved when an object is used."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Optional

from pyrite.expressions.expression_tree import Query
from pyrite.relational.catalog.schema import ResolvedSchema
from pyrite.relational.plan.nodes import RelNode
from pyrite.relational.sql.sql_tree import Distribution, TableSchema

Partition = tuple[tuple[str, str], ...]
"""The text of each partition key's value, in the order in which they were written."""


@dataclass(frozen=True)
class CatalogTable:
    """A table: `schema` as it was declared."""

    schema: TableSchema
    options: Mapping[str, str] = field(default_factory=dict)
    comment: Optional[str] = None
    partition_keys: tuple[str, ...] = ()
    distribution: Optional[Distribution] = None
    partitions: Mapping[Partition, Mapping[str, str]] = field(default_factory=dict)
    """Those that ALTER TABLE added, with their options."""


@dataclass(frozen=True)
class CatalogView:
    """A view: its query as text and as a tree, and the columns that it shows."""

    query: Query
    text: str
    schema: ResolvedSchema
    comment: Optional[str] = None
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class InlineView:
    """A Table of the Table API, or a stream, under a name: only ever temporary."""

    plan: RelNode


CatalogBaseTable = CatalogTable | CatalogView | InlineView


@dataclass(frozen=True)
class CatalogFunction:
    """A user's function: a ScalarFunctionSpec or a TableFunctionSpec, or where to import it from."""

    function: Any
    class_name: str = ""
    language: str = "PYTHON"


@dataclass(frozen=True)
class CatalogDatabase:
    """A database's properties."""

    properties: Mapping[str, str] = field(default_factory=dict)
    comment: Optional[str] = None
