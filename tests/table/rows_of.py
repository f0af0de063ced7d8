"""What a table holds, for tests."""

from __future__ import annotations

from typing import Any

from pyrite.table import Table


def rows_of(table: Table) -> list[tuple[Any, ...]]:
    """Runs the query; its rows as tuples."""
    with table.execute().collect() as rows:
        return [tuple(row) for row in rows]


def names_of(table: Table) -> list[str]:
    return table.get_resolved_schema().get_column_names()
