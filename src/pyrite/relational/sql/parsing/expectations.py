"""Expected tokens at a syntax error, and its message."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, Optional

from pyrite.core.secrets import masked_statement
from pyrite.relational.sql.errors import SqlParserException, error_at, line_and_column, nearest
from pyrite.relational.sql.keywords import RESERVED, UNRESERVED
from pyrite.relational.sql.tokens import TokenKind, Tokens

_MOST_SHOWN: Final = 24
_KEYWORDS: Final = RESERVED | UNRESERVED
_STRUCTURE: Final = frozenset(("FROM", "WHERE", "GROUP", "ORDER", "SELECT", "ON", "AS", "AND", "OR", "FOR", "WITH"))
"""Reserved words that are rarely meant as names."""


class Expectations:
    """The words that were expected at a token, and at the previous one, which may have been misread.

    `beyond` is the first token that does not match a sequence of words which started to match and went past the failed
    token: in `ORDER a` it is `a`, since ORDER was expected with BY after it.
    """

    def __init__(self, index: int) -> None:
        self._index = index
        self.here: set[str] = set()
        self.before: set[str] = set()
        self.beyond: Optional[tuple[int, str]] = None

    def add(self, index: int, words: tuple[str, ...], there: Sequence[str]) -> None:
        """Adds a sequence of words that was expected at a token."""
        for place, word in enumerate(words, index):
            self.add_all(place, (word,))
            if place >= len(there) or there[place] != word:
                if place > self._index >= index:
                    self.beyond = (place, word)
                return

    def add_all(self, index: int, words: Collection[str]) -> None:
        if index == self._index:
            self.here.update(words)
        elif index == self._index - 1:
            self.before.update(words)


def syntax_error(tokens: Tokens, index: int, expectations: Optional[Expectations]) -> SqlParserException:
    """Creates the error for an unexpected token, with Flink's message."""
    if expectations is not None and expectations.beyond is not None:
        index, word = expectations.beyond
        expectations = Expectations(index)
        expectations.here.add(word)
    at = tokens.starts[index]
    met = "<EOF>" if tokens.kinds[index] is TokenKind.END else _written(tokens, index)
    line, column = line_and_column(tokens.text, at)
    problem = f'Encountered "{met}" at line {line}, column {column}.'
    if expectations is None:
        return FailedAt(index, error_at(tokens.text, at, problem))
    if expectations.here:
        problem += f"\n{_expected(expectations.here)}"
    return error_at(tokens.text, at, problem, _hint(tokens, index, expectations))


class FailedAt(SqlParserException):
    """A parse failed at this token; it is repeated to collect the expected tokens. Never leaves the parser."""

    def __init__(self, index: int, error: SqlParserException) -> None:
        super().__init__(*error.args)
        self.index = index


def _expected(words: set[str]) -> str:
    tokens_text = sorted(words, key=lambda word: (word.startswith("<"), not word[0].isalpha(), word))
    lines = [f"    {_shown(word)}" for word in tokens_text]
    if len(lines) > _MOST_SHOWN:
        lines[_MOST_SHOWN:] = [f"    and {len(lines) - _MOST_SHOWN} others"]
    return "\n".join(["Was expecting one of:" if len(tokens_text) > 1 else "Was expecting:", *lines])


def _shown(word: str) -> str:
    if word == "<EOF>":
        return word
    return f"{word} ..." if word.startswith("<") and len(word) > 2 else f'"{word}" ...'


def _hint(tokens: Tokens, index: int, expectations: Expectations) -> str:
    """Suggests a keyword for the token or for a preceding name, or reports that a name is a reserved word."""
    word, before = tokens.words[index], tokens.words[index - 1] if index else ""
    here = _keywords(expectations.here)
    near, likeness = nearest(word if word not in _KEYWORDS else "", here)
    if before not in _KEYWORDS:
        nearer, more = nearest(before, here | _keywords(expectations.before))
        if more > likeness:
            return f"Did you mean {nearer} instead of {_written(tokens, index - 1)}?"
    if near:
        return f"Did you mean {near}?"
    if word in RESERVED - _STRUCTURE and expectations.here & {"<IDENTIFIER>", "<expression>"}:
        return f"{word} is a reserved word: as a name it stands in backticks, `{_written(tokens, index)}`."
    return ""


def _written(tokens: Tokens, index: int) -> str:
    text, begin = masked_statement(tokens.text[: tokens.ends[index]], tokens.starts[index])
    return text[begin:]


def _keywords(words: set[str]) -> set[str]:
    return {word for word in words if word[0].isalpha()}
