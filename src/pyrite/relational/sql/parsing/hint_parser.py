"""Parser of hints: `/*+ OPTIONS('a' = 'b'), BROADCAST(t) */`."""

from __future__ import annotations

from pyrite.relational.sql.parsing.clause_parser import literal_string
from pyrite.relational.sql.parsing.cursor import Cursor
from pyrite.relational.sql.sql_tree.relations import Hint
from pyrite.relational.sql.tokens import TokenKind


def hints(cursor: Cursor) -> tuple[Hint, ...]:
    """Parses optional hints."""
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
    if cursor.next_word() == "=" or cursor.kind is TokenKind.STRING:
        return _with_strings(cursor, name, at)
    is_number = not cursor.sees_name()
    arguments = cursor.listed(lambda: _number(cursor) if is_number else cursor.name())
    cursor.need(")")
    return Hint(name, arguments, at=at)


def _with_strings(cursor: Cursor, name: str, at: int) -> Hint:
    """Parses options with names or strings as keys, or strings and numbers."""
    arguments: list[str] = []
    options: list[tuple[str, str]] = []
    while True:
        argument = _argument(cursor)
        if not arguments and cursor.take("="):
            options.append((argument, literal_string(cursor)))
        elif options:
            cursor.need("=")
        else:
            arguments.append(argument)
        if not cursor.take(","):
            break
    cursor.need(")")
    return Hint(name, tuple(arguments), tuple(options), at=at)


def _argument(cursor: Cursor) -> str:
    if cursor.kind is TokenKind.STRING:
        return literal_string(cursor)
    return cursor.name() if cursor.sees_name() else _number(cursor)


def _number(cursor: Cursor) -> str:
    sign = cursor.take_one(("-", "+")) or ""
    if cursor.kind not in (TokenKind.INTEGER, TokenKind.DECIMAL, TokenKind.APPROXIMATE):
        cursor.fail("<QUOTED_STRING>", "<IDENTIFIER>")
    text = cursor.token_text()
    cursor.index += 1
    return f"{sign}{text}"
