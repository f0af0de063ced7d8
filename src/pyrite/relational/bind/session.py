"""BindSession: the binder's interface to the session: tables, functions and the time zone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional, Protocol

from pyrite.core.connector.table import TableSource
from pyrite.expressions.expression_tree import Path, Query
from pyrite.relational.catalog.schema import ResolvedSchema
from pyrite.relational.plan.nodes import RelNode, ResolvedTable


@dataclass(frozen=True)
class ViewDefinition:
    """A view: its query, with fully qualified names, and its columns."""

    query: Query
    schema: ResolvedSchema


@dataclass(frozen=True)
class InlineTable:
    """A registered table of the Table API, or a stream, as a plan."""

    plan: RelNode


class BindSession(Protocol):
    """Resolves names in the session."""

    @property
    def zone(self) -> str:
        """The value of `table.local-time-zone`."""

    @property
    def is_batch(self) -> bool:
        """Whether the mode is batch."""

    @property
    def current_database(self) -> Optional[str]:
        """The database in which plain names are resolved."""

    def table(self, path: Path) -> ResolvedTable | ViewDefinition | InlineTable | None:
        """Returns the table or view with this name. Temporary objects take precedence."""

    def has(self, path: Path) -> bool:
        """Returns whether a table, database or catalog has this name."""

    def table_names(self) -> list[str]:
        """Returns the names in the current database, for suggestions."""

    def describe_source(self, table: ResolvedTable) -> TableSource:
        """Creates the description of the table's source."""

    def function(self, path: Path) -> Optional[Any]:
        """Returns the user-defined function with this name. Temporary functions take precedence."""
