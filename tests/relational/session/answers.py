"""What statements show, as the fixtures have it."""

from __future__ import annotations

from pyrite.relational.session.results import StatementResult


def shown(result: StatementResult) -> str:
    """OK, or rows below the names of their columns."""
    if result.is_ok:
        return "OK"
    head = " | ".join(field.name for field in result.row_type.fields)
    return "\n".join([head, *(" | ".join(map(str, row)) for row in result.rows)])
