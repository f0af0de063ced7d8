"""Parser of statements: selects a parser by the first word."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, Optional

from pyrite.relational.sql.parsing import change_parser as changes
from pyrite.relational.sql.parsing import object_parser as objects
from pyrite.relational.sql.parsing import utility_parser as utilities
from pyrite.relational.sql.parsing.cursor import Cursor
from pyrite.relational.sql.parsing.query_parser import QUERY_WORDS
from pyrite.relational.sql.sql_tree.changes import BeginStatementSet, EndStatementSet
from pyrite.relational.sql.sql_tree.statement import QueryStatement, Statement
from pyrite.relational.sql.sql_tree.utilities import ClientCommand, ResetOption, SetOption
from pyrite.relational.sql.tokens import TokenKind

_SET: Final = re.compile(r"SET(?:\s+([^'\s]+)\s*=\s*(?:'([^']*)'|([^;\s]+)))?\s*;?", re.I | re.S)
_RESET: Final = re.compile(r"RESET(?:\s+([^'\s]+?)\s*)?\s*;?", re.I | re.S)
_COMMAND: Final = re.compile(r"(QUIT|EXIT|HELP|CLEAR)\s*;?", re.I)


def client_statement(text: str) -> Optional[Statement]:
    """Parses a statement that is not tokenized as SQL, such as SET key.with-dash = value; None for others."""
    stripped = text.strip()
    at = text.find(stripped)
    if (match := _COMMAND.fullmatch(stripped)) is not None:
        return ClientCommand(match[1].upper(), at=at)
    if (match := _SET.fullmatch(stripped)) is not None:
        key, quoted, plain = match.groups()
        return SetOption(key, plain if quoted is None else quoted, at=at)
    if (match := _RESET.fullmatch(stripped)) is not None:
        return ResetOption(match[1], at=at)
    return None


def statement(cursor: Cursor) -> Statement:
    """Parses one statement, without the semicolon."""
    at = cursor.at
    if cursor.sees_one((*QUERY_WORDS, "(")):
        return QueryStatement(cursor.query(), at=at)
    if cursor.sees_one(("INSERT", "UPSERT")):
        return changes.insert(cursor)
    word = cursor.take_one(_STATEMENTS)
    if word is None:
        cursor.fail()
    return _STATEMENTS[word](cursor, at)


def _begin(cursor: Cursor, at: int) -> Statement:
    cursor.need("STATEMENT", "SET")
    return BeginStatementSet(at=at)


def _end(cursor: Cursor, at: int) -> Statement:
    return EndStatementSet(at=at)


def ends(cursor: Cursor) -> bool:
    """Returns whether the text ends here."""
    return cursor.kind is TokenKind.END


_STATEMENTS: Final[dict[str, Callable[[Cursor, int], Statement]]] = {
    "CREATE": objects.create,
    "ALTER": objects.alter,
    "DROP": objects.drop,
    "REPLACE": changes.replace_table,
    "MERGE": changes.merge,
    "UPDATE": changes.update,
    "DELETE": changes.delete,
    "TRUNCATE": changes.truncate,
    "CALL": changes.call_procedure,
    "EXPLAIN": changes.explain,
    "EXECUTE": changes.execute,
    "COMPILE": changes.compile_plan,
    "ANALYZE": changes.analyze,
    "BEGIN": _begin,
    "END": _end,
    "SHOW": utilities.show,
    "DESCRIBE": utilities.describe,
    "DESC": utilities.describe,
    "USE": utilities.use,
    "SET": utilities.set_option,
    "RESET": utilities.reset_option,
    "LOAD": utilities.load_module,
    "UNLOAD": utilities.unload_module,
    "ADD": utilities.add_jar,
    "REMOVE": utilities.remove_jar,
    "STOP": utilities.stop_job,
}
