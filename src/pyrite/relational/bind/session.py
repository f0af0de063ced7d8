"""BindSession: what the binder asks of the session: tables, functions and the time zone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional, Protocol

from pyrite.core.connector.table import TableSource
from pyrite.expressions.expression_tree import Path, Query
from pyrite.relational.catalog.schema import ResolvedSchema
from pyrite.relational.plan.nodes import RelNode, ResolvedTable


@dataclass(frozen=True)
class ViewDefinition:
    """A view: its query, with all names written out, and the columns that it shows."""

    query: Query
    schema: ResolvedSchema


@dataclass(frozen=True)
class InlineTable:
    """A table of the Table API that was registered under a name, or a stream: a plan by itself."""

    plan: RelNode


class BindSession(Protocol):
    """Looks up names from the outside."""

    @property
    def zone(self) -> str:
        """The value of `table.local-time-zone`."""

    @property
    def is_batch(self) -> bool:
        """Whether all tables are read to their end."""

    @property
    def current_database(self) -> Optional[str]:
        """Where names without a database are looked up."""

    def table(self, path: Path) -> ResolvedTable | ViewDefinition | InlineTable | None:
        """The table or view that a name stands for; temporary ones come first."""

    def has(self, path: Path) -> bool:
        """Whether there is a table, a database or a catalog of that name."""

    def table_names(self) -> list[str]:
        """The names in the current database, for suggestions."""

    def describe_source(self, table: ResolvedTable) -> TableSource:
        """The source that the table's connector makes of its options."""

    def function(self, path: Path) -> Optional[Any]:
        """The user's function of that name; temporary ones come first."""
