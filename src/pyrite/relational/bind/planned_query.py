"""PlannedQuery: a table of the Table API where an expression has a query."""

from __future__ import annotations

from dataclasses import dataclass

from pyrite.expressions.expression_tree import Query
from pyrite.relational.plan.nodes import RelNode


@dataclass(frozen=True)
class PlannedQuery(Query):
    """A query that is a plan already."""

    plan: RelNode
