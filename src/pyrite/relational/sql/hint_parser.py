"""Hints: `/*+ OPTIONS('a' = 'b'), BROADCAST(t) */`."""

from __future__ import annotations

from pyrite.relational.sql.cursor import Cursor
from pyrite.relational.sql.tokens import TokenKind
from pyrite.relational.sql.tree.relations import Hint


def hints(cursor: Cursor) -> tuple[Hint, ...]:
    """The hints that are next, if there are any."""
    if not cursor.take("/*+"):
        return ()
    listed = cursor.listed(lambda: _hint(cursor))
    cursor.need("*/")
    return listed


def _hint(cursor: Cursor) -> Hint:
    at = cursor.at
    name = cursor.name().upper()
    if not cursor.take("("):
        return Hint(name, at=at)
    if cursor.take(")"):
        return Hint(name, at=at)
    arguments: list[str] = []
    options: list[tuple[str, str]] = []
    while True:
        argument = _argument(cursor)
        if cursor.take("="):
            options.append((argument, cursor.string()))
        else:
            arguments.append(argument)
        if not cursor.take(","):
            break
    cursor.need(")")
    return Hint(name, tuple(arguments), tuple(options), at=at)


def _argument(cursor: Cursor) -> str:
    """A name, a string or a number."""
    if cursor.kind is TokenKind.STRING:
        return cursor.string()
    sign = cursor.take_one(("-", "+")) or ""
    if cursor.kind in (TokenKind.INTEGER, TokenKind.DECIMAL, TokenKind.APPROXIMATE):
        text = cursor.token_text()
        cursor.index += 1
        return f"{sign}{text}"
    return ".".join(cursor.path())
