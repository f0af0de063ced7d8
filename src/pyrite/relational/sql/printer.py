"""Trees as SQL text that parses to the same trees. Names are in backticks, and nothing depends on a session.

An exception are literals of a type that no text has, such as a BIGINT 1 from the Table API: they are printed as casts.
"""

from __future__ import annotations

from pyrite.relational.sql.printing import changes, objects, queries, tables, utilities
from pyrite.relational.sql.printing.expressions import expression_sql, query_sql
from pyrite.relational.sql.printing.literals import type_sql
from pyrite.relational.sql.printing.statement import statement_sql

__all__ = ["expression_sql", "query_sql", "statement_sql", "type_sql"]

_REGISTERED = (changes, objects, queries, tables, utilities)
"""Modules that register the kinds of statements and queries when they are imported."""
