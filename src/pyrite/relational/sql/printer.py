"""Prints queries and expressions as SQL that parses to the same trees. Names are in backticks; no session is needed.

Literals without a SQL spelling, such as a BIGINT 1 from the Table API, are printed as casts.
"""

from __future__ import annotations

from pyrite.relational.sql.printing import queries
from pyrite.relational.sql.printing.expressions import expression_sql, query_sql
from pyrite.relational.sql.printing.literals import type_sql

__all__ = ["expression_sql", "query_sql", "type_sql"]

_REGISTERED = (queries,)
"""Importing the module registers the kinds of queries."""
