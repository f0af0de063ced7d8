"""Tokenizer, with the rules of Flink's lexer."""

from __future__ import annotations

import re
from enum import IntEnum
from typing import Final, NamedTuple

from pyrite.relational.sql.errors import error_at, line_and_column


class TokenKind(IntEnum):
    """The kind of a token."""

    WORD = 1
    QUOTED = 2
    STRING = 3
    PREFIXED_STRING = 4
    INTEGER = 5
    DECIMAL = 6
    APPROXIMATE = 7
    SYMBOL = 8
    END = 9


class Tokens(NamedTuple):
    """The tokens of a text, as parallel lists.

    `words` has upper-case words, and symbols; it is empty for other tokens. The last token is END.
    """

    text: str
    kinds: list[TokenKind]
    words: list[str]
    starts: list[int]
    ends: list[int]


_LETTER: Final = (
    "$A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff\u0100-\u1fff\u3040-\u318f\u3300-\u337f\u3400-\u3d2d"
    "\u4e00-\u9fff\uf900-\ufaff"
)
_DIGIT: Final = (
    "0-9\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be7-\u0bef"
    "\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f\u0e50-\u0e59\u0ed0-\u0ed9\u1040-\u1049"
)
_QUOTED: Final = "'(?:[^']|'')*'"
_TOKEN: Final = re.compile(
    rf"""
    (?P<skip>(?:[ \t\n\r\f]+|--[^\n\r]*|//[^\n\r]*|/\*(?!\+)(?s:.*?)\*/)+)
  | (?P<prefixed>[xX]{_QUOTED} | [nN]{_QUOTED} | [uU]&{_QUOTED} | [eE]'(?:[^'\\]|\\(?s:.)|'')*'
        | _[A-Za-z0-9][A-Za-z0-9:.\-_]*{_QUOTED})
  | (?P<quoted>`(?:[^`\n\r]|``)+` | [uU]&"(?:[^"\n\r]|"")+")
  | (?P<word>(?!\$(?![{_LETTER}{_DIGIT}]))[{_LETTER}][{_LETTER}{_DIGIT}]*)
  | (?P<symbol>/\*\+|\*/|<>|!=|<=|>=|\|\||=>|[-+*%=<>(),;\[\]{{}}?|^:$] | /(?!\*) | \.(?![0-9]))
  | (?P<string>{_QUOTED})
  | (?P<approximate>(?:[0-9]+\.?[0-9]*|\.[0-9]+)[eE][+-]?[0-9]+)
  | (?P<decimal>[0-9]+\.[0-9]*|\.[0-9]+)
  | (?P<integer>[0-9]+)
    """,
    re.X,
)
_KINDS: Final = {
    "prefixed": TokenKind.PREFIXED_STRING,
    "word": TokenKind.WORD,
    "symbol": TokenKind.SYMBOL,
    "string": TokenKind.STRING,
    "quoted": TokenKind.QUOTED,
    "approximate": TokenKind.APPROXIMATE,
    "decimal": TokenKind.DECIMAL,
    "integer": TokenKind.INTEGER,
}


def tokenize(text: str) -> Tokens:
    """Splits a text into tokens. SqlParserException for an invalid character."""
    kinds: list[TokenKind] = []
    words: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    at = 0
    match = _TOKEN.match
    while (token := match(text, at)) is not None:
        start, at = at, token.end()
        group = token.lastgroup
        if group == "skip":
            continue
        assert group is not None
        kinds.append(_KINDS[group])
        words.append(token.group().upper() if group == "word" else token.group() if group == "symbol" else "")
        starts.append(start)
        ends.append(at)
    if at < len(text):
        raise _lexical_error(text, at)
    kinds.append(TokenKind.END)
    words.append("")
    starts.append(len(text.rstrip()))
    ends.append(len(text))
    return Tokens(text, kinds, words, starts, ends)


_UNFINISHED: Final = {
    "'": "A string that begins here has no end: a quote (') is missing.",
    "`": "A quoted name that begins here has no end on its line, or is empty: a backtick (`) is missing.",
    '"': "Names stand in backticks (`name`), strings in single quotes ('text').",
    "/": "A comment that begins here has no end: */ is missing.",
}


def _lexical_error(text: str, at: int) -> Exception:
    line, column = line_and_column(text, at)
    problem = f"Lexical error at line {line}, column {column}. Encountered: {text[at]!r} ({ord(text[at])})."
    return error_at(text, at, problem, _UNFINISHED.get(text[at], ""))
