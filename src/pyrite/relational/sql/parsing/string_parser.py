"""Parser of string literals in all their forms."""

from __future__ import annotations

import re
from typing import Final

from pyrite.expressions.expression_tree import Literal
from pyrite.relational.sql.literals import IllegalLiteral, binary_literal, string_literal, unescaped_unicode
from pyrite.relational.sql.parsing.cursor import Cursor
from pyrite.relational.sql.tokens import TokenKind

_ESCAPE: Final = re.compile(r"\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{1,2})|([0-7]{1,3})|(.))", re.S)
_CONTROLS: Final = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


def string(cursor: Cursor, may_go_on: bool = False) -> Literal:
    """'text', X'00ff', N'text', U&'\\00e4' [UESCAPE '!'], E'a\\n', _UTF8'text', each with further parts below it.

    `may_go_on` where Flink takes further parts on the same line, too.
    """
    at, prefix = cursor.at, _prefix(cursor)
    text = _part(cursor)
    while cursor.kind is TokenKind.STRING and prefix != "E":
        if not may_go_on and "\n" not in cursor.text[cursor.tokens.ends[cursor.index - 1] : cursor.at]:
            cursor.fail_because("String literal continued on same line")
        text += _part(cursor)
    try:
        if prefix == "X":
            return binary_literal(text, at)
        if prefix == "E":
            text = _ESCAPE.sub(_unescaped, text)
        elif prefix == "U&":
            text = unescaped_unicode(text, cursor.unicode_escape())
        return string_literal(text, at)
    except (IllegalLiteral, OverflowError) as error:
        cursor.fail_because(str(error), at)


def _prefix(cursor: Cursor) -> str:
    return cursor.token_text().partition("'")[0].upper()


def _part(cursor: Cursor) -> str:
    text = cursor.token_text()
    cursor.index += 1
    return text[text.index("'") + 1 : -1].replace("''", "'")


def _unescaped(match: re.Match[str]) -> str:
    unicode, long, hexadecimal, octal, other = match.groups()
    if other is not None:
        return _CONTROLS.get(other, other)
    return chr(int(octal, 8) if octal else int(unicode or long or hexadecimal, 16))
