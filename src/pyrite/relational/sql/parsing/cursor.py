"""Cursor: reads tokens, for all parts of the grammar."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import NoReturn, Optional, TypeVar

from pyrite.expressions.expression_tree import Expression, Path, Query
from pyrite.relational.sql.errors import error_at, line_and_column
from pyrite.relational.sql.keywords import RESERVED
from pyrite.relational.sql.literals import IllegalLiteral, unescaped_unicode
from pyrite.relational.sql.parsing.expectations import Expectations, syntax_error
from pyrite.relational.sql.tokens import TokenKind, Tokens

T = TypeVar("T")


class Cursor:
    """A position in the tokens of a text.

    `take...` advances past expected tokens, and returns whether they were present; `need...` raises SqlParserException
    if they are not. The grammar's two roots are passed in, since expressions contain queries and queries contain
    expressions. With `expectations`, requested words are collected: a failed parse is repeated this way, to report the
    expected tokens.
    """

    def __init__(
        self,
        tokens: Tokens,
        expression: Callable[[Cursor, int], Expression],
        query: Callable[[Cursor, Optional[Query]], Query],
        expectations: Optional[Expectations] = None,
    ) -> None:
        self.tokens = tokens
        self.text = tokens.text
        self.kinds = tokens.kinds
        self.words = tokens.words
        self.index = 0
        self.parameters = 0
        self.takes_default = False
        self.is_type_text = False
        self._expression = expression
        self._query = query
        self._expectations = expectations
        self._forbidding_queries = 0

    def expression(self, least: int = 0) -> Expression:
        """Parses an expression whose operators all bind stronger than `least`."""
        return self._expression(self, least)

    def scalar(self) -> Expression:
        """Parses an expression without a query."""
        self._forbidding_queries += 1
        value = self._expression(self, 0)
        self._forbidding_queries -= 1
        return value

    def query(self, left: Optional[Query] = None) -> Query:
        """Parses a query; if `left` is its first operand, the rest of the query."""
        if self._forbidding_queries:
            self.fail_because("Query expression encountered in illegal context")
        return self._query(self, left)

    @property
    def at(self) -> int:
        """The offset of the next token."""
        return self.tokens.starts[self.index]

    @property
    def kind(self) -> TokenKind:
        return self.kinds[self.index]

    @property
    def word(self) -> str:
        """The next token as an upper-case word or symbol; empty for other tokens."""
        return self.words[self.index]

    def token_text(self) -> str:
        """Returns the next token as written."""
        return self.text[self.tokens.starts[self.index] : self.tokens.ends[self.index]]

    def next_word(self, ahead: int = 1) -> str:
        """Returns a later word or symbol, by default the one after the next."""
        index = self.index + ahead
        return self.words[index] if index < len(self.words) else ""

    def next_kind(self, ahead: int = 1) -> TokenKind:
        index = self.index + ahead
        return self.kinds[index] if index < len(self.kinds) else TokenKind.END

    def sees(self, *words: str) -> bool:
        """Returns whether these words or symbols are next."""
        if self._expectations is not None:
            self._expectations.add(self.index, words, self.words)
        index = self.index
        if self.words[index] != words[0]:
            return False
        return len(words) == 1 or tuple(self.words[index : index + len(words)]) == words

    def sees_one(self, words: Collection[str]) -> bool:
        """Returns whether one of these words or symbols is next."""
        if self._expectations is not None:
            self._expectations.add_all(self.index, words)
        return self.words[self.index] in words and self.words[self.index] != ""

    def take(self, *words: str) -> bool:
        if self.sees(*words):
            self.index += len(words)
            return True
        return False

    def take_one(self, words: Collection[str]) -> Optional[str]:
        """Reads one of these words or symbols, if it is next."""
        if self.sees_one(words):
            self.index += 1
            return self.words[self.index - 1]
        return None

    def need(self, *words: str) -> None:
        for word in words:
            if not self.take(word):
                self.fail()

    def need_one(self, words: Collection[str]) -> str:
        return self.take_one(words) or self.fail()

    def fail(self, *expected: str) -> NoReturn:
        """Raises for the next token. `expected` are kinds of tokens, such as `<IDENTIFIER>`."""
        if self._expectations is not None:
            self._expectations.add_all(self.index, expected)
        raise syntax_error(self.tokens, self.index, self._expectations)

    def fail_because(self, problem: str, at: Optional[int] = None) -> NoReturn:
        """Raises for a reason other than an unexpected token."""
        place = self.at if at is None else at
        line, column = line_and_column(self.text, place)
        raise error_at(self.text, place, f"At line {line}, column {column}: {problem}")

    def sees_name(self) -> bool:
        """Returns whether a name is next: in backticks, or an unreserved word."""
        kind = self.kinds[self.index]
        return kind is TokenKind.QUOTED or (kind is TokenKind.WORD and self.words[self.index] not in RESERVED)

    def name(self) -> str:
        if not self.sees_name():
            self.fail("<IDENTIFIER>")
        text, at = self.token_text(), self.at
        is_quoted = self.kind is TokenKind.QUOTED
        self.index += 1
        if not is_quoted:
            return text
        if text[0] == "`":
            return text[1:-1].replace("``", "`")
        try:
            return unescaped_unicode(text[3:-1].replace('""', '"'), self.unicode_escape())
        except IllegalLiteral as error:
            self.fail_because(str(error), at)

    def any_name(self) -> str:
        """Reads a name, which may be a reserved word."""
        if self.kind is not TokenKind.WORD:
            return self.name()
        self.index += 1
        return self.text[self.tokens.starts[self.index - 1] : self.tokens.ends[self.index - 1]]

    def path(self) -> Path:
        """Reads a name with its parts."""
        parts = [self.name()]
        while self.take("."):
            parts.append(self.name())
        return tuple(parts)

    def string(self) -> str:
        """Reads a plain string."""
        if self.kind is not TokenKind.STRING:
            self.fail("<QUOTED_STRING>")
        text = self.token_text()
        self.index += 1
        return text[1:-1].replace("''", "'")

    def unicode_escape(self) -> str:
        """Reads an optional UESCAPE after a U& literal or name. The default escape character is a backslash."""
        if not self.take("UESCAPE"):
            return "\\"
        at, character = self.at, self.string()
        if len(character) != 1 or re.fullmatch(r"[0-9a-fA-F+'\"\s]", character):
            problem = "UESCAPE must be exactly one character, and no hexit, plus sign, quote or blank"
            self.fail_because(problem, at)
        return character

    def integer(self) -> int:
        if self.kind is not TokenKind.INTEGER:
            self.fail("<UNSIGNED_INTEGER_LITERAL>")
        text = self.token_text()
        if len(text) > 1000:
            self.fail_because(f"Numeric literal of {len(text)} digits out of range.")
        self.index += 1
        return int(text)

    def listed(self, item: Callable[[], T]) -> tuple[T, ...]:
        """Parses one or more items, separated by commas."""
        items = [item()]
        while self.take(","):
            items.append(item())
        return tuple(items)

    def parenthesized(self, item: Callable[[], T], may_be_empty: bool = False) -> tuple[T, ...]:
        """Parses items in parentheses, separated by commas."""
        self.need("(")
        if may_be_empty and self.take(")"):
            return ()
        items = self.listed(item)
        self.need(")")
        return items
