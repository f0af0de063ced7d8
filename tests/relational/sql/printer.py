"""Statements as SQL text that parses to the same trees."""

from __future__ import annotations

from pyrite.relational.sql.printer import expression_sql, query_sql
from tests.relational.sql.printing import changes, objects, tables, utilities
from tests.relational.sql.printing.statement import statement_sql

__all__ = ["expression_sql", "query_sql", "statement_sql"]

_REGISTERED = (changes, objects, tables, utilities)
"""Modules that register the kinds of statements when they are imported."""
