"""The root of statements as SQL text; the modules beside this one register their statements here."""

from __future__ import annotations

from functools import singledispatch

from pyrite.relational.sql.sql_tree.statement import Statement


@singledispatch
def statement_sql(statement: Statement) -> str:
    """A statement without a semicolon."""
    raise TypeError(f"expected a statement of pyrite.relational.sql.sql_tree, got {statement!r}")


def flag(is_set: bool, words: str) -> str:
    """The words, if the flag is set."""
    return words if is_set else ""
