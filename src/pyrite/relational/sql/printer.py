"""Queries and expressions as SQL text that parses to the same trees. Names are in backticks; no session is needed.

An exception are literals of a type that no text has, such as a BIGINT 1 from the Table API: they are printed as casts.
"""

from __future__ import annotations

from pyrite.relational.sql.printing import queries
from pyrite.relational.sql.printing.expressions import expression_sql, query_sql
from pyrite.relational.sql.printing.literals import type_sql

__all__ = ["expression_sql", "query_sql", "type_sql"]

_REGISTERED = (queries,)
"""The module that registers the kinds of queries when it is imported."""
