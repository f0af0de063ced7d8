"""PlannedQuery: a table of the Table API as a query in an expression."""

from __future__ import annotations

from dataclasses import dataclass

from pyrite.expressions.expression_tree import Query
from pyrite.relational.plan.nodes import RelNode


@dataclass(frozen=True)
class PlannedQuery(Query):
    """A query that is already planned."""

    plan: RelNode
