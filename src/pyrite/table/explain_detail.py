"""ExplainDetail: optional details of EXPLAIN."""

from __future__ import annotations

from pyrite.relational.sql.sql_tree import ExplainDetail

__all__ = ["ExplainDetail"]
